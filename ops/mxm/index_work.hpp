// index_work.hpp - the parts of mxm that touch no values, one element at a time: the same functors on host and GPU.
#pragma once
#include <heddle/ops/mxm/forms.hpp>

namespace heddle {

namespace cuda {

/// f(i) for i < n. Compiled into the library for the functors below.
template <class F> void each(executor const& exec, size_type n, F const& f);

}  // namespace cuda

namespace detail {

/// f(i) for i < n in any order.
template <class F> void each(executor const& exec, size_type n, F const& f) {
  if (n <= 0) return;
  if (!exec.is_host()) return cuda::each(exec, n, f);
  host::parallel_for(exec, n, f);
}

/// out[i] = in[i] in another integer type.
template <class To> struct copy_offsets {
  size_type const* in;
  To* out;
  HEDDLE_FN constexpr void operator()(size_type i) const { out[i] = static_cast<To>(in[i]); }
};

/// Lengths of the rows of a product with a full matrix: empty, or all columns.
template <class Offset> struct full_lengths {
  Offset const* a_offsets;
  size_type cols;
  size_type* out;
  HEDDLE_FN constexpr void operator()(size_type i) const { out[i] = a_offsets[i + 1] > a_offsets[i] ? cols : 0; }
};

template <class Index> struct cyclic_columns {
  size_type cols;
  Index* out;
  HEDDLE_FN constexpr void operator()(size_type i) const { out[i] = static_cast<Index>(i % cols); }
};

/// Atoms of a dot product at entry e of the mask: the shorter of row i of A and column j of B; none where the mask is
/// false.
template <class Index, class Offset> struct dot_lengths {
  Index const* mask_rows;
  Index const* mask_indices;
  byte const* truth;
  Offset const* a_offsets;
  Offset const* b_offsets;  // of columns
  size_type* out;
  HEDDLE_FN constexpr void operator()(size_type e) const {
    Index const i = mask_rows[e], j = mask_indices[e];
    size_type const in_row = static_cast<size_type>(a_offsets[i + 1]) - a_offsets[i];
    size_type const in_column = static_cast<size_type>(b_offsets[j + 1]) - b_offsets[j];
    out[e] = truth && !truth[e] ? 0 : min_of(in_row, in_column);
  }
};

// Merging C with T: entries of both are flagged where they stay, counted, and then know where they go.
// An entry of T stays where the mask is open. An entry of C stays by itself where the mask is closed and nothing is
// replaced, or where it is open, T has no entry and something accumulates.
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
  merge_side<Index, Offset> t;
  matrix_mask_view<Index, Offset> mask;
  HEDDLE_FN constexpr void operator()(size_type e) const { t.kept[e] = mask.open(t.rows[e], t.indices[e]); }
};

template <class Index, class Offset> struct flag_old {
  merge_side<Index, Offset> c, t;
  matrix_mask_view<Index, Offset> mask;
  bool replace, accumulate;
  HEDDLE_FN constexpr void operator()(size_type e) const {
    Index const i = c.rows[e], j = c.indices[e];
    if (!mask.open(i, j)) {
      c.kept[e] = !replace;
    } else {
      c.kept[e] = accumulate && !t.holds(t.find(i, j), i, j);
    }
  }
};

template <class Offset> struct merged_offsets {
  Offset const* c_offsets;
  Offset const* t_offsets;
  size_type const* c_kept;
  size_type const* t_kept;
  Offset* out;
  HEDDLE_FN constexpr void operator()(size_type i) const {
    out[i] = static_cast<Offset>(c_kept[c_offsets[i]] + t_kept[t_offsets[i]]);
  }
};

/// Where the value of each merged entry comes from.
template <class Index, class Offset> struct merge_sources {
  Index* indices;
  Offset* from_c;
  Offset* from_t;
  byte* in_c;
  byte* in_t;
};

template <class Index, class Offset> struct place_new {
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

}  // namespace detail
}  // namespace heddle
