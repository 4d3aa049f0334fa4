// conformance.cpp - every schedule is a partition of every tile set of the battery; broken ones are told.
#include <doctest/doctest.h>

#include <heddle/seam/schedule/conformance.hpp>
#include <heddle/seam/schedule/schedule.hpp>

#include "tests/support/contains.hpp"
#include "tests/support/tile_battery.hpp"

using namespace heddle;
using namespace heddle::schedules;

using namespace heddle::seam;
using namespace heddle::testing;

namespace {

template <class S, index_type O> void expect_partition(S const& s, char const* name) {
  for (tile_case const& c : tile_battery()) {
    std::vector<O> const offsets = c.offsets_as<O>();
    INFO("schedule ", name, ", tiles: ", c.name);
    CHECK_EQ(check_partition(s, tiles_of(offsets)), "");
  }
}

template <class S> void expect_partition(S const& s, char const* name) {
  expect_partition<S, std::int32_t>(s, name);
  expect_partition<S, std::int64_t>(s, name);
}

// Tiles 0 to 3 of 2, 0, 5 and 1 atoms.
std::vector<std::int32_t> const some_offsets = {0, 2, 2, 7, 8};

template <class S> std::string partition_complaint(S const& s) { return check_partition(s, tiles_of(some_offsets)); }

// Points of a fixed list; each broken partition below spoils one of the rules.
struct listed {
  std::vector<path_point> points;
  size_type workers(offset_tiles<std::int32_t> const&) const { return static_cast<size_type>(points.size()) - 1; }
  path_point boundary(offset_tiles<std::int32_t> const&, size_type w) const { return points[w]; }
};

// A partition that is sound when it is asked for one share after the other, and moves an inner boundary then.
struct restless {
  mutable int calls = 0;
  size_type workers(offset_tiles<std::int32_t> const&) const { return 2; }
  path_point boundary(offset_tiles<std::int32_t> const& tiles, size_type w) const {
    if (w == 0) return {};
    if (w == 2) return path_end(tiles);
    return {2, ++calls > 3 ? 5 : 4};
  }
};

// A partition whose second answer for an inner boundary lies `step` further along the path.
struct drifting {
  int step;
  mutable int calls = 0;
  size_type workers(offset_tiles<std::int32_t> const&) const { return 2; }
  path_point boundary(offset_tiles<std::int32_t> const& tiles, size_type w) const {
    if (w == 0) return {};
    if (w == 2) return path_end(tiles);
    return {2, calls++ == 0 ? 4 : 4 + step};
  }
};

struct growing {
  mutable size_type asked = 0;
  size_type workers(offset_tiles<std::int32_t> const&) const { return ++asked; }
  path_point boundary(offset_tiles<std::int32_t> const& tiles, size_type w) const {
    return w == 0 ? path_point{} : path_end(tiles);
  }
};

}  // namespace

TEST_CASE("whole-tile schedules are partitions of every tile set") {
  for (int const tiles : {1, 2, 3, 64}) expect_partition(thread_mapped{tiles}, "thread_mapped");
  expect_partition(warp_mapped{}, "warp_mapped");
  expect_partition(block_mapped{}, "block_mapped");
  expect_partition(group_mapped{4}, "group_mapped<4>");
  for (int const tiles : {0, 1, 7, 64}) expect_partition(dynamic{tiles}, "dynamic");
}

TEST_CASE("merge_path is a partition of every tile set, for any share") {
  for (int const items : {0, 1, 2, 7, 32, 256, 1024, 4096}) expect_partition(merge_path{items}, "merge_path");
}

TEST_CASE("nonzero_split is a partition of every tile set, for any share") {
  for (int const atoms : {0, 1, 2, 7, 32, 256, 1024, 4096}) {
    expect_partition(nonzero_split{atoms}, "nonzero_split");
    expect_partition(nonzero_split{atoms, true}, "nonzero_split, at the ends of tiles");
    expect_partition(coo{atoms}, "coo");
  }
}

TEST_CASE("shares of merge_path hold equal numbers of tiles plus atoms") {
  for (tile_case const& c : tile_battery()) {
    auto const tiles = tiles_of(c.offsets);
    merge_path const s{32};
    for (size_type w = 0; w + 1 < s.workers(tiles); ++w) {
      REQUIRE_EQ(path_length(s.boundary(tiles, w + 1)) - path_length(s.boundary(tiles, w)), 32);
    }
  }
}

TEST_CASE("a sound partition has nothing to complain of") {
  CHECK_EQ(partition_complaint(listed{{{0, 0}, {2, 4}, {2, 7}, {4, 8}}}), "");
  CHECK_EQ(partition_complaint(listed{{{0, 0}, {4, 8}, {4, 8}}}), "");
}

TEST_CASE("a schedule of the table with a parameter that makes no sense is told") {
  std::vector<std::int32_t> const offsets = {0, 2, 3};
  offset_tiles<std::int32_t> const tiles{offsets.data(), 2, 3};
  CHECK(check_partition(thread_mapped{}, tiles).empty());
  CHECK(check_partition(thread_mapped{0}, tiles).find("tiles_per_worker") != std::string::npos);
  CHECK(check_partition(nonzero_split{-1}, tiles).find("atoms_per_worker") != std::string::npos);
}

TEST_CASE("a partition that does not begin at the origin is told") {
  CHECK_EQ(partition_complaint(listed{{{1, 2}, {4, 8}}}), "worker 0 begins at (tile 1, atom 2), not at the origin");
}

TEST_CASE("a partition that stops before the end is told") {
  CHECK_EQ(partition_complaint(listed{{{0, 0}, {2, 4}}}), "1 workers end at (tile 2, atom 4), not at (tile 4, atom 8)");
  CHECK_EQ(partition_complaint(listed{{{0, 0}}}), "0 workers end at (tile 0, atom 0), not at (tile 4, atom 8)");
  CHECK_EQ(partition_complaint(listed{{}}), "there are -1 workers");
  std::vector<std::int32_t> const empty_behind{0, 2, 2};
  CHECK_EQ(check_partition(listed{{{0, 0}, {1, 2}}}, tiles_of(empty_behind)),
           "1 workers end at (tile 1, atom 2), not at (tile 2, atom 2)");
}

TEST_CASE("a partition that goes back is told") {
  CHECK_EQ(partition_complaint(listed{{{0, 0}, {2, 6}, {2, 4}, {4, 8}}}),
           "worker 1 goes back from (tile 2, atom 6) to (tile 2, atom 4)");
}

TEST_CASE("a boundary off the path is told") {
  CHECK_EQ(partition_complaint(listed{{{0, 0}, {1, 5}, {4, 8}}}),
           "boundary 1 is (tile 1, atom 5), off the path: tile 1 has the atoms [2, 2)");
  CHECK(contains(partition_complaint(listed{{{0, 0}, {2, 1}, {4, 8}}}), "off the path"));
  CHECK(contains(partition_complaint(listed{{{0, 0}, {5, 8}}}), "outside of"));
  CHECK(contains(partition_complaint(listed{{{0, 0}, {4, 9}}}), "outside of"));
}

TEST_CASE("a boundary that moves on between calls leaves a gap, one that moves back an overlap") {
  CHECK(contains(partition_complaint(drifting{1}), "a gap"));
  CHECK(contains(partition_complaint(drifting{-1}), "an overlap"));
}

TEST_CASE("a number of workers that changes from call to call is told") {
  CHECK_EQ(partition_complaint(growing{}), "the number of workers changes from 1 to 2");
}

TEST_CASE("a boundary that moves when it is asked for once more is told") {
  CHECK_EQ(partition_complaint(restless{}), "boundary 1 changes from (tile 2, atom 4) to (tile 2, atom 5)");
}
