// sinks.hpp - how a result meets its output: mask, accumulator and replace as run-time fields of one sink.
// GraphBLAS C API 2.1, section 2.3: z = w (accum) t; w<m, replace> = z.
#pragma once
#include <heddle/base/mask.hpp>
#include <heddle/semirings/monoids.hpp>

namespace heddle::seam {

/// Which positions may be written. All pointers null: every one (or none, when complemented).
struct mask_view {
  primitives::byte const* present = nullptr;  // where the mask has entries; null: everywhere
  primitives::byte const* truth = nullptr;    // of a value mask: where its values are true; null: everywhere
  bool complemented = false;

  HEDDLE_FN constexpr bool open(size_type i) const {
    return ((!present || present[i]) && (!truth || truth[i])) != complemented;
  }
  HEDDLE_FN constexpr bool trivial() const { return !present && !truth && !complemented; }
};

}  // namespace heddle::seam

namespace heddle::detail {

/// The view of no mask, where it is known when a call is compiled that there is none.
struct view_of_no_mask : mask_view {};
template <class View> inline constexpr bool may_mask = !std::is_same_v<View, view_of_no_mask>;

/// First position in [from, to) of an ascending list whose element is not below `key`.
template <class List, class Index>
HEDDLE_FN constexpr size_type lower_bound(List const& list, size_type from, size_type to, Index key) {
  while (from < to) {
    size_type const middle = from + (to - from) / 2;
    if (list[middle] < key) {
      from = middle + 1;
    } else {
      to = middle;
    }
  }
  return from;
}

}  // namespace heddle::detail

namespace heddle::seam {

/// Which positions of a matrix may be written. `offsets` null: every one (or none, when complemented).
template <index_type Index, index_type Offset> struct matrix_mask_view {
  Offset const* offsets = nullptr;
  Index const* indices = nullptr;           // ascending within a row
  primitives::byte const* truth = nullptr;  // of a value mask: where its values are true; null: everywhere
  bool complemented = false;

  HEDDLE_FN constexpr bool open(size_type i, Index j) const {
    if (!offsets) return !complemented;
    size_type const to = offsets[i + 1], at = detail::lower_bound(indices, offsets[i], to, j);
    return (at < to && indices[at] == j && (!truth || truth[at])) != complemented;
  }
  HEDDLE_FN constexpr bool trivial() const { return !offsets && !complemented; }
};

}  // namespace heddle::seam

namespace heddle::detail {

/// sink(i, t) where nothing is masked. Sinks may have `write_open(i, t)` for that: a mask that is not there took
/// kernels their registers (24 bytes of stack in scans of 32 registers).
template <class Sink, class T> HEDDLE_FN constexpr void close_open(Sink const& sink, size_type i, T const& t) {
  if constexpr (requires { sink.write_open(i, t); }) {
    sink.write_open(i, t);
  } else {
    sink(i, t);
  }
}

}  // namespace heddle::detail

namespace heddle::seam {

/// Writes t(i) into w(i), once for every position. `present` null: w is and stays full.
template <class W, class Accum> struct vector_sink {
  W* values = nullptr;
  primitives::byte* present = nullptr;
  mask_view mask;
  bool replace = false;
  bool accumulate = false;  // false: `accum` is not used
  Accum accum{};

  HEDDLE_FN constexpr bool open(size_type i) const { return mask.open(i); }
  /// Nothing is masked, so walks need not ask tile by tile.
  HEDDLE_FN constexpr bool all_open() const { return mask.trivial(); }
  /// What a closed mask hides goes.
  HEDDLE_FN constexpr bool clears() const { return replace && present && !mask.trivial(); }
  /// Flags of which a zero says that w(i) stays as it is, or null.
  HEDDLE_FN constexpr primitives::byte const* flags() const {
    if (mask.complemented || clears()) return nullptr;
    return mask.present ? mask.present : mask.truth;
  }

  template <class D> HEDDLE_FN constexpr void operator()(size_type i, maybe<D> const& t) const {
    if (mask.open(i)) return write_open(i, t);
    if (replace && present) present[i] = 0;
  }
  /// The same where nothing is masked (see close_open).
  template <class D> HEDDLE_FN constexpr void write_open(size_type i, maybe<D> const& t) const {
    if (!t.present) {
      if (!accumulate && present) present[i] = 0;
      return;
    }
    if constexpr (!std::is_same_v<Accum, no_accum_type>) {
      if (accumulate && (!present || present[i])) {
        values[i] = detail::converted<W>(detail::called(accum, values[i], t.value));
        return;
      }
    }
    values[i] = detail::converted<W>(t.value);
    if (present) present[i] = 1;
  }
};

/// For walks whose values are always present: a tile's result exists where the tile has atoms. `offsets` null: every
/// tile has some.
template <class Sink, class Offset> struct full_sink {
  Sink sink;
  Offset const* offsets = nullptr;

  HEDDLE_FN constexpr bool open(size_type i) const { return sink.open(i); }
  template <class D> HEDDLE_FN constexpr void operator()(size_type i, D const& t) const {
    sink(i, maybe<D>{t, !offsets || offsets[i + 1] > offsets[i]});
  }
};

/// The same where nothing is masked: without `open`, walks are spared the search for the tile of every atom.
template <class Sink, class Offset> struct unmasked_sink {
  Sink sink;
  Offset const* offsets = nullptr;

  template <class D> HEDDLE_FN constexpr void operator()(size_type i, D const& t) const {
    detail::close_open(sink, i, maybe<D>{t, !offsets || offsets[i + 1] > offsets[i]});
  }
  /// For tiles of which it is known that they have atoms.
  HEDDLE_FN constexpr unmasked_sink filled() const { return {sink}; }
};

}  // namespace heddle::seam
