// rank_step.hpp - all that an iteration of PageRank does beside its product, in one pass over the vertices.
#pragma once
#include <heddle/base/executor.hpp>
#include <heddle/detail/executor/integers.hpp>
#include <heddle/detail/executor/primitives.hpp>

#include "src/with_cuda.hpp"

namespace heddle::detail {

/// What a pass sums up: |x(v) - what it was before|, and x(v) of the vertices that lead somewhere.
struct rank_sums {
  double change = 0, kept = 0;

  HEDDLE_FN friend rank_sums operator+(rank_sums const& a, rank_sums const& b) {
    return {a.change + b.change, a.kept + b.kept};
  }
};

/// x = damping y + (1 - damping *kept) / n, where y = P^T x was a product with what vertices pass along each of their
/// entries, x(v) / degree(v), and *kept the ranks of all that pass something: what these sum to is known before the
/// product, so no pass asks for y's sum. What a vertex without entries passes reaches nobody, so it is its rank, and x
/// need not be kept beside `passes`: 28 bytes a vertex are read and written, and what says whether y has an entry.
struct rank_step {
  integers offsets;  // of rows: to how many a vertex leads
  double const* y;
  primitives::byte const* present;  // of y's entries; null: all of them
  double* passes;
  double const* kept;
  double damping, vertices;

  HEDDLE_FN rank_sums operator()(size_type v) const {
    size_type const degree = offsets[v + 1] - offsets[v];
    double const came = !present || present[v] ? y[v] : 0, before = rank_of(passes[v], degree);
    double const rank = damping * came + (1 - damping * *kept) / vertices, moved = rank - before;
    passes[v] = degree > 0 ? rank / static_cast<double>(degree) : rank;
    return {moved < 0 ? -moved : moved, degree > 0 ? rank : 0};
  }

  HEDDLE_FN static double rank_of(double passed, size_type degree) {
    return degree > 0 ? passed * static_cast<double>(degree) : passed;
  }
};

/// What vertices pass when all ranks are `share`, and the ranks of what they pass, in place.
struct first_passes {
  static constexpr bool in_library = true;
  integers offsets;
  double share;
  double* passes;

  HEDDLE_FN void operator()(size_type v) const {
    size_type const degree = offsets[v + 1] - offsets[v];
    passes[v] = degree > 0 ? share / static_cast<double>(degree) : share;
  }
};
struct ranks_of_passes {
  static constexpr bool in_library = true;
  integers offsets;
  double* passes;

  HEDDLE_FN void operator()(size_type v) const {
    passes[v] = rank_step::rank_of(passes[v], offsets[v + 1] - offsets[v]);
  }
};

/// An iteration of active vertices, before its push. Of v `settled` is its part of the ranks so far, and what waits
/// beyond the mean is what an iteration would add: whole numbers, since these sum to the same bits in any order. Where
/// that is more than `least` or less than -least, v settles it, and passes damping / degree(v) of it along each of its
/// entries. moved[v] is its size.
struct active_passes {
  static constexpr bool in_library = true;
  integers offsets;
  std::int64_t *waiting, *settled, *moved, *passes;
  primitives::byte* present;  // of passes
  std::int64_t mean, least;
  double damping;

  HEDDLE_FN void operator()(size_type v) const {
    std::int64_t const came = waiting[v] - mean;
    size_type const degree = offsets[v + 1] - offsets[v];
    moved[v] = came < 0 ? -came : came;
    bool const is_active = moved[v] > least;
    present[v] = is_active && degree > 0;
    passes[v] =
        present[v] ? static_cast<std::int64_t>(damping * static_cast<double>(came) / static_cast<double>(degree)) : 0;
    if (!is_active) return;
    settled[v] += came;
    waiting[v] = mean;
  }
};

/// Ranks of what settled and what waits beyond the mean, of which all vertices together have `all`.
struct ranks_of_active {
  static constexpr bool in_library = true;
  std::int64_t const *waiting, *settled;
  std::int64_t mean;
  double all;
  double* ranks;

  HEDDLE_FN void operator()(size_type v) const {
    ranks[v] = static_cast<double>(max_of(settled[v] + waiting[v] - mean, std::int64_t{0})) / all;
  }
};

}  // namespace heddle::detail

namespace heddle::gpu {

/// step(v) for v < n, on a GPU; the sums over all v are *change and *kept afterwards, with the same bits in every run.
void sum_rank_steps(executor const& exec, size_type n, detail::rank_step const& step, double* change, double* kept);

}  // namespace heddle::gpu
