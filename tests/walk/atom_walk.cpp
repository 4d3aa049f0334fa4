// atom_walk.cpp - blocks that visit atoms of tiles that somebody has scanned, or that the block scans, on emulated
// threads.
#include <doctest/doctest.h>

#include <heddle/detail/walk/atom_walk.hpp>
#include <tests/walk/block_emulator.hpp>
#include <tests/walk/small_battery.hpp>

namespace heddle::testing {
namespace {

using namespace seam;

// Counts visits of every atom, and what is wrong. `numbered_within`: atoms come by their number within the tile.
struct visits {
  tile_case const* of;
  std::vector<int>* times;
  int* wrong;
  bool numbered_within = false;

  void operator()(size_type tile, size_type atom) const {
    auto const t = static_cast<std::size_t>(tile);
    size_type const at = numbered_within ? of->offsets[t] + atom : atom;
    if (at < of->offsets[t] || at >= of->offsets[t + 1]) return void(++*wrong);
    ++(*times)[static_cast<std::size_t>(at)];
  }
};

using staged = scanned_offsets<16, emulated_threads / 4>;

// In shares of `share` atoms.
void check_visits(tile_case const& c, size_type share, bool scanned) {
  auto const offsets = c.offsets_as<std::int32_t>();
  auto const tiles = tiles_of(offsets);
  std::vector<int> times(static_cast<std::size_t>(c.atoms()), 0);
  int wrong = 0;
  visits const visit{&c, &times, &wrong, scanned};
  staged room;
  run_block<emulated_threads>([&](auto& block) {
    if (scanned) {
      scan_lengths(block, room, tiles);
      tiles_in_block<staged> const all{&room, tiles.num_tiles()};
      if (block.rank() == 0) wrong += all.num_atoms() != c.atoms();
      for (size_type at = 0; at < c.atoms(); at += share) {
        scanned_walk(block, all, at, min_of(at + share, c.atoms()), visit);
      }
    } else {
      for (size_type at = 0; at < c.atoms(); at += share) {
        auto const begin = find_atom(block, tiles, at), end = find_atom(block, tiles, min_of(at + share, c.atoms()));
        atom_walk(block, room, tiles, begin, end, visit);
      }
    }
  });
  CHECK(wrong == 0);
  CHECK(std::count(times.begin(), times.end(), 1) == c.atoms());
}

TEST_CASE("a block visits every atom of its share once, with its tile") {
  int few = 0;
  for (tile_case const& c : small_battery()) {
    CAPTURE(c.name);
    for (size_type const share : {5, 64, 1'000'000}) {
      if (c.atoms() / share > 200) continue;
      check_visits(c, share, false);
      if (c.tiles() > staged::max_tiles) continue;
      check_visits(c, share, true);
      ++few;
    }
  }
  CHECK(few > 6);
}

TEST_CASE("a block scans as many tiles as it has room for") {
  for (std::size_t const tiles : {0, 1, 3, 8, 15, 16}) {
    tile_case c{"steps", {0}};
    for (std::size_t t = 0; t < tiles; ++t) c.offsets.push_back(c.offsets.back() + static_cast<std::int64_t>(t % 4));
    check_visits(c, 7, true);
  }
}

}  // namespace
}  // namespace heddle::testing
