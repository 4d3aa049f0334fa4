// device.cuh - y = alpha A x + beta y on a GPU: reduce_tiles over rows, scaled as each row is closed.
#pragma once
#include <heddle/cuda/reduce_tiles.cuh>
#include <heddle/ops/mxv/product.hpp>
#include <heddle/ops/spmv/device.hpp>

namespace heddle::cuda {

template <class Types, class Index, class Offset> void solve(spmv_problem<Types, Index, Offset> const& p) {
  typename spmv_problem<Types, Index, Offset>::product const product{
      spmv_product<Types, Index>{p.a.indices, p.a.values, p.x, {}}};
  reduce_tiles(p.exec, *p.chosen, p.a.tiles(), product, plus_monoid<typename Types::sum>{}, p.close);
}

}  // namespace heddle::cuda
