// lanes.hpp - operators of the library as vectors of the CPU compute them best: the same values by other instructions,
// without a branch.
#pragma once
#include <bit>
#include <heddle/semirings/bind.hpp>
#include <heddle/semirings/unary.hpp>

namespace heddle::host {

namespace lanes {

template <class T> using bits_of = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>;

template <class T> HEDDLE_FN bits_of<T> bits(T a) { return std::bit_cast<bits_of<T>>(a); }

// Each choice is one instruction, which gives its second operand where one is NaN. Of two zeros one is the first and
// one the second, and the sign of either decides.
template <class T> struct least {
  HEDDLE_FN T operator()(T a, T b) const {
    T const one = a < b ? a : b, other = b < a ? b : a;
    T const number = std::bit_cast<T>(bits(one) | bits(other)), without_nan = a == a ? number : b;
    return b == b ? without_nan : a;
  }
};
template <class T> struct greatest {
  HEDDLE_FN T operator()(T a, T b) const {
    T const one = b < a ? a : b, other = a < b ? b : a;
    T const number = std::bit_cast<T>(bits(one) & bits(other)), without_nan = a == a ? number : b;
    return b == b ? without_nan : a;
  }
};
template <class T> struct without_sign {
  HEDDLE_FN T operator()(T a) const { return std::bit_cast<T>(bits(a) & (static_cast<bits_of<T>>(-1) >> 1)); }
};
template <class T> struct either {
  HEDDLE_FN T operator()(T a, T b) const { return static_cast<T>((a != T(0)) | (b != T(0))); }
};
template <class T> struct both {
  HEDDLE_FN T operator()(T a, T b) const { return static_cast<T>((a != T(0)) & (b != T(0))); }
};

template <class Op> struct form { using type = Op; };
template <class T>
requires std::is_floating_point_v<T>
struct form<minimum<T>> {
  using type = std::conditional_t<sizeof(T) <= 8, least<T>, minimum<T>>;
};
template <class T>
requires std::is_floating_point_v<T>
struct form<maximum<T>> {
  using type = std::conditional_t<sizeof(T) <= 8, greatest<T>, maximum<T>>;
};
template <class T>
requires std::is_floating_point_v<T>
struct form<absolute<T>> {
  using type = std::conditional_t<sizeof(T) <= 8, without_sign<T>, absolute<T>>;
};
template <class T>
requires std::is_arithmetic_v<T>
struct form<logical_or<T>> {
  using type = either<T>;
};
template <class T>
requires std::is_arithmetic_v<T>
struct form<logical_and<T>> {
  using type = both<T>;
};

}  // namespace lanes

/// The same function, for loops of vectors.
template <class Op> auto in_lanes(Op const& op) {
  using form = typename lanes::form<Op>::type;
  if constexpr (std::is_same_v<form, Op>) {
    return op;
  } else {
    return form{};
  }
}
template <class Op, class S, bool First> auto in_lanes(detail::bound<Op, S, First> const& f) {
  return detail::bound<decltype(in_lanes(f.op)), S, First>{in_lanes(f.op), f.value};
}

}  // namespace heddle::host
