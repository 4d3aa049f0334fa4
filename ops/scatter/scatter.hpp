// scatter.hpp - w<mask> = w accum t, t(p(i)) = the sum of all u(i) that go there: what gather reads, written.
#pragma once
#include <heddle/descriptor.hpp>
#include <heddle/ops/detail/mistakes.hpp>
#include <heddle/ops/detail/write/vector.hpp>
#include <heddle/ops/gather/positions.hpp>

namespace heddle::inline HEDDLE_TOOLCHAIN {

namespace ops::scatter_detail {

/// n values, and where each goes, in the order in which they are combined. Refers to operands, or to what it holds.
template <class U, index_type P> struct placed_values {
  size_type n = 0;
  P const* positions = nullptr;
  U const* values = nullptr;
  buffer<P> kept_positions = {};
  buffer<detail::byte> kept_values = {};
};

/// The entries of p where u has one too, with those of u.
template <class U, index_type P, index_type I>
placed_values<U, P> placed(vector<U, I> const& u, detail::listed_positions<P, I> const& p) {
  executor const exec = u.exec();
  auto const& from = storage_of(u).bitmap();
  auto const take_values = [&](placed_values<U, P>& to, I const* places) {
    to.kept_values = buffer<detail::byte>(exec, detail::bytes_of(to.n, sizeof(U)));
    primitives::gather(exec, to.kept_values.data(), from.values.data(), places, to.n, sizeof(U));
    to.values = detail::typed<U>(to.kept_values);
  };
  placed_values<U, P> result{p.n, p.positions, detail::typed<U>(from.values)};
  if (from.full()) {
    if (!p.everywhere) take_values(result, p.places);
    return result;
  }
  buffer<detail::byte> flags(exec, p.everywhere ? 0 : p.n);
  if (!p.everywhere) primitives::gather(exec, flags.data(), from.present.data(), p.places, p.n, 1);
  auto const chosen = primitives::compact<I>(exec, p.everywhere ? from.present.data() : flags.data(), p.n);
  result.n = chosen.size();
  result.kept_positions = buffer<P>(exec, result.n);
  primitives::gather(exec, result.kept_positions.data(), p.positions, chosen.data(), result.n, sizeof(P));
  result.positions = result.kept_positions.data();
  buffer<I> places(exec, p.everywhere ? 0 : result.n);
  if (!p.everywhere) primitives::gather(exec, places.data(), p.places, chosen.data(), result.n, sizeof(I));
  take_values(result, p.everywhere ? chosen.data() : places.data());
  return result;
}

/// t by position, on the host: one value after the other.
template <class Monoid, class U, index_type P>
detail::bitmap_form summed_by_position(executor const& exec, size_type size, Monoid const& add,
                                       placed_values<U, P> const& given) {
  using D = typename Monoid::value_type;
  detail::bitmap_form t{buffer<detail::byte>(exec, size), detail::bitmap_values(exec, size, sizeof(D)), -1};
  detail::byte const absent = 0;
  primitives::fill(exec, t.present.data(), size, 1, &absent);
  D* const sums = reinterpret_cast<D*>(t.values.data());
  detail::byte* const present = t.present.data();
  P const* const positions = given.positions;
  U const* const values = given.values;
  for (size_type k = 0, n = given.n; k < n; ++k) {
    auto const at = static_cast<size_type>(positions[k]);
    D const value = detail::converted<D>(values[k]);
    sums[at] = present[at] ? detail::converted<D>(add(sums[at], value)) : value;
    present[at] = 1;
  }
  return t;
}

/// t as a list: values in the order of their positions, those of one position combined.
template <index_type I, class Monoid, class U, index_type P>
detail::sparse_form<I> summed_in_order(executor const& exec, size_type size, Monoid const& add,
                                       placed_values<U, P> const& given) {
  using D = typename Monoid::value_type;
  buffer<detail::byte> kept;
  D const* const values = ops::in_domain<D>(exec, given.values, given.n, kept);
  detail::tuple_positions<P> const at{1, size, given.n, nullptr, given.positions};
  auto const* const bytes = reinterpret_cast<detail::byte const*>(values);
  auto ordered = detail::order_tuples("scatter", exec, at, bytes, sizeof(D), true, {});
  detail::sparse_form<I> t;
  t.nvals = ordered.positions;
  t.values = ops::tuples_detail::combined_values(exec, ordered, values, add, given.n).to_bytes();
  if constexpr (std::is_same_v<P, I>) {
    t.indices = std::move(ordered.indices);
  } else {
    t.indices = buffer<I>::from_bytes(ops::convert<I>(exec, ordered.indices.data(), ordered.positions));
  }
  return t;
}

}  // namespace ops::scatter_detail

/// w<mask> = w accum t: t(j) = the sum, by the monoid and in ascending i, of all u(i) with p(i) = j, where both have an
/// entry; other positions of t have none: without a mask and an accumulator w keeps nothing.
/// Operands: p a vector of std::int32_t or std::int64_t, positions of w; u as long as p; w and mask of any one length.
/// Any of them may be w.
/// Types: u's values are converted to the monoid's domain.
/// Throws: dimension_mismatch; index_out_of_range naming the first entry of p that lies outside; executor_mismatch;
/// not_compiled on a GPU for accumulators and conversions that are not precompiled. Not in a device_loop.
/// Cost: O(entries of p + size of w) on the host, else that of sorting them; O(size of u) where u is a list. The same
/// bits in every run.
/// Runs: reads back.
/// Example: docs/operations.md#scatter
template <class W, index_type I, class Mask, class Accum, index_type P, class U, monoid Monoid>
void scatter(vector<W, I>& w, Mask const& mask, Accum const& accum, vector<P, I> const& p, vector<U, I> const& u,
             Monoid const& add, descriptor const& d = {}) {
  ops::require_monoid<Monoid, U>();
  auto const work = ops::enter("scatter", "w", w, mask, d, "p", p, "u", u);
  work.fit(u.size() == p.size(), "u", u, "p", p);
  executor const exec = w.exec();
  auto const positions = detail::checked_positions("scatter", p, w.size());
  vector<typename Monoid::value_type, I> t(w.size(), exec);
  auto const given = ops::scatter_detail::placed(u, positions);
  if (exec.is_host() && given.n > w.size() / 16) {
    storage_of(t).assign(ops::scatter_detail::summed_by_position(exec, w.size(), add, given));
  } else if (given.n > 0) {
    storage_of(t).assign(ops::scatter_detail::summed_in_order<I>(exec, w.size(), add, given));
  }
  ops::write(work, accum, std::move(t));
}

/// w = t: w(p(i)) = the sum of all u(i) that go there.
template <class W, index_type I, index_type P, class U, monoid Monoid>
void scatter(vector<W, I>& w, vector<P, I> const& p, vector<U, I> const& u, Monoid const& add,
             descriptor const& d = {}) {
  scatter(w, no_mask, no_accum, p, u, add, d);
}
HEDDLE_EXPLAIN(scatter);

}  // namespace heddle::inline HEDDLE_TOOLCHAIN
