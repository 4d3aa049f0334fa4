// operands.hpp - the library's containers made of a case's entries, and entries made of its results.
#pragma once
#include <algorithm>

#include "tests/support/cases/drawn_case.hpp"

namespace heddle::testing {

template <class T> std::unique_ptr<T[]> values_of(entries const& e) {
  auto result = std::make_unique<T[]>(e.size() + 1);
  for (std::size_t k = 0; k < e.size(); ++k) result[k] = from_raw<T>(e.value[k]);
  return result;
}

template <class T> buffer<detail::byte> bytes_of(executor const& exec, T const* values, size_type n) {
  auto const* from = reinterpret_cast<detail::byte const*>(values);
  return {exec, std::span(from, static_cast<std::size_t>(n) * sizeof(T))};
}

template <class T, index_type I> vector<T, I> to_vector(entries const& e, held how, executor const& exec) {
  vector<T, I> result(e.rows, exec);
  std::vector<I> positions(e.row.begin(), e.row.end());
  auto const values = values_of<T>(e);
  auto const n = static_cast<size_type>(e.size());
  if (how == held::unsorted) {
    std::reverse(positions.begin(), positions.end());
    std::reverse(values.get(), values.get() + n);
  }
  auto& storage = storage_of(result);
  storage.assign(detail::sparse_form<I>{buffer<I>(exec, std::span<I const>(positions)), bytes_of(exec, values.get(), n),
                                        n, how != held::unsorted});
  if (how == held::both || how == held::bitmap) storage.bitmap();
  if (how == held::bitmap) n == e.rows&& n > 0 ? storage.write_full() : storage.write_bitmap();
  return result;
}

template <class T, index_type I, index_type O>
matrix<T, I, O> to_matrix(entries const& e, bool pattern, bool columns_at_hand, executor const& exec) {
  std::vector<O> offsets(static_cast<std::size_t>(e.rows) + 1, 0);
  for (std::int64_t const r : e.row) ++offsets[static_cast<std::size_t>(r) + 1];
  for (size_type r = 0; r < e.rows; ++r) offsets[r + 1] += offsets[r];
  std::vector<I> const columns(e.col.begin(), e.col.end());
  auto const values = values_of<T>(e);
  csr_arrays<T, I, O> arrays{e.rows,         e.cols,         static_cast<size_type>(e.size()),
                             offsets.data(), columns.data(), values.get()};
  if (pattern) {
    arrays.values = nullptr;
    arrays.one = values[0];
  }
  auto result = matrix<T, I, O>::from_csr(arrays, exec);
  if (columns_at_hand) storage_of(result).csc();
  return result;
}

template <class T, index_type I> entries entries_of(vector<T, I> const& v) {
  auto const tuples = v.tuples();
  entries e{type_of<T>, v.size(), 1, {tuples.index.begin(), tuples.index.end()}, {}, {}};
  for (T const value : tuples.value) e.value.push_back(to_raw(value));
  return e;
}

template <class T, index_type I, index_type O> entries entries_of(matrix<T, I, O> const& a) {
  auto const tuples = a.tuples();
  entries e{
      type_of<T>, a.rows(), a.cols(), {tuples.row.begin(), tuples.row.end()}, {tuples.col.begin(), tuples.col.end()},
      {}};
  for (T const value : tuples.value) e.value.push_back(to_raw(value));
  return e;
}

template <class T> entries entries_of(T value) { return {type_of<T>, 1, 1, {0}, {}, {to_raw(value)}}; }

/// An operand and what else it may be: `own`, or the candidate of its type whose object it is.
template <class Own> Own const* resolved(drawn_case const&, slot, Own const& own) { return &own; }
template <class Own, class Other, class... Rest>
Own const* resolved(drawn_case const& c, slot s, Own const& own, slot candidate, Other const& other,
                    Rest const&... rest) {
  if constexpr (std::is_same_v<Own, Other>) {
    if (c.object[static_cast<int>(s)] == candidate) return &other;
  }
  return resolved(c, s, own, rest...);
}

}  // namespace heddle::testing
