// entries.hpp - the entries at chosen positions, of vectors and of matrices, and entries that go to chosen positions:
// values move as opaque bytes. The loops that find them.
#pragma once
#include <heddle/detail/storage/matrix_storage.hpp>
#include <heddle/detail/storage/vector_storage.hpp>
#include <heddle/ops/detail/indices.hpp>

namespace heddle::detail {

/// t(k) = u(at(k)). Work O(number chosen), or of a sparse u and a range O(entries of u) where that is less; for a
/// sparse u times log(entries of u), and reads back the number of entries.
template <index_type I>
vector_storage<I> extracted(vector_storage<I> const& u, std::size_t width, placed_indices<I>& at);

/// The entries of u that do not stand at chosen positions, and those of p, where its entry k stands at at(k). The
/// positions are distinct. Work O(entries of both), times log(length) of a list; reads back.
template <index_type I>
sparse_form<I> with_part(executor const& exec, sparse_form<I> const& u, sparse_form<I> const& p, std::size_t width,
                         placed_indices<I>& at);

/// t(k) = A(r, k), or A(k, r) of a form by columns. Work O(entries of the row). Reads back.
template <index_type I, index_type O> vector_storage<I> extracted_row(compressed<I, O> const& a, size_type r);

/// t(k) = A(at(k), j), each row searched. Work O(number chosen x log(longest row)). Reads back.
template <index_type I, index_type O>
vector_storage<I> extracted_column(compressed<I, O> const& a, placed_indices<I>& at, size_type j);

/// t(i) = A(i, i + k), or A(i - k, i) for k < 0, for as many i as there are; of A's transpose where `transposed`. Work
/// O(length x log(longest row)). Reads back.
template <index_type I, index_type O>
vector_storage<I> extracted_diagonal(matrix_storage<I, O> const& a, bool transposed, size_type k);

/// T(k, l) = A(rows(k), columns(l)); never without an array of values. Work O(number of rows + entries of the chosen
/// rows and of T), times log(length) where columns are a list, and two sorts of T where that is not ascending. Reads
/// back.
template <index_type I, index_type O>
std::shared_ptr<compressed<I, O>> extracted(char const* what, compressed<I, O> const& a, placed_indices<I>& rows,
                                            placed_indices<I>& columns);

/// T(rows(k), columns(l)) = P(k, l), and no other entries; rows.size() x columns.size(), positions distinct. Work
/// O(rows of T + nnz(P)), times log(length) where rows are a list, and two sorts where columns are one that is not
/// ascending. Reads back.
template <index_type I, index_type O>
std::shared_ptr<compressed<I, O>> spread(char const* what, compressed<I, O> const& p, placed_indices<I>& rows,
                                         placed_indices<I>& columns);

/// A row, or a column, of a matrix from the vector.
template <index_type O, index_type I>
std::shared_ptr<compressed<I, O>> as_row(vector_storage<I> const& u, std::size_t width);
template <index_type O, index_type I>
std::shared_ptr<compressed<I, O>> as_column(vector_storage<I> const& u, std::size_t width);

/// A square matrix with u on diagonal k; u.size() + |k| is no greater than Index can hold.
template <index_type O, index_type I>
std::shared_ptr<compressed<I, O>> as_diagonal(vector_storage<I> const& u, std::size_t width, size_type k);

/// flags[e] = whether indices[e] is chosen, or whether it is not; places[e] = its place, where it is.
struct looked_up {
  static constexpr bool in_library = true;
  integers indices;
  index_lookup at;
  bool chosen;
  byte* flags;
  integers_out places;  // null: not asked for
  HEDDLE_FN void operator()(size_type e) const {
    size_type const k = at.find(indices[e]);
    flags[e] = (k >= 0) == chosen;
    if (places.data && k >= 0) places.set(e, k);
  }
};

/// flags[k] = whether `key` + `step` x at[k], of a vector at[k], stands in the list, of a matrix in row at[k]; from[k]
/// = where.
struct found_entry {
  static constexpr bool in_library = true;
  index_view at;
  integers offsets;  // null: of a vector, of `entries`
  integers indices;
  size_type entries, key;
  byte* flags;
  integers_out from;
  size_type step = 0;  // 0: a column, 1: a diagonal
  HEDDLE_FN void operator()(size_type k) const {
    size_type const i = at[k], wanted = offsets.data ? key + step * i : i;
    size_type const begin = offsets.data ? offsets[i] : 0, end = offsets.data ? offsets[i + 1] : entries;
    size_type const e = lower_bound(indices, begin, end, wanted);
    flags[k] = e < end && indices[e] == wanted;
    if (flags[k]) from.set(k, e);
  }
};

/// Which row of the source row r of the result takes, or -1: the one that is chosen, or the one whose place r is.
struct row_sources {
  index_view at;
  index_lookup places;
  bool spreads = false;
  HEDDLE_FN size_type operator[](size_type r) const { return spreads ? places.find(r) : at[r]; }
};

/// The entries that row r takes: lengths[r] of them from first[r] on, the columns [from, to) of its source.
struct sliced_row {
  static constexpr bool in_library = true;
  row_sources rows;
  integers offsets, indices;
  size_type from, to;  // less than all columns; else to < 0
  size_type* first;
  size_type* lengths;
  HEDDLE_FN void operator()(size_type r) const {
    size_type const source = rows[r];
    size_type begin = source < 0 ? 0 : offsets[source], end = source < 0 ? 0 : offsets[source + 1];
    if (to >= 0) {
      begin = lower_bound(indices, begin, end, from);
      end = lower_bound(indices, begin, end, to);
    }
    first[r] = begin;
    lengths[r] = end - begin;
  }
};

/// The entries of slices, one after the other: which entry of the source each is.
struct sliced_entries {
  integers rows;             // of each entry
  size_type const* first;    // of the source, for each row
  size_type const* offsets;  // of the slices
  bool reversed;
  HEDDLE_FN size_type source(size_type e) const {
    size_type const r = rows[e], k = reversed ? offsets[r + 1] - 1 - e : e - offsets[r];
    return first[r] + k;
  }
};

/// Entries that stay, one for one: their columns are those of `to` at the old ones less `shift`, times `sign`.
struct renamed_entry {
  static constexpr bool in_library = true;
  sliced_entries entries;
  integers indices;
  index_view to;
  size_type shift, sign;
  integers_out columns, from;
  HEDDLE_FN void operator()(size_type e) const {
    size_type const source = entries.source(e);
    columns.set(e, to[sign * (indices[source] - shift)]);
    from.set(e, source);
  }
};

/// Entries that stay where their column is chosen, which it is once at most: flagged, and then taken.
struct flag_chosen_entry {
  static constexpr bool in_library = true;
  sliced_entries entries;
  integers indices;
  index_lookup columns;
  byte* flags;
  HEDDLE_FN void operator()(size_type e) const { flags[e] = columns.find(indices[entries.source(e)]) >= 0; }
};
struct chosen_entry {
  static constexpr bool in_library = true;
  sliced_entries entries;
  integers indices;
  index_lookup lookup;
  size_type const* chosen;
  integers_out rows, columns, from;
  HEDDLE_FN void operator()(size_type x) const {
    size_type const e = chosen[x], source = entries.source(e);
    rows.set(x, entries.rows[e]);
    columns.set(x, lookup.find(indices[source]));
    from.set(x, source);
  }
};

/// Entries of which every column comes as often as it is chosen.
struct counted_entry {
  static constexpr bool in_library = true;
  sliced_entries entries;
  integers indices;
  index_lookup columns;
  size_type* first;  // in the lookup
  size_type* counts;
  HEDDLE_FN void operator()(size_type e) const {
    auto const run = columns.find_all(indices[entries.source(e)]);
    first[e] = run.first;
    counts[e] = run.number;
  }
};
struct repeated_entry {
  static constexpr bool in_library = true;
  sliced_entries entries;
  index_lookup lookup;
  size_type const* first;
  size_type const* offsets;  // exclusive sum of the counts
  size_type const* owners;   // the entry of the slices that each is
  integers_out rows, columns, from;
  HEDDLE_FN void operator()(size_type x) const {
    size_type const e = owners[x];
    rows.set(x, entries.rows[e]);
    columns.set(x, lookup.place(first[e] + (x - offsets[e])));
    from.set(x, entries.source(e));
  }
};

}  // namespace heddle::detail
