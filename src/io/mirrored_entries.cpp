// mirrored_entries.cpp - whether entries and their mirror images are both listed, for each type of index.
#include "src/io/mirrored_entries.hpp"

#include <algorithm>
#include <atomic>
#include <heddle/detail/executor/parallel_for.hpp>

namespace heddle::detail {
namespace {

constexpr size_type mirrored_at_once = 1 << 16;  // entries claimed by a thread

}  // namespace

template <class Index> triangle_counts count_triangles(std::vector<Index> const& row, std::vector<Index> const& col) {
  std::atomic<size_type> below = 0, above = 0;
  host::for_each_run(host::default_threads(), static_cast<size_type>(row.size()), mirrored_at_once,
                     [&](size_type begin, size_type end) {
                       triangle_counts found;
                       for (size_type k = begin; k < end; ++k) {
                         found.below += row[k] > col[k];
                         found.above += row[k] < col[k];
                       }
                       below += found.below, above += found.above;
                     });
  return {below, above};
}

template <class Index>
std::pair<size_type, size_type> first_mirrored(std::vector<Index> const& row, std::vector<Index> const& col) {
  auto const [below, above] = count_triangles(row, col);
  std::pair<size_type, size_type> first(-1, -1);
  if (below == 0 || above == 0) return first;
  std::vector<size_type> order;
  order.reserve(static_cast<std::size_t>(below + above));
  for (size_type k = 0; k < static_cast<size_type>(row.size()); ++k) {
    if (row[k] != col[k]) order.push_back(k);
  }
  auto const place = [&](size_type k) { return std::pair(std::max(row[k], col[k]), std::min(row[k], col[k])); };
  std::sort(order.begin(), order.end(),
            [&](size_type a, size_type b) { return std::pair(place(a), a) < std::pair(place(b), b); });
  for (std::size_t i = 0, begin = 0; i < order.size(); ++i) {
    auto const k = order[i], earliest = order[begin];
    if (place(k) != place(earliest)) {
      begin = i;
    } else if (row[k] != row[earliest] && (first.first < 0 || k < first.first)) {
      first = {k, earliest};
    }
  }
  return first;
}

template <class Index, class Bits>
bool is_mirrored(std::vector<Index> const& row, std::vector<Index> const& col, value_bits<Bits> const& values) {
  std::atomic<std::uint64_t> difference = 0;
  host::for_each_run(host::default_threads(), static_cast<size_type>(row.size()), mirrored_at_once,
                     [&](size_type begin, size_type end) {
                       std::uint64_t below = 0, above = 0;
                       for (size_type k = begin; k < end; ++k) {
                         auto const i = row[k], j = col[k];
                         if (i == j) continue;
                         auto hash = scattered(static_cast<std::uint64_t>(std::max(i, j)) + 1);
                         hash = scattered(hash + static_cast<std::uint64_t>(std::min(i, j)));
                         if (values.values) hash = scattered(hash + values[k]);
                         (i > j ? below : above) += hash;
                       }
                       difference += below - above;
                     });
  return difference == 0;
}

#define INSTANTIATE(Index)                                                                                           \
  template triangle_counts count_triangles(std::vector<Index> const&, std::vector<Index> const&);                    \
  template std::pair<size_type, size_type> first_mirrored(std::vector<Index> const&, std::vector<Index> const&);     \
  template bool is_mirrored(std::vector<Index> const&, std::vector<Index> const&, value_bits<std::uint8_t> const&);  \
  template bool is_mirrored(std::vector<Index> const&, std::vector<Index> const&, value_bits<std::uint32_t> const&); \
  template bool is_mirrored(std::vector<Index> const&, std::vector<Index> const&, value_bits<std::uint64_t> const&);
INSTANTIATE(std::int32_t)
INSTANTIATE(std::int64_t)
#undef INSTANTIATE

}  // namespace heddle::detail
