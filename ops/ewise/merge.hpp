// merge.hpp - the entries of two operands merged row by row: which positions the result has, and where in either
// operand the value of each comes from. Vectors are one row. The same functors on host and GPU. Equal shares of a
// merge: Odeh, Green, Mwassi, Shmueli & Birk, "Merge Path", IPDPS workshops 2012.
#pragma once
#include <heddle/integers.hpp>
#include <heddle/ops/for_each_index.hpp>
#include <heddle/ops/sparse_result.hpp>
#include <heddle/sinks.hpp>

namespace heddle {

namespace detail {

/// Arrays as they are; or of a width known at run time, so that one kernel serves all.
template <class Index, class Offset> struct typed_arrays {
  using indices = Index const*;
  using offsets = Offset const*;
  using indices_out = Index*;
  using offsets_out = Offset*;
};
struct coded_arrays {
  using indices = integers;
  using offsets = integers;
  using indices_out = integers_out;
  using offsets_out = integers_out;
};

template <class I> HEDDLE_FN constexpr void put(I* to, size_type i, size_type value) { to[i] = static_cast<I>(value); }
HEDDLE_FN inline void put(integers_out const& to, size_type i, size_type value) { to.set(i, value); }

/// Entries of rows, indices ascending within each.
template <class Arrays> struct sorted_rows {
  typename Arrays::offsets offsets;
  typename Arrays::indices indices;
  size_type nnz;
  bool one_row;  // a vector's; `offsets` is not read

  HEDDLE_FN size_type first(size_type row) const { return one_row ? row * nnz : static_cast<size_type>(offsets[row]); }
};

/// A step of the path consumes an entry of A or of B, by rows, then indices; of two that are equal A's comes first.
/// Shares are as many steps each, so long rows and short ones cost alike.
template <class Arrays> struct merge_path {
  sorted_rows<Arrays> a, b;
  size_type rows;
  size_type share;  // steps of one
  bool both;        // the result has what both have, else what either has

  HEDDLE_FN size_type steps() const { return a.nnz + b.nnz; }
  HEDDLE_FN size_type num_shares() const { return ceil_div(steps(), share); }
  HEDDLE_FN size_type first(size_type row) const { return a.first(row) + b.first(row); }

  /// The row that a step belongs to.
  HEDDLE_FN size_type row_of(size_type step) const {
    size_type from = 0, to = rows;
    while (from < to) {
      size_type const middle = from + (to - from) / 2;
      if (first(middle + 1) <= step) {
        from = middle + 1;
      } else {
        to = middle;
      }
    }
    return from;
  }
  /// How many entries of A the steps of `row` before `step` consume.
  HEDDLE_FN size_type consumed_of_a(size_type row, size_type step) const {
    size_type const taken = step - first(row), in_a = a.first(row), in_b = b.first(row);
    size_type from = max_of<size_type>(0, taken - (b.first(row + 1) - in_b)),
              to = min_of(taken, a.first(row + 1) - in_a);
    while (from < to) {
      size_type const middle = from + (to - from) / 2;
      if (a.indices[in_a + middle] <= b.indices[in_b + taken - 1 - middle]) {
        from = middle + 1;
      } else {
        to = middle;
      }
    }
    return from;
  }

  /// entry(index, x, y) for the results of a share, in order: entry x of A, entry y of B, below 0 where there is none.
  /// row(r) before them where the share has the first step of row r.
  template <class Row, class Entry> HEDDLE_FN void walk(size_type number, Row const& row, Entry const& entry) const {
    size_type step = number * share;
    size_type const end = min_of(step + share, steps());
    size_type r = row_of(step), x = a.first(r) + consumed_of_a(r, step), y = step - x;
    // The entry of A that is equal to it belongs to the share before, and has been joined with it there.
    if (y < b.first(r + 1) && x > a.first(r) && a.indices[x - 1] == b.indices[y]) ++y, ++step;
    while (step < end) {
      if (step == first(r)) row(r);
      size_type const to_a = a.first(r + 1), to_b = b.first(r + 1);
      while (step < end && x < to_a && y < to_b) {
        size_type const i = a.indices[x], j = b.indices[y];
        if (i == j) {
          entry(i, x++, y++);
          step += 2;
        } else if (i < j) {
          if (!both) entry(i, x, -1);
          ++x, ++step;
        } else {
          if (!both) entry(j, -1, y);
          ++y, ++step;
        }
      }
      for (; step < end && x < to_a; ++x, ++step) {
        if (!both) entry(a.indices[x], x, -1);
      }
      for (; step < end && y < to_b; ++y, ++step) {
        if (!both) entry(b.indices[y], -1, y);
      }
      if (step >= end) return;
      ++r;
      if (first(r + 1) == step) r = row_of(step);  // past rows without entries, of which there may be many
    }
  }
};

template <class I, class O> sorted_rows<coded_arrays> coded(sorted_rows<typed_arrays<I, O>> const& rows) {
  return {rows.offsets, rows.indices, rows.nnz, rows.one_row};
}
template <class I, class O> merge_path<coded_arrays> coded(merge_path<typed_arrays<I, O>> const& path) {
  return {coded(path.a), coded(path.b), path.rows, path.share, path.both};
}

template <class Arrays> inline constexpr bool are_typed = !std::is_same_v<Arrays, coded_arrays>;

/// counts[s] = results of share s.
template <class Arrays> struct merge_count {
  static constexpr bool in_library = !are_typed<Arrays>;
  merge_path<Arrays> path;
  size_type* counts;

  HEDDLE_FN void operator()(size_type s) const {
    size_type count = 0;
    path.walk(
        s, [](size_type) {}, [&](size_type, size_type, size_type) { ++count; });
    counts[s] = count;
  }
  merge_count<coded_arrays> coded() const requires are_typed<Arrays> { return {detail::coded(path), counts}; }
};

/// Indices of the result, where in A and B their values stand (below 0: nowhere), and where rows with entries begin.
template <class Arrays> struct merge_fill {
  static constexpr bool in_library = !are_typed<Arrays>;
  merge_path<Arrays> path;
  size_type const* first;  // result of share s
  typename Arrays::indices_out indices;
  typename Arrays::offsets_out at_a, at_b, offsets;

  HEDDLE_FN void operator()(size_type s) const {
    size_type to = first[s];
    path.walk(
        s,
        [&](size_type row) {
          if (!path.a.one_row) put(offsets, row, to);
        },
        [&](size_type index, size_type x, size_type y) {
          put(indices, to, index);
          put(at_a, to, x);
          put(at_b, to, y);
          ++to;
        });
  }
  merge_fill<coded_arrays> coded() const requires are_typed<Arrays> {
    return {detail::coded(path), first, indices, at_a, at_b, offsets};
  }
};

/// Where rows without entries begin: where the next one that has some does. Row `path.rows` is the end.
template <class Arrays> struct merge_empty_rows {
  static constexpr bool in_library = !are_typed<Arrays>;
  merge_path<Arrays> path;
  size_type nnz;  // of the result
  typename Arrays::offsets begins;
  typename Arrays::offsets_out offsets;

  HEDDLE_FN void operator()(size_type row) const {
    size_type const step = path.first(row);
    if (step == path.steps()) {
      put(offsets, row, nnz);
    } else if (path.first(row + 1) == step) {
      put(offsets, row, static_cast<size_type>(begins[path.row_of(step)]));
    }
  }
  merge_empty_rows<coded_arrays> coded() const requires are_typed<Arrays> {
    return {detail::coded(path), nnz, begins, offsets};
  }
};

}  // namespace detail

inline namespace HEDDLE_TOOLCHAIN {
namespace ewise_detail {

/// On a GPU so few steps that neighbouring threads read neighbouring lines; on the host so many that finding where a
/// share begins is little work.
inline size_type steps_of_share(executor const& exec) { return exec.is_host() ? 128 : 16; }

/// A result with memory for its values, which stand at at_a and at_b in the operands.
template <index_type I, index_type O> struct merged_matrix {
  std::shared_ptr<detail::compressed<I, O>> form;
  buffer<O> at_a, at_b;
};
template <index_type I> struct merged_list {
  detail::sparse_form<I> form;
  buffer<I> at_a, at_b;
};

/// Results before those of each share, and of all at the end.
template <class Arrays> buffer<size_type> count_merged(executor const& exec, detail::merge_path<Arrays> const& path) {
  size_type const shares = path.num_shares();
  buffer<size_type> first(exec, shares + 1);
  ops::for_each_index(exec, shares, detail::merge_count<Arrays>{path, first.data()});
  primitives::exclusive_sum(exec, first.data(), first.data(), shares);
  return first;
}

/// The entries that both matrices have, or either, with values of `width` bytes that are to be filled. Work
/// O(rows + nnz(A) + nnz(B)). Reads back their number. Throws index_overflow where that does not fit.
template <index_type I, index_type O>
merged_matrix<I, O> merge(char const* what, detail::compressed<I, O> const& a, detail::compressed<I, O> const& b,
                          bool both, std::size_t width) {
  using arrays = detail::typed_arrays<I, O>;
  executor const& exec = a.exec;
  detail::merge_path<arrays> const path{{a.offsets.data(), a.indices.data(), a.nnz, false},
                                        {b.offsets.data(), b.indices.data(), b.nnz, false},
                                        a.major,
                                        steps_of_share(exec),
                                        both};
  auto const first = count_merged(exec, path);
  size_type const n = first.get(path.num_shares());
  merged_matrix<I, O> t{detail::new_result<I, O>(what, exec, a.major, a.minor, n, width), buffer<O>(exec, n),
                        buffer<O>(exec, n)};
  O* const offsets = t.form->offsets.data();
  ops::for_each_index(
      exec, path.num_shares(),
      detail::merge_fill<arrays>{path, first.data(), t.form->indices.data(), t.at_a.data(), t.at_b.data(), offsets});
  ops::for_each_index(exec, a.major + 1, detail::merge_empty_rows<arrays>{path, n, offsets, offsets});
  return t;
}

/// The entries that either of two ascending lists has; the same for vectors.
template <index_type I>
merged_list<I> merge(executor const& exec, detail::sparse_form<I> const& a, detail::sparse_form<I> const& b,
                     std::size_t width) {
  using arrays = detail::typed_arrays<I, I>;
  detail::merge_path<arrays> const path{{nullptr, a.indices.data(), a.nvals, true},
                                        {nullptr, b.indices.data(), b.nvals, true},
                                        1,
                                        steps_of_share(exec),
                                        false};
  auto const first = count_merged(exec, path);
  size_type const n = first.get(path.num_shares());
  merged_list<I> t;  // member by member: g++ 12 destroys a nested aggregate twice where what follows it throws
  t.form.indices = buffer<I>(exec, n);
  t.form.values = buffer<detail::byte>(exec, detail::bytes_of(n, width));
  t.form.nvals = n;
  t.at_a = buffer<I>(exec, n);
  t.at_b = buffer<I>(exec, n);
  ops::for_each_index(
      exec, path.num_shares(),
      detail::merge_fill<arrays>{path, first.data(), t.form.indices.data(), t.at_a.data(), t.at_b.data(), nullptr});
  return t;
}

}  // namespace ewise_detail
}  // namespace HEDDLE_TOOLCHAIN
}  // namespace heddle
