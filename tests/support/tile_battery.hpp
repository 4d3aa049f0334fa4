// tile_battery.hpp - adversarial tile sets, for every schedule, walk and driver.
#pragma once
#include <cstdint>
#include <heddle/seam/tiles/tile_set.hpp>
#include <random>
#include <string>
#include <vector>

#include "tests/support/draws.hpp"

namespace heddle::testing {

using namespace seam;

struct tile_case {
  std::string name;
  std::vector<std::int64_t> offsets;

  size_type tiles() const { return static_cast<size_type>(offsets.size()) - 1; }
  size_type atoms() const { return offsets.back(); }
  template <index_type O> std::vector<O> offsets_as() const { return {offsets.begin(), offsets.end()}; }
};

/// The tiles of `offsets`, which must outlive them.
template <index_type O> offset_tiles<O> tiles_of(std::vector<O> const& offsets) {
  return {offsets.data(), static_cast<size_type>(offsets.size()) - 1, static_cast<size_type>(offsets.back())};
}

inline tile_case from_lengths(std::string name, std::vector<std::int64_t> const& lengths) {
  tile_case result{std::move(name), {0}};
  for (std::int64_t const length : lengths) result.offsets.push_back(result.offsets.back() + length);
  return result;
}

/// Lengths drawn by draw(generator); the same for a seed everywhere, as only the generator's own numbers are used.
template <class Draw> tile_case drawn(std::string name, int tiles, unsigned seed, Draw draw) {
  std::mt19937 generator(seed);
  std::vector<std::int64_t> lengths;
  for (int tile = 0; tile < tiles; ++tile) lengths.push_back(draw(generator));
  return from_lengths(std::move(name), lengths);
}

/// Half of the tiles empty, most of the rest short, a few of hundreds.
inline std::int64_t mixed_length(std::mt19937& g) {
  auto const kind = g() % 10;
  return kind < 5 ? 0 : kind < 9 ? g() % 6 : g() % 400;
}

/// 1 with probability one half, 2 to 3 with one quarter, and so on up to 4095.
inline std::int64_t power_law_length(std::mt19937& g) {
  int doublings = 0;
  while (doublings < 11 && g() % 2) ++doublings;
  return (std::int64_t{1} << doublings) + g() % (std::int64_t{1} << doublings);
}

/// Tiles that end one before, at, or one after every multiple of `share`; `items` counts tiles too, as merge-path does.
inline tile_case at_share_boundaries(int share, int shift, bool items) {
  std::vector<std::int64_t> lengths{share - items + shift};
  for (int i = 0; i < 5; ++i) lengths.push_back(share - items);
  std::string const name = "tiles of " + std::to_string(share) + (items ? " items, " : " atoms, ");
  return from_lengths(name + "shifted by " + std::to_string(shift), lengths);
}

/// No tiles, only empty ones, giants, empties around, regular, power law, random, and exactly at shares' boundaries.
inline std::vector<tile_case> tile_battery() {
  std::vector<tile_case> all = {
      {"no tiles", {0}},
      from_lengths("all empty", {0, 0, 0, 0, 0}),
      from_lengths("one empty tile", {0}),
      from_lengths("one atom", {1}),
      from_lengths("one giant tile", {9000}),
      from_lengths("giant between empties", {0, 0, 9000, 0, 0}),
      from_lengths("two giants", {5000, 5000}),
      from_lengths("leading and trailing empties", {0, 3, 0, 4, 0, 0}),
      from_lengths("uniform 1", std::vector<std::int64_t>(3000, 1)),
      from_lengths("uniform 7", std::vector<std::int64_t>(500, 7)),
      from_lengths("many empties", std::vector<std::int64_t>(20000, 0)),
      drawn("alternating 0 and 9", 999, 0, [odd = false](auto&) mutable { return (odd = !odd) ? 0 : 9; }),
      drawn("power law", 1500, 1, power_law_length),
  };
  std::vector<std::int64_t> lone(20000, 0);
  lone[11111] = 1;
  all.push_back(from_lengths("one atom among many empties", lone));
  for (unsigned seed = 9 - draws(8); seed <= 8; ++seed) {
    all.push_back(drawn("random " + std::to_string(seed), 1 + 41 * static_cast<int>(seed), seed, mixed_length));
  }
  int const most = draws(100) < 100 ? 256 : 4096;
  for (int const share : {32, 256, 1024, 2048, 4096}) {
    if (share > most) break;
    for (int const shift : {-1, 0, 1}) {
      all.push_back(at_share_boundaries(share, shift, false));
      all.push_back(at_share_boundaries(share, shift, true));
    }
  }
  return all;
}

}  // namespace heddle::testing
