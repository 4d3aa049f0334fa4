// device.cuh - y = alpha A x + beta y on a GPU: reduce_tiles over rows, scaled as each row is closed.
#pragma once
#include <heddle/cuda/reduce_tiles.cuh>
#include <heddle/ops/mxv/product.hpp>
#include <heddle/ops/spmv/device.hpp>

namespace heddle::cuda {

template <class Product> struct product_by_general_walks : Product { static constexpr bool general_walks = true; };

template <class Types, class Index, class Offset> void spmv_body(spmv_problem<Types, Index, Offset> const& p) {
  using ring = plus_times<typename Types::sum>;
  using full = detail::full_product<ring, typename Types::stored, typename Types::operand, Index>;
  using product_type =
      std::conditional_t<is_multiplied_generally<Types, Index, Offset>, product_by_general_walks<full>, full>;
  product_type const product{full{p.a.indices, p.a.values, p.x, ring{}}};
  reduce_tiles(p.exec, *p.chosen, p.a.tiles(), product, add_of<ring>{}, p.close);
}

}  // namespace heddle::cuda
