// small_battery.hpp - adversarial tile sets for emulated blocks, whose threads are expensive.
#pragma once
#include <tests/support/tile_battery.hpp>

namespace heddle::testing {

using namespace seam;

/// What a few hundred small blocks can walk, and long tiles in proportion to them.
inline std::vector<tile_case> small_battery() {
  std::vector<tile_case> all;
  for (tile_case const& c : tile_battery()) {
    if (c.atoms() <= 700 && c.tiles() <= 700) all.push_back(c);
  }
  all.push_back(from_lengths("giant", {1500}));
  all.push_back(from_lengths("giant between empties", {0, 0, 901, 0, 0, 0}));
  all.push_back(from_lengths("long rows among short ones", {1, 1, 19, 2, 0, 17, 33, 0, 0, 1, 12, 1, 1}));
  all.push_back(from_lengths("hundreds of empties, one atom", [] {
    std::vector<std::int64_t> lengths(300, 0);
    lengths[222] = 1;
    return lengths;
  }()));
  return all;
}

/// Where the shares of a schedule begin and end.
inline std::vector<path_point> table_of(auto const& schedule, auto const& tiles) {
  std::vector<path_point> points;
  for (size_type w = 0; w <= schedule.workers(tiles); ++w) points.push_back(schedule.boundary(tiles, w));
  return points;
}

}  // namespace heddle::testing
