// load.hpp - from a file to a matrix and back, in one call each, or by way of its entries.
#pragma once
#include <heddle/io/coordinates.hpp>
#include <heddle/io/files.hpp>
#include <heddle/matrix.hpp>
#include <heddle/semirings/operators.hpp>

namespace heddle::io {

/// Entries of one position are combined in file order by `duplicate`. Pattern files become matrices of ones without an
/// array of values; symmetric ones are known to be so, and need no second form. Skew-symmetric files are not.
template <class T, class Index, index_type Offset = std::int32_t, class Duplicate>
matrix<T, Index, Offset> to_matrix(coordinates<T, Index> const& entries, Duplicate duplicate,
                                   executor exec = detail::usual_executor()) {
  auto result = matrix<T, Index, Offset>::build(entries.rows, entries.cols, entries.row, entries.col, entries.value,
                                                duplicate, std::move(exec));
  if (entries.symmetric && entries.rows == entries.cols) result.assume_symmetric();
  return result;
}

/// The matrix of a file in any format that read() knows: load<float>("web.mtx.gz").
/// Operands: `duplicate` combines the entries of one position in file order; `options` say what the file does not.
/// Types: float, double, int32_t, int64_t, uint8_t or uint64_t.
/// Returns: the matrix on `exec`. A pattern is a matrix of ones that stores no values; a symmetric file's matrix is
/// known to be symmetric.
/// Throws: as read() and matrix::build do.
/// Cost: O(bytes of the file + entries), on the host; then the executor sorts.
/// Example: docs/library.md#read-a-file
template <class T, index_type Index = std::int32_t, index_type Offset = std::int32_t, class Duplicate = plus<T>>
[[nodiscard]] matrix<T, Index, Offset> load(std::string const& path, executor exec = detail::usual_executor(),
                                            read_options const& options = {}, Duplicate duplicate = {}) {
  return to_matrix<T, Index, Offset>(read<T, Index>(path, {}, options), duplicate, std::move(exec));
}

/// Writes the entries of `a` in the format that the extension names, so that load() gives the same matrix; one that is
/// known to be symmetric becomes a symmetric Matrix Market file. What is no format of other programs' is for
/// heddle::save, which is faster.
/// Throws: as write() does.
/// Cost: O(entries), which are copied to the host as tuples.
/// Example: docs/library.md#read-a-file
template <class T, index_type Index, index_type Offset>
void save(matrix<T, Index, Offset> const& a, std::string const& path, write_options const& options = {}) {
  bool const pattern = a.csr().values.data == nullptr && a.csr().values.one == T(1);
  auto tuples = a.tuples();
  if (pattern) tuples.value.clear();
  write(path,
        coordinates<T, Index>{.rows = a.rows(),
                              .cols = a.cols(),
                              .row = std::move(tuples.row),
                              .col = std::move(tuples.col),
                              .value = std::move(tuples.value),
                              .values = pattern                 ? field::pattern
                                        : std::is_integral_v<T> ? field::integer
                                                                : field::real,
                              .symmetric = storage_of(a).symmetric()},
        {}, options);
}

}  // namespace heddle::io
