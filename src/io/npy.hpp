// npy.hpp - an array as numpy.save writes it: what its header says, and its elements.
// numpy.lib.format, "Binary serialization", versions 1.0 to 3.0.
#pragma once
#include <cstdint>
#include <vector>

#include "src/io/little_endian.hpp"
#include "src/io/text.hpp"

namespace heddle::detail {

enum class npy_kind { boolean, signed_integer, unsigned_integer, floating, bytes, unicode };

struct npy_header {
  npy_kind kind = npy_kind::floating;
  int width = 8;  // of an element, in bytes
  bool swapped = false;
  bool by_columns = false;  // the first index runs fastest
  std::vector<size_type> shape;
  size_type count = 1;         // of elements
  std::size_t data_begin = 0;  // behind the header

  bool is_integer() const { return kind == npy_kind::signed_integer || kind == npy_kind::unsigned_integer; }
};

/// The header that `bytes`, which may be a beginning, begin with. `name` stands before what is wrong. Throws io_error,
/// naming elements that are no numbers of a matrix (complex, objects, records).
npy_header parse_npy_header(std::string const& name, std::string_view bytes);

/// Bytes that a header is not longer than: writers of plain arrays stay below 200.
inline constexpr size_type longest_npy_header = 1 << 16;

/// "int32", "float64", for messages.
std::string element_name(npy_header const& header);

/// "(3, 4)".
std::string shape_text(npy_header const& header);

/// An array whose bytes are there.
struct npy_array {
  npy_header header;
  std::string name;       // for messages
  std::string_view data;  // exactly the elements

  size_type size() const { return header.count; }
};

/// Throws io_error unless the elements are there, and nothing behind them.
npy_array npy_array_of(std::string const& name, std::string_view bytes);

template <class E> struct npy_elements {
  char const* data;
  bool swapped;

  E operator[](size_type k) const {
    E element;
    std::memcpy(&element, data + k * static_cast<size_type>(sizeof(E)), sizeof element);
    return swapped ? byte_swapped(element) : element;
  }
};

/// do_with(npy_elements<E>) of the array's type; booleans are bytes.
template <class Do> decltype(auto) with_elements(npy_array const& array, Do const& do_with) {
  auto const as = [&]<class E>(std::type_identity<E>) -> decltype(auto) {
    return do_with(npy_elements<E>{array.data.data(), array.header.swapped});
  };
  auto const width = array.header.width;
  switch (array.header.kind) {
    case npy_kind::signed_integer:
      if (width == 1) return as(std::type_identity<std::int8_t>{});
      if (width == 2) return as(std::type_identity<std::int16_t>{});
      return width == 4 ? as(std::type_identity<std::int32_t>{}) : as(std::type_identity<std::int64_t>{});
    case npy_kind::unsigned_integer:
      if (width == 2) return as(std::type_identity<std::uint16_t>{});
      if (width == 4) return as(std::type_identity<std::uint32_t>{});
      if (width == 8) return as(std::type_identity<std::uint64_t>{});
      break;
    case npy_kind::floating:
      return width == 4 ? as(std::type_identity<float>{}) : as(std::type_identity<double>{});
    default:
      break;
  }
  return as(std::type_identity<std::uint8_t>{});
}

/// The text of an array that holds one, as `format` of save_npz does. Throws io_error where it is none.
std::string npy_text(npy_array const& array);

/// Where element (i, j) of a matrix, or (i, j, k) of a stack of them, stands.
inline size_type npy_place(npy_header const& header, size_type i, size_type j) {
  return header.by_columns ? j * header.shape[0] + i : i * header.shape[1] + j;
}
inline size_type npy_place(npy_header const& header, size_type i, size_type j, size_type k) {
  auto const& shape = header.shape;
  return header.by_columns ? (k * shape[1] + j) * shape[0] + i : (i * shape[1] + j) * shape[2] + k;
}

}  // namespace heddle::detail
