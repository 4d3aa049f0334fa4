// names.cpp - schedules as values: names, parsing, equality.
#include <doctest/doctest.h>

#include <algorithm>
#include <heddle/error.hpp>
#include <heddle/schedule/schedule.hpp>

using namespace heddle;

namespace {

struct halves {
  static constexpr std::string_view name = "halves";
  template <tile_set Tiles> size_type workers(Tiles const&) const { return 2; }
  template <tile_set Tiles> path_point boundary(Tiles const& tiles, size_type w) const {
    if (w == 1) return {tiles.num_tiles() / 2, tiles.first_atom(tiles.num_tiles() / 2)};
    return w == 0 ? path_point{} : path_end(tiles);
  }
};

}  // namespace

TEST_CASE("every name of the table is parsed to the schedule of that name") {
  for (std::string const& name : schedule::names()) {
    CHECK_EQ(schedule::parse(name).name(), name);
    CHECK_FALSE(schedule::parse(name).summary().empty());
  }
}

TEST_CASE("the names are those that the documentation promises, auto first") {
  std::vector<std::string> const names = schedule::names();
  CHECK_EQ(names.front(), "auto");
  for (char const* name : {"thread_mapped", "warp_mapped", "block_mapped", "group_mapped", "group_mapped<32>",
                           "merge_path", "nonzero_split"}) {
    INFO(name);
    CHECK_EQ(std::count(names.begin(), names.end(), name), 1);
  }
}

TEST_CASE("group_mapped is group_mapped<8>") {
  CHECK(schedule::parse("group_mapped") == schedule(group_mapped<8>{}));
  CHECK(schedule::parse("group_mapped<8>") == schedule(group_mapped<8>{}));
  CHECK(schedule::parse("group_mapped<16>") == schedule(group_mapped<16>{}));
}

TEST_CASE("an unknown schedule lists the known ones") {
  CHECK_THROWS_WITH_AS(schedule::parse("fast"),
                       "unknown schedule 'fast'; known: auto, thread_mapped, warp_mapped, block_mapped, "
                       "group_mapped<2>, group_mapped<4>, group_mapped, group_mapped<16>, group_mapped<32>, "
                       "merge_path, nonzero_split",
                       invalid_argument);
  CHECK_THROWS_AS(schedule::parse(""), invalid_argument);
  CHECK_THROWS_AS(schedule::parse("group_mapped<3>"), invalid_argument);
}

TEST_CASE("a schedule is automatic until told otherwise") {
  CHECK(schedule().is_automatic());
  CHECK_FALSE(schedule(merge_path{}).is_automatic());
  CHECK_FALSE(schedule(halves{}).is_automatic());
}

TEST_CASE("schedules are equal when their parameters are") {
  CHECK(schedule(merge_path{64}) == schedule(merge_path{64}));
  CHECK_FALSE(schedule(merge_path{64}) == schedule(merge_path{65}));
  CHECK_FALSE(schedule(merge_path{64}) == schedule(nonzero_split{64}));
}

TEST_CASE("a user's schedule keeps its name and equals its own copies") {
  schedule const mine(halves{});
  schedule const copy = mine;
  CHECK_EQ(mine.name(), "halves");
  CHECK(copy == mine);
  CHECK_FALSE(schedule(halves{}) == mine);
}
