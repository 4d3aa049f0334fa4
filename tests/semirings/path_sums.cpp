// path_sums.cpp - (min, +) and (max, +) over integers: the identity stays what it is, and other sums saturate.
#include <doctest/doctest.h>

#include <heddle/semirings/flip.hpp>
#include <heddle/semirings/properties.hpp>

#include "tests/support/conversions.hpp"

using namespace heddle;

using namespace heddle::testing;

namespace {

using integers_of_all_widths = detail::type_list<std::int8_t, std::uint8_t, std::int16_t, std::uint16_t, std::int32_t,
                                                 std::uint32_t, std::int64_t, std::uint64_t>;

/// a + b between the bounds of T, by numbers of twice its width.
template <class T> T bounded_sum(T a, T b) {
  using limits = std::numeric_limits<T>;
  __int128 const sum = static_cast<__int128>(a) + static_cast<__int128>(b);
  if (sum > static_cast<__int128>(limits::max())) return limits::max();
  if (sum < static_cast<__int128>(limits::lowest())) return limits::lowest();
  return static_cast<T>(sum);
}

template <class SR, class T> constexpr T way_of(SR const& sr, T a, T b) { return sr.multiply(a, b); }

}  // namespace

TEST_CASE("(min, +) of integers: infinity and anything is infinity, other sums saturate") {
  for_each_type(integers_of_all_widths{}, []<class T>(T) {
    T const infinity = std::numeric_limits<T>::max();
    CHECK_EQ(min_plus<T>{}.add.identity(), infinity);
    for (T const a : telling_values<T>()) {
      CHECK_EQ(way_of(min_plus<T>{}, a, infinity), infinity);
      CHECK_EQ(way_of(min_plus<T>{}, infinity, a), infinity);
      for (T const b : telling_values<T>()) {
        if (a != infinity && b != infinity) CHECK_EQ(way_of(min_plus<T>{}, a, b), bounded_sum(a, b));
      }
    }
  });
}

TEST_CASE("(max, +) of integers: minus infinity and anything is minus infinity, of unsigned ones 0 is a number") {
  for_each_type(integers_of_all_widths{}, []<class T>(T) {
    T const infinity = std::numeric_limits<T>::lowest();
    for (T const a : telling_values<T>()) {
      for (T const b : telling_values<T>()) {
        bool const infinite = std::is_signed_v<T> && (a == infinity || b == infinity);
        CHECK_EQ(way_of(max_plus<T>{}, a, b), infinite ? infinity : bounded_sum(a, b));
      }
    }
  });
}

TEST_CASE("a semiring that is put together of minimum and plus is min_plus, and distributes as computed") {
  semiring const own{min_monoid<int>{}, plus<int>{}};
  static_assert(std::is_same_v<decltype(own), min_plus<int> const>);
  static_assert(std::is_same_v<std::remove_cvref_t<decltype(flip(own))>, min_plus<int>>);
  static_assert(std::is_trivially_copyable_v<min_plus<int>> && is_distributive<min_plus<int>>());
  CHECK_EQ(own.multiply(std::numeric_limits<int>::max(), -5), std::numeric_limits<int>::max());
  CHECK_EQ(plus<int>{}(std::numeric_limits<int>::max(), 1), std::numeric_limits<int>::lowest());  // it wraps, alone
  auto const values = telling_values<std::int8_t>();
  min_plus<std::int8_t> const sr;
  for (auto const x : values) {
    for (auto const y : values) {
      for (auto const a : values) {
        CHECK_EQ(sr.multiply(sr.add(x, y), a), sr.add(sr.multiply(x, a), sr.multiply(y, a)));
      }
    }
  }
}
