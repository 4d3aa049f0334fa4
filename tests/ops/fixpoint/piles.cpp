// piles.cpp - entries that wait in piles: the order in which they are taken, by width and by quantiles, and what is
// past.
#include <doctest/doctest.h>

#include <cmath>
#include <heddle/ops/fixpoint/piles.hpp>
#include <limits>

using namespace heddle;

namespace {

struct waiting_entry {
  int at;
  double value;
};

struct less_is_better {
  bool before(double x, double y) const { return !(y < x); }
  double best(double x, double y) const { return y < x ? y : x; }
};

using piles = host::waiting_piles<double, waiting_entry, less_is_better>;

bool all_current(waiting_entry const&) { return true; }

piles with_values(double width, int n) {
  piles waiting(less_is_better{}, width);
  for (int i = 0; i < n; ++i) waiting.add({i, static_cast<double>((i * 37) % n)});
  return waiting;
}

std::vector<waiting_entry> next_of(piles& waiting) {
  std::vector<waiting_entry> taken;
  waiting.take(taken, all_current);
  return taken;
}

}  // namespace

TEST_CASE("piles are taken best first, every entry once, whether by width or by quantiles") {
  for (double const width : {0.0, 0.01, 3.0, 20.0, 1e9}) {
    for (int const n : {1, 5, 100, 1000}) {
      CAPTURE(width);
      CAPTURE(n);
      auto waiting = with_values(width, n);
      double worst_so_far = -1;
      int found = 0;
      while (!waiting.empty()) {
        auto const taken = next_of(waiting);
        REQUIRE_FALSE(taken.empty());
        double worst = worst_so_far;
        for (auto const& e : taken) {
          CHECK_GT(e.value, worst_so_far);  // all values differ
          worst = std::max(worst, e.value);
        }
        if (width > 0) CHECK_LE(worst - worst_so_far, width + 1);
        worst_so_far = worst;
        found += static_cast<int>(taken.size());
      }
      CHECK_EQ(found, n);
    }
  }
}

TEST_CASE("what is added to the pile that is being taken, or would belong before it, is taken next") {
  for (double const width : {0.0, 10.0}) {
    auto waiting = with_values(width, 100);
    next_of(waiting);
    auto const second = next_of(waiting);
    waiting.add({200, second.front().value});
    waiting.add({201, -5.0});
    auto const again = next_of(waiting);
    REQUIRE_EQ(again.size(), 2);
    CHECK_EQ(again[0].at + again[1].at, 401);
    CHECK_GT(next_of(waiting).front().value, second.front().value);
  }
}

TEST_CASE("a value is past when all that waits is worse, and not before") {
  for (double const width : {0.0, 10.0}) {
    auto waiting = with_values(width, 100);
    CHECK_FALSE(waiting.is_past(0.0));
    auto const first = next_of(waiting);
    double worst = 0;
    for (auto const& e : first) worst = std::max(worst, e.value);
    CHECK(waiting.is_past(worst));
    CHECK_FALSE(waiting.is_past(worst + 1));
    CHECK_FALSE(waiting.is_past(1e9));
    waiting.add({300, worst});
    CHECK_FALSE(waiting.is_past(worst));
  }
}

TEST_CASE("entries that something better has replaced are dropped, and nothing is taken where all were") {
  auto waiting = with_values(5.0, 50);
  std::vector<waiting_entry> taken;
  waiting.take(taken, [](waiting_entry const& e) { return e.at % 2 == 0; });
  for (auto const& e : taken) CHECK_EQ(e.at % 2, 0);
  auto none = with_values(5.0, 50);
  taken.clear();
  none.take(taken, [](waiting_entry const&) { return false; });
  CHECK(taken.empty());
  CHECK(none.empty());
}

TEST_CASE("infinity and NaN wait too, and are taken in the end") {
  double const infinity = std::numeric_limits<double>::infinity();
  for (double const width : {0.0, 2.0}) {
    piles waiting(less_is_better{}, width);
    for (int i = 0; i < 40; ++i) waiting.add({i, i % 4 == 0 ? infinity : i % 4 == 1 ? std::nan("") : 1.0 * i});
    int found = 0;
    while (!waiting.empty()) found += static_cast<int>(next_of(waiting).size());
    CHECK_EQ(found, 40);
  }
}

TEST_CASE("another width holds for all that waits") {
  auto waiting = with_values(1e9, 100);
  waiting.add({500, 1e6});
  next_of(waiting);
  for (int i = 0; i < 100; ++i) waiting.add({i, static_cast<double>(i)});
  waiting.set_width(10);
  CHECK_EQ(waiting.width(), 10);
  CHECK_EQ(next_of(waiting).size(), 10);
  waiting.set_width(0);
  CHECK_LT(next_of(waiting).size(), 30);
}
