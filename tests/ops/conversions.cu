// conversions.cu - functions of integers that nvcc compiles are given floating-point numbers converted, on a GPU too.
#include <cmath>
#include <heddle/ops/apply/apply.hpp>

#include "tests/support/executors.hpp"

using namespace heddle;

namespace {

struct low_byte {
  HEDDLE_FN std::uint8_t operator()(std::uint8_t a) const { return a; }
};

struct larger_whole {
  HEDDLE_FN std::int64_t operator()(std::int64_t a, std::int64_t b) const { return a < b ? b : a; }
};

struct as_it_is {
  HEDDLE_FN double operator()(double a) const { return a; }
};

}  // namespace

EXECUTOR_CASE("[sanitize] functions and accumulators of integers that nvcc compiles are given numbers converted") {
  constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();
  auto const u = vector<double>::dense(std::vector<double>{1e300, std::nan(""), -2.5, 77.75}, exec);
  vector<std::int64_t> w(4, exec);
  heddle::apply(w, low_byte{}, u);
  CHECK(w.to_dense(-1) == std::vector<std::int64_t>{255, 0, 0, 77});
  heddle::apply(w, no_mask, larger_whole{}, as_it_is{}, u);
  CHECK(w.to_dense(-1) == std::vector<std::int64_t>{most, 0, 0, 77});
  vector<std::int16_t> narrow(4, exec);
  heddle::apply(narrow, as_it_is{}, u);
  CHECK(narrow.to_dense(-1) == std::vector<std::int16_t>{32767, 0, -2, 77});
}
