// swept_shapes.cpp - the list of shapes.
#include "bench/support/swept_shapes.hpp"

#include <algorithm>
#include <cmath>

namespace heddle::bench {

std::string to_string(row_kind k) {
  char const* const names[] = {"equal", "geometric", "power_law", "one_giant", "mostly_empty", "around_mean"};
  return names[static_cast<int>(k)];
}
std::string to_string(column_kind k) {
  char const* const names[] = {"near", "scattered", "skewed"};
  return names[static_cast<int>(k)];
}
std::string to_string(value_kind k) {
  char const* const names[] = {"f32", "f64", "pattern"};
  return names[static_cast<int>(k)];
}

std::vector<shape> shapes() {
  constexpr double most = 1 << 27;
  std::vector<shape> all;
  detail::counter_random const random(11, 0);
  int id = 0;
  auto const add = [&](double rows, double mean, row_kind lengths, column_kind columns) {
    std::uint64_t const bits = random.bits(static_cast<std::uint64_t>(++id));
    auto const moved = [&](double x, int shift) {
      return x * std::pow(10, static_cast<double>(bits >> shift & 1023) / 1024 - 0.5);
    };
    shape s{.id = id, .lengths = lengths, .columns = columns};
    s.rows = std::clamp<size_type>(std::llround(moved(rows, 0)), 1, 10'000'000);
    s.mean = std::clamp(moved(mean, 10), 0.1, 1e5);
    double const atoms = s.mean * static_cast<double>(s.rows);
    if (atoms < 1 || atoms > most) return;
    // A vector to gather from: as long as y, or some times a row, whichever is more.
    s.cols = std::max({s.rows, static_cast<size_type>(4 * s.mean), size_type{1000}});
    s.values = value_kind(bits >> 20 & 3 ? (bits >> 20 & 3) - 1 : bits >> 22 & 1);
    s.held_out = (bits >> 30) % 3 == 0;
    all.push_back(s);
  };
  auto const add_all = [&](std::initializer_list<row_kind> kinds) {
    for (double rows = 1; rows <= 1e7; rows *= 10) {
      for (double mean = 0.1; mean <= 1e5; mean *= 10) {
        for (row_kind const lengths : kinds) {
          for (int columns = 0; columns < 3; ++columns) add(rows, mean, lengths, column_kind(columns));
        }
      }
    }
  };
  using enum row_kind;
  add_all({equal, geometric, power_law, one_giant, mostly_empty});
  add_all({around_mean});  // came later, so that the shapes before keep their numbers
  return all;
}

}  // namespace heddle::bench
