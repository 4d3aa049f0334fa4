// marked_walk.cpp - the walk between marks, on emulated lanes, over adversarial tile sets.
#include <heddle/detail/walk/fix_up.hpp>
#include <heddle/detail/walk/marked_walk.hpp>
#include <heddle/seam/schedule/schedule.hpp>
#include <tests/walk/block_emulator.hpp>
#include <tests/walk/marks_of_case.hpp>

namespace heddle::testing {
namespace {

using namespace schedules;
using namespace seam;

// How a group walks: lanes, atoms that each has under way, how many of these are neighbours.
template <int Lanes, int Items, int Run> struct walk_of {
  static constexpr int lanes = Lanes, items = Items, run = Run, step = Lanes * Items;
};

// body(walk) for each: a word of marks holds several stretches of 4 lanes; of 32 it holds one, a half or a quarter.
template <class Body> void with_every_walk(Body const& body) {
  body(walk_of<4, 16, 1>{});
  body(walk_of<4, 16, 2>{});
  body(walk_of<4, 16, 4>{});
  body(walk_of<32, 4, 1>{});
  body(walk_of<32, 4, 2>{});
  body(walk_of<32, 4, 4>{});
}

// Counts atoms, and sums what depends on column and value; `rounded` also tells how it was bracketed.
struct tally {
  std::int64_t atoms = 0, sum = 0;
  float rounded = 0;
  bool operator==(tally const&) const = default;
};
struct add_tallies {
  using value_type = tally;
  static constexpr bool commutative = true;
  tally identity() const { return {}; }
  tally operator()(tally a, tally b) const { return {a.atoms + b.atoms, a.sum + b.sum, a.rounded + b.rounded}; }
};
struct tally_of_entry {
  using monoid = add_tallies;
  std::int32_t const* columns;
  std::int16_t const* values;
  entry_arrays<std::int32_t, std::int16_t> entries() const { return {columns, values, 0}; }
  tally of(std::int32_t column, std::int16_t value) const {
    return {1, column * 3000LL * column + value, 1.0f / static_cast<float>(column + 1)};
  }
};

template <class Value, class Walk, class Close>
void reduce_by_marks(Walk, tile_case const& c, size_type atoms, shifts begin, Close const& close) {
  using monoid = typename Value::monoid;
  using V = typename monoid::value_type;
  auto const offsets = c.offsets_as<std::int32_t>();
  auto const tiles = tiles_of(offsets);
  marks_of_case const marks(c, atoms, Walk::step, Walk::step);
  marked_tiles const marked = marks.view();
  counting<std::int32_t> const columns(c.atoms(), begin.columns);
  counting<std::int16_t> const values(c.atoms(), begin.values);
  nonzero_split const split{static_cast<int>(atoms)};
  std::vector<path_point> const points = table_of(split, tiles);
  std::vector<V> heads(points.size()), tails(points.size());
  run_block<Walk::lanes, Walk::lanes>([&](auto& block) {
    auto group = block.group(Walk::lanes);
    for (size_type share = 0; share < marked.shares; ++share) {
      auto const s = static_cast<std::size_t>(share);
      marked_walk<Walk::lanes, Walk::items, Walk::run>(group, marked, share, Value{columns.data(), values.data()},
                                                       monoid{}, close, &heads[s], &tails[s]);
    }
  });
  for (size_type tile = 0; tile < c.tiles(); ++tile) {
    if (tiles.first_atom(tile) == tiles.first_atom(tile + 1)) close(tile, V{});
  }
  cut_values<V> const cuts{heads.data(), tails.data()};
  for (size_type first = 1; first < marked.shares; first += 8) {
    fix_up_storage<V, 8, 5> storage;
    run_block<8>([&](auto& block) {
      combine_partials(block, storage, tiles, points.data(), marked.shares, first, cuts, monoid{}, close);
    });
  }
}

// Every tile's tally; it fails where one is not closed once.
template <class Walk> std::vector<tally> tallies(Walk walk, tile_case const& c, size_type atoms, shifts begin) {
  std::vector<tally> got(c.offsets.size() - 1);
  std::vector<std::atomic<int>> times(got.size());
  reduce_by_marks<tally_of_entry>(walk, c, atoms, begin, [&](size_type tile, tally v) {
    got[static_cast<std::size_t>(tile)] = v;
    ++times[static_cast<std::size_t>(tile)];
  });
  for (auto const& n : times) REQUIRE_EQ(n, 1);
  return got;
}

tally want(tile_case const& c, std::size_t tile) {
  tally all;
  for (std::int64_t atom = c.offsets[tile]; atom < c.offsets[tile + 1]; ++atom) {
    tally_of_entry const value{};
    all = add_tallies{}(all, value.of(static_cast<std::int32_t>(atom), static_cast<std::int16_t>(atom)));
  }
  return all;
}

template <class Walk, class Body> void for_each_case(Walk, Body const& body) {
  for (tile_case const& c : small_battery()) {
    if (c.atoms() == 0) continue;
    for (size_type const atoms : {Walk::step, 640}) {
      INFO(c.name, ", shares of ", atoms);
      body(c, atoms);
    }
  }
}

}  // namespace

TEST_CASE("the walk between marks closes every tile with atoms once and combines its atoms in order") {
  with_every_walk([](auto walk) {
    for_each_case(walk, [&](tile_case const& c, size_type atoms) {
      for (std::size_t const shift : {0, 1}) {
        closings got(c);
        reduce_by_marks<stretch_of_column>(walk, c, atoms, {shift, 0}, got.sink());
        CHECK(got.wrong(c) == "");
      }
    });
  });
}

TEST_CASE("the walk between marks combines every atom of a tile once where the order does not matter") {
  with_every_walk([](auto walk) {
    for_each_case(walk, [&](tile_case const& c, size_type atoms) {
      auto const got = tallies(walk, c, atoms, {});
      for (std::size_t tile = 0; tile < got.size(); ++tile) {
        INFO("tile ", tile);
        tally const all = want(c, tile);
        REQUIRE_EQ(got[tile].atoms, all.atoms);
        REQUIRE_EQ(got[tile].sum, all.sum);
        REQUIRE(got[tile].rounded == doctest::Approx(all.rounded).epsilon(1e-5));
      }
    });
  });
}

TEST_CASE("how the walk between marks brackets sums does not depend on where arrays begin") {
  with_every_walk([](auto walk) {
    for_each_case(walk, [&](tile_case const& c, size_type atoms) {
      auto const aligned = tallies(walk, c, atoms, {});
      for (shifts const begin : {shifts{1, 0}, shifts{0, 3}, shifts{2, 4}}) {
        REQUIRE((tallies(walk, c, atoms, begin) == aligned));
      }
    });
  });
}

}  // namespace heddle::testing
