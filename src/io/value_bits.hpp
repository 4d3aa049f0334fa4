// value_bits.hpp - values by their bits, for what does not depend on their type but for its width.
#pragma once
#include <cstdint>
#include <cstring>
#include <heddle/base/types.hpp>
#include <type_traits>
#include <vector>

namespace heddle::detail {

template <class Bits> struct value_bits {
  void const* values;  // null: all are the same

  Bits operator[](size_type k) const {
    Bits bits{};
    if (values) std::memcpy(&bits, static_cast<char const*>(values) + k * size_type{sizeof bits}, sizeof bits);
    return bits;
  }
};

template <class T> auto bits_of(std::vector<T> const& values) {
  using bits = std::conditional_t<sizeof(T) == 1, std::uint8_t,
                                  std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>>;
  static_assert(sizeof(bits) == sizeof(T));
  return value_bits<bits>{values.empty() ? nullptr : values.data()};
}

}  // namespace heddle::detail
