// merged_entries.hpp - which entries of C and T the merged matrix has, and where each comes from: the same functors on
// host and GPU, one entry at a time.
#pragma once
#include <heddle/ops/indices.hpp>
#include <heddle/sinks.hpp>

namespace heddle::detail {

// Merging C with T: entries of both are flagged where they stay, counted, and then know where they go.
// An entry of T stays where the mask is open. An entry of C stays by itself where the mask is closed and nothing is
// replaced, or where it is open, T has no entry and something accumulates; outside of the part that is written to,
// wherever it is open.
template <class Index, class Offset> struct merge_side {
  Index const* rows;  // [nnz], row of each entry
  Index const* indices;
  Offset const* offsets;
  size_type* kept;  // flags, then their exclusive sum; [nnz + 1]

  HEDDLE_FN constexpr size_type find(size_type i, Index j) const {
    return detail::lower_bound(indices, offsets[i], offsets[i + 1], j);
  }
  HEDDLE_FN constexpr bool holds(size_type at, size_type i, Index j) const {
    return at < static_cast<size_type>(offsets[i + 1]) && indices[at] == j;
  }
};

template <class Index, class Offset> struct flag_new {
  static constexpr bool in_library = true;
  merge_side<Index, Offset> t;
  matrix_mask_view<Index, Offset> mask;
  HEDDLE_FN constexpr void operator()(size_type e) const { t.kept[e] = mask.open(t.rows[e], t.indices[e]); }
};

template <class Index, class Offset> struct flag_old {
  static constexpr bool in_library = true;
  merge_side<Index, Offset> c, t;
  matrix_mask_view<Index, Offset> mask;
  written_part part;
  bool replace, accumulate;
  HEDDLE_FN void operator()(size_type e) const {
    Index const i = c.rows[e], j = c.indices[e];
    if (!mask.open(i, j)) {
      c.kept[e] = !replace;
    } else if (!part.holds(i, j)) {
      c.kept[e] = 1;
    } else {
      c.kept[e] = accumulate && !t.holds(t.find(i, j), i, j);
    }
  }
};

/// Entries of row i of the result.
struct merged_lengths {
  static constexpr bool in_library = true;
  integers c_offsets, t_offsets;
  size_type const* c_kept;
  size_type const* t_kept;
  size_type* out;
  HEDDLE_FN void operator()(size_type i) const {
    out[i] = c_kept[c_offsets[i + 1]] - c_kept[c_offsets[i]] + t_kept[t_offsets[i + 1]] - t_kept[t_offsets[i]];
  }
};

/// Where the value of each merged entry comes from.
template <class Index, class Offset> struct merge_sources {
  Index* indices;
  Offset* from_c;
  Offset* from_t;
  primitives::byte* in_c;
  primitives::byte* in_t;
};

template <class Index, class Offset> struct place_new {
  static constexpr bool in_library = true;
  merge_side<Index, Offset> c, t;
  merge_sources<Index, Offset> out;
  HEDDLE_FN constexpr void operator()(size_type e) const {
    if (t.kept[e + 1] == t.kept[e]) return;
    Index const i = t.rows[e], j = t.indices[e];
    size_type const match = c.find(i, j), at = t.kept[e] + c.kept[match];
    bool const found = c.holds(match, i, j);
    out.indices[at] = j;
    out.from_t[at] = static_cast<Offset>(e);
    out.in_t[at] = 1;
    out.from_c[at] = found ? static_cast<Offset>(match) : Offset{0};
    out.in_c[at] = found;
  }
};

template <class Index, class Offset> struct place_old {
  static constexpr bool in_library = true;
  merge_side<Index, Offset> c, t;
  merge_sources<Index, Offset> out;
  HEDDLE_FN constexpr void operator()(size_type e) const {
    if (c.kept[e + 1] == c.kept[e]) return;
    Index const i = c.rows[e], j = c.indices[e];
    size_type const at = c.kept[e] + t.kept[t.find(i, j)];
    out.indices[at] = j;
    out.from_c[at] = static_cast<Offset>(e);
    out.in_c[at] = 1;
    out.from_t[at] = 0;
    out.in_t[at] = 0;
  }
};

}  // namespace heddle::detail
