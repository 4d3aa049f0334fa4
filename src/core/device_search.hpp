// device_search.hpp - breadth-first search on a GPU, as a plain C++ compiler sees it.
#pragma once
#include <heddle/primitives.hpp>
#include <heddle/views.hpp>

namespace heddle::cuda {

struct level_counts {
  size_type reached = 0, depth = 0, edges = 0;
  size_type launches = 0;  // of kernels that searched
};

/// How levels are searched.
struct level_options {
  bool stepwise = false;  // a launch a level, read back after each, and pushes alone: the control
};

/// levels[0..n): the level of every vertex that can be reached from `source`, others are -1; present[0..n): whether it
/// can. `columns` null: not at hand, so that frontiers are always pushed. Reads back.
template <index_type I, index_type O>
level_counts search_levels(executor const& exec, compressed_view<bool, I, O> const& rows,
                           compressed_view<bool, I, O> const* columns, size_type source, level_options const& options,
                           std::int32_t* levels, primitives::byte* present);

/// parents[v] = the least u with an entry (u, v) and a level one less; of the source itself. Of vertices that were not
/// reached it is -1. Asynchronous.
template <index_type I, index_type O>
void find_parents(executor const& exec, compressed_view<bool, I, O> const& rows,
                  compressed_view<bool, I, O> const* columns, std::int32_t const* levels, size_type source, I* parents);

/// Vertices at a finite distance, and the entries in their rows.
struct reached_counts {
  size_type reached, edges;
};
template <class T, index_type O>
reached_counts count_reached(executor const& exec, T const* distances, O const* offsets, size_type n);

}  // namespace heddle::cuda
