// extracted_matrices.cpp - the entries of matrices at chosen rows and columns, and entries that go to such, on any
// executor.
#include <algorithm>
#include <heddle/ops/detail/entries.hpp>
#include <heddle/ops/detail/sparse_result.hpp>

#include "src/containers/copied_entries.hpp"
#include "src/host/forms.hpp"

namespace heddle::detail {

namespace {

// What becomes of the columns of a source row that is taken.
struct column_choice {
  size_type from = 0, to = -1;  // those outside of [from, to) are dropped; to < 0: none
  bool reversed = false;        // the others come in reverse order
  enum class kind { renamed, chosen, repeated } how = kind::renamed;
  index_view names;  // of renamed_entry: one for one
  size_type shift = 0, sign = 1;
  index_lookup lookup;  // else those that are there, once or as often as they are
  bool sorts = false;   // what comes out is not ascending
};

template <index_type I> column_choice chosen_columns(placed_indices<I>& columns) {
  column_choice c;
  if (columns.is_all()) return c;
  size_type const n = columns.count(), first = columns.view().begin, stride = columns.view().stride;
  if (columns.is_list() || (stride != 1 && stride != -1)) {
    c.how = columns.ascending() || !columns.is_list() ? column_choice::kind::chosen : column_choice::kind::repeated;
    c.lookup = columns.lookup();
    c.sorts = c.lookup.places.data != nullptr;
    c.reversed = !columns.is_list() && stride < 0;
    return c;
  }
  c.reversed = stride < 0;
  c.from = stride > 0 ? first : first - n + 1;
  c.to = c.from + n;
  c.shift = first;
  c.sign = stride;
  return c;
}

template <index_type I> column_choice spread_columns(placed_indices<I>& columns) {
  column_choice c;
  c.names = columns.view();
  c.reversed = !columns.is_list() && columns.view().stride < 0;
  c.sorts = columns.is_list() && !columns.ascending();
  return c;
}

// An order of the entries by rows, then columns; they are sorted by rows.
template <index_type I>
buffer<std::int64_t> sorted_order(executor const& exec, buffer<I> const& rows, size_type num_rows,
                                  buffer<I> const& columns, size_type num_columns) {
  size_type const n = rows.size();
  auto const by_column = primitives::stable_order(exec, columns.data(), n, static_cast<I>(num_columns));
  buffer<I> moved(exec, n);
  primitives::gather(exec, moved.data(), rows.data(), by_column.data(), n, sizeof(I));
  auto const by_row = primitives::stable_order(exec, moved.data(), n, static_cast<I>(num_rows));
  buffer<std::int64_t> order(exec, n);
  primitives::gather(exec, order.data(), by_column.data(), by_row.data(), n, sizeof(std::int64_t));
  return order;
}

template <class T, index_type P>
void reorder(executor const& exec, buffer<T>& elements, buffer<P> const& order, size_type n) {
  buffer<T> moved(exec, elements.size());
  primitives::gather(exec, moved.data(), elements.data(), order.data(), n, sizeof(T));
  elements = std::move(moved);
}

// Values of a result whose entry e is entry from[e] of `a`.
template <index_type I, index_type O>
void take_values(compressed<I, O>& result, compressed<I, O> const& a, buffer<O> const& from) {
  if (a.one_value) {
    primitives::fill(a.exec, result.values.data(), result.nnz, a.width, a.one.data());
  } else {
    primitives::gather(a.exec, result.values.data(), a.values.data(), from.data(), result.nnz, a.width);
  }
}

// Rows [first, first + num_rows) of `a` as they are.
template <index_type I, index_type O>
std::shared_ptr<compressed<I, O>> neighbouring_rows(char const* what, compressed<I, O> const& a, size_type first,
                                                    size_type num_rows) {
  size_type const begin = a.offsets.get(first), end = a.offsets.get(first + num_rows);
  auto result = new_result<I, O>(what, a.exec, num_rows, a.minor, end - begin, a.width);
  ops::for_each_index(a.exec, num_rows + 1, copy_offsets{a.offsets.data() + first, result->offsets.data(), begin});
  copy_entries(*result, 0, a, begin, result->nnz);
  return result;
}

// The slices of rows, and from them the entries of the result.
template <index_type I, index_type O> struct picking {
  char const* what;
  compressed<I, O> const& a;
  size_type num_rows, num_columns;
  column_choice columns;
  executor const& exec = a.exec;
  buffer<size_type> first, offsets;  // of the slices: where they begin in `a`, and in their sequence
  size_type candidates = 0;

  void slice(row_sources const& rows) {
    first = buffer<size_type>(exec, num_rows);
    offsets = buffer<size_type>(exec, num_rows + 1);
    ops::for_each_index(
        exec, num_rows,
        sliced_row{rows, a.offsets.data(), a.indices.data(), columns.from, columns.to, first.data(), offsets.data()});
    primitives::exclusive_sum(exec, offsets.data(), offsets.data(), num_rows);
    candidates = offsets.get(num_rows);
  }

  std::shared_ptr<compressed<I, O>> new_form(size_type n) const {
    return new_result<I, O>(what, exec, num_rows, num_columns, n, a.width);
  }
  void keep_offsets(compressed<I, O>& result) const {
    ops::for_each_index(exec, num_rows + 1, copy_offsets{offsets.data(), result.offsets.data()});
  }

  // Of rows that lie side by side, with all their columns.
  std::shared_ptr<compressed<I, O>> all_entries() const {
    auto result = new_form(candidates);
    keep_offsets(*result);
    copy_entries(*result, 0, a, 0, candidates);
    return result;
  }

  std::shared_ptr<compressed<I, O>> run() const {
    buffer<I> rows(exec, candidates);
    primitives::expand_offsets(exec, offsets.data(), num_rows, candidates, rows.data());
    sliced_entries const entries{rows.data(), first.data(), offsets.data(), columns.reversed};
    if (columns.how == column_choice::kind::renamed) return renamed(entries, rows);
    return columns.how == column_choice::kind::chosen ? chosen(entries) : repeated(entries);
  }

 private:
  std::shared_ptr<compressed<I, O>> renamed(sliced_entries const& entries, buffer<I> const& rows) const {
    auto result = new_form(candidates);
    buffer<O> from(exec, candidates);
    ops::for_each_index(exec, candidates,
                        renamed_entry{entries, a.indices.data(), columns.names, columns.shift, columns.sign,
                                      result->indices.data(), from.data()});
    keep_offsets(*result);
    return finished(std::move(result), rows, std::move(from));
  }

  std::shared_ptr<compressed<I, O>> chosen(sliced_entries const& entries) const {
    integers const indices = a.indices.data();
    buffer<byte> flags(exec, candidates);
    ops::for_each_index(exec, candidates, flag_chosen_entry{entries, indices, columns.lookup, flags.data()});
    auto const kept = primitives::compact<std::int64_t>(exec, flags.data(), candidates);
    auto result = new_form(kept.size());
    buffer<I> rows(exec, result->nnz);
    buffer<O> from(exec, result->nnz);
    ops::for_each_index(
        exec, result->nnz,
        chosen_entry{entries, indices, columns.lookup, kept.data(), rows.data(), result->indices.data(), from.data()});
    primitives::compress_rows(exec, rows.data(), result->nnz, num_rows, result->offsets.data());
    return finished(std::move(result), rows, std::move(from));
  }

  std::shared_ptr<compressed<I, O>> repeated(sliced_entries const& entries) const {
    buffer<size_type> begins(exec, candidates), counts(exec, candidates + 1);
    ops::for_each_index(exec, candidates,
                        counted_entry{entries, a.indices.data(), columns.lookup, begins.data(), counts.data()});
    primitives::exclusive_sum(exec, counts.data(), counts.data(), candidates);
    size_type const n = counts.get(candidates);
    auto result = new_form(n);
    buffer<size_type> owners(exec, n);
    primitives::expand_offsets(exec, counts.data(), candidates, n, owners.data());
    buffer<I> rows(exec, n);
    buffer<O> from(exec, n);
    ops::for_each_index(exec, n,
                        repeated_entry{entries, columns.lookup, begins.data(), counts.data(), owners.data(),
                                       rows.data(), result->indices.data(), from.data()});
    primitives::compress_rows(exec, rows.data(), n, num_rows, result->offsets.data());
    return finished(std::move(result), rows, std::move(from));
  }

  std::shared_ptr<compressed<I, O>> finished(std::shared_ptr<compressed<I, O>> result, buffer<I> const& rows,
                                             buffer<O> from) const {
    if (columns.sorts && result->nnz > 1) {
      auto const order = sorted_order(exec, rows, num_rows, result->indices, num_columns);
      reorder(exec, result->indices, order, result->nnz);
      reorder(exec, from, order, result->nnz);
    }
    take_values(*result, a, from);
    return result;
  }
};

// Row r of the result is the row of p that goes to r, if any, and column k of p stands at columns[k].
template <index_type I, index_type O>
std::shared_ptr<compressed<I, O>> spread_on_host(char const* what, compressed<I, O> const& p, placed_indices<I>& rows,
                                                 placed_indices<I>& columns) {
  buffer<I> sources(p.exec, rows.size());
  std::fill_n(sources.data(), rows.size(), I(-1));
  for (size_type k = 0; k < rows.count(); ++k) sources.data()[rows.view()[k]] = static_cast<I>(k);
  host::column_names names;
  size_type const first = columns.view().begin, stride = columns.view().stride;
  if (columns.is_list() || (stride != 1 && stride != -1)) {
    names.lookup = {p.minor, 0, 1, {}, columns.array()};
    names.looks_up = true;
    names.sorts = columns.is_list() ? !columns.ascending() : stride < 0;
  } else {
    names.begin = stride > 0 ? -first : first;
    names.stride = stride;
  }
  return host::extracted(what, p, {0, 1, sources.data()}, rows.size(), names, columns.size());
}

}  // namespace

template <index_type I, index_type O>
std::shared_ptr<compressed<I, O>> extracted(char const* what, compressed<I, O> const& a, placed_indices<I>& rows,
                                            placed_indices<I>& columns) {
  picking<I, O> pick{what, a, rows.count(), columns.count(), chosen_columns(columns)};
  if (a.exec.is_host() && !(rows.consecutive() && columns.is_all())) {
    column_choice const& c = pick.columns;
    bool const looks_up = c.how != column_choice::kind::renamed;
    // A table of all columns is for many entries; few are looked up one by one below.
    if (!looks_up || a.minor <= 16 * (rows.count() + columns.count())) {
      return host::extracted(what, a, rows.view(), rows.count(),
                             {c.from, c.to, c.shift, c.sign, c.lookup, looks_up, looks_up && (c.sorts || c.reversed)},
                             columns.count());
    }
  }
  if (rows.consecutive() && columns.is_all()) return neighbouring_rows(what, a, rows.view().begin, rows.count());
  pick.slice({rows.view(), {}, false});
  return pick.run();
}

template <index_type I, index_type O>
std::shared_ptr<compressed<I, O>> spread(char const* what, compressed<I, O> const& p, placed_indices<I>& rows,
                                         placed_indices<I>& columns) {
  bool const copies = rows.consecutive() && columns.is_all();
  // A table of columns is for many entries; few are sorted below.
  if (p.exec.is_host() && !copies && columns.size() <= 16 * (p.minor + rows.size())) {
    return spread_on_host(what, p, rows, columns);
  }
  picking<I, O> pick{what, p, rows.size(), columns.size(), spread_columns(columns)};
  pick.slice({{}, rows.lookup(), true});
  return copies ? pick.all_entries() : pick.run();
}

template <index_type O, index_type I>
std::shared_ptr<compressed<I, O>> as_row(vector_storage<I> const& u, std::size_t width) {
  auto const& list = u.sparse(true);
  auto result = new_result<I, O>("", u.exec(), 1, u.size(), list.nvals, width);
  O const ends[] = {0, static_cast<O>(list.nvals)};
  result->offsets = buffer<O>(u.exec(), std::span<O const>(ends));
  result->indices = list.indices.clone(u.exec());
  result->values = list.values.clone(u.exec());
  return result;
}

template <index_type O, index_type I>
std::shared_ptr<compressed<I, O>> as_column(vector_storage<I> const& u, std::size_t width) {
  auto const& list = u.sparse(true);
  auto result = new_result<I, O>("", u.exec(), u.size(), 1, list.nvals, width);
  primitives::compress_rows(u.exec(), list.indices.data(), list.nvals, u.size(), result->offsets.data());
  I const zero = 0;
  primitives::fill(u.exec(), result->indices.data(), list.nvals, sizeof(I), &zero);
  result->values = list.values.clone(u.exec());
  return result;
}

template <index_type O, index_type I>
std::shared_ptr<compressed<I, O>> as_diagonal(vector_storage<I> const& u, std::size_t width, size_type k) {
  executor const& exec = u.exec();
  // Of a dense vector entry e stands at e, and no list is made.
  auto const* const list = u.form() == vector_form::dense ? nullptr : &u.sparse(true);
  size_type const n = list ? list->nvals : u.size(), rows = u.size() + (k < 0 ? -k : k);
  integers const at = list ? integers(list->indices.data()) : integers();
  auto result = new_result<I, O>("diag", exec, rows, rows, n, width);
  buffer<I> row(exec, n);
  ops::for_each_index(exec, n, chosen_position{{max_of<size_type>(-k, 0), 1, {}}, at, row.data()});
  ops::for_each_index(exec, n, chosen_position{{max_of<size_type>(k, 0), 1, {}}, at, result->indices.data()});
  primitives::compress_rows(exec, row.data(), n, rows, result->offsets.data());
  copy_bytes(exec, result->values.data(), exec, (list ? list->values : u.bitmap().values).data(),
             result->values.bytes());
  return result;
}

#define HEDDLE_INSTANTIATE(I, O)                                                                                  \
  template std::shared_ptr<compressed<I, O>> extracted(char const*, compressed<I, O> const&, placed_indices<I>&,  \
                                                       placed_indices<I>&);                                       \
  template std::shared_ptr<compressed<I, O>> spread(char const*, compressed<I, O> const&, placed_indices<I>&,     \
                                                    placed_indices<I>&);                                          \
  template std::shared_ptr<compressed<I, O>> as_row<O, I>(vector_storage<I> const&, std::size_t);                 \
  template std::shared_ptr<compressed<I, O>> as_diagonal<O, I>(vector_storage<I> const&, std::size_t, size_type); \
  template std::shared_ptr<compressed<I, O>> as_column<O, I>(vector_storage<I> const&, std::size_t);
#include "src/index_widths.hpp"

}  // namespace heddle::detail
