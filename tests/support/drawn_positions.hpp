// drawn_positions.hpp - vectors that hold positions of another vector, for gather and scatter.
#pragma once
#include "tests/support/draws.hpp"
#include "tests/support/write_cases.hpp"

namespace heddle::testing {

/// Positions below `size`, some places without one; now and then the same few positions many times.
template <class P> dense_vector<P> draw_positions(random_source& random, size_type length, size_type size) {
  dense_vector<P> p(static_cast<std::size_t>(length));
  int const density = random.chance(30) ? 100 : static_cast<int>(random.below(101));
  bool const crowded = random.chance(30);
  for (auto& at : p) {
    if (size > 0 && random.chance(density))
      at = static_cast<P>(random.below(crowded ? std::min<size_type>(size, 3) : size));
  }
  return p;
}

}  // namespace heddle::testing
