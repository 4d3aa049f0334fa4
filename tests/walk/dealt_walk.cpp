// dealt_walk.cpp - the GPU's walk of dealt tiles on emulated threads, over adversarial tile sets and all its options.
#include <heddle/detail/walk/dealt_walk.hpp>
#include <tests/walk/block_emulator.hpp>
#include <tests/walk/order.hpp>
#include <tests/walk/small_battery.hpp>

namespace heddle::testing {
namespace {

using namespace seam;

constexpr int dealt_items = 2;

template <class Tiles, class Value, class Close>
void walk_all(Tiles const& tiles, dealing const& by, Value const& value, Close const& close) {
  dealt_storage<stretch, emulated_threads, dealt_items> storage;
  run_block<emulated_threads>([&](auto& block) {
    for (size_type first = 0; first < tiles.num_tiles(); first += emulated_threads) {
      dealt_walk(block, storage, tiles, first, by, value, append{}, close);
    }
  });
}

// Groups of 1, 2 and 4 lanes, a warp of these threads, and the whole block of 8; flattened ones also of sizes that
// divide neither; short and long tiles set aside or not.
std::vector<dealing> scopes() {
  std::vector<dealing> all;
  for (int const warp_above : {0, 2}) {
    for (int const block_above : {0, 9}) {
      for (int const lanes : {1, 2, 4}) {
        all.push_back({lanes, warp_above, block_above, false});
        all.push_back({lanes, warp_above, block_above, true});
      }
      for (int const lanes : {3, 5, 7, emulated_threads}) all.push_back({lanes, warp_above, block_above, true});
    }
  }
  return all;
}

template <class Test> void for_each_scope(Test const& test) {
  for (tile_case const& c : small_battery()) {
    if (c.tiles() > 120) continue;
    auto const offsets = c.offsets_as<std::int32_t>();
    for (dealing const& by : scopes()) {
      CAPTURE(c.name);
      CAPTURE(by.lanes);
      CAPTURE(by.flattened);
      CAPTURE(by.warp_above);
      CAPTURE(by.block_above);
      test(c, tiles_of(offsets), by);
    }
  }
}

TEST_CASE("the dealt walk closes every tile once and combines its atoms in order") {
  for_each_scope([](tile_case const& c, auto const& tiles, dealing const& by) {
    closings got(c);
    walk_all(tiles, by, stretch_of_tile_and_atom<std::decay_t<decltype(tiles)>>{tiles}, got.sink());
    CHECK(got.wrong(c) == "");
  });
}

struct even_tiles {
  closings* into;
  bool open(size_type tile) const { return tile % 2 == 0; }
  void operator()(size_type tile, stretch v) const { into->sink()(tile, v); }
};

TEST_CASE("the dealt walk reads no atom of a tile that is not open") {
  for_each_scope([](tile_case const& c, auto const& tiles, dealing const& by) {
    closings got(c);
    even_tiles const sink{&got};
    walk_all(tiles, by, stretch_of_atom{}, sink);
    CHECK(got.wrong(c, [&](size_type tile) { return sink.open(tile); }) == "");
  });
}

}  // namespace
}  // namespace heddle::testing
