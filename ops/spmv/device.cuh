// device.cuh - y = alpha A x + beta y on a GPU: reduce_tiles over rows, scaled as each row is closed.
#pragma once
#include <heddle/cuda/reduce_tiles.cuh>
#include <heddle/ops/mxv/product.hpp>
#include <heddle/ops/spmv/device.hpp>

namespace heddle::cuda {

template <class Types, class Index, class Offset> void spmv_body(spmv_problem<Types, Index, Offset> const& p) {
  using ring = plus_times<typename Types::sum>;
  using full = detail::full_product<ring, typename Types::stored, typename Types::operand, Index>;
  full const product{p.a.indices, p.a.values, p.x, ring{}};
  reduce_tiles(p.exec, *p.chosen, p.a.tiles(), product, add_of<ring>{}, p.close);
}

}  // namespace heddle::cuda
