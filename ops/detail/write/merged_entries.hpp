// merged_entries.hpp - which entries of C and T the merged matrix has, and what is made of those that stand at one
// position.
#pragma once
#include <heddle/detail/executor/integers.hpp>
#include <heddle/ops/detail/indices.hpp>
#include <heddle/ops/detail/merge/merge.hpp>
#include <heddle/ops/detail/write/rule.hpp>
#include <heddle/seam/sinks.hpp>

namespace heddle::detail {

/// What the library has of the one below, for indices and offsets of either width.
struct flag_merged_of_either {
  static constexpr bool in_library = true;
  integers rows, indices, mask_offsets, mask_indices;
  byte const* truth;
  bool complemented;
  written_part part;
  bool where_closed, outside, inside;
  byte* flags;

  HEDDLE_FN bool open(size_type i, size_type j) const {
    if (!mask_offsets.data) return !complemented;
    size_type const to = mask_offsets[i + 1], at = lower_bound(mask_indices, mask_offsets[i], to, j);
    return (at < to && mask_indices[at] == j && (!truth || truth[at])) != complemented;
  }
  HEDDLE_FN void operator()(size_type e) const {
    size_type const i = rows[e], j = indices[e];
    flags[e] = !open(i, j) ? where_closed : part.holds(i, j) ? inside : outside;
  }
};

/// flags[e] = whether an entry is in the merger: as said where the mask is closed, where it is open outside of the part
/// that is written to, and in that part.
template <class Index, class Offset> struct flag_merged {
  Index const* rows;  // of each entry; the CPU goes by rows (write/host.hpp)
  Index const* indices;
  matrix_mask_view<Index, Offset> mask;
  written_part part;
  bool where_closed, outside, inside;
  byte* flags;

  HEDDLE_FN bool flag(bool open, size_type i, Index j) const {
    return !open ? where_closed : part.holds(i, j) ? inside : outside;
  }
  HEDDLE_FN void operator()(size_type e) const {
    Index const i = rows[e], j = indices[e];
    flags[e] = flag(mask.open(i, j), i, j);
  }
  auto by_code() const {
    return flag_merged_of_either{rows, indices,      mask.offsets, mask.indices, mask.truth, mask.complemented,
                                 part, where_closed, outside,      inside,       flags};
  }
};

/// What an entry of W becomes when one of T meets it.
template <class W, class Accum> struct written_over {
  Accum accum;
  template <class T> HEDDLE_FN constexpr W operator()(W const& w, T const& t) const {
    if constexpr (accumulates<Accum>) {
      return converted<W>(called(accum, w, t));
    } else {
      return converted<W>(t);
    }
  }
};

template <class W, class Accum, class T> struct meeting {
  static constexpr bool is_accum = [] {
    if constexpr (accumulates<Accum>) {
      return std::is_same_v<paired_result<Accum, W, T>, W>;
    } else {
      return false;
    }
  }();
  using type = std::conditional_t<
      is_accum, Accum,
      std::conditional_t<!accumulates<Accum> && std::is_same_v<W, T>, take_second<W>, written_over<W, Accum>>>;
};
/// The same as an operator of the library's or the accumulator itself where that is so.
template <class W, class Accum, class T> using meeting_operator = typename meeting<W, Accum, T>::type;

template <class W, class T, class Accum> meeting_operator<W, Accum, T> meeting_operator_of(Accum const& accum) {
  using Op = meeting_operator<W, Accum, T>;
  if constexpr (std::is_same_v<Op, Accum>) {
    return accum;
  } else if constexpr (std::is_same_v<Op, written_over<W, Accum>>) {
    return {accum};
  } else {
    return {};
  }
}

}  // namespace heddle::detail
