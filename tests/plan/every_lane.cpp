// every_lane.cpp - what is chosen by degrees, for every number of lanes: who walks a bin, where tiles are cut, whom a
// strategy sets aside, the classes of degrees.
#include <doctest/doctest.h>

#include <heddle/seam/plan/plan.hpp>
#include <heddle/seam/strategy/strategy.hpp>

#include "src/plan/choose.hpp"

using namespace heddle;
using namespace heddle::schedules;

using namespace heddle::seam;

using namespace heddle::strategies;

namespace {

int const all_lanes[] = {1, 2, 4, 8, 16, 32};

// The fewest lanes, a power of two up to 32, each of which has at most `atoms_per_lane` of the longest tile of a bin.
walk walk_of_bin(int bin, int atoms_per_lane) {
  __int128 const longest = __int128{1} << bin;  // one more than the bin's tiles have
  if (longest > __int128{detail::gpu_tuning.threads} * atoms_per_lane) return by_block_rows{};
  for (int const lanes : all_lanes) {
    if (longest <= __int128{lanes} * atoms_per_lane) return by_group{lanes};
  }
  return by_group{32};
}

}  // namespace

TEST_CASE("a bin is walked by as many lanes as have enough each of its longest tile, the longest by blocks") {
  for (int const atoms_per_lane : {1, 2, 3, 7, 8, 9, 16, 100, 1 << 20, (1 << 30) + 1}) {
    for (int bin = 0; bin < binned::num_bins - 1; ++bin) {
      CAPTURE(atoms_per_lane);
      CAPTURE(bin);
      CHECK(binned{atoms_per_lane}.walked_by(bin) == walk_of_bin(bin, atoms_per_lane));
    }
    CHECK(binned{atoms_per_lane}.walked_by(binned::num_bins - 1) == walk(by_block_rows{}));
  }
}

TEST_CASE("every length is in the bin of its power of two, to the longest that there can be") {
  for (int bin = 1; bin < 63; ++bin) {
    CAPTURE(bin);
    CHECK(binned::bin_of(size_type{1} << (bin - 1)) == bin);
    CHECK(binned::bin_of((size_type{1} << (bin - 1)) * 2 - 1) == bin);
  }
  CHECK(binned::bin_of(0) == 0);
  CHECK(binned::bin_of(std::numeric_limits<size_type>::max()) == 63);
}

TEST_CASE("tiles are cut at the threshold of the histogram, at 32 where that is less, at 64 a lane where it is more") {
  for (int const lanes : all_lanes) {
    CAPTURE(lanes);
    for (size_type const longest :
         {0, 10, 31, 32, 33, 63, 64, 65, 64 * lanes - 1, 64 * lanes, 64 * lanes + 1, 1 << 20}) {
      CAPTURE(longest);
      std::vector<size_type> of_longest(10, 0);
      of_longest[9] = 1;  // the threshold is the longest
      int const expected = static_cast<int>(std::min<size_type>(std::max<size_type>(longest, 32), 64 * lanes));
      CHECK(heddle::detail::choose_threshold(of_longest, longest, lanes) == expected);
      if (longest == 0 || longest > 100'000) continue;
      std::vector<std::int32_t> const offsets{0, static_cast<std::int32_t>(longest)};
      offset_tiles<std::int32_t> const one{offsets.data(), 1, longest};
      plan const made = make_plan(host_executor(), one, cut_tiles{0, lanes}, 4);
      CHECK(std::get<cut_tiles>(made.chosen.built_in()) == cut_tiles{expected, lanes});
    }
    for (std::size_t bin = 0; bin < 10; ++bin) {
      std::vector<size_type> histogram(10, 3);
      histogram[bin] = 4;
      CHECK(heddle::detail::degree_threshold(histogram, 1000) == static_cast<size_type>(bin + 1) * 100);
    }
  }
  CHECK(heddle::detail::degree_threshold(std::vector<size_type>(10, 3), 1000) == 100);  // of equal ones the first
}

TEST_CASE("vertices are cut, set aside and walked by the lanes that a strategy was told, at each of its thresholds") {
  for (int const lanes : all_lanes) {
    CAPTURE(lanes);
    CHECK(node_splitting{0, lanes}.of_step({.threshold = 7}) ==
          (lanes == 1 ? schedule(thread_mapped{}) : schedule(group_mapped{lanes})));
    for (size_type const threshold : {0, 1, 2, 31, 64, 1 << 20}) {
      CHECK(strategy(node_splitting{0, lanes}).edges_a_piece({.threshold = threshold}) ==
            std::max<size_type>(threshold, 1));
      CHECK(strategy(node_splitting{5, lanes}).edges_a_piece({.threshold = threshold}) == 5);
    }
    CHECK(strategy(node_splitting{0, lanes}).edges_a_piece({.threshold = size_type{1} << 40}) ==
          std::numeric_limits<int>::max());
    for (size_type const longest : {0, 31, 32, 33, 255, 256, 257, 100'000}) {
      CAPTURE(longest);
      int const warp = longest > 32 ? 32 : 0, block = longest > 256 ? 256 : 0;
      CHECK(vertex_shuffle{.lanes = lanes}.of_step({.longest = longest}) ==
            schedule(thread_mapped{}, by_gathering{lanes, warp, block}));
      CHECK(vertex_shuffle{.lanes = lanes, .warp_above = 0, .block_above = 31}.of_step({.longest = longest}) ==
            schedule(thread_mapped{}, by_gathering{lanes, 0, longest > 31 ? 31 : 0}));
    }
  }
}

TEST_CASE("the classes of degrees fall as degrees rise, and each holds an eighth of a power of two") {
  int before = primitives::degree_class(0);
  CHECK(before == primitives::num_degree_classes - 1);
  for (size_type degree = 1; degree <= 5000; ++degree) {
    CAPTURE(degree);
    int const now = primitives::degree_class(degree);
    size_type octave = 1;
    while (octave * 2 <= degree) octave *= 2;
    // A new class with every power of two below 64, and with every eighth of one from there on.
    bool const begins = degree == octave || (octave >= 64 && degree % (octave / 8) == 0);
    CHECK(now == before - begins);
    before = now;
  }
  CHECK(primitives::degree_class(std::numeric_limits<size_type>::max()) >= 0);
  CHECK(primitives::degree_class(std::numeric_limits<size_type>::max()) <
        primitives::degree_class(std::numeric_limits<size_type>::max() / 2));
}
