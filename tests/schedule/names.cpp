// names.cpp - schedules as values: names, parsing, equality.
#include <doctest/doctest.h>

#include <algorithm>
#include <heddle/base/error.hpp>
#include <heddle/seam/schedule/schedule.hpp>

#include "tests/support/schedules.hpp"

using namespace heddle;
using namespace heddle::schedules;

using namespace heddle::seam;
using namespace heddle::testing;

namespace {

struct own_halves {
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
  std::vector<std::string> const promised = {
      "auto",          "thread_mapped", "warp_mapped", "block_mapped", "group_mapped", "merge_path",
      "nonzero_split", "binned",        "cut_tiles",   "dynamic",      "coo"};
  CHECK(schedule::names() == promised);
}

TEST_CASE("every schedule has a summary of a line and an explanation of a paragraph") {
  for (std::string const& name : schedule::names()) {
    INFO(name);
    CHECK_LT(schedule::parse(name).summary().size(), 90);
    CHECK_GT(schedule::parse(name).explanation().size(), 200);
  }
}

TEST_CASE("parameters are read from text and written back") {
  CHECK(schedule::parse("merge_path:items_per_worker=2048") == schedule(merge_path{2048}));
  CHECK(schedule::parse("group_mapped+flattened:lanes=16") == schedule(group_mapped{}, by_flattened_group{16}));
  CHECK(schedule::parse("group_mapped+flattened:lanes=96") == schedule(group_mapped{}, by_flattened_group{96}));
  CHECK(schedule::parse("nonzero_split:at_tile_ends=1+scan") ==
        schedule(nonzero_split{.at_tile_ends = true}, by_block_scan{}));
  CHECK(schedule::parse("group_mapped<16>") == schedule(group_mapped{16}));
  CHECK(schedule::parse("cut_tiles:lanes=1,max_atoms=50") == schedule(cut_tiles{.max_atoms = 50, .lanes = 1}));
  for (schedule const& s : schedule_variants()) CHECK(schedule::parse(s.text()) == s);
  CHECK_EQ(schedule(merge_path{2048}).text(), "merge_path:items_per_worker=2048");
  CHECK_EQ(schedule(merge_path{}).text(), "merge_path");
}

TEST_CASE("an unknown schedule lists the known ones") {
  CHECK_THROWS_WITH_AS(schedule::parse("fast"),
                       "unknown schedule 'fast'; known: auto, thread_mapped, warp_mapped, block_mapped, group_mapped, "
                       "merge_path, nonzero_split, binned, cut_tiles, dynamic, coo",
                       invalid_argument);
  CHECK_THROWS_AS(schedule::parse(""), invalid_argument);
  CHECK_THROWS_AS(schedule::parse("merge"), invalid_argument);
}

TEST_CASE("a wrong parameter is refused, and the right ones are listed") {
  CHECK_THROWS_WITH_AS(schedule::parse("cut_tiles:size=3"),
                       "schedule cut_tiles has no parameter 'size'; it has max_atoms, lanes", invalid_argument);
  CHECK_THROWS_WITH_AS(schedule::parse("auto:lanes=3"), "schedule auto has no parameter 'lanes'; it has none",
                       invalid_argument);
  CHECK_THROWS_WITH_AS(schedule::parse("merge_path:items_per_worker=many"),
                       "merge_path: items_per_worker is 'many', but must be a whole number", invalid_argument);
  CHECK_THROWS_WITH_AS(schedule::parse("nonzero_split:at_tile_ends=2"),
                       "nonzero_split: at_tile_ends is 2, but must be 0 or 1", invalid_argument);
}

TEST_CASE("settings are complete and given once, and what is quoted is printable") {
  CHECK_THROWS_WITH_AS(schedule::parse("group_mapped:lanes=4,lanes=16"),
                       "schedule group_mapped: lanes is given more than once", invalid_argument);
  CHECK_THROWS_WITH_AS(schedule::parse("merge_path:items_per_worker=99999999999"),
                       "merge_path: items_per_worker is 99999999999, but must be from -2147483648 to 2147483647",
                       invalid_argument);
  for (std::string const text :
       {"merge_path:", "auto:", "merge_path:items_per_worker=8,", "merge_path:items_per_worker="}) {
    CAPTURE(text);
    CHECK_THROWS_AS(schedule::parse(text), invalid_argument);
  }
  std::string message;
  try {
    schedule::parse("foo\nbar");
  } catch (invalid_argument const& e) { message = e.what(); }
  CHECK(message.starts_with("unknown schedule 'foo\\x0abar'"));
}

TEST_CASE("a parameter that makes no sense is refused when it is read") {
  CHECK_THROWS_WITH_AS(schedule::parse("thread_mapped:tiles_per_worker=0"),
                       "thread_mapped: tiles_per_worker is 0, but must be 1 or more", invalid_argument);
  CHECK_THROWS_WITH_AS(schedule::parse("group_mapped:lanes=48,tiles_per_worker=2"),
                       "group_mapped: lanes is 48, but must be 2, 4, 8, 16 or 32", invalid_argument);
  CHECK_THROWS_WITH_AS(schedule::parse("group_mapped+flattened:lanes=512"),
                       "flattened: lanes is 512, but must be 2 to 256", invalid_argument);
  CHECK_THROWS_AS(schedule::parse("merge_path:items_per_worker=-1"), invalid_argument);
  CHECK_NOTHROW(schedule::parse("merge_path:items_per_worker=0"));
}

TEST_CASE("a schedule is automatic until told otherwise") {
  CHECK(schedule().is_automatic());
  CHECK_FALSE(schedule(merge_path{}).is_automatic());
  CHECK_FALSE(schedule(own_halves{}).is_automatic());
}

TEST_CASE("schedules are equal when their parameters are") {
  CHECK(schedule(merge_path{64}) == schedule(merge_path{64}));
  CHECK_FALSE(schedule(merge_path{64}) == schedule(merge_path{65}));
  CHECK_FALSE(schedule(merge_path{64}) == schedule(nonzero_split{64}));
}

TEST_CASE("a user's schedule keeps its name and equals its own copies") {
  schedule const mine(own_halves{});
  schedule const copy = mine;
  CHECK_EQ(mine.name(), "halves");
  CHECK(copy == mine);
  CHECK_FALSE(schedule(own_halves{}) == mine);
}
