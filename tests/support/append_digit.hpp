// append_digit.hpp - an operator that shows in which order values were combined.
#pragma once
#include <cstdint>

namespace heddle::testing {

/// Not commutative and not associative.
struct append_digit {
  std::int64_t operator()(std::int64_t a, std::int64_t b) const { return 10 * a + b; }
};

}  // namespace heddle::testing
