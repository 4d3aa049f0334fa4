// exact_sums.cpp - sums without rounding, of numbers whose exponents lie any distance apart: words, carries and signs;
// and cycles of such weights, which are negative by their last bit or not at all.
#include "src/algorithms/exact_sums.hpp"

#include <doctest/doctest.h>

#include <heddle/algorithms/sssp.hpp>
#include <heddle/semirings/operators.hpp>

using namespace heddle;

namespace {

constexpr double above_one = 1 + 0x1p-52, below_two = 2 - 0x1p-52;

// What is wrong with sums of a and b, where no number is smaller than 2^lowest; or nothing.
std::string wrong_sum(double a, double b, int lowest) {
  detail::exact_sums sums;
  for (double const value : {a, b, std::ldexp(1.0, lowest)}) sums.include(value);
  auto const of = [&](std::initializer_list<double> values) {
    auto sum = sums.zero();
    for (double const value : values) sums.add(sum, value);
    return sum;
  };
  auto const both = of({a, b});
  if (detail::compare(both, of({b, a})) != 0) return "the order matters";
  if (detail::compare(of({a, b, -a}), of({b})) != 0) return "what is taken away again is not gone";
  if (detail::compare(of({a, b, -b, -a}), sums.zero()) != 0) return "nothing is not nothing";
  if (detail::is_negative(both) != (a < -b)) return "another sign";
  double const rounded = sums.rounded(both);
  if (std::abs(rounded - (a + b)) > 1e-15 * std::abs(a + b)) return "another sum";
  double const last_bit = std::ldexp(1.0, lowest);
  if (detail::compare(of({a, b, last_bit}), both) != 1) return "a last bit more is not more";
  if (detail::compare(of({a, b, -last_bit}), both) != -1) return "a last bit less is not less";
  double const infinity = std::numeric_limits<double>::infinity();
  if (!detail::is_negative(of({a, -infinity, b}))) return "minus infinity is not below 0";
  if (detail::compare(of({a, b, -infinity}), of({-std::abs(a), -std::abs(b)})) != -1)
    return "minus infinity is not less";
  return "";
}

// A cycle of these weights, which vertex 0 is on.
bool is_negative_cycle(std::vector<double> const& weights) {
  auto const n = static_cast<std::int32_t>(weights.size());
  std::vector<std::int32_t> row, col;
  for (std::int32_t k = 0; k < n; ++k) row.push_back(k), col.push_back((k + 1) % n);
  auto const a = matrix<double>::build(n, n, row, col, weights, minimum<double>{});
  try {
    (void)sssp(a, 0);
    return false;
  } catch (negative_cycle const&) { return true; }
}

}  // namespace

TEST_CASE("two numbers are summed to the last bit, however far their exponents lie apart, whatever their signs") {
  for (int apart = 0; apart <= 140; ++apart) {
    for (int const lowest : {-52, -53, -60, -63, -64, -65, -116, -117}) {
      for (double const a : {1.0, above_one, below_two}) {
        for (double const b : {1.0, 1.5, below_two}) {
          double const far = std::ldexp(b, apart);
          for (auto const& [x, y] : {std::pair{a, far}, {a, -far}, {-a, far}, {-a, -far}}) {
            auto const wrong = wrong_sum(x, y, lowest);
            if (wrong.empty()) continue;
            CAPTURE(apart);
            CAPTURE(lowest);
            FAIL_CHECK(x, " and ", y, ": ", wrong);
          }
        }
      }
    }
  }
}

TEST_CASE("a thousand numbers of one sign carry into further words") {
  detail::exact_sums sums;
  for (double const value : {below_two, 0x1p-60}) sums.include(value);
  for (double const sign : {1.0, -1.0}) {
    auto sum = sums.zero();
    for (int k = 0; k < 5000; ++k) sums.add(sum, sign * below_two);
    CHECK(sums.rounded(sum) == doctest::Approx(sign * 10000).epsilon(1e-14));
    CHECK(detail::is_negative(sum) == (sign < 0));
    for (int k = 0; k < 5000; ++k) sums.add(sum, -sign * below_two);
    CHECK(detail::compare(sum, sums.zero()) == 0);
  }
}

TEST_CASE("a cycle is negative by its last bit, however far the exponents of its weights lie apart") {
  for (int apart = 0; apart <= 130; ++apart) {
    CAPTURE(apart);
    double const far = std::ldexp(1.0, apart);
    CHECK_FALSE(is_negative_cycle({far, 1, -far, -1}));
    CHECK(is_negative_cycle({far, 1, -far, -above_one}));
    CHECK(is_negative_cycle({-far, -1}));
    CHECK(is_negative_cycle({-1, -far}));
    CHECK_FALSE(is_negative_cycle({far * above_one, 1, -far, -1, -far * 0x1p-53}));
    CHECK(is_negative_cycle({far * above_one, 1, -far, -1, -far * 0x1p-51}));
  }
}
