// merge_path.hpp - the entries of two operands in one order, by rows, then indices. Vectors are one row.
// Odeh, Green, Mwassi, Shmueli & Birk, "Merge Path - Parallel Merging Made Simple", IPDPS workshops 2012.
#pragma once
#include <heddle/detail/executor/integers.hpp>

namespace heddle::detail {

/// Entries of rows, indices ascending within each. Arrays as they are, or `integers`.
template <class Indices, class Offsets> struct sorted_rows {
  Offsets offsets;
  Indices indices;
  size_type nnz;
  bool one_row;                            // a vector's; `offsets` is not read
  primitives::byte const* kept = nullptr;  // where zero, an entry is as if it were not there; null: all are

  HEDDLE_FN size_type first(size_type row) const { return one_row ? row * nnz : static_cast<size_type>(offsets[row]); }
};

/// A step of the path consumes an entry of A or of B; of two that are equal A's comes first. Shares are as many steps
/// each, so long rows and short ones cost alike.
template <class Indices, class Offsets> struct path_of_merge {
  sorted_rows<Indices, Offsets> a, b;
  size_type rows, columns;
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
  /// Whether entry y of B is equal to the entry of A before x, with which it goes.
  HEDDLE_FN bool joined(size_type row, size_type x, size_type y) const {
    return y < b.first(row + 1) && x > a.first(row) && a.indices[x - 1] == b.indices[y];
  }
};

using path_of_either_width = path_of_merge<integers, integers>;

template <class I, class O> sorted_rows<integers, integers> either_width(sorted_rows<I const*, O const*> const& rows) {
  return {rows.offsets ? integers(rows.offsets) : integers(), rows.indices, rows.nnz, rows.one_row, rows.kept};
}
template <class I, class O> path_of_either_width either_width(path_of_merge<I const*, O const*> const& path) {
  return {either_width(path.a), either_width(path.b), path.rows, path.columns, path.share, path.both};
}

}  // namespace heddle::detail
