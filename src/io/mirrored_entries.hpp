// mirrored_entries.hpp - whether entries and their mirror images are both listed: a symmetric file must not, a list of
// entries that is marked symmetric must.
#pragma once
#include <algorithm>
#include <atomic>
#include <bit>
#include <heddle/host/parallel_for.hpp>
#include <heddle/io/coordinates.hpp>
#include <type_traits>
#include <utility>

namespace heddle::detail {

constexpr size_type entries_at_once = 1 << 16;  // claimed by a thread

struct triangle_counts {
  size_type below = 0, above = 0;
};

template <class T, class Index> triangle_counts count_triangles(io::coordinates<T, Index> const& entries) {
  std::atomic<size_type> below = 0, above = 0;
  host::for_each_run(host::default_threads(), entries.nnz(), entries_at_once, [&](size_type begin, size_type end) {
    triangle_counts found;
    for (size_type k = begin; k < end; ++k) {
      found.below += entries.row[k] > entries.col[k];
      found.above += entries.row[k] < entries.col[k];
    }
    below += found.below, above += found.above;
  });
  return {below, above};
}

/// The first entry whose mirror image stands before it, and the first of those; -1 and -1 if there is none.
/// Work O(nnz) if all stand in one triangle, else a sort of those off the diagonal, by 8 bytes each.
template <class T, class Index>
std::pair<size_type, size_type> first_mirrored(io::coordinates<T, Index> const& entries) {
  auto const [below, above] = count_triangles(entries);
  std::pair<size_type, size_type> first(-1, -1);
  if (below == 0 || above == 0) return first;
  auto const& row = entries.row;
  auto const& col = entries.col;
  std::vector<size_type> order;
  order.reserve(static_cast<std::size_t>(below + above));
  for (size_type k = 0; k < entries.nnz(); ++k) {
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

/// Spreads `bits` over all 64 (the finaliser of SplitMix64).
inline std::uint64_t scattered(std::uint64_t bits) {
  bits = (bits ^ (bits >> 30)) * 0xbf58476d1ce4e5b9;
  bits = (bits ^ (bits >> 27)) * 0x94d049bb133111eb;
  return bits ^ (bits >> 31);
}

template <class T> std::uint64_t bits_of(T value) {
  if constexpr (std::is_same_v<T, float>) {
    return std::bit_cast<std::uint32_t>(value);
  } else if constexpr (std::is_same_v<T, double>) {
    return std::bit_cast<std::uint64_t>(value);
  } else {
    return static_cast<std::uint64_t>(value);
  }
}

/// Whether every entry has its mirror image, with the same value bit for bit: sums of hashes of both triangles agree,
/// which others do by a chance of 2^-64. Work O(nnz), no memory.
template <class T, class Index> bool is_mirrored(io::coordinates<T, Index> const& entries) {
  std::atomic<std::uint64_t> difference = 0;
  host::for_each_run(host::default_threads(), entries.nnz(), entries_at_once, [&](size_type begin, size_type end) {
    std::uint64_t below = 0, above = 0;
    for (size_type k = begin; k < end; ++k) {
      auto const i = entries.row[k], j = entries.col[k];
      if (i == j) continue;
      auto hash = scattered(static_cast<std::uint64_t>(std::max(i, j)) + 1);
      hash = scattered(hash + static_cast<std::uint64_t>(std::min(i, j)));
      if (!entries.value.empty()) hash = scattered(hash + bits_of(entries.value[k]));
      (i > j ? below : above) += hash;
    }
    difference += below - above;
  });
  return difference == 0;
}

}  // namespace heddle::detail
