// host_rules.cpp - what `auto` and the plan choose on CPUs: which schedule, how long shares are, where rows are cut.
#include <doctest/doctest.h>

#include <heddle/seam/plan/plan.hpp>

using namespace heddle;
using namespace heddle::schedules;

using namespace heddle::seam;

namespace {

tile_statistics rows_of(size_type tiles, size_type atoms, size_type empty = 0) {
  primitives::row_statistics rows;
  rows.mean_length = static_cast<double>(atoms) / static_cast<double>(tiles);
  rows.max_length = atoms / tiles + 1;
  rows.empty_rows = empty;
  return {tiles, atoms, rows};
}

template <class S> S chosen(tile_statistics const& statistics) {
  schedule const found = choose_schedule(statistics, device_kind::host, 4);
  REQUIRE(std::holds_alternative<S>(found.built_in()));
  return std::get<S>(found.built_in());
}

// The threshold that cut_tiles takes for rows of these lengths.
int threshold_for(std::vector<std::int32_t> const& lengths, int lanes) {
  std::vector<std::int32_t> offsets{0};
  for (std::int32_t const length : lengths) offsets.push_back(offsets.back() + length);
  offset_tiles<std::int32_t> const tiles{offsets.data(), static_cast<size_type>(lengths.size()), offsets.back()};
  plan const made = make_plan(host_executor(), tiles, cut_tiles{0, lanes}, 4);
  return std::get<cut_tiles>(made.chosen.built_in()).max_atoms;
}

}  // namespace

TEST_CASE("auto on a host: mostly empty rows are merged, the rest is split equally") {
  CHECK(chosen<nonzero_split>(rows_of(95, 4000)).atoms_per_worker == 4096);  // one share
  CHECK(chosen<nonzero_split>(rows_of(96, 4000)).atoms_per_worker == 4096);
  CHECK(chosen<nonzero_split>(rows_of(100'000, 1'000'000, 50'000)).atoms_per_worker == 4096);
  CHECK(chosen<merge_path>(rows_of(100'000, 1'000'000, 50'001)).items_per_worker == 4096);
}

TEST_CASE("auto on a host: shares are a 512th of all, at least 4096, at most 2^24") {
  CHECK(chosen<nonzero_split>(rows_of(1000, 512 * 4097)).atoms_per_worker == 4097);
  CHECK(chosen<nonzero_split>(rows_of(1000, 512 * 4096)).atoms_per_worker == 4096);
  CHECK(chosen<nonzero_split>(rows_of(1000, 512 * 4095)).atoms_per_worker == 4096);
  CHECK(chosen<nonzero_split>(rows_of(1000, size_type{1} << 40)).atoms_per_worker == 1 << 24);
}

TEST_CASE("the threshold of cut_tiles is the upper end of the tallest of ten bins, between 32 and 64 a lane") {
  CHECK(threshold_for({100, 100, 100, 400, 1000}, 8) == 200);
  CHECK(threshold_for({100, 400, 400, 1000}, 8) == 500);
  CHECK(threshold_for({100, 400, 400, 1000}, 4) == 256);
  CHECK(threshold_for({3, 3, 3, 100}, 8) == 32);
}
