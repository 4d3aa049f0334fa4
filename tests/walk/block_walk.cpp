// block_walk.cpp - the GPU's block, group and fix-up walks on emulated threads, over adversarial tile sets and
// schedules.
#include <algorithm>
#include <heddle/detail/walk/fix_up.hpp>
#include <heddle/detail/walk/group_walk.hpp>
#include <heddle/seam/schedule/schedule.hpp>
#include <tests/walk/block_emulator.hpp>
#include <tests/walk/order.hpp>
#include <tests/walk/small_battery.hpp>

namespace heddle::testing {
namespace {

using namespace schedules;
using namespace seam;

constexpr int block_items = 5;

template <bool Many, class Tiles, class Value, class Close>
void walk_shares(Tiles const& tiles, std::vector<path_point> const& points, std::vector<stretch>& heads,
                 std::vector<stretch>& tails, Value const& value, Close const& close, bool leave_empty) {
  for (std::size_t w = 0; w + 1 < points.size(); ++w) {
    block_storage<stretch, emulated_threads, block_items, staging_of<Value, Close>, Many> storage;
    block_share<stretch> const share{points[w], points[w + 1], &heads[w], &tails[w], leave_empty};
    run_block<emulated_threads>([&](auto& block) { block_walk(block, storage, tiles, share, value, append{}, close); });
  }
}

// Whether every share fits into a block at once.
template <class Value, class Close> bool fits(std::vector<path_point> const& points, Value const&, Close const&) {
  using storage = block_storage<stretch, emulated_threads, block_items, staging_of<Value, Close>, false>;
  for (std::size_t w = 0; w + 1 < points.size(); ++w) {
    if (points[w + 1].atom - points[w].atom > storage::capacity) return false;
    if (points[w + 1].tile - points[w].tile > storage::max_tiles) return false;
  }
  return true;
}

// All shares by the block walk, then the fix-up, as the kernels do it. `many`: though shares may fit.
template <class Tiles, class Value, class Close>
void reduce_by_blocks(Tiles const& tiles, std::vector<path_point> const& points, Value const& value, Close const& close,
                      bool many, bool leave_empty = false) {
  auto const workers = static_cast<size_type>(points.size()) - 1;
  std::vector<stretch> heads(points.size()), tails(points.size());
  if (many || !fits(points, value, close)) {
    walk_shares<true>(tiles, points, heads, tails, value, close, leave_empty);
  } else {
    walk_shares<false>(tiles, points, heads, tails, value, close, false);
  }
  cut_values<stretch> const cuts{heads.data(), tails.data()};
  for (size_type first = 1; first < workers; first += emulated_threads) {
    fix_up_storage<stretch, emulated_threads, block_items> storage;
    run_block<emulated_threads>([&](auto& block) {
      combine_partials(block, storage, tiles, points.data(), workers, first, cuts, append{}, close);
    });
  }
}

template <class Test> void for_each_schedule(tile_case const& c, Test const& test) {
  auto const offsets = c.offsets_as<std::int32_t>();
  auto const tiles = tiles_of(offsets);
  auto const run = [&](auto const& schedule, char const* name, int parameter) {
    CAPTURE(name);
    CAPTURE(parameter);
    test(tiles, table_of(schedule, tiles));
  };
  for (int const n : {7, 40, 41, 130}) {
    if (c.atoms() / n > 60) continue;
    run(nonzero_split{n}, "nonzero_split", n);
    run(nonzero_split{n, true}, "nonzero_split, at the ends of tiles", n);
    run(merge_path{n}, "merge_path", n);
  }
  if (c.tiles() <= 60) run(block_mapped{1}, "block_mapped", 1);
  run(block_mapped{64}, "block_mapped", 64);
}

struct odd_tiles {
  closings* into;
  bool open(size_type tile) const { return tile % 2 == 1; }
  void operator()(size_type tile, stretch v) const { into->sink()(tile, v); }
};

TEST_CASE("the block walk closes every tile once and combines its atoms in order") {
  for (tile_case const& c : small_battery()) {
    for_each_schedule(c, [&](auto const& tiles, auto const& points) {
      for (bool const many : {false, true}) {
        closings got(c);
        reduce_by_blocks(tiles, points, stretch_of_atom{}, got.sink(), many);
        CHECK(got.wrong(c) == "");
      }
    });
  }
}

TEST_CASE("the block walk hands over the right tile and reads no atom of a tile that is not open") {
  for (tile_case const& c : small_battery()) {
    for_each_schedule(c, [&](auto const& tiles, auto const& points) {
      for (bool const many : {false, true}) {
        auto const run = [&](auto const& value) {
          closings got(c);
          odd_tiles const sink{&got};
          reduce_by_blocks(tiles, points, value, sink, many);
          CHECK(got.wrong(c, [&](size_type tile) { return sink.open(tile); }) == "");
        };
        run(stretch_of_tile_and_atom<std::decay_t<decltype(tiles)>>{tiles});
        run(stretch_of_atom{});
      }
    });
  }
}

TEST_CASE("the block walk leaves empty tiles to somebody else when told to, and closes all others once") {
  for (tile_case const& c : small_battery()) {
    for_each_schedule(c, [&](auto const& tiles, auto const& points) {
      closings got(c);
      auto const sink = got.sink();
      reduce_by_blocks(tiles, points, stretch_of_atom{}, sink, true, true);
      for (size_type tile = 0; tile < tiles.num_tiles(); ++tile) {
        if (tiles.first_atom(tile) == tiles.first_atom(tile + 1)) sink(tile, stretch{});
      }
      CHECK(got.wrong(c) == "");
    });
  }
}

TEST_CASE("a tile cut into thousands of partials is combined in order by the whole block") {
  tile_case const c = from_lengths("thousands of partials", {3, 0, 2500, 60, 5, 1});
  auto const offsets = c.offsets_as<std::int64_t>();
  auto const tiles = tiles_of(offsets);
  auto const points = table_of(nonzero_split{1}, tiles);
  closings got(c);
  std::vector<stretch> heads, tails;
  for (std::size_t w = 0; w + 1 < points.size(); ++w) {
    auto const cut = thread_walk(tiles, points[w], points[w + 1], stretch_of_atom{}, append{}, got.sink());
    heads.push_back(cut.head.value);
    tails.push_back(cut.tail.value);
  }
  auto const workers = static_cast<size_type>(heads.size());
  cut_values<stretch> const cuts{heads.data(), tails.data()};
  for (size_type first = 1; first < workers; first += emulated_threads) {
    fix_up_storage<stretch, emulated_threads, block_items> storage;
    run_block<emulated_threads>([&](auto& block) {
      combine_partials(block, storage, tiles, points.data(), workers, first, cuts, append{}, got.sink());
    });
  }
  CHECK(got.wrong(c) == "");
}

TEST_CASE("the group walk combines atoms in order and hands over cut tiles as the thread walk does") {
  for (tile_case const& c : small_battery()) {
    for_each_schedule(c, [&](auto const& tiles, auto const& points) {
      closings want(c), got(c);
      for (std::size_t w = 0; w + 1 < points.size(); ++w) {
        auto const one = thread_walk(tiles, points[w], points[w + 1], stretch_of_atom{}, append{}, want.sink());
        cut_partials<stretch> many;
        run_block<4>([&](auto& block) {
          auto group = block.group(4);
          auto const cut = group_walk(group, tiles, points[w], points[w + 1], stretch_of_atom{}, append{}, got.sink());
          if (group.lane() == 0) many = cut;
        });
        CHECK(one.head.tile == many.head.tile);
        CHECK(one.head.value == many.head.value);
        CHECK(one.tail.tile == many.tail.tile);
        CHECK(one.tail.value == many.tail.value);
      }
      CHECK(got.values == want.values);
    });
  }
}

// A maximum that no atom can raise once it has come to 9; counts what is read.
struct terminal_max {
  using value_type = int;
  static constexpr bool commutative = true;
  int identity() const { return 0; }
  int operator()(int a, int b) const { return a < b ? b : a; }
  bool is_terminal(int v) const { return v == 9; }
};

struct refuses_none {
  int* closed;
  bool open(size_type) const { return true; }
  void operator()(size_type tile, int v) const { closed[tile] = v; }
};

TEST_CASE("the block walk reads no further chunk of a tile that has come to a terminal value") {
  std::vector<std::int32_t> const offsets{0, 390, 410};  // the last chunk of the first tile has the second, too
  auto const tiles = tiles_of(offsets);
  std::vector<std::atomic<bool>> read(410);
  auto const value = [&](size_type atom) {
    read[static_cast<std::size_t>(atom)] = true;
    return atom == 3 ? 9 : 1;
  };
  auto const run = [&]<staging Staged>(auto const& close) {
    for (auto& one : read) one = false;
    block_storage<int, emulated_threads, block_items, Staged, true> storage;
    run_block<emulated_threads>([&](auto& block) {
      block_walk(block, storage, tiles, block_share<int>{{0, 0}, {2, 410}}, value, terminal_max{}, close);
    });
    CHECK(std::count(read.begin(), read.end(), true) <= emulated_threads * block_items + 20);
  };
  std::vector<int> closed(2, -1), closed_if_open(2, -1);
  run.operator()<staging::none>([&](size_type tile, int v) { closed[static_cast<std::size_t>(tile)] = v; });
  run.operator()<staging::open_atoms>(refuses_none{closed_if_open.data()});
  CHECK(closed == std::vector<int>{9, 1});
  CHECK(closed_if_open == closed);
}

}  // namespace
}  // namespace heddle::testing
