// meetings.cpp - fibers that wait for each other: all come before one goes on, whatever the order, and mistakes are
// told.
#include <doctest/doctest.h>

#include <algorithm>
#include <numeric>
#include <stdexcept>

#include "tests/walk/fibers.hpp"

namespace heddle::testing {
namespace {

TEST_CASE("no fiber leaves a meeting before all have come, time after time") {
  constexpr int fibers_at_once = 8, rounds = 50;
  meeting all(fibers_at_once);
  std::vector<int> done(fibers_at_once, 0);
  std::vector<std::vector<int>> orders(rounds);
  fibers::run(fibers_at_once, [&](int rank) {
    for (int round = 0; round < rounds; ++round) {
      orders[round].push_back(rank);
      ++done[rank];
      fibers::wait(all);
      CHECK(std::all_of(done.begin(), done.end(), [&](int times) { return times == round + 1; }));
      fibers::wait(all);
    }
  });
  CHECK(std::count(done.begin(), done.end(), rounds) == fibers_at_once);
  // A meeting that is missing shows in some order alone, so orders change.
  std::sort(orders.begin(), orders.end());
  CHECK(std::unique(orders.begin(), orders.end()) - orders.begin() > 5);
}

TEST_CASE("a meeting that not all fibers come to is an error, no wait without an end") {
  meeting both(2);
  auto const one_comes = [&](int rank) {
    if (rank == 0) fibers::wait(both);
  };
  CHECK_THROWS_AS(fibers::run(2, one_comes), std::logic_error);
}

TEST_CASE("what a fiber throws comes out, while others wait for it") {
  meeting both(2);
  auto const one_throws = [&](int rank) {
    if (rank == 1) throw std::runtime_error("of rank 1");
    fibers::wait(both);
  };
  CHECK_THROWS_WITH_AS(fibers::run(2, one_throws), "of rank 1", std::runtime_error);
}

}  // namespace
}  // namespace heddle::testing
