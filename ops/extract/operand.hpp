// operand.hpp - operands at chosen positions: vectors, masks, columns of matrices; and the sentences about selections.
#pragma once
#include <heddle/ops/detail/entries.hpp>
#include <heddle/ops/detail/operand.hpp>

namespace heddle::detail {

/// A vector of what `storage` holds.
template <class T, index_type I> vector<T, I> as_vector(vector_storage<I>&& storage) {
  vector<T, I> result(0, storage.exec());
  storage_of(result) = std::move(storage);
  return result;
}

/// t(k) = u(at(k)) as a vector.
template <class T, index_type I> vector<T, I> extracted(vector<T, I> const& u, placed_indices<I>& at) {
  return as_vector<T>(extracted(storage_of(u), sizeof(T), at));
}

/// Column j of an operand at the chosen rows, from its columns where these are at hand.
template <class T, index_type I, index_type O>
vector<T, I> extracted_column(matrix_operand<T, I, O> const& a, placed_indices<I>& rows, size_type j) {
  if (!a.has_by_columns()) return as_vector<T>(extracted_column(a.by_rows(), rows, j));
  auto column = as_vector<T>(extracted_row(a.by_columns(), j));
  return rows.is_all() ? std::move(column) : extracted(column, rows);
}

/// Throws index_out_of_range where there is no such row or column; `name` says of what.
inline void check_line(char const* what, char const* line, size_type i, size_type size, std::string const& matrix) {
  if (i >= 0 && i < size) return;
  throw index_out_of_range(concat(what, ": there is no ", line, ' ', i, ", ", matrix));
}

}  // namespace heddle::detail
