// device.cuh - reductions of rows on a GPU: reduce_tiles with the value of an entry as the functor.
#pragma once
#include <heddle/detail/cuda/reduce_tiles.cuh>
#include <heddle/ops/mxv/product.hpp>
#include <heddle/ops/reduce/device.hpp>

namespace heddle::gpu {

/// Rows none of which is masked, over a monoid with a neutral element. `value`: entry_value, or one like it.
template <class Value, class Monoid, class Offset>
void reduce_all_rows(Value const& value, reduce_problem<Monoid, Offset> const& p) {
  using sink = vector_sink<typename Monoid::value_type, Monoid>;
  unmasked_sink<sink, Offset> const close{p.sink, p.empty_rows ? p.rows.offsets : nullptr};
  reduce_tiles(p.exec, *p.chosen, p.rows, value, p.add, close);
}

template <class Monoid, class Offset> void solve(reduce_problem<Monoid, Offset> const& p) {
  using D = typename Monoid::value_type;
  if constexpr (detail::needs_presence<Monoid>()) {
    detail::lifted_entry_value<D, D> const value{p.values};
    reduce_tiles(p.exec, *p.chosen, p.rows, value, lifted<Monoid>{p.add}, p.sink);
  } else {
    detail::entry_value<D, D> const value{p.values};
    if (p.sink.mask.trivial()) return reduce_all_rows(value, p);
    full_sink<vector_sink<D, Monoid>, Offset> const close{p.sink, p.empty_rows ? p.rows.offsets : nullptr};
    reduce_tiles(p.exec, *p.chosen, p.rows, value, p.add, close);
  }
}

}  // namespace heddle::gpu
