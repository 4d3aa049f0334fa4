// by_rows.hpp - entries row by row, from the length of every row and the columns in it.
#pragma once
#include <heddle/detail/executor/parallel_for.hpp>

#include "bench/support/shapes.hpp"

namespace heddle::bench {

inline std::uint64_t hash(std::uint64_t bits) {  // the finaliser of SplitMix64
  bits = (bits + 0x9e3779b97f4a7c15u);
  bits = (bits ^ (bits >> 30)) * 0xbf58476d1ce4e5b9u;
  bits = (bits ^ (bits >> 27)) * 0x94d049bb133111ebu;
  return bits ^ (bits >> 31);
}

/// Row r has length(r) entries, the k-th in column(r, k, length), which ascends with k.
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

/// The k-th of n columns is a random one of the k-th stretch.
inline auto scattered_over(size_type cols) {
  return [cols](size_type row, size_type k, size_type n) {
    size_type const from = cols * k / n, to = cols * (k + 1) / n;
    auto const random = hash(static_cast<std::uint64_t>(row) << 32 ^ static_cast<std::uint64_t>(k));
    return from + static_cast<size_type>(random % static_cast<std::uint64_t>(to - from));
  };
}

}  // namespace heddle::bench
