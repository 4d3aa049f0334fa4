// entry_walk.cpp - the walk that copies entries first, on emulated threads, over adversarial tile sets.
#include <heddle/detail/walk/entry_walk.hpp>
#include <heddle/detail/walk/fix_up.hpp>
#include <heddle/seam/schedule/schedule.hpp>
#include <tests/walk/block_emulator.hpp>
#include <tests/walk/order.hpp>
#include <tests/walk/small_battery.hpp>

namespace heddle::testing {
namespace {

using namespace schedules;
using namespace seam;

constexpr int entry_items = 5, entry_lanes = 4;
using storage_type = entry_storage<emulated_threads, entry_items>;

// Column and entry of an atom both say which one it is; with no array of entries the one for all does.
struct stretch_of_entry {
  std::int32_t const* columns;
  short const* values;
  entry_arrays<std::int32_t, short> entries() const { return {columns, values, 7}; }
  stretch of(std::int32_t column, short entry) const {
    return {column, column + 1, entry != (values ? static_cast<short>(column) : 7)};
  }
};

// Arrays that begin `shift` elements past a boundary.
struct numbered_entries {
  std::vector<std::int32_t> columns;
  std::vector<short> values;
  int shift;
  numbered_entries(size_type n, int by) : columns(n + by), values(n + by), shift(by) {
    for (size_type i = 0; i < n; ++i) {
      columns[i + by] = static_cast<std::int32_t>(i);
      values[i + by] = static_cast<short>(i);
    }
  }
  stretch_of_entry functor(bool has_values) const {
    return {columns.data() + shift, has_values ? values.data() + shift : nullptr};
  }
};

template <class Tiles, class Close>
void reduce_by_entries(Tiles const& tiles, std::vector<path_point> const& points, stretch_of_entry const& value,
                       Close const& close) {
  auto const workers = static_cast<size_type>(points.size()) - 1;
  std::vector<stretch> heads(points.size()), tails(points.size());
  for (size_type w = 0; w < workers; ++w) {
    storage_type storage;
    alignas(copied_line) unsigned char room[entry_room<decltype(value.entries())>(storage_type::capacity, true)];
    block_share<stretch> const share{points[w], points[w + 1], &heads[w], &tails[w]};
    run_block<emulated_threads, entry_lanes>(
        [&](auto& block) { entry_walk(block, storage, room, tiles, share, value, append{}, close); });
  }
  cut_values<stretch> const cuts{heads.data(), tails.data()};
  for (size_type first = 1; first < workers; first += emulated_threads) {
    fix_up_storage<stretch, emulated_threads, entry_items> storage;
    run_block<emulated_threads>([&](auto& block) {
      combine_partials(block, storage, tiles, points.data(), workers, first, cuts, append{}, close);
    });
  }
}

template <class Test> void for_each_entry_table(tile_case const& c, Test const& test) {
  auto const offsets = c.offsets_as<std::int32_t>();
  auto const tiles = tiles_of(offsets);
  for (int const n : {7, 33, 40}) {
    if (c.atoms() / n > 60) continue;
    test(tiles, table_of(nonzero_split{n}, tiles));
    test(tiles, table_of(merge_path{n}, tiles));
  }
}

}  // namespace

TEST_CASE("the entry walk closes every tile once and combines its atoms in order, wherever arrays begin") {
  for (tile_case const& c : small_battery()) {
    int shift = 0;
    for_each_entry_table(c, [&](auto const& tiles, auto const& points) {
      numbered_entries const entries(c.atoms(), shift++ % 5);
      for (bool const has_values : {true, false}) {
        closings got(c);
        reduce_by_entries(tiles, points, entries.functor(has_values), got.sink());
        CHECK(got.wrong(c) == "");
      }
    });
  }
}

TEST_CASE("the entry walk evaluates no atom of a tile that is not open") {
  struct odd_tiles {
    closings* into;
    bool open(size_type tile) const { return tile % 2 == 1; }
    void operator()(size_type tile, stretch v) const { into->sink()(tile, v); }
  };
  for (tile_case const& c : small_battery()) {
    numbered_entries const entries(c.atoms(), 0);
    for_each_entry_table(c, [&](auto const& tiles, auto const& points) {
      closings got(c);
      odd_tiles const sink{&got};
      reduce_by_entries(tiles, points, entries.functor(true), sink);
      CHECK(got.wrong(c, [&](size_type tile) { return sink.open(tile); }) == "");
    });
  }
}

}  // namespace heddle::testing
