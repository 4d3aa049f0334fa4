// coordinates.hpp - a matrix or graph as a list of entries, the common form of every reader, writer and generator.
#pragma once
#include <heddle/base/types.hpp>
#include <vector>

namespace heddle::io {

/// What a file says of its values. A pattern file has none: every entry is one.
enum class field { pattern, integer, real };

/// Entries (row[k], col[k]) -> value[k], in file order, numbered from 0; duplicates are kept.
/// Of a symmetric or skew-symmetric file all stored entries come first, then the mirror images of those off the
/// diagonal, in the same order, so that duplicates combine to the same value on both sides of the diagonal.
template <class T, class Index = std::int32_t> struct coordinates {
  static_assert((std::is_same_v<T, float> || std::is_same_v<T, double> || std::is_same_v<T, std::int32_t> ||
                 std::is_same_v<T, std::int64_t> || std::is_same_v<T, std::uint8_t> ||
                 std::is_same_v<T, std::uint64_t>)&&heddle::index_type<Index>,
                "heddle: files know values of float, double, int32_t, int64_t, uint8_t and uint64_t, generators all "
                "but the last, and indices are of int32_t or int64_t; heddle::cast makes a matrix of another type");

  using value_type = T;
  using index_type = Index;

  size_type rows = 0;
  size_type cols = 0;
  std::vector<Index> row;
  std::vector<Index> col;
  std::vector<T> value;  // empty: every entry has the value one
  field values = field::real;
  bool symmetric = false;                // entry (i, j) has its mirror (j, i) with the same value, and both are listed
  std::vector<std::int64_t> names = {};  // of read_options::compact: the number that the file has for a vertex

  size_type nnz() const { return static_cast<size_type>(row.size()); }
};

}  // namespace heddle::io
