// share_loads.cpp - what the shares of a plan hold, counted one by one.
#include <heddle/share_loads.hpp>
#include <numeric>

#include "tests/support/executors.hpp"
#include "tests/support/tile_battery.hpp"

using namespace heddle;
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
      CHECK(loads.shares == made.workers);
      double const shares = static_cast<double>(loads.shares);
      CHECK(loads.atoms.mean * shares == doctest::Approx(static_cast<double>(c.atoms())));
      double const touched = loads.tiles.mean * shares;
      if (made.cuts_tiles) {
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
