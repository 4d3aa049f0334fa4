// device_search.hpp - breadth-first search on a GPU, as a plain C++ compiler sees it.
#pragma once
#include <heddle/algorithms/searches.hpp>
#include <heddle/detail/cuda/sharing.hpp>
#include <heddle/detail/executor/primitives.hpp>
#include <heddle/seam/views.hpp>
#include <span>

#include "src/with_cuda.hpp"

namespace heddle::gpu {

struct level_counts {
  size_type reached = 0, depth = 0, edges = 0;
  size_type launches = 0;  // of kernels that searched
  size_type workspace_bytes = 0;
};

/// How levels are searched.
struct level_options {
  bool stepwise = false;                    // a launch a level, read back after each, and pushes alone: the control
  bool any_parent = false;                  // any of those that it may have, not the least
  double push_cost = 4;                     // what reading an entry of a frontier's row costs, in questions of a pull
  std::span<size_type const> targets = {};  // if any: the search ends at the level by which all were reached
  sharing by = {};                          // who takes what of a push
};

/// What a search of levels writes, of n elements each.
template <index_type I> struct level_arrays {
  std::int32_t* levels;       // -1: not reached
  primitives::byte* present;  // whether it was
  I* parents = nullptr;  // if asked for: the least u with an entry (u, v) and a level one less; the source's itself
};

/// The level of every vertex that can be reached from `source`. `columns` null: not at hand, so that frontiers are
/// always pushed. Reads back.
template <index_type I, index_type O>
level_counts search_levels(executor const& exec, compressed_view<bool, I, O> const& rows,
                           compressed_view<bool, I, O> const* columns, size_type source, level_options const& options,
                           level_arrays<I> const& found);

/// How up to 64 searches at once are done.
struct word_search_options {
  bool stepwise = false;  // a launch a step, read back after each
  double push_cost = 4;   // what reading an entry of a frontier's row costs, in questions of a pull
};

/// What they have found together; launches and workspace are those of one search.
struct word_counts {
  size_type edges = 0;  // in the rows of reached vertices, summed over the sources
  size_type launches = 0, workspace_bytes = 0;
};

/// What levels are written to, if they are asked for: arrays of n elements for each source.
struct word_level_arrays {
  std::int32_t* const* levels = nullptr;  // -1: not reached
  primitives::byte* const* present = nullptr;
};

/// found[b] is what the search from sources[b] finds, of up to 64. `columns` null: not at hand. Reads back.
template <index_type I, index_type O>
word_counts search_words(executor const& exec, compressed_view<bool, I, O> const& rows,
                         compressed_view<bool, I, O> const* columns, std::span<size_type const> sources,
                         word_search_options const& options, std::span<source_reach> found,
                         word_level_arrays const& into);

/// Vertices at a finite distance, and the entries in their rows.
struct reached_counts {
  size_type reached, edges;
};
template <class T, index_type O>
reached_counts count_reached(executor const& exec, T const* distances, O const* offsets, size_type n);

}  // namespace heddle::gpu
