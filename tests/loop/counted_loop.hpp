// counted_loop.hpp - a loop that runs as often as its operands say, for tests of what loops do to operands.
#pragma once
#include <heddle/heddle.hpp>

namespace heddle::testing {

/// `ticks` counts down to zero on the executor; the loop goes on while some are left.
struct countdown {
  vector<double> ticks, one;
  scalar<double> left;

  explicit countdown(executor const& exec)
      : ticks(vector<double>::filled(1, 0, exec)), one(vector<double>::filled(1, 1, exec)), left(0, exec) {}

  void start(int iterations) {
    ticks.fill(iterations);
    left.set(iterations);
  }
  void tick() {
    ewise_mult(ticks, no_mask, no_accum, minus<double>{}, ticks, one);
    reduce(left, plus_monoid<double>{}, ticks);
  }
};

/// b = a + b, and then the two change places: Fibonacci numbers at every position.
struct fibonacci {
  vector<double> a, b;

  explicit fibonacci(executor const& exec)
      : a(vector<double>::filled(100, 1, exec)), b(vector<double>::filled(100, 0, exec)) {}

  void start() { a.fill(1), b.fill(0); }
  void next(loop_step& step) {
    ewise_mult(b, no_mask, no_accum, plus<double>{}, a, b);
    step.swap(a, b);
  }
};

/// What stands in a and in b after so many steps.
inline std::pair<double, double> fibonacci_after(int steps) {
  double a = 1, b = 0;
  for (int i = 0; i < steps; ++i) {
    b = a + b;
    std::swap(a, b);
  }
  return {a, b};
}

inline bool all_are(vector<double> const& v, double value) {
  std::vector<double> const expected(static_cast<std::size_t>(v.size()), value);
  return v.form() == vector_form::dense && v.to_dense(-1) == expected && v.tuples().value == expected;
}

}  // namespace heddle::testing
