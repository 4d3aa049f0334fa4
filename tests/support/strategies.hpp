// strategies.hpp - the strategies that a test runs: every name, with parameters that bring out its corners.
#pragma once
#include <heddle/seam/strategy/strategy.hpp>

namespace heddle::testing {

/// Whether it says something of a mask, and so does nothing where nothing is masked.
inline bool wants_mask(strategy const& by) { return by.packs_mask(); }

/// All of the table by name, then with thresholds so small that small graphs pass them, and schedules among them.
inline std::vector<strategy> strategy_variants() {
  std::vector<strategy> all;
  for (std::string const& name : strategy::names()) all.push_back(strategy::parse(name));
  for (char const* text : {"perfect_balance:status_bitmap=1",
                           "balanced_gathering:status_bitmap=1",
                           "balanced_redistribution:status_bitmap=1",
                           "hybrid:status_bitmap=1",
                           "edge_based:chunked=0",
                           "edge_based:chunked=1",
                           "balanced_gathering:edges_per_block=0",
                           "balanced_gathering:edges_per_block=3",
                           "balanced_redistribution:items_per_block=5",
                           "hybrid:f0=0",
                           "hybrid:f0=3",
                           "dynamic_scheduling:warp_above=2,block_above=5",
                           "dynamic_scheduling:warp_above=0,block_above=0",
                           "two_phase:edges_per_block=7,least_frontier=0",
                           "two_phase:edges_per_block=1,least_frontier=4",
                           "two_phase:edges_per_block=0,least_frontier=0",
                           "two_phase:least_frontier=0",
                           "cut_tiles:max_atoms=4+scan",
                           "node_splitting:mdt=1",
                           "node_splitting:mdt=3,lanes=4",
                           "node_splitting:bins=256",
                           "hierarchical:mdt=1,few_vertices=1",
                           "hierarchical:mdt=2,few_vertices=3",
                           "hierarchical:mdt=1,few_vertices=0",
                           "hierarchical:mdt=7,few_vertices=40",
                           "hierarchical:mdt=1,few_vertices=1,depth=2",
                           "vertex_shuffle:lanes=1,warp_above=0,block_above=0",
                           "vertex_shuffle:lanes=32,warp_above=3,block_above=6,discard_leaves=1",
                           "scan_based:warp_above=1,block_above=4,discard_leaves=1",
                           "binary_search:edges_per_block=2,discard_leaves=1",
                           "supplementary_queues:above=2",
                           "supplementary_queues:above=3,discard_leaves=1",
                           "supplementary_queues:above=1,scan=1",
                           "auto",
                           "merge_path",
                           "warp_mapped",
                           "nonzero_split:atoms_per_worker=3+thread",
                           "nonzero_split+segments",
                           "cut_tiles:max_atoms=2"}) {
    all.push_back(strategy::parse(text));
  }
  return all;
}

}  // namespace heddle::testing
