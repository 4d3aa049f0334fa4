// device.cuh - reductions of rows on a GPU: reduce_tiles with the value of an entry as the functor.
#pragma once
#include <heddle/cuda/reduce_tiles.cuh>
#include <heddle/ops/mxv/product.hpp>
#include <heddle/ops/reduce/device.hpp>

namespace heddle::cuda {

template <class Monoid, class Offset> void solve(reduce_problem<Monoid, Offset> const& p) {
  using D = typename Monoid::value_type;
  if constexpr (detail::needs_presence<Monoid>()) {
    detail::lifted_entry_value<D, D> const value{p.values};
    reduce_tiles(p.exec, *p.chosen, p.rows, value, lifted<Monoid>{p.add}, p.sink);
  } else {
    using sink = vector_sink<D, Monoid>;
    detail::entry_value<D, D> const value{p.values};
    Offset const* const offsets = p.empty_rows ? p.rows.offsets : nullptr;
    if (p.sink.mask.trivial()) {
      return reduce_tiles(p.exec, *p.chosen, p.rows, value, p.add, unmasked_sink<sink, Offset>{p.sink, offsets});
    }
    reduce_tiles(p.exec, *p.chosen, p.rows, value, p.add, full_sink<sink, Offset>{p.sink, offsets});
  }
}

}  // namespace heddle::cuda
