// share_loads.cpp - what the shares of a plan hold, counted one by one.
#include <heddle/explain.hpp>
#include <heddle/matrix.hpp>
#include <heddle/semirings/operators.hpp>
#include <heddle/vector.hpp>
#include <numeric>

#include "src/measure/share_cycles.hpp"
#include "tests/support/executors.hpp"
#include "tests/support/tile_battery.hpp"

using namespace heddle;
using namespace heddle::schedules;

using namespace heddle::seam;
using namespace heddle::testing;

TEST_CASE("figures are minimum, mean, maximum and powers of two") {
  std::vector<std::int64_t> const loads = {0, 1, 1, 6, 32};
  auto const figures = figures_of(loads);
  CHECK(figures.minimum == 0);
  CHECK(figures.maximum == 32);
  CHECK(figures.mean == 8);
  CHECK(figures.imbalance() == 4);
  CHECK(figures.histogram[0] == 1);
  CHECK(figures.histogram[1] == 2);
  CHECK(figures.histogram[3] == 1);
  CHECK(figures.histogram[6] == 1);
  CHECK(figures_of({}).imbalance() == 1);
}

EXECUTOR_CASE("shares of every schedule hold all atoms, and all tiles but for cut ones once") {
  for (tile_case const& c : tile_battery()) {
    buffer<std::int64_t> const offsets(exec, std::span<std::int64_t const>(c.offsets));
    offset_tiles<std::int64_t> const tiles{offsets.data(), c.tiles(), c.atoms()};
    for (std::string const& name : schedule::names()) {
      CAPTURE(c.name);
      CAPTURE(name);
      plan const made = make_plan(exec, tiles, schedule::parse(name), 8);
      auto const loads = loads_of(exec, tiles, made);
      CHECK(loads.shares == made.shares->workers);
      double const shares = static_cast<double>(loads.shares);
      CHECK(loads.atoms.mean * shares == doctest::Approx(static_cast<double>(c.atoms())));
      double const touched = loads.tiles.mean * shares;
      if (made.shares->cuts_tiles) {
        CHECK(touched > static_cast<double>(c.tiles()));
        CHECK(touched <= static_cast<double>(c.tiles()) + shares);
      } else {
        CHECK(touched == doctest::Approx(static_cast<double>(c.tiles())));
      }
      auto const& bins = loads.atoms.histogram;
      CHECK(std::accumulate(bins.begin(), bins.end(), size_type{0}) == loads.shares);
      CHECK_FALSE(loads.cycles);
    }
  }
}

EXECUTOR_CASE("equal nonzeros a share are equal, and a thread a row is as uneven as the rows") {
  tile_case const c = from_lengths("one long", {1, 1, 1, 1, 96});
  buffer<std::int64_t> const offsets(exec, std::span<std::int64_t const>(c.offsets));
  offset_tiles<std::int64_t> const tiles{offsets.data(), c.tiles(), c.atoms()};
  auto const split = loads_of(exec, tiles, make_plan(exec, tiles, nonzero_split{10}, 8));
  CHECK(split.shares == 10);
  CHECK(split.atoms.imbalance() == 1);
  CHECK(split.tiles.maximum == 5);
  auto const mapped = loads_of(exec, tiles, make_plan(exec, tiles, thread_mapped{}, 8));
  CHECK(mapped.atoms.minimum == 1);
  CHECK(mapped.atoms.maximum == 96);
  CHECK(mapped.atoms.imbalance() == doctest::Approx(4.8));
}

EXECUTOR_CASE("where a block deals rows out a share is a round of 256 of them") {
  std::vector<std::int64_t> lengths(600, 3);
  lengths[300] = 50;
  tile_case const c = from_lengths("rounds", lengths);
  buffer<std::int64_t> const offsets(exec, std::span<std::int64_t const>(c.offsets));
  offset_tiles<std::int64_t> const tiles{offsets.data(), c.tiles(), c.atoms()};
  auto const loads =
      loads_of(exec, tiles, make_plan(exec, tiles, schedule(thread_mapped{}, by_gathering{.block_above = 0}), 8));
  CHECK(loads.shares == (exec.is_host() ? 600 : 3));
  CHECK(loads.tiles.maximum == (exec.is_host() ? 1 : 256));
  CHECK(loads.atoms.maximum == (exec.is_host() ? 50 : 256 * 3 + 47));
}

TEST_CASE("clock cycles are counted for the shares of every schedule [sanitize]" * doctest::skip(!cuda_available())) {
  executor const exec = cuda_executor();
  std::vector<std::int32_t> row, col;
  for (std::int32_t i = 0; i < 700; ++i) {
    std::int32_t const length = i == 300 ? 690 : i % 9;
    for (std::int32_t k = 0; k < length; ++k) row.push_back(i), col.push_back((i + k) % 700);
  }
  auto const a = matrix<float>::build(700, 700, row, col, std::vector<float>(row.size(), 2), plus<float>{}, exec);
  buffer<float> const x(exec, std::vector<float>(700, 1));
  for (std::string const& name : schedule::names()) {
    CAPTURE(name);
    auto const made = storage_of(a).csr().plan_for(schedule::parse(name), sizeof(float));
    auto const cycles = measure::share_cycles(exec, *made, a.csr(), x.data());
    auto const counted = std::accumulate(cycles.histogram.begin(), cycles.histogram.end(), size_type{0});
    CHECK(counted > 0);
    CHECK(counted <= made->shares->workers);
    CHECK(cycles.minimum > 0);
    CHECK(cycles.maximum < 1'000'000'000);
  }
}
