// paths.hpp - shortest paths among ranks of the host, edge by edge.
#pragma once
#include <heddle/detail/ranks/search.hpp>

namespace heddle::detail {

/// What a search for shortest paths finds at a rank; reached and rounds are those of all ranks.
template <class T, class I> struct paths_part {
  heddle::vector<T, I> distances;  // infinity where there is no path
  size_type reached = 0, rounds = 0;
  bool ended = true;  // else its rounds are thin
};

/// The search at this rank, whose vertices have `rows` of the graph, with weights of at least 0 as values. Where
/// `until` is given the search may stop after as many rounds. Takes a distance for each vertex of the graph beside the
/// result and what is sent.
template <class T, index_type I, index_type O>
paths_part<T, I> find_paths_host_part(distributed::member& m, distributed::dealing const& by,
                                      compressed<I, O> const& rows, size_type source,
                                      std::optional<thin_levels> const& until);

}  // namespace heddle::detail
