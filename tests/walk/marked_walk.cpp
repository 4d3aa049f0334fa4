// marked_walk.cpp - the walk between marks, on emulated lanes, over adversarial tile sets.
#include <heddle/schedule/schedule.hpp>
#include <heddle/walk/fix_up.hpp>
#include <heddle/walk/marked_walk.hpp>
#include <tests/walk/block_emulator.hpp>
#include <tests/walk/order.hpp>
#include <tests/walk/small_battery.hpp>

namespace heddle::testing {
namespace {

constexpr int lanes = 4, items = 16;

struct stretch_of_column {
  std::int32_t const* columns;
  entry_arrays<std::int32_t, bool> entries() const { return {columns, nullptr, true}; }
  stretch of(std::int32_t column, bool) const { return {column, column + 1, false}; }
};

struct marks_of_case {
  std::vector<std::uint32_t> marks;
  std::vector<std::int32_t> tiles, open;
  size_type atoms_per_share, num_atoms;

  marks_of_case(tile_case const& c, size_type atoms) : atoms_per_share(atoms), num_atoms(c.atoms()) {
    marks.resize(static_cast<std::size_t>(num_atoms / 32 + items * lanes / 32 + 2));
    auto const mark = [&](std::int64_t atom) { marks[static_cast<std::size_t>(atom / 32)] |= 1u << (atom % 32); };
    for (size_type tile = 0; tile < c.tiles(); ++tile) {
      auto const t = static_cast<std::size_t>(tile);
      if (c.offsets[t] == c.offsets[t + 1]) continue;
      for (; static_cast<size_type>(open.size()) * atoms <= c.offsets[t];) {
        open.push_back(static_cast<std::int32_t>(tiles.size()) - 1);
      }
      mark(c.offsets[t]);
      tiles.push_back(static_cast<std::int32_t>(tile));
    }
    while (static_cast<size_type>(open.size()) * atoms < num_atoms) {
      open.push_back(static_cast<std::int32_t>(tiles.size()) - 1);
    }
    mark(num_atoms);
  }
  size_type shares() const { return ceil_div(num_atoms, atoms_per_share); }
  marked_tiles view() const { return {marks.data(), tiles.data(), open.data(), atoms_per_share, shares(), num_atoms}; }
};

template <class Close> void reduce_by_marks(tile_case const& c, size_type atoms, Close const& close) {
  auto const offsets = c.offsets_as<std::int32_t>();
  auto const tiles = tiles_of(offsets);
  marks_of_case const marks(c, atoms);
  marked_tiles const marked = marks.view();
  std::vector<std::int32_t> columns(static_cast<std::size_t>(c.atoms()));
  for (std::size_t i = 0; i < columns.size(); ++i) columns[i] = static_cast<std::int32_t>(i);
  nonzero_split const split{static_cast<int>(atoms)};
  std::vector<path_point> points;
  for (size_type w = 0; w <= split.workers(tiles); ++w) points.push_back(split.boundary(tiles, w));
  std::vector<stretch> heads(points.size()), tails(points.size());
  for (size_type share = 0; share < marked.shares; ++share) {
    auto const s = static_cast<std::size_t>(share);
    run_block<lanes>([&](auto& block) {
      auto group = block.group(lanes);
      marked_walk<lanes, items>(group, marked, share, stretch_of_column{columns.data()}, append{}, close, &heads[s],
                                &tails[s]);
    });
  }
  for (size_type tile = 0; tile < c.tiles(); ++tile) {
    if (tiles.first_atom(tile) == tiles.first_atom(tile + 1)) close(tile, stretch{});
  }
  cut_values<stretch> const cuts{heads.data(), tails.data()};
  for (size_type first = 1; first < marked.shares; first += 8) {
    fix_up_storage<stretch, 8, 5> storage;
    run_block<8>([&](auto& block) {
      combine_partials(block, storage, tiles, points.data(), marked.shares, first, cuts, append{}, close);
    });
  }
}

}  // namespace

TEST_CASE("the walk between marks closes every tile with atoms once and combines its atoms in order") {
  for (tile_case const& c : small_battery()) {
    if (c.atoms() == 0) continue;
    for (size_type const atoms : {64, 128, 640}) {
      closings got(c);
      reduce_by_marks(c, atoms, got.sink());
      CHECK(got.wrong(c) == "");
    }
  }
}

}  // namespace heddle::testing
