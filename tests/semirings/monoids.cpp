// monoids.cpp - identities, terminal values, wrap-around and NaN rules of the standard monoids, over every type.
#include <doctest/doctest.h>

#include <cmath>
#include <heddle/semirings/semirings.hpp>
#include <string>
#include <vector>

#include "tests/support/operators.hpp"

using namespace heddle;
using namespace heddle::testing;

namespace {

template <class T> std::vector<T> samples() {
  if constexpr (std::is_same_v<T, bool>) {
    return {false, true};
  } else {
    std::vector<T> values{
        T(0), T(1), T(2), T(5), T(100), std::numeric_limits<T>::max(), std::numeric_limits<T>::lowest()};
    if constexpr (std::is_signed_v<T>) values.insert(values.end(), {T(-1), T(-7)});
    if constexpr (std::is_floating_point_v<T>) {
      values.insert(values.end(), {T(0.5), std::numeric_limits<T>::infinity(), -std::numeric_limits<T>::infinity()});
    }
    return values;
  }
}

/// Logical monoids answer 0 or 1, so their identity preserves truth, not the value: over numbers it is not neutral.
template <class M>
inline constexpr bool is_logical = std::string_view(table::row_of<typename M::made_of>.name).starts_with("logical_");

template <class M> void check_identity(M const& add) {
  using T = typename M::value_type;
  for (T const v : samples<T>()) {
    T const expected = is_logical<M> ? static_cast<T>(v != T(0)) : v;
    CHECK_EQ(add(add.identity(), v), expected);
    CHECK_EQ(add(v, add.identity()), expected);
  }
}

/// Nothing changes a terminal value; a sample that another one changes is not terminal.
template <class M> void check_terminal(M const& add) {
  using T = typename M::value_type;
  if constexpr (requires { add.is_terminal(T{}); }) {
    for (T const v : samples<T>()) {
      bool changes = false;
      for (T const other : samples<T>()) changes = changes || add(v, other) != v;
      CHECK_EQ(add.is_terminal(v), !changes);
    }
  }
}

template <class M> void check_laws(M const& add) {
  static_assert(monoid<M> && is_commutative<M>());
  using T = typename M::value_type;
  check_identity(add);
  check_terminal(add);
  if constexpr (std::is_integral_v<T>) {
    for (T const a : samples<T>()) {
      for (T const b : samples<T>()) {
        CHECK_EQ(add(a, b), add(b, a));
        for (T const c : samples<T>()) CHECK_EQ(add(add(a, b), c), add(a, add(b, c)));
      }
    }
  }
}

// `any` has no identity among its values.
template <class T> void check_all() {
  for_each_operator<detail::monoids<T>>([]<class M>(M const& add) {
    INFO(std::string(table::row_of<M>.name));
    if constexpr (!table::has<M, table::takes_any>) check_laws(add);
  });
}

}  // namespace

TEST_CASE_TEMPLATE("monoids keep their laws", T, std::int8_t, std::uint8_t, std::int16_t, std::uint16_t, std::int32_t,
                   std::uint32_t, std::int64_t, std::uint64_t, float, double) {
  check_all<T>();
}

TEST_CASE("monoids on bool: plus is or, times and min are and") {
  check_all<bool>();
  for (bool const a : {false, true}) {
    for (bool const b : {false, true}) {
      CHECK_EQ(plus<bool>{}(a, b), (a || b));
      CHECK_EQ(times<bool>{}(a, b), (a && b));
      CHECK_EQ(minimum<bool>{}(a, b), (a && b));
      CHECK_EQ(maximum<bool>{}(a, b), (a || b));
      CHECK_EQ(minus<bool>{}(a, b), (a != b));
      CHECK_EQ(logical_xnor<bool>{}(a, b), (a == b));
    }
  }
}

TEST_CASE("any keeps the first operand and needs nothing more") {
  any_monoid<int> const add;
  CHECK_EQ(add(3, 4), 3);
  CHECK(add.is_terminal(0));
  static_assert(any_monoid<int>::needs_presence);
}

TEST_CASE("integers wrap around, the narrow ones too") {
  CHECK_EQ(plus<std::int8_t>{}(127, 1), -128);
  CHECK_EQ(plus<std::uint8_t>{}(255, 2), 1);
  CHECK_EQ(minus<std::uint16_t>{}(0, 1), 65535);
  CHECK_EQ(times<std::int16_t>{}(-32768, -1), -32768);
  CHECK_EQ(times<std::uint16_t>{}(65535, 65535), 1);  // promoted to int this would be undefined
  CHECK_EQ(plus<std::int32_t>{}(2147483647, 1), -2147483648LL);
  CHECK_EQ(minus<std::int32_t>{}(-2147483647 - 1, 1), 2147483647);
  CHECK_EQ(times<std::int32_t>{}(65536, 65536), 0);
  constexpr auto top = std::numeric_limits<std::int64_t>::max();
  CHECK_EQ(plus<std::int64_t>{}(top, 1), std::numeric_limits<std::int64_t>::min());
  CHECK_EQ(times<std::int64_t>{}(top, 2), -2);
  CHECK_EQ(plus<std::uint64_t>{}(~std::uint64_t{0}, 1), 0);
  CHECK_EQ(band_monoid<std::uint8_t>{}.identity(), 255);
  CHECK_EQ(band_monoid<std::int8_t>{}.identity(), -1);
}

TEST_CASE_TEMPLATE("min and max prefer numbers to NaN, whichever comes first", T, float, double) {
  T const nan = std::numeric_limits<T>::quiet_NaN(), infinity = std::numeric_limits<T>::infinity();
  for (T const v : {T(-3), T(0), T(7), infinity, -infinity}) {
    CHECK_EQ(minimum<T>{}(nan, v), v);
    CHECK_EQ(minimum<T>{}(v, nan), v);
    CHECK_EQ(maximum<T>{}(nan, v), v);
    CHECK_EQ(maximum<T>{}(v, nan), v);
  }
  CHECK(std::isnan(minimum<T>{}(nan, nan)));
  CHECK(std::isnan(maximum<T>{}(nan, nan)));
  CHECK(!min_monoid<T>{}.is_terminal(nan));
  CHECK(!max_monoid<T>{}.is_terminal(nan));
  CHECK(std::isnan(plus<T>{}(nan, 1)));
  CHECK_EQ(min_monoid<T>{}.identity(), infinity);
  CHECK_EQ(max_monoid<T>{}.identity(), -infinity);
  CHECK(min_monoid<T>{}.is_terminal(-infinity));
}

TEST_CASE("a lifted monoid takes absence for its identity") {
  lifted<min_monoid<int>> const add;
  auto const none = add.identity();
  CHECK(!none.present);
  CHECK_EQ(add(none, {5, true}).value, 5);
  CHECK_EQ(add({5, true}, none).value, 5);
  CHECK(!add(none, none).present);
  CHECK_EQ(add({5, true}, {3, true}).value, 3);
  CHECK(add.is_terminal({std::numeric_limits<int>::min(), true}));
  CHECK(!add.is_terminal({std::numeric_limits<int>::min(), false}));
  CHECK(!lifted<plus_monoid<int>>{}.is_terminal({0, true}));
}
