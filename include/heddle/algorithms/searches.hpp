// searches.hpp - how algorithms on graphs go about their search, and what a search in breadth finds from one of many
// sources, but for the levels themselves.
#pragma once
#include <heddle/base/types.hpp>

namespace heddle {

/// How a search is done. Results are the same.
enum class traversal_method : std::uint8_t {
  automatic,  // direct where that is to be had, if no schedule and no direction is asked for, else the loop
  loop,       // a loop of masked products, as one would write it down
  direct,  // work proportional to what is searched: on the host queues, bitmaps and piles; on a GPU these in one kernel
  stepwise,  // on a GPU the same kernels, but a launch a step that the host waits for, and neither pulls nor piles:
             // the control of the direct method, and what that is where kernels of the whole grid are refused
};

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
