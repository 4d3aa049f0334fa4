// views.hpp - what kernels see of a matrix: the plain arrays of its entries.
#pragma once
#include <heddle/detail/walk/loads.hpp>
#include <heddle/seam/tiles/tile_set.hpp>

namespace heddle {

/// Values of entries: an array, or one value for all (pattern and one-value matrices store no array).
template <class T> struct values_view {
  T const* data = nullptr;
  T one{};
  HEDDLE_FN T operator[](size_type i) const { return detail::load_if(data != nullptr, data + i, one); }
  /// (*this)[i] where it is wanted, else anything, and nothing is read.
  HEDDLE_FN T load(bool wanted, size_type i) const { return detail::load_if(wanted && data != nullptr, data + i, one); }
  HEDDLE_FN T streamed(size_type i) const { return data ? detail::load_once(data + i) : one; }
};

/// What kernels see of a compressed matrix. `major` is the number of rows (CSR) or columns (CSC).
template <class T, index_type Index, index_type Offset> struct compressed_view {
  size_type major = 0, minor = 0, nnz = 0;
  Offset const* offsets = nullptr;  // [major + 1]
  Index const* indices = nullptr;   // [nnz], ascending within a row
  values_view<T> values;

  HEDDLE_FN constexpr seam::offset_tiles<Offset> tiles() const { return {offsets, major, nnz}; }
};

/// The same entries with the row of each beside its column: COO, sorted by rows, then columns.
template <class T, index_type Index> struct coordinate_view {
  size_type rows = 0, cols = 0, nnz = 0;
  Index const* row = nullptr;
  Index const* col = nullptr;
  values_view<T> values;
};

}  // namespace heddle
