// asking_walk.cpp - the walk of tiles that one atom may decide, on emulated lanes, over adversarial tile sets.
#include <doctest/doctest.h>

#include <heddle/detail/walk/asking_walk.hpp>
#include <heddle/semirings/monoids.hpp>
#include <mutex>
#include <tests/walk/block_emulator.hpp>
#include <tests/walk/small_battery.hpp>

namespace heddle::testing {
namespace {

using namespace seam;

constexpr int asking_lanes = 4;

using first_hit = lifted<any_monoid<std::int64_t>>;

struct hits {
  std::int64_t every;  // atom a is there if a % every == every - 1
  maybe<std::int64_t> operator()(size_type atom) const { return {atom, atom % every == every - 1}; }
};

struct asked {
  std::vector<std::int64_t> found;  // -1: none; -2: never closed
  std::vector<size_type> left;      // atoms that were left for somebody else

  explicit asked(tile_case const& c) : found(c.offsets.size() - 1, -2), left(c.offsets.size() - 1) {}
  void close(size_type tile, maybe<std::int64_t> const& sum) {
    CHECK(found[static_cast<std::size_t>(tile)] == -2);
    found[static_cast<std::size_t>(tile)] = sum.present ? sum.value : -1;
  }
};

template <class Tiles, class Value, class Close>
asked walk_all(tile_case const& c, Tiles const& tiles, Value const& value, Close const& make_sink) {
  asked got(c);
  std::mutex closing;
  run_block<asking_lanes>([&](auto& block) {
    auto group = block.group(asking_lanes);
    auto const sink = make_sink([&](size_type tile, maybe<std::int64_t> const& sum) {
      std::scoped_lock const lock(closing);
      got.close(tile, sum);
    });
    for (size_type first = 0; first < tiles.num_tiles(); first += asking_lanes) {
      size_type const tile = first + group.lane() < tiles.num_tiles() ? first + group.lane() : -1;
      asking_walk(group, tiles, tile, value, first_hit{}, sink,
                  [&](asked_tile<maybe<std::int64_t>> const& rest, bool mine) {
                    if (!mine) return;
                    sink(rest.tile, reduce_atoms(rest.tile, rest.atom, rest.end, value, first_hit{}));
                    got.left[static_cast<std::size_t>(rest.tile)] = rest.end - rest.atom;
                  });
    }
  });
  return got;
}

std::int64_t first_of(std::int64_t begin, std::int64_t end, std::int64_t every) {
  for (std::int64_t atom = begin; atom < end; ++atom) {
    if (atom % every == every - 1) return atom;
  }
  return -1;
}

TEST_CASE("the asking walk closes every tile once, with the first atom that decides") {
  for (tile_case const& c : small_battery()) {
    if (c.tiles() > 120) continue;
    auto const offsets = c.offsets_as<std::int32_t>();
    for (std::int64_t const every : {3, 170}) {
      CAPTURE(c.name);
      CAPTURE(every);
      asked const got = walk_all(c, tiles_of(offsets), hits{every}, [](auto sink) { return sink; });
      for (std::size_t tile = 0; tile < got.found.size(); ++tile) {
        CHECK(got.found[tile] == first_of(c.offsets[tile], c.offsets[tile + 1], every));
      }
    }
  }
}

TEST_CASE("the asking walk leaves what is behind the first 164 atoms of a tile that is not decided, and no more") {
  tile_case const c = from_lengths("long and short", {164, 165, 0, 700, 3, 164, 400});
  auto const offsets = c.offsets_as<std::int32_t>();
  asked const none = walk_all(c, tiles_of(offsets), hits{100000}, [](auto sink) { return sink; });
  CHECK(none.left == std::vector<size_type>{0, 1, 0, 536, 0, 0, 236});
  asked const early = walk_all(c, tiles_of(offsets), hits{150}, [](auto sink) { return sink; });
  CHECK(early.left == std::vector<size_type>(7, 0));
}

// All atoms of a tile but the first few are there.
template <class Tiles> struct all_behind {
  Tiles tiles;
  size_type few;
  maybe<std::int64_t> operator()(size_type tile, size_type atom) const {
    return {atom, atom - static_cast<size_type>(tiles.first_atom(tile)) >= few};
  }
};

TEST_CASE("of several atoms that decide a tile, asked at once, the first is taken") {
  tile_case const c = from_lengths("several", {40, 9, 3, 60, 170});
  auto const offsets = c.offsets_as<std::int32_t>();
  auto const tiles = tiles_of(offsets);
  for (size_type const few : {4, 6, 37, 41}) {
    asked const got =
        walk_all(c, tiles, all_behind<std::decay_t<decltype(tiles)>>{tiles, few}, [](auto sink) { return sink; });
    for (std::size_t tile = 0; tile < got.found.size(); ++tile) {
      std::int64_t const first = c.offsets[tile] + few;
      CHECK(got.found[tile] == (first < c.offsets[tile + 1] ? first : -1));
    }
  }
}

template <class Sink> struct every_other {
  Sink sink;
  bool open(size_type tile) const { return tile % 2 == 0; }
  void operator()(size_type tile, maybe<std::int64_t> const& sum) const { sink(tile, sum); }
};

TEST_CASE("the asking walk reads no atom of a tile that is not open, and closes it with nothing") {
  for (tile_case const& c : small_battery()) {
    if (c.tiles() > 120) continue;
    auto const offsets = c.offsets_as<std::int32_t>();
    asked const got =
        walk_all(c, tiles_of(offsets), hits{2}, [](auto sink) { return every_other<decltype(sink)>{sink}; });
    for (std::size_t tile = 0; tile < got.found.size(); ++tile) {
      CAPTURE(c.name);
      CHECK(got.found[tile] == (tile % 2 == 0 ? first_of(c.offsets[tile], c.offsets[tile + 1], 2) : -1));
    }
  }
}

// One that is there and does not decide counts where none decides.
TEST_CASE("the asking walk tells tiles whose atoms decide nothing from those without atoms") {
  using disjunction = lifted<lor_monoid<bool>>;
  tile_case const c = from_lengths("rows of false", {0, 1, 9, 0, 60, 171, 1});
  auto const offsets = c.offsets_as<std::int32_t>();
  auto const tiles = tiles_of(offsets);
  std::vector<int> got(7, -1);
  auto const value = [](size_type atom) { return maybe<bool>{false, atom % 2 == 0}; };
  run_block<asking_lanes>([&](auto& block) {
    auto group = block.group(asking_lanes);
    auto const sink = [&](size_type tile, maybe<bool> const& sum) {
      got[static_cast<std::size_t>(tile)] = sum.present ? sum.value : 2;
    };
    for (size_type first = 0; first < 8; first += asking_lanes) {
      size_type const tile = first + group.lane() < 7 ? first + group.lane() : -1;
      asking_walk(group, tiles, tile, value, disjunction{}, sink, [&](asked_tile<maybe<bool>> const& rest, bool mine) {
        if (mine) sink(rest.tile, rest.sum);
      });
    }
  });
  CHECK(got == std::vector<int>{2, 0, 0, 2, 0, 0, 2});
}

}  // namespace
}  // namespace heddle::testing
