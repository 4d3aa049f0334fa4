// fused_ranks.hpp - power iterations of PageRank on CPU threads: the product and all else of an iteration in one pass.
#pragma once
#include <heddle/detail/executor/parallel_for.hpp>
#include <heddle/seam/views.hpp>
#include <vector>

namespace heddle::host {

/// Runs of rows of about equal entries + rows, however many threads there are, so that sums by runs do not depend on
/// these. No row is cut.
template <index_type O> std::vector<size_type> runs_of_rows(O const* offsets, size_type rows) {
  constexpr size_type length = size_type{1} << 14;  // some 20 us of work
  std::vector<size_type> begins{0};
  for (size_type v = 0, next = length; v < rows; ++v) {
    if (offsets[v] + v < next) continue;
    begins.push_back(v);
    next = offsets[v] + v + length;
  }
  begins.push_back(rows);
  return begins;
}

/// What an iteration of PageRank reads and writes: x of all vertices, and what a vertex passes along each of its
/// entries, as it was and as it will be.
template <index_type I, index_type O> struct rank_pass {
  compressed_view<bool, I, O> columns;  // where ranks come from
  O const* offsets;                     // of rows: to how many a vertex leads
  double damping;
  double* x;

  struct sums {
    double change = 0, kept = 0;  // kept: of the ranks of vertices that lead somewhere
  };

  /// x(v) = sum of `passed` over v's column + teleport, and what v passes on.
  sums over(size_type begin, size_type end, double const* passed, double* passes, double teleport) const {
    // Apart from what follows, where no branch is guessed wrong, as the ends of rows are; a run stays in the cache.
    for (size_type v = begin; v < end; ++v) passes[v] = sum_of(columns.offsets[v], columns.offsets[v + 1], passed);
    sums result;
    for (size_type v = begin; v < end; ++v) {
      double const rank = passes[v] + teleport, moved = rank - x[v];
      size_type const degree = offsets[v + 1] - offsets[v];
      result.change += moved < 0 ? -moved : moved;
      result.kept += degree > 0 ? rank : 0;
      x[v] = rank;
      passes[v] = degree > 0 ? damping * rank / static_cast<double>(degree) : 0;
    }
    return result;
  }

 private:
  // Four sums of a long column, for one would wait for itself.
  double sum_of(size_type begin, size_type end, double const* passed) const {
    I const* const from = columns.indices;
    double sum = 0;
    if (end - begin >= 8) {
      double second = 0, third = 0, fourth = 0;
      for (; begin + 4 <= end; begin += 4) {
        sum += passed[from[begin]];
        second += passed[from[begin + 1]];
        third += passed[from[begin + 2]];
        fourth += passed[from[begin + 3]];
      }
      sum = (sum + second) + (third + fourth);
    }
    for (; begin < end; ++begin) sum += passed[from[begin]];
    return sum;
  }
};

/// Whether no column is so long that threads would wait for the one that has it.
inline bool has_short_columns(size_type longest, size_type nnz) {
  return longest <= max_of(nnz / 16, size_type{1} << 15);
}

}  // namespace heddle::host
