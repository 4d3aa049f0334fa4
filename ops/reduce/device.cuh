// device.cuh - reductions of rows on a GPU: reduce_tiles with the value of an entry as the functor.
#pragma once
#include <heddle/detail/cuda/reduce_tiles.cuh>
#include <heddle/ops/mxv/product.hpp>
#include <heddle/ops/reduce/device.hpp>

namespace heddle::gpu {

template <class Monoid, class Offset> void solve(reduce_problem<Monoid, Offset> const& p) {
  using problem = reduce_problem<Monoid, Offset>;
  using sink = vector_sink<typename problem::domain, Monoid>;
  if constexpr (problem::lifts) {
    reduce_tiles_of(p, p.rows, typename problem::lifted_value{p.values}, lifted<Monoid>{p.add}, p.sink);
  } else {
    Offset const* const offsets = p.empty_rows ? p.rows.offsets : nullptr;
    typename problem::value const value{p.values};
    if (p.sink.mask.trivial()) {
      unmasked_sink<sink, Offset> const close{p.sink, offsets};
      return reduce_tiles_of(p, p.rows, typename problem::full_value{value}, p.add, close);
    }
    reduce_tiles(p.exec, *p.chosen, p.rows, value, p.add, full_sink<sink, Offset>{p.sink, offsets});
  }
}

}  // namespace heddle::gpu
