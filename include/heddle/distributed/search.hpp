// search.hpp - breadth-first search among ranks of the host, edge by edge.
#pragma once
#include <heddle/distributed/dealing.hpp>
#include <heddle/distributed/group.hpp>
#include <heddle/vector.hpp>

namespace heddle::detail {

/// What a search finds at a rank; reached and depth are those of all ranks.
template <class I> struct searched_part {
  heddle::vector<std::int32_t, I> levels;
  heddle::vector<I, I> parents;
  size_type reached = 0, depth = 0;
};

/// The search at this rank, whose rows have their columns at offsets[row - first]. Takes a bit for each vertex of the
/// graph beside the result and what is sent.
template <index_type I, index_type O>
searched_part<I> search_host_part(distributed::member& m, distributed::dealing const& by, O const* offsets,
                                  I const* columns, size_type source);

}  // namespace heddle::detail
