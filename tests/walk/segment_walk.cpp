// segment_walk.cpp - the GPU's walk over segments on emulated lanes, over adversarial tile sets.
#include <heddle/detail/walk/segment_walk.hpp>
#include <heddle/seam/schedule/equal_shares.hpp>
#include <tests/walk/block_emulator.hpp>
#include <tests/walk/order.hpp>
#include <tests/walk/small_battery.hpp>

namespace heddle::testing {
namespace {

using namespace schedules;
using namespace seam;

constexpr int segment_lanes = 4;

std::vector<std::int32_t> tiles_of_atoms(tile_case const& c) {
  std::vector<std::int32_t> result;
  for (size_type tile = 0; tile < c.tiles(); ++tile) {
    result.resize(static_cast<std::size_t>(c.offsets[tile + 1]), static_cast<std::int32_t>(tile));
  }
  return result;
}

template <class Tiles, class Value, class Close>
auto walk_share(Tiles const& tiles, std::vector<std::int32_t> const& tile_of, path_point begin, path_point end,
                Value const& value, Close const& close) {
  cut_partials<stretch> cut;
  run_block<segment_lanes>([&](auto& block) {
    auto group = block.group(segment_lanes);
    auto const mine = segment_walk(group, tiles, tile_of.data(), begin, end, value, append{}, close);
    if (group.lane() == 0) cut = mine;
  });
  return cut;
}

TEST_CASE("the segment walk closes tiles and hands over cut ones as the thread walk does") {
  for (tile_case const& c : small_battery()) {
    auto const offsets = c.offsets_as<std::int32_t>();
    auto const tiles = tiles_of(offsets);
    auto const tile_of = tiles_of_atoms(c);
    for (int const atoms : {7, 40, 130}) {
      if (c.atoms() / atoms > 60) continue;
      coo const s{atoms};
      closings want(c), got(c);
      for (size_type w = 0; w < s.workers(tiles); ++w) {
        CAPTURE(c.name);
        CAPTURE(w);
        path_point const begin = s.boundary(tiles, w), end = s.boundary(tiles, w + 1);
        stretch_of_tile_and_atom<std::decay_t<decltype(tiles)>> const value{tiles};
        auto const one = thread_walk(tiles, begin, end, value, append{}, want.sink());
        auto const many = walk_share(tiles, tile_of, begin, end, value, got.sink());
        CHECK(one.head.tile == many.head.tile);
        CHECK(one.head.value == many.head.value);
        CHECK(one.tail.tile == many.tail.tile);
        CHECK(one.tail.value == many.tail.value);
      }
      for (size_type tile = 0; tile < c.tiles(); ++tile) {  // empty ones are left to somebody else
        bool const is_empty = tiles.first_atom(tile) == tiles.first_atom(tile + 1);
        CHECK(got.times[tile] == (is_empty ? 0 : static_cast<int>(want.times[tile])));
      }
      CHECK(got.values == want.values);
    }
  }
}

}  // namespace
}  // namespace heddle::testing
