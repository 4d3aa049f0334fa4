// shares_taken.hpp - how evenly a search shares out its lists: what its threads, warps and blocks take of each, counted
// where entries are walked, by kernels that differ from those of searches in that alone.
#pragma once
#include <heddle/detail/cuda/sharing.hpp>
#include <heddle/matrix.hpp>
#include <vector>

namespace heddle::measure {

/// Of one list of a search, which is a frontier, or what a pull has left.
struct list_shares {
  size_type items = 0;                        // listed: rows, or pieces of them
  size_type entries = 0;                      // walked
  size_type longest = 0;                      // entries of one item that a lane answers for
  size_type thread = 0, warp = 0, block = 0;  // the most entries that one of these took
};

struct shares_taken {
  size_type threads = 0, warps = 0, blocks = 0;  // resident
  std::vector<list_shares> lists = {};           // those with entries, in order

  size_type entries() const;
  /// The greatest share over the mean of all that are resident, of at least one entry; the lists' sums of both.
  double unevenness(size_type list_shares::*greatest) const;
};

/// Of breadth-first search. `pushes`: no level is pulled. On a GPU, of 32-bit offsets; reads back.
shares_taken shares_of_bfs(matrix<float> const& a, size_type source, gpu::sharing const& by, bool pushes);
/// Of shortest paths, where no weight is negative.
shares_taken shares_of_sssp(matrix<float> const& a, size_type source, gpu::sharing const& by);

}  // namespace heddle::measure

namespace heddle::gpu {

measure::shares_taken count_bfs_shares(matrix<float> const& a, size_type source, sharing const& by, bool pushes);
measure::shares_taken count_sssp_shares(matrix<float> const& a, size_type source, sharing const& by);

}  // namespace heddle::gpu
