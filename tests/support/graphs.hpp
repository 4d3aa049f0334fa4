// graphs.hpp - what tests of traversals share: a real graph, and every direction.
#pragma once
#include <heddle/descriptor.hpp>
#include <heddle/io/read.hpp>

#include "tests/support/source_root.hpp"

namespace heddle::testing {

inline constexpr direction all_directions[] = {direction::automatic, direction::push, direction::pull};

/// Zachary's karate club, its ties as a pattern.
template <class T> io::coordinates<T> karate_club() {
  return io::read<T>((source_root() / "tests" / "data" / "karate.mtx").string());
}

}  // namespace heddle::testing
