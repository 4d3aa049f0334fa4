// shares.cuh - a plan as kernels see it.
#pragma once
#include <heddle/detail/executor/check.cuh>
#include <heddle/seam/plan/plan.hpp>

namespace heddle::gpu {

/// leave_empty: walks leave empty tiles alone, which all threads close in passing.
struct device_shares : shares_view {
  bool leave_empty = false;
};

/// Blocks of a grid, checked against what a launch can hold.
inline unsigned grid_of(size_type blocks) {
  constexpr size_type limit = 2147483647;
  if (blocks > limit) throw invalid_argument(detail::concat("a GPU cannot launch ", blocks, " blocks; limit ", limit));
  return static_cast<unsigned>(blocks);
}

}  // namespace heddle::gpu
