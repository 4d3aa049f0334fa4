// product.hpp - the products of a matrix-vector multiplication as functors of an atom (a stored entry).
#pragma once
#include <heddle/detail/walk/entry_walk.hpp>
#include <heddle/detail/walk/loads.hpp>
#include <heddle/seam/views.hpp>
#include <heddle/seam/walk/traits.hpp>
#include <heddle/semirings/flip.hpp>

namespace heddle::detail {

/// u(k), where the semiring reads it; one whose multiplication is known at run time alone has null where it does not.
template <class SR, class U> HEDDLE_FN constexpr decltype(auto) right_at(U const* u, [[maybe_unused]] size_type k) {
  if constexpr (requires { SR::read_at_run_time; }) {
    return u ? u[k] : U{};
  } else if constexpr (reads<SR>::right) {
    return (u[k]);
  } else {
    return U{};
  }
}

/// full_product with u's first entries, `hubs` of them, in faster memory; for walks that read entries themselves.
template <class SR, class A, class U, class Index> struct hub_product {
  Index const* columns;
  values_view<A> a;
  U const* u;
  U const* hub;
  Index hubs;
  SR sr;

  HEDDLE_FN entry_arrays<Index, A> entries() const { return {columns, a.data, a.one}; }
  HEDDLE_FN domain_of<SR> of(Index k, A const& value) const {
    return product_of(sr, value, load_either(k < hubs, hub + k, u + k));
  }
};

/// a(i, k) * u(k) where u has an entry everywhere. `streamed` is for walks that read every entry once, side by side;
/// `entries` and `of` for those that copy entries first.
template <class SR, class A, class U, class Index> struct full_product {
  using operand = U;
  Index const* columns;
  values_view<A> a;
  U const* u;
  SR sr;

  HEDDLE_FN constexpr hub_product<SR, A, U, Index> with_hubs(U const* hub, size_type hubs) const {
    return {columns, a, u, hub, static_cast<Index>(hubs), sr};
  }
  HEDDLE_FN constexpr entry_arrays<Index, A> entries() const { return {columns, a.data, a.one}; }
  HEDDLE_FN constexpr domain_of<SR> of(Index k, A const& value) const {
    return product_of(sr, value, right_at<SR>(u, k));
  }
  HEDDLE_FN constexpr domain_of<SR> operator()(size_type atom) const {
    return product_of(sr, a[atom], right_at<SR>(u, columns[atom]));
  }
  HEDDLE_FN domain_of<SR> streamed(size_type atom) const {
    return product_of(sr, a.streamed(atom), right_at<SR>(u, load_once(columns + atom)));
  }
};

/// The same where u may lack entries: absent products do not count. `present` null: u is full all the same.
template <class SR, class A, class U, class Index> struct lifted_product {
  static constexpr bool rare = is_rare<SR>();
  Index const* columns;
  values_view<A> a;
  U const* u;
  primitives::byte const* present;
  SR sr;

  HEDDLE_FN constexpr entry_arrays<Index, A> entries() const { return {columns, a.data, a.one}; }
  HEDDLE_FN constexpr maybe<domain_of<SR>> of(Index k, A const& value) const {
    if (present && !present[k]) return {domain_of<SR>{}, false};
    return {product_of(sr, value, right_at<SR>(u, k)), true};
  }
  HEDDLE_FN constexpr maybe<domain_of<SR>> operator()(size_type atom) const { return of(columns[atom], a[atom]); }
  HEDDLE_FN maybe<domain_of<SR>> streamed(size_type atom) const {
    Index const k = load_once(columns + atom);
    if (present && !present[k]) return {domain_of<SR>{}, false};
    return {product_of(sr, a.streamed(atom), right_at<SR>(u, k)), true};
  }
};

/// full_product for a multiplication that asks for positions: walks work out the row of every atom for it. `columns`
/// are the matrix's own.
template <class SR, class A, class U, class Index> struct full_product_at {
  Index const* columns;
  values_view<A> a;
  U const* u;
  SR sr;

  HEDDLE_FN constexpr domain_of<SR> operator()(size_type row, size_type atom) const {
    Index const k = columns[atom];
    return product_of(sr, a[atom], right_at<SR>(u, k), row, k, 0);
  }
};

/// lifted_product, likewise.
template <class SR, class A, class U, class Index> struct lifted_product_at {
  static constexpr bool rare = is_rare<SR>();
  Index const* columns;
  values_view<A> a;
  U const* u;
  primitives::byte const* present;
  SR sr;

  HEDDLE_FN constexpr maybe<domain_of<SR>> operator()(size_type row, size_type atom) const {
    Index const k = columns[atom];
    if (present && !present[k]) return {domain_of<SR>{}, false};
    return {product_of(sr, a[atom], right_at<SR>(u, k), row, k, 0), true};
  }
};

/// The functors of a semiring, with positions where it asks for them.
template <class SR, class A, class U, class Index>
using full_product_of =
    std::conditional_t<asks_positions<SR, A, U>, full_product_at<SR, A, U, Index>, full_product<SR, A, U, Index>>;
template <class SR, class A, class U, class Index>
using lifted_product_of =
    std::conditional_t<asks_positions<SR, A, U>, lifted_product_at<SR, A, U, Index>, lifted_product<SR, A, U, Index>>;

/// Whether kernels of their own serve what is neither masked nor absent.
template <class SR> inline constexpr bool has_full_kernels = !needs_presence<add_of<SR>>() && !is_rare<SR>();

}  // namespace heddle::detail
