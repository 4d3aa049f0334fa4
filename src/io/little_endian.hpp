// little_endian.hpp - numbers out of bytes, low byte first unless swapped.
#pragma once
#include <bit>
#include <cstdint>
#include <cstring>
#include <string_view>
#include <type_traits>

namespace heddle::detail {

static_assert(std::endian::native == std::endian::little, "files are read on machines whose low bytes come first");

template <class Number> Number byte_swapped(Number number) {
  if constexpr (sizeof(Number) == 1) {
    return number;
  } else {
    using bits_type = std::conditional_t<sizeof(Number) == 2, std::uint16_t,
                                         std::conditional_t<sizeof(Number) == 4, std::uint32_t, std::uint64_t>>;
    auto bits = std::bit_cast<bits_type>(number);
    bits_type swapped = 0;
    for (std::size_t k = 0; k < sizeof bits; ++k, bits >>= 8) {
      swapped = static_cast<bits_type>(swapped << 8 | (bits & 0xff));
    }
    return std::bit_cast<Number>(swapped);
  }
}

/// The number at `at`, where its bytes must be.
template <class Number> Number little(std::string_view bytes, std::size_t at) {
  Number number;
  std::memcpy(&number, bytes.data() + at, sizeof number);
  return number;
}

}  // namespace heddle::detail
