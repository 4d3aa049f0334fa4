// searches_over_ranks.hpp - bfs, sssp, components and pagerank of the tool over the ranks of a group.
#pragma once
#include <heddle/algorithms/pagerank.hpp>
#include <heddle/distributed/ranks/group.hpp>
#include <string>

#include "src/cli/traversal.hpp"

namespace heddle::cli {

void bfs_over_ranks(traversal_options const& options, std::string const& parents, distributed::group const& ranks);
void sssp_over_ranks(traversal_options const& options, distributed::group const& ranks);
void components_over_ranks(graph_options const& options, distributed::group const& ranks);
void pagerank_over_ranks(graph_options const& options, pagerank_options limits, distributed::group const& ranks);

}  // namespace heddle::cli
