// rank_kernels.hpp - searches among GPUs of one process by one kernel on each, which read each other's memory, as a
// plain C++ compiler sees them: in breadth, and for shortest paths.
#pragma once
#include <heddle/base/memory.hpp>
#include <heddle/detail/cuda/sharing.hpp>
#include <heddle/detail/ranks/search.hpp>
#include <heddle/seam/views.hpp>
#include <span>

#include "src/with_cuda.hpp"

namespace heddle::gpu {

/// GPUs whose kernels search together, at most.
inline constexpr int most_kernel_ranks = 16;

/// What is searched, at one rank: the same calls are made at all of them.
template <index_type O> struct rank_search_task {
  compressed_view<bool, std::int32_t, O> rows;            // of this rank's vertices
  compressed_view<bool, std::int32_t, O> const* columns;  // null at all ranks: not at hand, so that levels are pushed
  std::span<size_type const> cuts;  // rank r has vertices [cuts[r], cuts[r + 1]); cuts are multiples of 32, or the end
  int rank;
  size_type entries;  // of all ranks
  size_type source;
  double patience_s = 10;                     // so long a kernel waits for another one, at most
  heddle::detail::thin_levels thin = {0, 0};  // where it may end; 0 levels: it may not
};

/// What a rank has in its memory for the search: it begins when all ranks have theirs, and stays until all are done.
struct rank_search_memory {
  buffer<primitives::byte> all;
  struct arrays {
    void* board;
    unsigned* fronts[2];
    void* offers;
  } shared;  // with other ranks
};

/// What this rank's vertices are told: of as many elements.
struct rank_search_arrays {
  std::int32_t* levels;
  primitives::byte* present;
  std::int32_t* parents;
};

/// What all ranks have found; ended: false where this kernel has waited in vain, and what it wrote is nothing.
struct rank_search_counts {
  size_type reached = 0, depth = 0;
  bool ended = false;
  bool thin = false;  // at all ranks: it ended before all was found
};

/// Whether the device runs the kernel with all its blocks at once. Loads the kernel, which no launch has to do then.
template <index_type O> bool has_rank_kernel(executor const& exec);

/// The memory that the task takes, ready for the kernels of others. Waits for it.
template <index_type O> rank_search_memory remember_for_ranks(executor const& exec, rank_search_task<O> const& task);

/// Runs this rank's kernel, which waits for those of all others. Reads back.
template <index_type O>
rank_search_counts search_among_ranks(executor const& exec, rank_search_task<O> const& task,
                                      rank_search_memory const& memory,
                                      std::span<rank_search_memory::arrays const> of_ranks,
                                      rank_search_arrays const& found);

/// The same for shortest paths, of weights of at least 0.
template <class T, index_type O> struct rank_paths_task {
  compressed_view<T, std::int32_t, O> rows;  // of this rank's vertices
  std::span<size_type const> cuts;           // rank r has vertices [cuts[r], cuts[r + 1])
  int rank;
  size_type entries;  // of all ranks
  size_type source;
  sharing by = {};       // who takes what of a list, here
  bool by_piles = true;  // what is near goes first; the same at all ranks, as all below
  double bucket = 0;     // how much more than the least that waits may go with it, of the first pile
  bool adapts = true;    // and of later ones more or less, by the work that the ones before turned out to be
  double patience_s = 10;
  heddle::detail::thin_levels thin = {0, 0};
};
struct rank_paths_memory {
  buffer<primitives::byte> all;
  struct arrays {
    void *board, *offers[2];
  } shared;
};
/// reached: of this rank's vertices; rounds: of all ranks.
struct rank_paths_counts {
  size_type reached = 0, rounds = 0;
  bool ended = false, thin = false;
};

template <class T, index_type O> bool has_paths_kernel(executor const& exec);
template <class T, index_type O>
rank_paths_memory remember_for_paths(executor const& exec, rank_paths_task<T, O> const& task);
/// Writes the distances of this rank's vertices, infinity where there is no path.
template <class T, index_type O>
rank_paths_counts find_paths_among_ranks(executor const& exec, rank_paths_task<T, O> const& task,
                                         rank_paths_memory const& memory,
                                         std::span<rank_paths_memory::arrays const> of_ranks, T* distances);

}  // namespace heddle::gpu
