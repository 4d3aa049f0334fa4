// scan_walk.cpp - the walk by a segmented scan, and shares that look back, on emulated threads, over adversarial tile
// sets.
#include <heddle/detail/walk/fix_up.hpp>
#include <heddle/detail/walk/scan_walk.hpp>
#include <heddle/seam/schedule/schedule.hpp>
#include <tests/walk/block_emulator.hpp>
#include <tests/walk/order.hpp>
#include <tests/walk/small_battery.hpp>

namespace heddle::testing {
namespace {

using namespace schedules;
using namespace seam;

struct brief_of_atom {
  brief operator()(size_type atom) const {
    return {static_cast<std::int16_t>(atom), static_cast<std::int16_t>(atom + 1), false};
  }
};

// Shares one after the other, so that look_back finds all parts there. walk(block, share) is a walk of brief_of_atom.
template <class Walk> void look_back_over(std::vector<path_point> const& points, Walk const& walk) {
  std::vector<part_slot<brief>> slots(points.size());
  for (std::size_t w = 0; w + 1 < points.size(); ++w) {
    share_place<brief> const place{points.data(), slots.data(), static_cast<size_type>(w)};
    walk(block_share<brief>{points[w], points[w + 1], nullptr, nullptr, false, place});
  }
  for (auto const& slot : slots) {
    CHECK_EQ(slot.bits, 0);
    CHECK_EQ(slot.is_there, 0);
  }
}

template <class Monoid, int Items, class Tiles, class Value, class Close>
void scan_share(Tiles const& tiles, block_share<typename Monoid::value_type> const& share, Value const& value,
                Close const& close) {
  scan_storage<typename Monoid::value_type, emulated_threads, Items> storage;
  run_block<emulated_threads>([&](auto& block) { scan_walk(block, storage, tiles, share, value, Monoid{}, close); });
}

template <int Items, class Tiles, class Close>
void reduce_by_scans(Tiles const& tiles, std::vector<path_point> const& points, Close const& close) {
  auto const workers = static_cast<size_type>(points.size()) - 1;
  std::vector<stretch> heads(points.size()), tails(points.size());
  for (size_type w = 0; w < workers; ++w) {
    block_share<stretch> const share{points[w], points[w + 1], &heads[w], &tails[w]};
    scan_share<append, Items>(tiles, share, stretch_of_atom{}, close);
  }
  cut_values<stretch> const cuts{.heads = heads.data(), .tails = tails.data()};
  for (size_type first = 1; first < workers; first += emulated_threads) {
    fix_up_storage<stretch, emulated_threads, 5> storage;
    run_block<emulated_threads>([&](auto& block) {
      combine_partials(block, storage, tiles, points.data(), workers, first, cuts, append{}, close);
    });
  }
}

template <class Test> void for_each_scan_table(tile_case const& c, Test const& test) {
  auto const offsets = c.offsets_as<std::int32_t>();
  auto const tiles = tiles_of(offsets);
  for (int const n : {7, 31, 32}) {
    if (c.atoms() / n > 60) continue;
    CAPTURE(n);
    test(tiles, table_of(nonzero_split{n}, tiles));
    test(tiles, table_of(merge_path{n}, tiles));
  }
}

TEST_CASE("the scan walk closes every tile once and combines its atoms in order") {
  for (tile_case const& c : small_battery()) {
    for_each_scan_table(c, [&](auto const& tiles, auto const& points) {
      closings four(c), eight(c);
      reduce_by_scans<4>(tiles, points, four.sink());
      CHECK(four.wrong(c) == "");
      reduce_by_scans<8>(tiles, points, eight.sink());
      CHECK(eight.wrong(c) == "");
    });
  }
}

// A block of the GPU's has eight warps; two of the emulator's cannot show what passes from the first to the third.
TEST_CASE("the scan walk sums tiles that lie in several warps of a block, and in all of them") {
  constexpr int many = 16, scan_items = 4;  // four warps of 16 atoms each
  for (auto const& lengths : std::vector<std::vector<std::int64_t>>{
           {64}, {1, 62, 1}, {16, 48}, {48, 16}, {5, 59}, {0, 20, 0, 44}, {10, 20, 30, 4}, {60}, {33}}) {
    tile_case const c = from_lengths("several warps", lengths);
    auto const offsets = c.offsets_as<std::int32_t>();
    auto const tiles = tiles_of(offsets);
    closings scanned(c);
    scan_storage<stretch, many, scan_items> storage;
    block_share<stretch> const all{{}, path_end(tiles)};
    run_block<many>(
        [&](auto& block) { scan_walk(block, storage, tiles, all, stretch_of_atom{}, append{}, scanned.sink()); });
    CHECK(scanned.wrong(c) == "");
  }
}

TEST_CASE(
    "shares that look back close every tile once and combine its atoms in order, and leave their slots as found") {
  for (tile_case const& c : small_battery()) {
    for_each_scan_table(c, [&](auto const& tiles, auto const& points) {
      closings scanned(c);
      look_back_over(points, [&](block_share<brief> const& share) {
        scan_share<append_briefly, 4>(tiles, share, brief_of_atom{}, scanned.sink());
      });
      CHECK(scanned.wrong(c) == "");
    });
  }
}

TEST_CASE("parts of 4 and of 8 bytes pass through a slot") {
  part_slot<float> small{};
  part_slot<double> large{};
  small.put(0.0f);
  large.put(-2.5);
  CHECK_EQ(small.take(), 0.0f);
  CHECK_EQ(large.take(), -2.5);
  CHECK_EQ(small.is_there, 0u);
  CHECK_EQ(large.bits, 0u);
}

}  // namespace
}  // namespace heddle::testing
