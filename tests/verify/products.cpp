// products.cpp - results of y = A x are taken to rounding, and refused where a row is wrong, missing or too much.
#include "src/verify/products.hpp"

#include <doctest/doctest.h>

using namespace heddle;

namespace {

using judged_vector = vector<float>;

// [1 2 0; 0 0 0; 0 0 0.1], x = (1, 10, 100)
matrix_tuples<float, std::int32_t> const judged_entries{{0, 0, 2}, {0, 1, 2}, {1, 2, 0.1f}};

template <class SR> bool is_taken(judged_vector const& y) {
  auto const expected = verify::expected_rows<SR>(3, judged_entries, {1, 10, 100});
  return verify::is_expected(expected, y, verify::sums_with_rounding<SR>);
}

judged_vector rows_of(std::vector<std::int32_t> const& index, std::vector<float> const& value) {
  return judged_vector::build(3, index, value, take_first<float>{});
}

}  // namespace

TEST_CASE("a product is right where each row has its sum to rounding, and rows without entries have none") {
  float const sum = 0.1f * 100, near = std::nextafter(sum, 20.0f), far = sum * 1.000001f;
  CHECK(is_taken<plus_times<float>>(rows_of({0, 2}, {21, sum})));
  CHECK(is_taken<plus_times<float>>(rows_of({0, 2}, {21, near})));
  CHECK_FALSE(is_taken<plus_times<float>>(rows_of({0, 2}, {21, far})));
  CHECK_FALSE(is_taken<plus_times<float>>(rows_of({0, 2}, {20, sum})));
  CHECK_FALSE(is_taken<plus_times<float>>(rows_of({0}, {21})));
  CHECK_FALSE(is_taken<plus_times<float>>(rows_of({2}, {sum})));
  CHECK_FALSE(is_taken<plus_times<float>>(rows_of({0, 1, 2}, {21, 0, sum})));
}

TEST_CASE("what does not round is right only as it is") {
  float const least = 0.1f + 100;
  CHECK(is_taken<min_plus<float>>(rows_of({0, 2}, {2, least})));
  CHECK_FALSE(is_taken<min_plus<float>>(rows_of({0, 2}, {2, std::nextafter(least, 0.0f)})));
  CHECK_FALSE(is_taken<min_plus<float>>(rows_of({0, 2}, {12, least})));
}

TEST_CASE("all NaNs are one value, and a sum that may overflow on its way may be anything infinite") {
  float const nan = std::numeric_limits<float>::quiet_NaN(), infinite = std::numeric_limits<float>::infinity();
  CHECK(verify::accepts({.value = -std::nan("1"), .magnitude = 1, .count = 1}, nan, false));
  CHECK_FALSE(verify::accepts({.value = 1, .magnitude = 1, .count = 1}, nan, true));
  CHECK(verify::accepts({.value = 1, .magnitude = 1e39, .count = 2}, infinite, true));
  CHECK_FALSE(verify::accepts({.value = 1, .magnitude = 1e37, .count = 2}, infinite, true));
}
