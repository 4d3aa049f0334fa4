// shapes.cpp - entries row by row; random columns come one from each of equal stretches, so they ascend.
#include "bench/support/shapes.hpp"

#include <heddle/detail/executor/parallel_for.hpp>
#include <numeric>

namespace heddle::bench {
namespace {

std::uint64_t hash(std::uint64_t bits) {  // the finaliser of SplitMix64
  bits = (bits + 0x9e3779b97f4a7c15u);
  bits = (bits ^ (bits >> 30)) * 0xbf58476d1ce4e5b9u;
  bits = (bits ^ (bits >> 27)) * 0x94d049bb133111ebu;
  return bits ^ (bits >> 31);
}

// Row r has length(r) entries, the k-th in column(r, k, length), which ascends with k.
template <class Length, class Column>
entries by_rows(size_type rows, size_type cols, Length const& length, Column const& column) {
  std::vector<size_type> first(static_cast<std::size_t>(rows) + 1);
  for (size_type r = 0; r < rows; ++r) first[r + 1] = first[r] + length(r);
  entries result;
  result.rows = rows;
  result.cols = cols;
  result.values = io::field::pattern;
  result.row.resize(first.back());
  result.col.resize(first.back());
  host::parallel_for(host::default_threads(), rows, [&](size_type r) {
    size_type const n = first[r + 1] - first[r];
    for (size_type k = 0; k < n; ++k) {
      result.row[first[r] + k] = static_cast<std::int32_t>(r);
      result.col[first[r] + k] = static_cast<std::int32_t>(column(r, k, n));
    }
  });
  return result;
}

// The k-th of n columns is a random one of the k-th stretch.
auto scattered_over(size_type cols) {
  return [cols](size_type row, size_type k, size_type n) {
    size_type const from = cols * k / n, to = cols * (k + 1) / n;
    auto const random = hash(static_cast<std::uint64_t>(row) << 32 ^ static_cast<std::uint64_t>(k));
    return from + static_cast<size_type>(random % static_cast<std::uint64_t>(to - from));
  };
}

}  // namespace

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
