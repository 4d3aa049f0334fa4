// build.hpp - entries out of two kinds of description: the neighbours of a row, or a numbered list of pairs.
#pragma once
#include <algorithm>
#include <atomic>
#include <heddle/base/error.hpp>
#include <heddle/detail/executor/parallel_for.hpp>
#include <heddle/io/coordinates.hpp>
#include <limits>
#include <numeric>

#include "src/executor/told_loop.hpp"
#include "src/io/generators/drawn_pairs.hpp"

namespace heddle::detail {

constexpr size_type generated_at_once = 1024;  // rows claimed by a thread

/// Pairs, likewise: some dozens of runs for every thread, where these are long enough to be worth claiming.
inline size_type drawn_at_once(int threads, size_type num_pairs) {
  return std::clamp<size_type>(num_pairs / (size_type{32} * threads), 2048, 1 << 16);
}

template <class Index> void check_rows_fit(char const* name, size_type rows) {
  if (rows <= std::numeric_limits<Index>::max()) return;
  throw index_overflow(concat(name, ": ", rows, " rows need the index type std::int64_t"));
}

inline void require(bool holds, char const* name, char const* requirement) {
  if (!holds) throw invalid_argument(concat(name, ": ", requirement));
}

template <class T, class Index>
io::coordinates<T, Index> empty_pattern(size_type rows, size_type cols, size_type nnz, bool symmetric) {
  io::coordinates<T, Index> result;
  result.rows = rows;
  result.cols = cols;
  result.values = io::field::pattern;
  result.symmetric = symmetric;
  result.row.resize(static_cast<std::size_t>(nnz));
  result.col.resize(static_cast<std::size_t>(nnz));
  return result;
}

/// neighbours(row, emit) calls emit(column) in ascending order; it runs twice for every row.
template <class T, class Index, class Neighbours>
io::coordinates<T, Index> from_rows(char const* name, size_type rows, bool symmetric, Neighbours neighbours,
                                    progress_callback const& progress) {
  check_rows_fit<Index>(name, rows);
  int const threads = host::default_threads();
  std::vector<size_type> start(static_cast<std::size_t>(rows) + 1);
  told_stretch counting(progress, 0, 0.5, rows);
  told_parallel_for(threads, rows, generated_at_once, counting, [&](size_type row) {
    size_type count = 0;
    neighbours(row, [&](size_type) { ++count; });
    start[row + 1] = count;
  });
  std::partial_sum(start.begin(), start.end(), start.begin());
  auto result = empty_pattern<T, Index>(rows, rows, start[rows], symmetric);
  told_stretch filling(progress, 0.5, 1, rows);
  told_parallel_for(threads, rows, generated_at_once, filling, [&](size_type row) {
    auto at = start[row];
    neighbours(row, [&](size_type col) {
      result.row[at] = static_cast<Index>(row);
      result.col[at++] = static_cast<Index>(col);
    });
  });
  return result;
}

/// pair(k) for k in [0, num_pairs) is an edge, the same whenever it is asked; self loops and duplicates are dropped.
/// Rows are filled in whatever order threads come and sorted afterwards, so the result is always the same.
template <class T, class Index, class Pair>
io::coordinates<T, Index> from_pairs(char const* name, size_type n, size_type num_pairs, bool undirected, Pair pair,
                                     progress_callback const& progress) {
  check_rows_fit<Index>(name, n);
  int const threads = host::default_threads();
  std::vector<size_type> start(static_cast<std::size_t>(n) + 1);
  auto const claim = [](size_type& count) { return std::atomic_ref(count).fetch_add(1, std::memory_order_relaxed); };
  auto const for_each_pair = [&](double begin, double end, auto const& body) {
    told_stretch drawing(progress, begin, end, num_pairs);
    told_parallel_for(threads, num_pairs, drawn_at_once(threads, num_pairs), drawing, [&](size_type k) {
      auto const [from, to] = pair(k);
      if (from != to) body(from, to);
    });
  };
  for_each_pair(0, 0.4, [&](size_type from, size_type to) {
    claim(start[from + 1]);
    if (undirected) claim(start[to + 1]);
  });
  std::partial_sum(start.begin(), start.end(), start.begin());
  auto cursor = start;
  std::vector<Index> drawn(static_cast<std::size_t>(start[n]));
  for_each_pair(0.4, 0.8, [&](size_type from, size_type to) {
    drawn[claim(cursor[from])] = static_cast<Index>(to);
    if (undirected) drawn[claim(cursor[to])] = static_cast<Index>(from);
  });
  auto& kept = cursor;
  kept[0] = 0;
  told_stretch sorting(progress, 0.8, 1, n);
  told_parallel_for(threads, n, generated_at_once, sorting, [&](size_type row) {
    auto const first = drawn.begin() + start[row], last = drawn.begin() + start[row + 1];
    std::sort(first, last);
    kept[row + 1] = std::unique(first, last) - first;
  });
  std::partial_sum(kept.begin(), kept.end(), kept.begin());
  auto result = empty_pattern<T, Index>(n, n, kept[n], undirected);
  host::parallel_for(threads, n, [&](size_type row) {
    auto const count = kept[row + 1] - kept[row];
    std::copy_n(drawn.begin() + start[row], count, result.col.begin() + kept[row]);
    std::fill_n(result.row.begin() + kept[row], count, static_cast<Index>(row));
  });
  return result;
}

}  // namespace heddle::detail
