// paths.hpp - shortest paths among ranks: of the host, edge by edge, and of GPUs.
#pragma once
#include <heddle/detail/ranks/search.hpp>

namespace heddle::detail {

/// What a search for shortest paths finds at a rank; reached and rounds are those of all ranks.
template <class T, class I> struct paths_part {
  heddle::vector<T, I> distances;  // infinity where there is no path
  size_type reached = 0, rounds = 0;
  bool ended = true;        // else its rounds are thin
  bool in_kernels = false;  // by one kernel a GPU
};

/// The search at this rank, whose vertices have `rows` of the graph, with weights of at least 0 as values. Where
/// `until` is given the search may stop after as many rounds. Takes a distance for each vertex of the graph beside the
/// result and what is sent.
template <class T, index_type I, index_type O>
paths_part<T, I> find_paths_host_part(distributed::member& m, distributed::dealing const& by,
                                      compressed<I, O> const& rows, size_type source,
                                      std::optional<thin_levels> const& until);

/// Whether GPUs that are ranks can search by one kernel on each, as for can_search_in_kernels, wherever ranks begin.
template <class T, index_type I, index_type O> bool can_find_paths_in_kernels(distributed::member& m);

/// The same by these kernels, near distances first (see fixpoint), which all ranks cut where they agree to; nothing
/// where some rank has no room. Takes 12 bytes and a distance for each vertex of the graph, 4 bytes and four distances
/// for each of another rank, and the near lists of one GPU's search. Throws error where a kernel waits for another for
/// 10 s.
template <class T, index_type I, index_type O>
std::optional<paths_part<T, I>> find_paths_gpu_part(distributed::member& m, distributed::dealing const& by,
                                                    compressed<I, O> const& rows, size_type source,
                                                    std::optional<thin_levels> const& until);

}  // namespace heddle::detail
