// device.cuh - reductions of rows on a GPU: reduce_tiles with the value of an entry as the functor.
#pragma once
#include <heddle/cuda/reduce_tiles.cuh>
#include <heddle/ops/mxv/product.hpp>
#include <heddle/ops/reduce/device.hpp>

namespace heddle::cuda {

/// Every row, where there is a neutral element.
template <class Monoid, class Offset> void reduce_all_rows(reduce_problem<Monoid, Offset> const& p) {
  using D = typename Monoid::value_type;
  detail::entry_value<D, D> const value{p.values};
  unmasked_sink<vector_sink<D, Monoid>, Offset> const close{p.sink, p.empty_rows ? p.rows.offsets : nullptr};
  reduce_tiles(p.exec, *p.chosen, p.rows, value, p.add, close);
}

template <class Monoid, class Offset> void reduce_rows_body(reduce_problem<Monoid, Offset> const& p) {
  using D = typename Monoid::value_type;
  if constexpr (detail::needs_presence<Monoid>()) {
    detail::lifted_entry_value<D, D> const value{p.values};
    reduce_tiles(p.exec, *p.chosen, p.rows, value, lifted<Monoid>{p.add}, p.sink);
  } else {
    if (p.sink.mask.trivial()) return reduce_all_rows(p);
    full_sink<vector_sink<D, Monoid>, Offset> const close{p.sink, p.empty_rows ? p.rows.offsets : nullptr};
    reduce_tiles(p.exec, *p.chosen, p.rows, detail::entry_value<D, D>{p.values}, p.add, close);
  }
}

}  // namespace heddle::cuda
