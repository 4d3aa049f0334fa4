// programs.cpp - rows of linear programs, one after the other.
#include "bench/support/programs.hpp"

#include <algorithm>
#include <array>

#include "bench/support/by_rows.hpp"

namespace heddle::bench {

entries dense_rows(size_type n, int dense) {
  auto const scattered = scattered_over(n);
  auto const length = [=](size_type r) {
    return r < dense ? n * (r + 1) / (2 * dense) : 1 + static_cast<size_type>(hash(static_cast<std::uint64_t>(r)) % 4);
  };
  return by_rows(n + dense, n, length, [=](size_type r, size_type k, size_type count) {
    return r < dense ? scattered(r, k, count) : std::min(r - dense, n - count) + k;
  });
}

entries dense_columns(size_type n, int dense) {
  auto const in_dense = [=](size_type r) {
    size_type count = 0;
    for (int c = 0; c < dense; ++c) count += r % (c + 1) == 0;
    return count;
  };
  auto const scattered = scattered_over(n - dense);
  return by_rows(
      n, n, [=](size_type r) { return in_dense(r) + 4; },
      [=](size_type r, size_type k, size_type count) {
        if (k >= count - 4) return dense + scattered(r, k - (count - 4), 4);
        size_type c = 0;
        for (;; ++c) {
          if (r % (c + 1) == 0 && k-- == 0) return c;
        }
      });
}

entries staircase(size_type periods, size_type width) {
  auto const scattered = scattered_over(width);
  return by_rows(
      periods * width, periods * width, [=](size_type r) { return size_type{r < width ? 4 : 6}; },
      [=](size_type r, size_type k, size_type count) {
        size_type const begin = r / width * width;
        if (count == 6 && k < 2) return begin - width + scattered(r, k, 2);
        size_type const own = count == 6 ? k - 2 : k;
        return begin + scattered(~r, own, 4);
      });
}

entries set_cover(size_type elements, size_type sets) {
  double sum = 0;
  for (size_type e = 0; e < elements; ++e) sum += 1.0 / static_cast<double>(e + 50);
  double const entries_of_all = 10.0 * static_cast<double>(sets);  // a set has ten elements in the mean
  auto const length = [=](size_type e) {
    auto const wanted = static_cast<size_type>(entries_of_all / static_cast<double>(e + 50) / sum);
    return std::clamp(wanted, size_type{1}, sets / 2);
  };
  return by_rows(elements, sets, length, scattered_over(sets));
}

entries multi_commodity(size_type side, size_type commodities) {
  size_type const nodes = side * side, arcs = 4 * nodes;
  // Arcs 4 v, ... go from node v to the right, to the left, down and up.
  auto const arcs_at = [=](size_type v) {
    size_type const x = v % side, y = v / side, right = y * side + (x + 1) % side,
                    left = y * side + (x + side - 1) % side, down = (y + 1) % side * side + x,
                    up = (y + side - 1) % side * side + x;
    std::array<size_type, 8> all{4 * v,         4 * v + 1,    4 * v + 2,    4 * v + 3,
                                 4 * right + 1, 4 * left + 0, 4 * down + 3, 4 * up + 2};
    std::sort(all.begin(), all.end());
    return all;
  };
  size_type const balances = commodities * nodes;
  return by_rows(
      balances + arcs, commodities * arcs, [=](size_type r) { return r < balances ? size_type{8} : commodities; },
      [=](size_type r, size_type k, size_type) {
        if (r >= balances) return k * arcs + (r - balances);
        return r / nodes * arcs + arcs_at(r % nodes)[static_cast<std::size_t>(k)];
      });
}

entries assignment(size_type n, size_type choices) {
  // Agent i may have the jobs (i + 7 c) mod n, c < choices, so job j has the agents (j - 7 c) mod n.
  return by_rows(
      2 * n, n * choices, [=](size_type) { return choices; },
      [=](size_type r, size_type k, size_type) {
        if (r < n) return r * choices + k;
        // Its agents in ascending order: those that do not wrap around come after those that do.
        size_type const j = r - n, direct = std::min(choices, j / 7 + 1),
                        c = k < direct ? direct - 1 - k : choices - 1 - (k - direct);
        size_type const agent = ((j - 7 * c) % n + n) % n;
        return agent * choices + c;
      });
}

}  // namespace heddle::bench
