// gather.hpp - w<mask> = w accum t, t(i) = u(p(i)): the entries of a vector at positions that another vector holds.
#pragma once
#include <heddle/ops/detail/mistakes.hpp>
#include <heddle/ops/detail/write/vector.hpp>
#include <heddle/ops/gather/positions.hpp>

namespace heddle::inline HEDDLE_TOOLCHAIN {

namespace ops::gather_detail {

/// Whether w takes u(p(i)) at once: nothing of u is read after it was written.
template <class W, index_type I, class Mask, class U, index_type P>
bool writes_at_once(scope<vector<W, I>, Mask> const& work, vector<U, I> const& u, vector<P, I> const& p) {
  vector<W, I> const& w = work.output;
  if (!w.exec().is_host() || u.form() != vector_form::dense || !ops::writes_at_once(work, p)) return false;
  if (w.form() == vector_form::sparse) return true;
  return ops::lie_apart(storage_of(w).bitmap().values, storage_of(u).bitmap().values);
}

/// t as a vector of its own.
template <class U, index_type P, index_type I>
vector<U, I> gathered(vector<U, I> const& u, detail::listed_positions<P, I> const& p, size_type size) {
  executor const exec = u.exec();
  auto const& from = storage_of(u).bitmap();
  auto values = detail::bitmap_values(exec, p.n, sizeof(U));
  primitives::gather(exec, values.data(), from.values.data(), p.positions, p.n, sizeof(U));
  buffer<detail::byte> flags(exec, from.full() ? 0 : p.n);
  if (!from.full()) primitives::gather(exec, flags.data(), from.present.data(), p.positions, p.n, 1);
  vector<U, I> t(size, exec);
  if (p.everywhere) {
    storage_of(t).assign(detail::bitmap_form{std::move(flags), std::move(values), from.full() ? p.n : -1});
    return t;
  }
  detail::sparse_form<I> list{buffer<I>(exec, p.n), std::move(values), p.n};
  detail::copy_bytes(exec, list.indices.data(), exec, p.places, list.indices.bytes());
  storage_of(t).assign(from.full() ? std::move(list) : detail::kept_entries(exec, list, sizeof(U), flags.data()));
  return t;
}

}  // namespace ops::gather_detail

/// w<mask> = w accum t: t(i) = u(p(i)) where p has an entry, and u one at that position.
/// Operands: u of any length; p a vector of std::int32_t or std::int64_t, positions of u, repeated ones too; w and mask
/// as long as p. Any of them may be w.
/// Throws: dimension_mismatch; index_out_of_range naming the first entry of p that lies outside; executor_mismatch;
/// not_compiled on a GPU for accumulators and conversions that are not precompiled. Not in a device_loop.
/// Cost: O(entries of p), and O(size of u) where u is a list; of writing as for extract.
/// Runs: reads back.
/// Example: docs/operations.md#gather
template <class W, index_type I, class Mask, class Accum, class U, index_type P>
void gather(vector<W, I>& w, Mask const& mask, Accum const& accum, vector<U, I> const& u, vector<P, I> const& p,
            descriptor const& d = {}) {
  auto const work = ops::enter("gather", "w", w, mask, d, "u", u, "p", p);
  work.fit(w.size() == p.size(), "w", w, "p", p);
  auto const positions = detail::checked_positions("gather", p, u.size());
  if constexpr (std::is_same_v<W, U> && !detail::accumulates<Accum>) {
    if (ops::gather_detail::writes_at_once(work, u, p)) {
      return ops::write_at_once(w, [&](W* out) {
        primitives::gather(w.exec(), out, storage_of(u).bitmap().values.data(), positions.positions, positions.n,
                           sizeof(W));
      });
    }
  }
  ops::write(work, accum, ops::gather_detail::gathered(u, positions, w.size()));
}

/// w(i) = u(p(i)).
template <class W, index_type I, class U, index_type P>
void gather(vector<W, I>& w, vector<U, I> const& u, vector<P, I> const& p, descriptor const& d = {}) {
  gather(w, no_mask, no_accum, u, p, d);
}
HEDDLE_EXPLAIN(gather);

}  // namespace heddle::inline HEDDLE_TOOLCHAIN
