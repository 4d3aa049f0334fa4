// own_semiring.cpp - the README's semiring of one's own: probabilities as logarithms.
#include <doctest/doctest.h>

#include <cmath>
#include <heddle/heddle.hpp>
#include <limits>

namespace {

// Sums of probabilities that are given as logarithms.
struct log_sum {
  using value_type = float;
  HEDDLE_FN float identity() const { return -std::numeric_limits<float>::infinity(); }
  HEDDLE_FN float operator()(float a, float b) const {
    float const larger = a > b ? a : b, smaller = a > b ? b : a;
    return smaller == identity() ? larger : larger + std::log1p(std::exp(smaller - larger));
  }
};

struct log_semiring {
  log_sum add;
  HEDDLE_FN float multiply(float a, float b) const { return a + b; }
};

}  // namespace

TEST_CASE("the README's semiring multiplies matrices of probabilities") {
  auto const half = std::log(0.5f), quarter = std::log(0.25f);
  auto const step = heddle::matrix<float>::build(2, 2, {0, 0, 1}, {0, 1, 1}, {half, half, 0}, log_sum{});
  auto const start = heddle::vector<float>::dense(std::vector<float>{quarter, half});
  heddle::vector<float> next(2);
  heddle::mxv(next, log_semiring{}, step, start);
  CHECK(std::exp(*next.get(0)) == doctest::Approx(0.375));
  CHECK(std::exp(*next.get(1)) == doctest::Approx(0.5));
}
