// thread_walk.cpp - the walk of one thread closes each tile once, in order, under every schedule.
#include <doctest/doctest.h>

#include <heddle/detail/walk/thread_walk.hpp>
#include <heddle/seam/schedule/schedule.hpp>
#include <heddle/seam/tiles/partition.hpp>

#include "tests/support/affine_map.hpp"
#include "tests/support/tile_battery.hpp"

using namespace heddle;
using namespace heddle::detail;
using namespace heddle::schedules;

using namespace heddle::seam;
using namespace heddle::testing;

namespace {

struct closed_tiles {
  std::vector<affine_map> values;
  std::vector<int> closes;
  explicit closed_tiles(size_type tiles) : values(tiles), closes(tiles) {}
  void close(size_type tile, affine_map value) {
    values.at(tile) = value;
    ++closes.at(tile);
  }
};

// Combines the partials of a tile as they come, worker by worker, and closes it where it ends.
struct run_of_partials {
  closed_tiles& into;
  partial<affine_map> open;

  void add(partial<affine_map> const& p) {
    if (p.tile < 0) return;
    if (open.tile >= 0 && open.tile != p.tile) finish();
    open = {p.tile, open.tile < 0 ? p.value : compose_maps{}(open.value, p.value)};
  }
  void finish() {
    if (open.tile >= 0) into.close(open.tile, open.value);
    open = {};
  }
};

template <class S, class Tiles> closed_tiles walk_by_threads(S const& s, Tiles const& tiles) {
  closed_tiles closed(tiles.num_tiles());
  run_of_partials run{closed, {}};
  auto const close = [&](size_type tile, affine_map value) { closed.close(tile, value); };
  for (size_type w = 0; w < s.workers(tiles); ++w) {
    auto const cut =
        thread_walk(tiles, s.boundary(tiles, w), s.boundary(tiles, w + 1), map_of_atom{}, compose_maps{}, close);
    run.add(cut.head);
    run.add(cut.tail);
  }
  run.finish();
  return closed;
}

template <class S> void expect_each_tile_once(S const& s, char const* name) {
  for (tile_case const& c : tile_battery()) {
    auto const tiles = tiles_of(c.offsets);
    INFO("schedule ", name, ", tiles: ", c.name);
    closed_tiles const closed = walk_by_threads(s, tiles);
    for (size_type tile = 0; tile < tiles.num_tiles(); ++tile) {
      INFO("tile ", tile);
      REQUIRE_EQ(closed.closes[tile], 1);
      REQUIRE_EQ(closed.values[tile],
                 reduce_atoms(tile, c.offsets[tile], c.offsets[tile + 1], map_of_atom{}, compose_maps{}));
    }
  }
}

}  // namespace

TEST_CASE("whole-tile schedules close each tile exactly once, in order") {
  expect_each_tile_once(thread_mapped{}, "thread_mapped");
  expect_each_tile_once(thread_mapped{3}, "thread_mapped, 3 tiles a worker");
  expect_each_tile_once(warp_mapped{}, "warp_mapped");
  expect_each_tile_once(block_mapped{}, "block_mapped");
  expect_each_tile_once(group_mapped{2}, "group_mapped<2>");
}

TEST_CASE("merge_path closes each tile exactly once, in order, however many workers cut it") {
  for (int const items : {1, 2, 3, 32, 256, 2048}) expect_each_tile_once(merge_path{items}, "merge_path");
}

TEST_CASE("nonzero_split closes each tile exactly once, in order, however many workers cut it") {
  for (int const atoms : {1, 2, 3, 32, 256, 2048}) expect_each_tile_once(nonzero_split{atoms}, "nonzero_split");
}

TEST_CASE("a tile that is not open is closed with the identity and none of its atoms is read") {
  std::vector<std::int32_t> const offsets = {0, 3, 6, 9};
  struct sink {
    std::vector<affine_map>* values;
    bool open(size_type tile) const { return tile != 1; }
    void operator()(size_type tile, affine_map value) const { (*values)[tile] = value; }
  };
  std::vector<affine_map> values(3, affine_map{0, 0});
  std::vector<int> reads(9);
  auto const value = [&](size_type atom) {
    ++reads[atom];
    return map_of_atom{}(atom);
  };
  thread_walk(tiles_of(offsets), {}, {3, 9}, value, compose_maps{}, sink{&values});
  CHECK_EQ(values[1], affine_map{});
  CHECK_EQ(reads, std::vector<int>{1, 1, 1, 0, 0, 0, 1, 1, 1});
}

TEST_CASE("a terminal value ends the reading of a tile, but for a few atoms read ahead") {
  struct any {
    using value_type = bool;
    bool identity() const { return false; }
    bool operator()(bool a, bool b) const { return a || b; }
    bool is_terminal(bool v) const { return v; }
  };
  int reads = 0;
  auto const value = [&](size_type) { return ++reads, true; };
  CHECK(reduce_atoms(0, 0, 100, value, any{}));
  CHECK_LE(reads, 4);  // those that were read ahead
}

TEST_CASE("the pieces of all shares are the tiles, each atom once") {
  for (tile_case const& c : tile_battery()) {
    auto const tiles = tiles_of(c.offsets);
    merge_path const s{32};
    INFO("tiles: ", c.name);
    size_type next = 0;
    std::vector<int> whole(tiles.num_tiles()), cut(tiles.num_tiles() + 1);
    for (size_type w = 0; w < s.workers(tiles); ++w) {
      for (tile_piece const piece : share<decltype(tiles)>{tiles, s.boundary(tiles, w), s.boundary(tiles, w + 1)}) {
        REQUIRE_EQ(piece.first, next);
        next = piece.last;
        ++(piece.whole ? whole : cut)[piece.tile];
      }
    }
    REQUIRE_EQ(next, tiles.num_atoms());
    for (size_type tile = 0; tile < tiles.num_tiles(); ++tile) REQUIRE_EQ(whole[tile] == 1, cut[tile] == 0);
  }
}
