// marked_block_walk.cpp - blocks that walk shares between marks, with and without looking back, on emulated threads,
// over adversarial tile sets.
#include <heddle/detail/walk/fix_up.hpp>
#include <heddle/detail/walk/marked_block_walk.hpp>
#include <heddle/seam/schedule/schedule.hpp>
#include <tests/walk/block_emulator.hpp>
#include <tests/walk/marks_of_case.hpp>

namespace heddle::testing {
namespace {

using namespace schedules;
using namespace seam;

// What a slot holds, of a column.
struct brief_of_column {
  std::int32_t const* columns;
  std::int16_t const* values;
  entry_arrays<std::int32_t, std::int16_t> entries() const { return {columns, values, 0}; }
  brief of(std::int32_t column, std::int16_t value) const {
    return {static_cast<std::int16_t>(column), static_cast<std::int16_t>(value + 1), column != value};
  }
};

// Blocks of that many threads, in warps of so many lanes.
template <int Threads, int Lanes> struct blocks_of {
  static constexpr int threads = Threads, lanes = Lanes, stretch = 4 * Lanes;

  template <class Monoid, class Value, class Close>
  static void walk(tile_case const& c, size_type atoms, Value const& value, Close const& close,
                   cut_values<typename Monoid::value_type> const& cuts) {
    auto const offsets = c.offsets_as<std::int32_t>();
    auto const tiles = tiles_of(offsets);
    marks_of_case const marks(c, atoms, stretch, stretch);
    marked_tiles const marked = marks.view();
    for (size_type share = 0; share < marked.shares; ++share) {
      marked_storage<typename Monoid::value_type, Threads / Lanes, Lanes> storage;
      run_block<Threads, Lanes>(
          [&](auto& block) { marked_block_walk(block, storage, tiles, marked, share, value, Monoid{}, close, cuts); });
    }
    for (size_type tile = 0; tile < c.tiles(); ++tile) {
      if (tiles.first_atom(tile) == tiles.first_atom(tile + 1)) close(tile, neutral_of(Monoid{}));
    }
  }
};

// Blocks of one warp, of two and of four; a word of marks holds a stretch of 4 or of 8 lanes, and a part of one of 32.
template <class Body> void with_every_block(Body const& body) {
  body(blocks_of<8, 8>{});
  body(blocks_of<8, 4>{});
  body(blocks_of<16, 4>{});
  body(blocks_of<64, 32>{});
}

template <class Blocks, class Body> void for_each_marked_case(Blocks, Body const& body) {
  for (tile_case const& c : small_battery()) {
    if (c.atoms() == 0) continue;
    constexpr size_type most = std::numeric_limits<int>::max() / Blocks::stretch;
    for (size_type const stretches : {size_type{1}, size_type{2}, size_type{4}, size_type{5}, size_type{11}, most}) {
      size_type const atoms = stretches * Blocks::stretch;
      if (c.atoms() / atoms > 60) continue;
      INFO(c.name, ", shares of ", atoms);
      body(c, atoms);
    }
  }
}

}  // namespace

TEST_CASE("blocks between marks close every tile with atoms once and combine its atoms in order") {
  with_every_block([](auto blocks) {
    for_each_marked_case(blocks, [&](tile_case const& c, size_type atoms) {
      auto const workers = ceil_div(size_type{c.atoms()}, atoms);
      counting<std::int32_t> const aligned(c.atoms(), 0), shifted(c.atoms(), 1);
      for (auto const* columns : {&aligned, &shifted}) {
        closings got(c);
        std::vector<stretch> heads(static_cast<std::size_t>(workers)), tails(heads.size());
        cut_values<stretch> const cuts{.heads = heads.data(), .tails = tails.data()};
        decltype(blocks)::template walk<append>(c, atoms, stretch_of_column{columns->data(), nullptr}, got.sink(),
                                                cuts);
        auto const offsets = c.offsets_as<std::int32_t>();
        auto const tiles = tiles_of(offsets);
        std::vector<path_point> const points = table_of(nonzero_split{static_cast<int>(atoms)}, tiles);
        for (size_type first = 1; first < workers; first += 8) {
          fix_up_storage<stretch, 8, 5> storage;
          run_block<8>([&](auto& block) {
            combine_partials(block, storage, tiles, points.data(), workers, first, cuts, append{}, got.sink());
          });
        }
        CHECK(got.wrong(c) == "");
      }
    });
  });
}

TEST_CASE("blocks between marks that look back combine atoms in order too, and leave their slots as found") {
  with_every_block([](auto blocks) {
    for_each_marked_case(blocks, [&](tile_case const& c, size_type atoms) {
      counting<std::int32_t> const columns(c.atoms(), 0);
      for (std::size_t const shift : {0, 3}) {
        counting<std::int16_t> const values(c.atoms(), shift);
        closings got(c);
        std::vector<part_slot<brief>> slots(static_cast<std::size_t>(ceil_div(size_type{c.atoms()}, atoms)));
        decltype(blocks)::template walk<append_briefly>(c, atoms, brief_of_column{columns.data(), values.data()},
                                                        got.sink(), {.slot_of = slots.data()});
        CHECK(got.wrong(c) == "");
        for (auto const& slot : slots) {
          CHECK_EQ(slot.bits, 0);
          CHECK_EQ(slot.is_there, 0);
        }
      }
    });
  });
}

}  // namespace heddle::testing
