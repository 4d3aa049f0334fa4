// source_reach.hpp - what a search in breadth finds from one of many sources, but for the levels themselves.
#pragma once
#include <heddle/base/types.hpp>

namespace heddle {

/// What the search from one source has found.
struct source_reach {
  size_type reached = 0;   // vertices with a level, the source among them
  size_type depth = 0;     // the largest level
  size_type distance = 0;  // the sum of all levels
  double harmonic = 0;     // the sum of 1 / level over all but the source: its harmonic centrality

  /// Closeness centrality among n vertices, (r - 1) / (n - 1) * (r - 1) / distance for r reached ones (Wasserman &
  /// Faust, "Social Network Analysis", 1994): by distances from the source, those to it are the transpose's. 0 where
  /// nothing else is reached.
  double closeness(size_type n) const {
    double const others = static_cast<double>(reached - 1);
    return distance > 0 ? others / static_cast<double>(n - 1) * others / static_cast<double>(distance) : 0;
  }
  friend bool operator==(source_reach const&, source_reach const&) = default;
};

}  // namespace heddle
