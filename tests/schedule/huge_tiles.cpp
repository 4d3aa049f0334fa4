// huge_tiles.cpp - partitions of more tiles and atoms than 32 bits can count, by arithmetic: nothing is allocated.
#include <doctest/doctest.h>

#include <heddle/seam/schedule/conformance.hpp>
#include <heddle/seam/schedule/schedule.hpp>

using namespace heddle;
using namespace heddle::schedules;

using namespace heddle::seam;

namespace {

/// Tile t has t % 7 atoms.
struct sawtooth_tiles {
  size_type tiles = 0;
  size_type num_tiles() const { return tiles; }
  size_type num_atoms() const { return first_atom(tiles); }
  size_type first_atom(size_type t) const { return t / 7 * 21 + (t % 7) * (t % 7 - 1) / 2; }
};

/// One tile holds everything; the others, before and after it, are empty.
struct lone_giant {
  size_type tiles = 0, atoms = 0;
  size_type num_tiles() const { return tiles; }
  size_type num_atoms() const { return atoms; }
  size_type first_atom(size_type t) const { return t <= tiles / 2 ? 0 : atoms; }
};

/// The rules of a partition at chosen workers: the first and last ones, and those beside what 32 bits can count.
template <class S, class Tiles> void check_some_workers(S const& s, Tiles const& tiles) {
  size_type const workers = s.workers(tiles), limit = std::numeric_limits<std::int32_t>::max();
  path_point const end = path_end(tiles);
  REQUIRE(workers > 0);
  CHECK((s.boundary(tiles, 0) == path_point{}));
  CHECK((s.boundary(tiles, workers) == end));
  for (size_type w : {size_type{0}, size_type{1}, workers / 3, workers / 2, workers - 2, workers - 1, limit / 2048,
                      limit / 2048 + 1, limit / 7, limit - 1, limit, limit + 1}) {
    if (w < 0 || w >= workers) continue;
    path_point const from = s.boundary(tiles, w), to = s.boundary(tiles, w + 1);
    INFO("worker ", w, " of ", workers, ": (", from.tile, ", ", from.atom, ") to (", to.tile, ", ", to.atom, ")");
    CHECK_EQ(detail::check_on_path(tiles, w, from), "");
    CHECK_EQ(detail::check_on_path(tiles, w + 1, to), "");
    CHECK_EQ(detail::check_forward(w, from, to), "");
  }
}

template <class Tiles> void check_schedules(Tiles const& tiles) {
  check_some_workers(thread_mapped{}, tiles);
  check_some_workers(warp_mapped{}, tiles);
  check_some_workers(block_mapped{}, tiles);
  check_some_workers(group_mapped{4}, tiles);
  check_some_workers(merge_path{}, tiles);
  check_some_workers(merge_path{7}, tiles);
  check_some_workers(nonzero_split{}, tiles);
  check_some_workers(nonzero_split{3}, tiles);
}

constexpr size_type past_32_bits = (size_type{1} << 31) + 5;

}  // namespace

TEST_CASE("schedules partition more tiles than 32 bits can count") {
  check_schedules(uniform_tiles{past_32_bits, 1});
  check_schedules(sawtooth_tiles{2 * past_32_bits});
}

TEST_CASE("schedules partition more atoms than 32 bits can count in few tiles") {
  check_schedules(uniform_tiles{1000, past_32_bits});
  check_schedules(lone_giant{11, 3 * past_32_bits});
}

TEST_CASE("a diagonal of tiles plus atoms passes 2^31 although neither does") {
  size_type const half = (size_type{1} << 30) + 3;
  uniform_tiles const tiles{half, 1};
  CHECK_EQ(path_length(path_end(tiles)), 2 * half);
  check_schedules(tiles);
  CHECK((path_search(tiles, 2 * half - 1) == path_point{half - 1, half}));
}

TEST_CASE("every merge-path share of a huge tile set holds as many steps as asked for") {
  sawtooth_tiles const tiles{past_32_bits};
  merge_path const s{4096};
  for (size_type w = 0; w < s.workers(tiles) - 1; w += s.workers(tiles) / 1000) {
    CHECK_EQ(path_length(s.boundary(tiles, w + 1)) - path_length(s.boundary(tiles, w)), 4096);
  }
}

TEST_CASE("every nonzero-split share of a huge tile set holds as many atoms as asked for") {
  lone_giant const tiles{2 * past_32_bits, past_32_bits};
  nonzero_split const s{4096};
  for (size_type w = 0; w < s.workers(tiles) - 1; w += s.workers(tiles) / 1000) {
    CHECK_EQ(s.boundary(tiles, w + 1).atom - s.boundary(tiles, w).atom, 4096);
  }
}

TEST_CASE("a tile is found beyond what 32 bits can count") {
  uniform_tiles const tiles{3 * past_32_bits, 2};
  for (size_type const atom : {size_type{0}, 2 * past_32_bits, 4 * past_32_bits + 1, 6 * past_32_bits - 1}) {
    CHECK_EQ(tile_of_atom(tiles, atom, 0, tiles.num_tiles()), atom / 2);
  }
}
