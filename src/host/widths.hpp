// widths.hpp - copies of one element, whose width the compiler knows where it is a usual one.
#pragma once
#include <cstring>
#include <heddle/detail/executor/primitives.hpp>
#include <type_traits>

namespace heddle::host {

/// body(width), which is a constant where it is a usual one: what is multiplied by it is shifted.
template <class Body> void with_width(std::size_t width, Body const& body) {
  switch (width) {
    case 1:
      return body(std::integral_constant<std::size_t, 1>{});
    case 2:
      return body(std::integral_constant<std::size_t, 2>{});
    case 4:
      return body(std::integral_constant<std::size_t, 4>{});
    case 8:
      return body(std::integral_constant<std::size_t, 8>{});
    case 16:
      return body(std::integral_constant<std::size_t, 16>{});
    default:
      body(width);
  }
}

/// body(copy), where copy(to, from) copies one element.
template <class Body> void with_copy(std::size_t width, Body const& body) {
  using primitives::byte;
  with_width(width, [&](auto bytes) { body([bytes](byte* to, byte const* from) { std::memcpy(to, from, bytes); }); });
}

}  // namespace heddle::host
