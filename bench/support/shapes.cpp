// shapes.cpp - entries row by row; random columns come one from each of equal stretches, so they ascend.
#include "bench/support/shapes.hpp"

#include <numeric>

#include "bench/support/by_rows.hpp"

namespace heddle::bench {

entries finite_elements(size_type n, int unknowns) {
  entries const mesh = io::delaunay_like<float>({.n = n});
  std::vector<size_type> first(static_cast<std::size_t>(mesh.rows) + 1);
  for (std::int32_t const row : mesh.row) ++first[row + 1];
  std::partial_sum(first.begin(), first.end(), first.begin());
  auto const points_of = [&](size_type point) { return first[point + 1] - first[point] + 1; };  // and itself
  auto const neighbour = [&](size_type point, size_type k) -> size_type {
    auto const* const begin = mesh.col.data() + first[point];
    auto const* const end = mesh.col.data() + first[point + 1];
    size_type const before = std::lower_bound(begin, end, point) - begin;
    return k < before ? begin[k] : k == before ? point : begin[k - 1];
  };
  return by_rows(
      mesh.rows * unknowns, mesh.rows * unknowns, [&](size_type r) { return points_of(r / unknowns) * unknowns; },
      [&](size_type r, size_type k, size_type) {
        return neighbour(r / unknowns, k / unknowns) * unknowns + k % unknowns;
      });
}

entries hub_and_spoke(size_type n, size_type hubs, size_type spokes, int few) {
  size_type const stride = n / hubs;
  return by_rows(
      n, n, [=](size_type r) { return r % stride == stride / 2 ? spokes : size_type{few}; }, scattered_over(n));
}

entries mostly_empty(size_type n, int stride, int length) {
  return by_rows(
      n, n, [=](size_type r) { return r % stride == 0 ? size_type{length} : size_type{0}; }, scattered_over(n));
}

entries rectangle(size_type rows, size_type cols, size_type length) {
  return by_rows(
      rows, cols, [=](size_type) { return length; }, scattered_over(cols));
}

}  // namespace heddle::bench
