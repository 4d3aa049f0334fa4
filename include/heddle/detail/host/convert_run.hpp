// convert_run.hpp - many values converted on a CPU, by vectors where it has instructions for it: each as converted<To>
// has it.
#pragma once
#include <heddle/base/converted.hpp>
#include <heddle/detail/host/vector_loop.hpp>

namespace heddle::host {

template <class T> inline constexpr bool is_number = std::is_arithmetic_v<T> && sizeof(T) <= 8;

/// converted<To>(from), where both are as wide as they can be within one vector: bounds and NaNs are seen to before the
/// conversion, which is one instruction to 32 bits.
template <class To, class From> To converted_in_lanes(From const from) {
  constexpr bool is_narrow = sizeof(To) < 4 || std::is_same_v<To, std::int32_t>;
  if constexpr (detail::truncates<From, To> && std::is_floating_point_v<From> && sizeof(From) <= 8 && is_narrow) {
    using limits = std::numeric_limits<To>;
    constexpr bool is_exact = limits::digits <= std::numeric_limits<From>::digits;
    constexpr From low = static_cast<From>(limits::lowest());
    constexpr From most = is_exact ? static_cast<From>(limits::max()) : static_cast<From>(2147483520);
    From const above = from > low ? from : low, bounded = above < most ? above : most;
    auto const whole = static_cast<std::int32_t>(from == from ? bounded : From(0));
    if constexpr (is_exact) {
      return static_cast<To>(whole);
    } else {
      return from > most ? limits::max() : whole;
    }
  } else {
    return detail::converted<To>(from);
  }
}

/// An array of bool as of bytes that are 0 or 1, which is what it is in memory.
template <class T> auto in_bytes(T const* values) {
  if constexpr (std::is_same_v<T, bool>) {
    return reinterpret_cast<primitives::byte const*>(values);
  } else {
    return values;
  }
}

/// to[i] = converted<std::int32_t>(from[i]) for i < n; compiled in the library, for the types of converts_whole.
void convert_whole(std::int32_t* to, double const* from, size_type n);
void convert_whole(std::int32_t* to, float const* from, size_type n);

template <class To, class From>
inline constexpr bool converts_whole = std::is_same_v<To, std::int32_t> &&
                                       (std::is_same_v<From, double> || std::is_same_v<From, float>);

/// to[i] = converted<To>(from[i]) for i < n.
template <class To, class From> void convert_run(To* to, From const* from, size_type n) {
  if constexpr (converts_whole<To, From>) {
    convert_whole(to, from, n);
  } else {
    store_values<is_number<To> && is_number<From>>(
        to, 0, n, [in = in_bytes(from)](size_type i) { return converted_in_lanes<To>(in[i]); });
  }
}

}  // namespace heddle::host
