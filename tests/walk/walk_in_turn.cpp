// walk_in_turn.cpp - blocks that stay and take shares in turn, on emulated threads, over adversarial tile sets.
#include <heddle/schedule/schedule.hpp>
#include <heddle/walk/walk_in_turn.hpp>
#include <tests/walk/block_emulator.hpp>
#include <tests/walk/order.hpp>

namespace heddle::testing {
namespace {

constexpr int threads = 8, items = 5;
using storage_type = block_storage<stretch, threads, items, false, false>;

struct listed_shares {
  std::vector<path_point> points;
  size_type workers;
  template <class Tiles> path_point boundary(Tiles const&, size_type worker) const { return points[worker]; }
};

template <class Tiles, class S> listed_shares shares_of(S const& schedule, Tiles const& tiles) {
  listed_shares shares{{}, schedule.workers(tiles)};
  for (size_type w = 0; w <= shares.workers; ++w) shares.points.push_back(schedule.boundary(tiles, w));
  return shares;
}

// `blocks` blocks, one after the other, then the fix-up.
template <class Tiles, class Close>
void reduce_in_turn(Tiles const& tiles, listed_shares const& shares, size_type blocks, Close const& close) {
  std::vector<stretch> heads(shares.points.size()), tails(shares.points.size());
  cut_values<stretch> const cuts{heads.data(), tails.data()};
  for (size_type first = 0; first < blocks; ++first) {
    storage_type storage;
    run_block<threads>([&](auto& block) {
      walk_in_turn(block, storage, tiles, shares, {first, blocks}, stretch_of_atom{}, append{}, close, cuts);
    });
  }
  for (size_type first = 1; first < shares.workers; first += threads) {
    fix_up_storage<stretch, threads, items> storage;
    run_block<threads>([&](auto& block) {
      combine_partials(block, storage, tiles, shares.points.data(), shares.workers, first, cuts, append{}, close);
    });
  }
}

}  // namespace

TEST_CASE("blocks that take shares in turn close every tile once and combine its atoms in order") {
  for (tile_case const& c : tile_battery()) {
    if (c.atoms() > 500 || c.tiles() > 500) continue;
    auto const offsets = c.offsets_as<std::int32_t>();
    auto const tiles = tiles_of(offsets);
    for (size_type const blocks : {1, 3, 4}) {
      for (int const n : {13, 40}) {
        closings by_atoms(c), by_path(c);
        reduce_in_turn(tiles, shares_of(nonzero_split{n}, tiles), blocks, by_atoms.sink());
        CHECK(by_atoms.wrong(c) == "");
        reduce_in_turn(tiles, shares_of(merge_path{n}, tiles), blocks, by_path.sink());
        CHECK(by_path.wrong(c) == "");
      }
    }
  }
}

}  // namespace heddle::testing
