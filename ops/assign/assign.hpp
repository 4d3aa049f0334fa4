// assign.hpp - w<mask> = w accum s for a scalar, w<mask> = w accum u for a vector of the same length.
// GraphBLAS C API 2.1, section 4.3.7, with all indices.
#pragma once
#include <heddle/descriptor.hpp>
#include <heddle/ops/write/vector.hpp>
#include <heddle/trace_range.hpp>

namespace heddle {

inline namespace HEDDLE_TOOLCHAIN {

/// w<mask> = w accum value at every position that the mask leaves open.
/// Work O(size), or O(entries of the mask) where that is a list of positions, nothing accumulates and nothing is
/// replaced. Throws dimension_mismatch, executor_mismatch.
template <class W, index_type I, class Mask, class Accum, class S>
requires std::is_convertible_v<S, W>
void assign(vector<W, I>& w, Mask const& mask_argument, Accum const& accum, S const& value, descriptor const& d = {}) {
  detail::check_descriptor(d);
  auto const mask = detail::as_mask(mask_argument);
  detail::check_mask("assign", mask, "w", w);
  detail::trace_range const traced(w.exec(), "assign");
  W const converted = static_cast<W>(value);
  if constexpr (std::is_same_v<Accum, no_accum_type>) {
    if constexpr (std::is_same_v<decltype(mask), no_mask_type const>) return w.fill(converted);
    auto const* const listed = detail::listed_mask<I>(mask);
    if (listed && !d.replace && listed != &w.storage()) {
      auto const& at = listed->sparse();
      return ops::write_listed(w, at.indices.data(), at.nvals, nullptr, converted);
    }
  }
  auto const t = vector<W, I>::filled(w.size(), converted, w.exec());
  auto const ready = ops::prepare_mask(mask, w.exec(), &w);
  ops::write<W>(w, ready.view, accum, d.replace, t.storage().bitmap());
}

/// w<mask> = w accum u. Where the mask is open and u has no entry, w's entry is deleted unless something accumulates.
/// Work O(size), or O(entries of u) where w is a selection of u's entries (replace, or no mask) and u is sparse.
/// Throws dimension_mismatch, executor_mismatch.
template <class W, index_type I, class Mask, class Accum, class U>
void assign(vector<W, I>& w, Mask const& mask_argument, Accum const& accum, vector<U, I> const& u,
            descriptor const& d = {}) {
  detail::check_descriptor(d);
  auto const mask = detail::as_mask(mask_argument);
  if (u.size() != w.size()) {
    throw dimension_mismatch(detail::concat("assign: ", detail::size_of("w", w), " but ", detail::size_of("u", u)));
  }
  detail::check_executors("assign", w, "u", u);
  detail::check_mask("assign", mask, "w", w);
  if (static_cast<void const*>(&w) == static_cast<void const*>(&u)) {
    vector<U, I> const copy(u);
    return assign(w, mask_argument, accum, copy, d);
  }
  detail::trace_range const traced(w.exec(), "assign");
  if constexpr (std::is_same_v<Accum, no_accum_type> && std::is_same_v<W, U>) {
    bool const own_mask = detail::listed_mask<I>(mask) == &u.storage();
    if (own_mask && !d.replace) {  // every open position has an entry of u
      auto const& entries = u.storage().sparse();
      return ops::write_listed(w, entries.indices.data(), entries.nvals, entries.values.data(), W{});
    }
  }
  auto const ready = ops::prepare_mask(mask, w.exec(), &w);
  ops::write(w, ready.view, accum, d.replace, u);
}

/// The same for a temporary: without mask, accumulator and conversion w takes u over.
template <class W, index_type I, class Mask, class Accum, class U>
void assign(vector<W, I>& w, Mask const& mask, Accum const& accum, vector<U, I>&& u, descriptor const& d = {}) {
  detail::check_descriptor(d);
  constexpr bool unchanged =
      std::is_same_v<W, U> && std::is_same_v<Mask, no_mask_type> && std::is_same_v<Accum, no_accum_type>;
  if constexpr (unchanged) {
    if (w.size() == u.size() && w.exec() == u.exec()) return w.storage().assign(std::move(u.storage()));
  }
  assign(w, mask, accum, std::as_const(u), d);
}

}  // namespace HEDDLE_TOOLCHAIN
}  // namespace heddle
