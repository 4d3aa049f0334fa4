// vectors.hpp - w<mask> = w accum t, t(i) made of u(i) and v(i): what ewise_mult, ewise_add and ewise_union of vectors
// have in common.
#pragma once
#include <heddle/ops/detail/merge/merge.hpp>
#include <heddle/ops/detail/merge/pairs.hpp>
#include <heddle/ops/detail/write/vector.hpp>
#include <heddle/ops/ewise/operators.hpp>

namespace heddle::inline HEDDLE_TOOLCHAIN::ops::ewise_detail {

/// op of what both have, entry by entry of the shorter list; one of them is a list.
template <class D, class Op, class U, class V, index_type I>
detail::sparse_form<I> list_of_both(Op const& op, vector<U, I> const& u, vector<V, I> const& v) {
  auto const &of_u = storage_of(u), &of_v = storage_of(v);
  bool const by_u = of_u.has_sparse() && (!of_v.has_sparse() || of_u.sparse().nvals <= of_v.sparse().nvals);
  auto const& list = by_u ? of_u.sparse() : of_v.sparse();
  executor const exec = u.exec();
  size_type const n = list.nvals;
  detail::sparse_form<I> t{list.indices.clone(exec), buffer<detail::byte>(exec, detail::bytes_of(n, sizeof(D))), n,
                           list.sorted};
  buffer<I> found;
  auto const left = by_u ? by_list(u) : at_list(list, u, found);
  auto const right = by_u ? at_list(list, v, found) : by_list(v);
  bool const all = found.empty() && !left.present && !right.present;
  buffer<detail::byte> flags(exec, all ? 0 : n);
  combine(exec, n, op, detail::none_alone{}, left, right, t.values.data(), all ? nullptr : flags.data());
  return all ? std::move(t) : detail::kept_entries(exec, t, sizeof(D), flags.data());
}

/// Position by position.
template <class D, class Op, class Alone, class U, class V, index_type I>
detail::bitmap_form bitmap_of(Op const& op, Alone const& alone, vector<U, I> const& u, vector<V, I> const& v) {
  executor const exec = u.exec();
  size_type const n = u.size();
  auto const left = by_position(u);
  auto const right = by_position(v);
  bool const full = alone.has_result(!left.present, !right.present);
  detail::bitmap_form t{buffer<detail::byte>(exec, full ? 0 : n), detail::bitmap_values(exec, n, sizeof(D)),
                        full ? n : -1};
  combine(exec, n, op, alone, left, right, t.values.data(), full ? nullptr : t.present.data());
  return t;
}

/// w<mask> = w accum t, where `alone` says what t is where one of u and v has no entry.
template <class W, index_type I, class Mask, class Accum, class Op, class Alone, class U, class V>
void write_vectors(char const* what, vector<W, I>& w, Mask const& mask, Accum const& accum, Op const& op,
                   Alone const& alone, vector<U, I> const& u, vector<V, I> const& v, descriptor const& d) {
  using D = detail::paired_result<Op, U, V>;
  constexpr bool of_both = std::is_same_v<Alone, detail::none_alone>;
  auto const work = ops::enter<recordable::yes>(what, "w", w, mask, d, "u", u, "v", v);
  work.fit(u.size() == w.size() && v.size() == w.size(), "w", w, "u", u, "v", v);
  executor const exec = w.exec();
  if constexpr (std::is_same_v<D, W> && !detail::accumulates<Accum>) {
    if (ops::writes_at_once(work, u, v)) {
      return ops::write_at_once(
          w, [&](W* out) { combine(exec, u.size(), op, alone, by_position(u), by_position(v), out, nullptr); });
    }
  }
  auto const is_dense = [](auto const& x) { return x.form() == vector_form::dense; };
  bool const left = storage_of(u).has_sparse(), right = storage_of(v).has_sparse();
  vector<D, I> t(w.size(), exec);
  if constexpr (of_both) {
    left || right ? storage_of(t).assign(list_of_both<D>(op, u, v))
                  : storage_of(t).assign(bitmap_of<D>(op, alone, u, v));
  } else {
    if (left && right && !is_dense(u) && !is_dense(v)) {
      work.reads_back(what);
      storage_of(t).assign(
          merged<Op, Alone, U, V>(exec, op, alone, storage_of(u).sparse(true), storage_of(v).sparse(true)));
    } else {
      storage_of(t).assign(bitmap_of<D>(op, alone, u, v));
    }
  }
  ops::write(work, accum, std::move(t));
}

template <class Op, class W, index_type I, class Mask, class Accum, class Alone, class U, class V>
void combine_into(char const* what, vector<W, I>& w, Mask const& mask, Accum const& accum, Op const& op,
                  Alone const& alone, vector<U, I> const& u, vector<V, I> const& v, descriptor const& d) {
  if constexpr (ops::combines_into<W, Op, U, V, Accum>()) write_vectors(what, w, mask, accum, op, alone, u, v, d);
}

}  // namespace heddle::inline HEDDLE_TOOLCHAIN::ops::ewise_detail
