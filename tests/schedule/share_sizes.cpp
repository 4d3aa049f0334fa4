// share_sizes.cpp - how much a share may hold: atoms of a split, pieces of a cut tile, tiles of a bin.
#include <doctest/doctest.h>

#include <heddle/seam/schedule/schedule.hpp>

#include "tests/support/tile_battery.hpp"

using namespace heddle;
using namespace heddle::schedules;

using namespace heddle::seam;
using namespace heddle::testing;

TEST_CASE("shares of nonzero_split hold equal numbers of atoms, the last what is left") {
  for (tile_case const& c : tile_battery()) {
    auto const offsets = c.offsets_as<std::int32_t>();
    auto const tiles = tiles_of(offsets);
    CAPTURE(c.name);
    for (int const atoms : {1, 7, 256}) {
      nonzero_split const s{atoms};
      for (size_type w = 0; w < s.workers(tiles); ++w) {
        size_type const from = s.boundary(tiles, w).atom, to = s.boundary(tiles, w + 1).atom;
        if (to - from != min_of<size_type>(atoms, c.atoms() - from)) FAIL_CHECK("share ", w, " of ", atoms, " atoms");
      }
    }
  }
}

TEST_CASE("a tile is found by its atoms, whatever empty tiles lie before and behind it") {
  std::vector<std::int32_t> const offsets{0, 0, 2, 2, 2, 7, 8, 8};
  auto const tiles = tiles_of(offsets);
  std::vector<size_type> found;
  for (size_type atom = 0; atom < 8; ++atom) found.push_back(tile_of_atom(tiles, atom, 0, tiles.num_tiles()));
  CHECK(found == std::vector<size_type>{1, 1, 4, 4, 4, 4, 4, 5});
}

TEST_CASE("a tile is cut into as few pieces as the threshold allows, of equal length but for the last") {
  cut_tiles const s{.max_atoms = 10};
  for (size_type length = 0; length <= 200; ++length) {
    CAPTURE(length);
    size_type const pieces = s.pieces(length);
    CHECK(pieces == max_of<size_type>(ceil_div(length, 10), 1));
    CHECK(s.begin_of_piece(length, 0) == 0);
    size_type longest = 0, covered = 0;
    for (size_type i = 0; i < pieces; ++i) {
      size_type const to = i + 1 < pieces ? s.begin_of_piece(length, i + 1) : length;
      longest = max_of(longest, to - s.begin_of_piece(length, i));
      covered += to - s.begin_of_piece(length, i);
    }
    CHECK(covered == length);
    CHECK(longest == ceil_div(length, pieces));
  }
}

TEST_CASE("tiles are binned by powers of two: empty ones, of one atom, of two and three, of four to seven") {
  std::vector<int> bins;
  for (size_type const length : {0, 1, 2, 3, 4, 7, 8, 1023, 1024}) bins.push_back(binned::bin_of(length));
  CHECK(bins == std::vector<int>{0, 1, 2, 2, 3, 3, 4, 10, 11});
  CHECK(binned{}.walked_by(3) == walk(by_group{1}));
  CHECK(binned{}.walked_by(4) == walk(by_group{2}));
  CHECK(binned{}.walked_by(8) == walk(by_group{32}));
  CHECK(binned{}.walked_by(11) == walk(by_group{32}));
  CHECK(binned{}.walked_by(12) == walk(by_block_rows{}));
}
