// failures.cpp - an error at one rank ends the work of all, is thrown, and leaves every part as it was.
#include <chrono>
#include <thread>

#include "tests/distributed/drawn.hpp"
#include "tests/failure/allocations.hpp"

using namespace heddle;
using namespace heddle::testing;

TEST_CASE("an error at one rank reaches the caller, and the group works on") {
  auto const ranks = distributed::group::of_threads(3);
  for (int const bad : {0, 1, 2}) {
    auto const work = [&](distributed::member& m) {
      if (m.rank() == bad) throw std::runtime_error("rank " + std::to_string(bad));
      std::vector<primitives::byte> const mine(4);
      (void)m.all_gather(mine);
    };
    CHECK_THROWS_WITH_AS(ranks.run(work), ("rank " + std::to_string(bad)).c_str(), std::runtime_error);
    std::vector<size_type> seen;
    ranks.run([&](distributed::member& m) {
      auto const all = m.agree(m.rank() * 10);
      if (m.rank() == 0) seen.assign(all.begin(), all.end());
    });
    CHECK(seen == std::vector<size_type>{0, 10, 20});
  }
  CHECK_THROWS_AS(ranks.run([&](distributed::member& m) {
    if (m.rank() == 1) ranks.run([](distributed::member&) {});
  }),
                  invalid_argument);
}

TEST_CASE("where memory runs out at any moment of an operation over ranks, its output is what it was") {
  auto const ranks = distributed::group::of_threads(3);
  dealt_case drawn(5, ranks);
  while (drawn.rows < 20 || drawn.row.size() < 20)
    drawn = dealt_case(static_cast<std::uint32_t>(drawn.below(10000)), ranks);
  auto const A = drawn.dealt(drawn.whole());
  auto const u = drawn.dealt(drawn.drawn(drawn.cols));
  auto const v = drawn.dealt(drawn.drawn(drawn.rows));
  auto const first = drawn.drawn(drawn.rows);
  auto const dealt_first = drawn.dealt(first);
  auto const try_all = [&](auto const& call) {
    int failures = 0;
    for (std::int64_t at = 0;; ++at) {
      auto w = dealt_first;
      host_gate().arm(failing::once, at);
      bool threw = false;
      try {
        call(w);
      } catch (std::bad_alloc const&) { threw = true; } catch (error const&) {
        threw = true;
      }
      if (!host_gate().disarm()) break;
      if (!threw) continue;
      ++failures;
      if (!agree(first, w)) FAIL("allocation ", at, " left another output");
    }
    CHECK(failures > 5);
  };
  try_all([&](auto& w) { mxv(w, complement(v), plus<int>{}, plus_times<int>{}, A, u); });
  try_all([&](auto& w) { vxm(w, v, no_accum, min_plus<int>{}, u, transpose(A), {.replace = true}); });
  try_all([&](auto& w) { ewise_add(w, minus<int>{}, w, v); });
}
