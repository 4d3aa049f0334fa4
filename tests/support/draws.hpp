// draws.hpp - how many random cases a test draws.
#pragma once
#include <algorithm>
#include <cstdlib>

namespace heddle::testing {

/// n, or of these the per cent that HEDDLE_TEST_DRAWS says, but two at least: a sanitizer has to see every kernel once,
/// and takes a hundred times as long for each launch.
inline unsigned draws(unsigned n) {
  static unsigned const per_cent = [] {
    char const* const asked = std::getenv("HEDDLE_TEST_DRAWS");
    int const value = asked ? std::atoi(asked) : 100;
    return value > 0 && value < 100 ? static_cast<unsigned>(value) : 100u;
  }();
  return std::min(n, std::max(2u, n * per_cent / 100));
}

}  // namespace heddle::testing
