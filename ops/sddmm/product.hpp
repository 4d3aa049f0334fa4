// product.hpp - the functors of a sampled product: tiles are entries of the mask, atoms the products of one.
#pragma once
#include <heddle/dense_matrix.hpp>
#include <heddle/ops/mxv/product.hpp>
#include <heddle/seam/sinks.hpp>
#include <heddle/seam/walk/traits.hpp>
#include <heddle/semirings/multiply.hpp>

namespace heddle::detail {

/// Tile t is entry (rows[t], columns[t]) of the mask, its `inner` atoms are k = 0, 1, ... An operand whose elements are
/// not read has none.
template <class SR, class A, class B, class Index> struct sampled_product {
  using domain = domain_of<SR>;
  static constexpr bool general_walks = true, rare = is_rare<SR>();
  static constexpr bool lifts = needs_presence<add_of<SR>>();  // there is no element that walks could pad with
  Index const* rows;
  Index const* columns;
  dense_view<A const> a;
  dense_view<B const> b;
  size_type inner;
  SR sr;

  HEDDLE_FN constexpr domain of(size_type i, size_type k, size_type j) const {
    auto const left = [&]() -> A {
      if constexpr (reads<SR>::left) return a(i, k);
      return A{};
    };
    auto const right = [&]() -> B {
      if constexpr (reads<SR>::right) return b(k, j);
      return B{};
    };
    return product_of(sr, left(), right(), i, k, j);
  }
  HEDDLE_FN constexpr std::conditional_t<lifts, maybe<domain>, domain> operator()(size_type tile,
                                                                                  size_type atom) const {
    domain const product = of(rows[tile], atom - tile * inner, columns[tile]);
    if constexpr (lifts) {
      return {product, true};
    } else {
      return product;
    }
  }
};

/// What sums such products.
template <class SR>
using sampled_monoid = std::conditional_t<needs_presence<add_of<SR>>(), lifted<add_of<SR>>, add_of<SR>>;

/// Every tile has atoms, so every sum is there.
template <class D> struct sampled_sink {
  D* values;
  HEDDLE_FN constexpr void operator()(size_type tile, D const& t) const { values[tile] = t; }
  HEDDLE_FN constexpr void operator()(size_type tile, maybe<D> const& t) const { values[tile] = t.value; }
};

}  // namespace heddle::detail
