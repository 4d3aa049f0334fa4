// device.cuh - y = alpha A x + beta y on a GPU: reduce_tiles over rows, scaled as each row is closed.
#pragma once
#include <heddle/detail/cuda/reduce_tiles.cuh>
#include <heddle/ops/spmv/device.hpp>

namespace heddle::gpu {

template <class Types, class Index, class Offset> void solve(spmv_problem<Types, Index, Offset> const& p) {
  spmv_product<Types, Index> const product{p.a.indices, p.a.values, p.x, {}};
  reduce_tiles_of(p, p.a.tiles(), product, plus_monoid<typename Types::sum>{}, p.close);
}

}  // namespace heddle::gpu
