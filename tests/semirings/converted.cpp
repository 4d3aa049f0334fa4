// converted.cpp - the one conversion between element types, by a table of all pairs; and how functions are called with
// what they do not take.
#include <doctest/doctest.h>

#include <heddle/detail/dispatch/dispatch.hpp>
#include <heddle/detail/host/convert_run.hpp>
#include <heddle/semirings/bind.hpp>
#include <memory>

#include "tests/support/conversions.hpp"

using namespace heddle;
using namespace heddle::testing;

namespace {

template <class To, class From> constexpr To at_compile_time(From from) { return detail::converted<To>(from); }

}  // namespace

TEST_CASE("every value of every element type becomes what the page says in every other") {
  for_each_pair([]<class From, class To>(From, To) {
    for (From const from : telling_values<From>()) {
      CHECK_MESSAGE(same_value(detail::converted<To>(from), expected_conversion<To>(from)), detail::type_name<From>(),
                    " to ", detail::type_name<To>(), ": ", exactly(from), " is ", exactly(detail::converted<To>(from)));
    }
  });
}

TEST_CASE("runs of values are converted as each of them is, whether all fit or some do not") {
  for_each_pair([]<class From, class To>(From, To) {
    std::vector<From> small;
    for (int k = 0; k < 1100; ++k) small.push_back(static_cast<From>(k % 100));
    auto const telling = telling_values<From>();
    for (std::size_t odd = 0; odd <= telling.size(); ++odd) {
      auto values = std::make_unique<From[]>(small.size());
      std::copy(small.begin(), small.end(), values.get());
      if (odd < telling.size()) values[550] = telling[odd];
      auto found = std::make_unique<To[]>(small.size());
      host::convert_run(found.get(), values.get(), static_cast<size_type>(small.size()));
      bool same = true;
      for (std::size_t k = 0; k < small.size(); ++k) {
        same = same && same_value(found[k], expected_conversion<To>(values[k]));
      }
      CHECK_MESSAGE(same, detail::type_name<From>(), " to ", detail::type_name<To>(), ", odd value ", odd);
    }
  });
}

TEST_CASE("conversions are the same when they are compiled") {
  constexpr double nan = std::numeric_limits<double>::quiet_NaN(), infinity = std::numeric_limits<double>::infinity();
  static_assert(at_compile_time<int>(nan) == 0 && at_compile_time<bool>(nan));
  static_assert(at_compile_time<std::uint8_t>(-1.0) == 0 && at_compile_time<std::uint8_t>(300.0) == 255);
  static_assert(at_compile_time<std::int8_t>(-129.0f) == -128 && at_compile_time<std::int64_t>(infinity) == INT64_MAX);
  static_assert(at_compile_time<std::uint64_t>(0x1p64) == UINT64_MAX &&
                at_compile_time<std::int32_t>(-infinity) == INT32_MIN);
  static_assert(at_compile_time<std::uint8_t>(300) == 44 && at_compile_time<std::int32_t>(0x1p31f) == INT32_MAX);
  static_assert(at_compile_time<std::int32_t>(f16(-2.5f)) == -2);
}

TEST_CASE("a function of integers is called with converted numbers, and one of any type with what there is") {
  double const large = 1e300;
  CHECK_EQ(detail::called(plus<int>{}, 1, 1.9), 2);
  CHECK_EQ(detail::called(maximum<int>{}, large, 3), std::numeric_limits<int>::max());
  CHECK_EQ(detail::called([](std::uint8_t a) { return a + 0; }, large), 255);
  CHECK_EQ(detail::called([](std::uint8_t const& a) noexcept { return a + 0; }, -large), 0);
  CHECK_EQ(detail::called(
               +[](int a) { return a; }, std::nan("")),
           0);
  CHECK_EQ(detail::called([](auto a) { return a; }, 2.5), 2.5);
  CHECK_EQ(detail::called(min_monoid<int>{}, -large, 5.5), std::numeric_limits<int>::lowest());
  CHECK_EQ(bind_first(plus<int>{}, 1.5)(large), std::numeric_limits<int>::lowest());  // 1 + max wraps
  struct user {
    bool row = false;
    explicit operator int() const { return 7; }
  };
  CHECK_EQ(detail::converted<int>(user{}), 7);
}

TEST_CASE("what is of the parameter's type already is given as it is, and may be what a function returns") {
  auto const smaller = [](float const& a, float const& b) -> float const& { return b < a ? b : a; };
  float const one = 1, two = 2;
  CHECK(&detail::called(smaller, two, one) == &one);
  CHECK(detail::called([](float a, std::int16_t b) { return a + b; }, std::int64_t{3}, 65537) == 4);
}
