// assign.hpp - w<mask> = w accum s for a scalar, w<mask> = w accum u for a vector of the same length.
// GraphBLAS C API 2.1, section 4.3.7, with all indices.
#pragma once
#include <heddle/descriptor.hpp>
#include <heddle/ops/assign/merge.hpp>

namespace heddle {

namespace cuda {

template <index_type I>
void mask_flags(executor const& exec, I const* indices, size_type n, mask_view const& mask, primitives::byte* flags);

}  // namespace cuda

namespace detail {

/// flags[k] = whether the mask is open at indices[k].
template <index_type I>
void mask_flags(executor const& exec, I const* indices, size_type n, mask_view const& mask, byte* flags);

/// The entries of u where the mask is open, as a sparse form; work O(entries of u). Reads back their number.
template <index_type I>
sparse_form<I> open_entries(executor const& exec, sparse_form<I> const& u, std::size_t width, mask_view const& mask);

/// The entries whose flag is set. Reads back their number.
template <index_type I>
sparse_form<I> flagged_entries(executor const& exec, sparse_form<I> const& u, std::size_t width, byte const* flags);

/// A structural mask that is not complemented and at hand as a list of positions, or null.
inline std::nullptr_t listed_mask(no_mask_type) { return nullptr; }
template <class M, index_type I> vector_storage<I> const* listed_mask(mask_of<vector<M, I>> const& mask) {
  bool const listed = mask.structural && !mask.complemented && mask.container->storage().has_sparse();
  return listed ? &mask.container->storage() : nullptr;
}

}  // namespace detail

inline namespace HEDDLE_TOOLCHAIN {

/// w<mask> = w accum value at every position that the mask leaves open.
/// Work O(size), or O(entries of the mask) where that is a list of positions, nothing accumulates and nothing is
/// replaced. Throws dimension_mismatch, executor_mismatch.
template <class W, index_type I, class Mask, class Accum, class S>
requires std::is_convertible_v<S, W>
void assign(vector<W, I>& w, Mask const& mask_argument, Accum const& accum, S const& value, descriptor const& d = {}) {
  detail::check_descriptor(d);
  auto const mask = detail::as_mask(mask_argument);
  detail::check_mask("assign", mask, w.size(), w.exec());
  detail::trace_range const traced(w.exec(), "assign");
  W const converted = static_cast<W>(value);
  if constexpr (std::is_same_v<Accum, no_accum_type> && std::is_same_v<decltype(mask), no_mask_type const>) {
    w.fill(converted);
  } else {
    if constexpr (std::is_same_v<Accum, no_accum_type>) {
      auto const listed = detail::listed_mask(mask);
      if (listed && !d.replace && static_cast<void const*>(listed) != &w.storage()) {
        auto const& at = listed->sparse();
        auto out = detail::open_output(w, true, true);
        primitives::byte const present = 1;
        primitives::scatter_fill(w.exec(), out.values, at.indices.data(), at.nvals, sizeof(W), &converted);
        if (out.present) primitives::scatter_fill(w.exec(), out.present, at.indices.data(), at.nvals, 1, &present);
        return w.storage().keep(std::move(out));
      }
    }
    auto const t = vector<W, I>::filled(w.size(), converted, w.exec());
    auto const ready = detail::prepare_mask(mask, w.exec(), &w);
    merge_into(w, ready.view, accum, d.replace, detail::typed<W>(t.storage().bitmap().values), nullptr);
  }
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
    throw dimension_mismatch(detail::concat("assign: w has length ", w.size(), " but u has length ", u.size()));
  }
  detail::check_executor("assign", w.exec(), "u", u.exec());
  detail::check_mask("assign", mask, w.size(), w.exec());
  if (static_cast<void const*>(&w) == static_cast<void const*>(&u)) {
    vector<U, I> const copy(u);
    return assign(w, mask_argument, accum, copy, d);
  }
  detail::trace_range const traced(w.exec(), "assign");
  if constexpr (std::is_same_v<Accum, no_accum_type> && std::is_same_v<W, U>) {
    auto const listed = detail::listed_mask(mask);
    bool const own_mask = listed && static_cast<void const*>(listed) == static_cast<void const*>(&u.storage());
    if (own_mask && !d.replace) {  // every open position has an entry of u
      auto const& entries = u.storage().sparse();
      auto out = detail::open_output(w, true, true);
      primitives::byte const present = 1;
      auto const* const at = entries.indices.data();
      primitives::scatter(w.exec(), out.values, at, entries.values.data(), entries.nvals, sizeof(W));
      if (out.present) primitives::scatter_fill(w.exec(), out.present, at, entries.nvals, 1, &present);
      return w.storage().keep(std::move(out));
    }
    auto const ready = detail::prepare_mask(mask, w.exec(), &w);
    if (u.storage().has_sparse() && (d.replace || ready.view.trivial())) {
      return w.storage().assign(detail::open_entries(w.exec(), u.storage().sparse(), sizeof(W), ready.view));
    }
  }
  auto const ready = detail::prepare_mask(mask, w.exec(), &w);
  auto const& form = u.storage().bitmap();
  merge_into(w, ready.view, accum, d.replace, detail::typed<U>(form.values),
             form.full() ? nullptr : form.present.data());
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
