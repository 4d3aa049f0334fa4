// plan_of_tiles.cpp - make_plan of tile sets of any kind gives the plan of their offsets.
#include <doctest/doctest.h>

#include <heddle/detail/host/drivers.hpp>
#include <heddle/seam/plan/plan.hpp>
#include <heddle/seam/tiles/tile_set.hpp>
#include <heddle/semirings/monoids.hpp>

#include "tests/support/schedules.hpp"
#include "tests/support/stairs.hpp"

using namespace heddle;
using namespace heddle::schedules;

using namespace heddle::seam;
using namespace heddle::testing;

namespace {

template <class Tiles> std::vector<std::int64_t> offsets_of(Tiles const& tiles) {
  std::vector<std::int64_t> offsets;
  for (size_type tile = 0; tile <= tiles.num_tiles(); ++tile) offsets.push_back(tiles.first_atom(tile));
  return offsets;
}

// Under every schedule: the same shares as of the offsets, and sums of atoms by them.
template <class Tiles> void expect_same_plans(Tiles const& tiles) {
  auto const offsets = offsets_of(tiles);
  offset_tiles<std::int64_t> const rows{offsets.data(), tiles.num_tiles(), offsets.back()};
  for (schedule const& chosen : schedule_variants()) {
    CAPTURE(chosen.text());
    plan const want = make_plan(host_executor(), rows, chosen, sizeof(size_type));
    plan const got = make_plan(host_executor(), tiles, chosen, sizeof(size_type));
    CHECK(got.chosen == want.chosen);
    CHECK_EQ(got.shares->workers, want.shares->workers);
    CHECK_EQ(got.shares->cuts_tiles, want.shares->cuts_tiles);
    CHECK(got.shares->points.to_host() == want.shares->points.to_host());
    CHECK(got.shares->order.to_host() == want.shares->order.to_host());
    std::vector<size_type> sums(static_cast<std::size_t>(tiles.num_tiles()), -1);
    host::reduce_tiles(
        host_executor(), got, tiles, [](size_type, size_type atom) { return atom; }, plus_monoid<size_type>{},
        [&](size_type tile, size_type sum) { sums[static_cast<std::size_t>(tile)] = sum; });
    for (std::size_t tile = 0; tile < sums.size(); ++tile) {
      size_type const from = offsets[tile], to = offsets[tile + 1];
      CHECK_EQ(sums[tile], (from + to - 1) * (to - from) / 2);
    }
  }
}

TEST_CASE("a tile set that is a formula is planned like the rows that it describes") {
  expect_same_plans(stairs{0});
  expect_same_plans(stairs{30'000});
  expect_same_plans(uniform_tiles{5'000, 7});
}

TEST_CASE("chosen rows of a matrix are planned by the scan of their lengths, known or not") {
  std::vector<std::int64_t> const rows{0, 3, 3, 10'000, 10'001, 10'020};
  std::vector<std::int32_t> const ids{4, 2, 1, 2};
  std::vector<size_type> const scanned{0, 19, 10'016, 10'016, 20'013};
  expect_same_plans(selected_tiles<std::int32_t, std::int64_t>{scanned.data(), ids.data(), rows.data(), 4, 20'013});
  selected_tiles<std::int32_t, std::int64_t> const unknown{scanned.data(), ids.data(), rows.data(), 4, -1};
  plan const made = make_plan(host_executor(), unknown, nonzero_split{1000}, 8);
  CHECK_EQ(made.shares->points.to_host().back().atom, 20'013);
}

TEST_CASE("chosen rows, and parts of them, have the same entries with the scan of their lengths and without") {
  std::vector<std::int64_t> const rows{0, 3, 3, 10'000, 10'001, 10'020};
  std::vector<std::int32_t> const ids{4, 2, 1, 0};
  std::vector<size_type> const scanned{0, 17, 1'017, 1'017, 1'018};  // at most 1000 behind the first two
  using tiles = selected_tiles<std::int32_t, std::int64_t>;
  tiles const whole{nullptr, ids.data(), rows.data(), 4, -1};
  tiles const part{nullptr, ids.data(), rows.data(), 4, -1, 2, nullptr, 1'000};
  tiles const counted{scanned.data(), ids.data(), rows.data(), 4, -1, 2, nullptr, 1'000};
  for (size_type tile = 0; tile < 4; ++tile) {
    CAPTURE(tile);
    size_type const row = ids[static_cast<std::size_t>(tile)], first = rows[static_cast<std::size_t>(row)];
    CHECK_EQ(length_of(whole, tile), rows[static_cast<std::size_t>(row) + 1] - first);
    CHECK_EQ(whole.position(tile, 0), first);
    CHECK_EQ(length_of(part, tile), length_of(counted, tile));
    CHECK_EQ(part.position(tile, 0), first + 2);
    CHECK_EQ(counted.position(tile, scanned[static_cast<std::size_t>(tile)]), first + 2);
  }
  CHECK_EQ(whole.most_atoms(), -1);
  CHECK_EQ(part.most_atoms(), 4'000);
  CHECK_EQ(tiles{scanned.data(), ids.data(), rows.data(), 4, 1'018, 2, nullptr, 1'000}.most_atoms(), 1'018);
}

TEST_CASE("the expansion of a product is planned by its scanned lengths") {
  std::vector<size_type> const scanned{0, 4, 4, 9'000};
  expansion_tiles<std::int32_t, std::int32_t> const tiles{scanned.data(), nullptr, {}, 3, 9'000};
  plan const made = make_plan(host_executor(), tiles, nonzero_split{100}, 8);
  CHECK_EQ(made.shares->workers, 90);
}

}  // namespace
