// arrays.hpp - the plain arrays that containers are made from and give away: where they are, and buffers that own them.
#pragma once
#include <heddle/base/converted.hpp>
#include <heddle/base/memory.hpp>
#include <iterator>

namespace heddle {

namespace detail {

/// Whether values may be the elements of a container: floating-point numbers would lose their fractions as integers,
/// without a word, and compiling this says so.
template <class Value, class T> constexpr bool keeps_values() {
  static_assert(!truncates<Value, T>,
                "heddle: the elements are integers, and these values are floating-point numbers, whose fractions would "
                "be lost: build the container of their own type, and cast<std::int64_t>(...) converts it");
  return !truncates<Value, T>;
}

/// Whether a container of T is built of such positions and values, and where it is not, compiling this says so.
template <class Index, class T, class Value, class... Position> constexpr bool builds_of() {
  constexpr bool fit = (std::is_same_v<Position, Index> && ...);
  static_assert(fit,
                "heddle: these positions are not of the container's index type: write std::vector<std::int32_t>, or "
                "for 64-bit ones vector<float, std::int64_t> and matrix<float, std::int64_t, std::int64_t>");
  if constexpr (fit) {
    constexpr bool kept = keeps_values<Value, T>();
    static_assert(!kept || std::is_same_v<Value, T>,
                  "heddle: these values are not of the container's element type: build one of their type, and "
                  "cast<float>(...) converts it");
  }
  return false;
}

/// Compiling this says what is missing in a call of build.
template <class T> constexpr bool says_of_duplicates() {
  static_assert(!element<T>,
                "heddle: build wants to know what becomes of entries at one position: write plus<float>{} "
                "or no_duplicates behind the values");
  return false;
}

/// Compiling this says how a vector is made of values.
template <class Range> constexpr bool says_of_dense() {
  static_assert(std::is_void_v<Range>,
                "heddle: write heddle::vector<float>::dense(v) for the values of a std::vector v");
  return false;
}

/// The type of a range's elements.
template <class Range> using value_of_range = std::remove_cvref_t<decltype(*std::begin(std::declval<Range const&>()))>;

}  // namespace detail

/// In the place of the operator for duplicates: two entries at one position are an error.
struct no_duplicates_type {};
/// build(..., no_duplicates): two entries at one position are an error.
inline constexpr no_duplicates_type no_duplicates{};

/// Whether arrays are looked at before a container takes them, which costs O(rows + nnz) and a read-back: offsets from
/// 0 to nnz that do not decrease, indices inside and ascending. Of trusted ones nothing is read.
enum class array_check : std::uint8_t { checked, trusted };

/// Arrays of a CSR matrix, or, where offsets are those of columns and indices are rows, of a CSC one. `values` null:
/// every entry is `one`.
template <class T, class Index, class Offset> struct csr_arrays {
  size_type rows = 0, cols = 0, nnz = 0;
  Offset const* offsets = nullptr;
  Index const* indices = nullptr;
  T const* values = nullptr;
  T one = detail::one_of<T>();
};

/// Tuples of a matrix: values[k] at (row[k], col[k]). `values` null: every entry is `one`.
template <class T, class Index = std::int32_t> struct coo_arrays {
  size_type rows = 0, cols = 0, nnz = 0;
  Index const* row = nullptr;
  Index const* col = nullptr;
  T const* values = nullptr;
  T one = detail::one_of<T>();
};

/// Entries of a vector: values[k] at indices[k].
template <class T, class Index = std::int32_t> struct list_arrays {
  size_type size = 0, nvals = 0;
  Index const* indices = nullptr;
  T const* values = nullptr;
};

/// The same with the memory itself, all of one executor. Without values every entry is `one`.
template <class T, class Index = std::int32_t, class Offset = std::int32_t> struct csr_buffers {
  size_type rows = 0, cols = 0;
  buffer<Offset> offsets;
  buffer<Index> indices;
  buffer<T> values;
  T one = detail::one_of<T>();
};
/// Tuples of a matrix, with the memory itself.
template <class T, class Index = std::int32_t> struct coo_buffers {
  size_type rows = 0, cols = 0;
  buffer<Index> row, col;
  buffer<T> values;
  T one = detail::one_of<T>();
};
/// Entries of a vector, with the memory itself.
template <class T, class Index = std::int32_t> struct list_buffers {
  size_type size = 0;
  buffer<Index> indices;
  buffer<T> values;
};

}  // namespace heddle
