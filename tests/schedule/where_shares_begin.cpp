// where_shares_begin.cpp - the boundaries of every partition by themselves: where each one stands, found by walking the
// path step by step, on all small tile sets and on the battery.
#include <doctest/doctest.h>

#include <algorithm>
#include <heddle/seam/plan/plan.hpp>
#include <heddle/seam/schedule/conformance.hpp>
#include <heddle/seam/tiles/tile_set.hpp>

#include "tests/support/tile_battery.hpp"

using namespace heddle;
using namespace heddle::schedules;

using namespace heddle::seam;
using namespace heddle::testing;

namespace {

using offsets = std::vector<std::int64_t>;

/// Every point of the path: atoms of a tile, then its end.
std::vector<path_point> path_through(offsets const& at) {
  std::vector<path_point> path{{0, 0}};
  auto const tiles = static_cast<size_type>(at.size()) - 1;
  for (path_point p; p.tile < tiles;) {
    p.atom == at[static_cast<std::size_t>(p.tile + 1)] ? ++p.tile : ++p.atom;
    path.push_back(p);
  }
  return path;
}

/// All sets of up to four tiles of 0 to 3 atoms, and the battery.
std::vector<offsets> tile_sets() {
  std::vector<offsets> all{{0}};
  for (std::size_t k = 0; k < all.size(); ++k) {
    if (all[k].size() == 5) break;
    for (int length = 0; length <= 3; ++length) {
      offsets longer = all[k];
      longer.push_back(longer.back() + length);
      all.push_back(longer);
    }
  }
  for (tile_case const& c : tile_battery()) {
    if (c.tiles() + c.atoms() < 30'000) all.push_back(c.offsets);
  }
  return all;
}

/// The first of the points that s has elsewhere, by its number; -1: none.
template <class S> size_type first_elsewhere(S const& s, offsets const& at, std::vector<path_point> const& expected) {
  auto const tiles = tiles_of(at);
  if (s.workers(tiles) != static_cast<size_type>(expected.size()) - 1) return s.workers(tiles);
  for (std::size_t w = 0; w < expected.size(); ++w) {
    if (!(s.boundary(tiles, static_cast<size_type>(w)) == expected[w])) return static_cast<size_type>(w);
  }
  return -1;
}

int const share_sizes_tried[] = {1, 2, 3, 4, 5, 7, 32, 100};

/// test(offsets, size) for all tile sets and sizes of a share.
template <class Test> void for_each_share_size(Test const& test) {
  for (offsets const& at : tile_sets()) {
    for (int const size : share_sizes_tried) {
      CAPTURE(at.size());
      CAPTURE(at.back());
      CAPTURE(size);
      test(at, size);
    }
  }
}

/// Multiples of `size` up to `end`, which comes last; {0} alone where there is nothing.
std::vector<size_type> share_multiples(size_type size, size_type end) {
  std::vector<size_type> all;
  for (size_type k = 0; k < end; k += size) all.push_back(k);
  all.push_back(end);
  return all;
}

}  // namespace

TEST_CASE("shares of whole tiles begin at every so many tiles") {
  for_each_share_size([](offsets const& at, int size) {
    std::vector<path_point> expected;
    for (size_type const tile : share_multiples(size, static_cast<size_type>(at.size()) - 1)) {
      expected.push_back({tile, at[static_cast<std::size_t>(tile)]});
    }
    REQUIRE_EQ(first_elsewhere(thread_mapped{size}, at, expected), -1);
    REQUIRE_EQ(first_elsewhere(group_mapped{8, size}, at, expected), -1);
    REQUIRE_EQ(first_elsewhere(warp_mapped{size}, at, expected), -1);
    REQUIRE_EQ(first_elsewhere(block_mapped{size}, at, expected), -1);
    REQUIRE_EQ(first_elsewhere(dynamic{size}, at, expected), -1);
  });
}

TEST_CASE("shares of merge_path begin where so many steps of the path have been taken") {
  for_each_share_size([](offsets const& at, int size) {
    auto const path = path_through(at);
    std::vector<path_point> expected;
    for (size_type const step : share_multiples(size, static_cast<size_type>(path.size()) - 1)) {
      expected.push_back(path[static_cast<std::size_t>(step)]);
    }
    REQUIRE_EQ(first_elsewhere(merge_path{size}, at, expected), -1);
  });
}

TEST_CASE(
    "shares of nonzero_split begin at every so many atoms, in the tile of that atom, or go back to where it begins") {
  for_each_share_size([](offsets const& at, int size) {
    auto const tiles = static_cast<size_type>(at.size()) - 1;
    std::vector<path_point> cut, back;
    for (size_type const atom : share_multiples(size, at.back())) {
      // The tile that owns the atom: the last that begins at or before it and is not empty.
      auto const tile = static_cast<size_type>(std::upper_bound(at.begin(), at.end(), atom) - at.begin()) - 1;
      cut.push_back({tile, atom});
      back.push_back({tile, at[static_cast<std::size_t>(tile)]});
    }
    cut.front() = back.front() = {};
    cut.back() = back.back() = {tiles, at.back()};
    if (at.back() == 0 && tiles > 0) cut.insert(cut.begin(), path_point{}), back.insert(back.begin(), path_point{});
    REQUIRE_EQ(first_elsewhere(nonzero_split{size}, at, cut), -1);
    REQUIRE_EQ(first_elsewhere(coo{size}, at, cut), -1);
    REQUIRE_EQ(first_elsewhere(nonzero_split{size, true}, at, back), -1);
    for (path_point const p : back) REQUIRE_EQ(p.atom, at[static_cast<std::size_t>(p.tile)]);
    for (std::size_t w = 0; w < cut.size(); ++w) REQUIRE(back[w].atom <= cut[w].atom);
  });
}

TEST_CASE("a plan has the boundaries of its partition, and knows what they cut and the most that a share has") {
  for_each_share_size([](offsets const& at, int size) {
    auto const tiles = tiles_of(at);
    for (schedule const& chosen : {schedule(merge_path{size}), schedule(nonzero_split{size}),
                                   schedule(nonzero_split{size, true}), schedule(cut_tiles{size, 4})}) {
      plan const made = make_plan(host_executor(), tiles, chosen, 8);
      auto const points = made.shares->points.to_host();
      CAPTURE(chosen.text());
      bool cuts = false;
      size_type most_atoms = 0, most_tiles = 0;
      for (std::size_t w = 0; w + 1 < points.size(); ++w) {
        cuts = cuts || points[w].atom > at[static_cast<std::size_t>(points[w].tile)];
        most_atoms = max_of(most_atoms, points[w + 1].atom - points[w].atom);
        most_tiles = max_of(most_tiles, points[w + 1].tile - points[w].tile);
      }
      REQUIRE_EQ(made.shares->workers, static_cast<size_type>(points.size()) - 1);
      REQUIRE_EQ(check_points<offset_tiles<std::int64_t>>(points, tiles), "");
      if (tiles.tiles == 0) continue;
      REQUIRE_EQ(made.shares->cuts_tiles, cuts);
      REQUIRE_EQ(made.shares->max_atoms, most_atoms);
      REQUIRE_EQ(made.shares->max_tiles, most_tiles);
    }
  });
}

TEST_CASE("pieces of cut_tiles begin where so many equal lengths of their tile end") {
  for_each_share_size([](offsets const& at, int size) {
    std::vector<path_point> expected;
    for (std::size_t tile = 0; tile + 1 < at.size(); ++tile) {
      size_type const length = at[tile + 1] - at[tile], pieces = max_of<size_type>(1, (length + size - 1) / size);
      for (size_type i = 0; i < pieces; ++i) {
        size_type const step = (length + pieces - 1) / pieces;
        expected.push_back({static_cast<size_type>(tile), at[tile] + min_of(i * step, length)});
      }
    }
    expected.push_back({static_cast<size_type>(at.size()) - 1, at.back()});
    auto const points = make_plan(host_executor(), tiles_of(at), cut_tiles{size, 4}, 8).shares->points.to_host();
    REQUIRE(points == expected);
  });
}

TEST_CASE("a share of a product has the rows that begin in it") {
  for (offsets const& at : tile_sets()) {
    auto const tiles = tiles_of(at);
    for (path_point const p : path_through(at)) {
      auto const first = static_cast<size_type>(std::lower_bound(at.begin(), at.end(), p.atom) - at.begin());
      // Of empty rows before the point none begins behind it.
      REQUIRE_EQ(first_whole_tile(tiles, p), max_of(first, p.tile));
    }
  }
}

TEST_CASE(
    "tiles are in the order of their bins, and bins that follow one another and are walked alike are one launch") {
  for (offsets const& at : tile_sets()) {
    for (int const atoms_per_lane : {1, 3, 8}) {
      binned const s{atoms_per_lane};
      std::vector<std::int64_t> order(at.size() - 1);
      for (std::size_t tile = 0; tile < order.size(); ++tile) order[tile] = static_cast<std::int64_t>(tile);
      auto const bin_of = [&](std::int64_t tile) {
        return binned::bin_of(at[static_cast<std::size_t>(tile) + 1] - at[static_cast<std::size_t>(tile)]);
      };
      std::stable_sort(order.begin(), order.end(), [&](auto x, auto y) { return bin_of(x) < bin_of(y); });
      auto const shares = make_plan(host_executor(), tiles_of(at), s, 8).shares;
      REQUIRE(shares->order.to_host() == order);
      std::size_t launch = 0;
      for (std::size_t k = 0; k < order.size(); ++launch) {
        walk const by = s.walked_by(bin_of(order[k]));
        std::size_t const first = k;
        while (k < order.size() && s.walked_by(bin_of(order[k])) == by) ++k;
        REQUIRE(launch < shares->bins.size());
        REQUIRE(shares->bins[launch].walked_by == by);
        REQUIRE_EQ(shares->bins[launch].first_worker, static_cast<size_type>(first));
        REQUIRE_EQ(shares->bins[launch].workers, static_cast<size_type>(k - first));
      }
      REQUIRE_EQ(shares->bins.size(), launch);
    }
  }
}
