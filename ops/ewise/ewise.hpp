// ewise.hpp - w<mask> = w accum (u .op v) on the positions where both have entries (eWiseMult).
// GraphBLAS C API 2.1, section 4.3.4.
#pragma once
#include <heddle/descriptor.hpp>
#include <heddle/ops/ewise/pairs.hpp>
#include <heddle/ops/write/vector.hpp>
#include <heddle/trace_range.hpp>

namespace heddle {
inline namespace HEDDLE_TOOLCHAIN {

/// w<mask> = w accum (u .op v): t(i) = op(u(i), v(i)) where both have an entry. u, v, w, mask: one length; u and v of
/// one element type. Work O(entries of u) where u is sparse and w becomes t, else O(size).
/// Throws dimension_mismatch naming both operands, executor_mismatch, not_compiled on a CUDA executor for operators
/// that are not precompiled.
template <class W, index_type I, class Mask, class Accum, class Op, class T>
void ewise_mult(vector<W, I>& w, Mask const& mask_argument, Accum const& accum, Op const& op, vector<T, I> const& u,
                vector<T, I> const& v, descriptor const& d = {}) {
  using D = std::invoke_result_t<Op const&, T, T>;
  auto const mask = detail::as_mask(mask_argument);
  ewise_detail::check("ewise_mult", w, mask, u, v, d);
  detail::trace_range const traced(w.exec(), "ewise_mult");
  auto const ready = ops::prepare_mask(mask, w.exec(), &w);
  if constexpr (std::is_same_v<D, W> && !detail::accumulates<Accum>) {
    if (ops::writes_at_once(w, ready.view, u, v)) {
      return ops::write_at_once(w, [&](W* out) { ewise_detail::combine(op, u, v, out, nullptr); });
    }
  }
  vector<D, I> t(w.size(), w.exec());
  if (u.storage().has_sparse()) {
    t.storage().assign(ewise_detail::combined_list<D>(op, u, v));
  } else {
    t.storage().assign(ewise_detail::combined_bitmap<D>(op, u, v));
  }
  ops::write(w, ready.view, accum, d.replace, std::move(t));
}

}  // namespace HEDDLE_TOOLCHAIN
}  // namespace heddle
