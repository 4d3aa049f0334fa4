// two_phase.hpp - classes of degrees inside one kernel, and stretches that a kernel before it has looked up.
// Fu, Personick & Thompson, "MapGraph: A High Level API for Fast Development of High Performance Graph Analytics on
// GPUs", GRADES 2014; Merrill, Garland & Grimshaw, "Scalable GPU Graph Traversal", PPoPP 2012.
#pragma once
#include <heddle/seam/schedule/schedule.hpp>
#include <heddle/seam/strategy/step_facts.hpp>

namespace heddle::strategies {

struct dynamic_scheduling {
  int warp_above = 32;    // edges of a vertex that a warp takes
  int block_above = 256;  // that a block does

  static constexpr std::string_view name = "dynamic_scheduling";
  static constexpr std::string_view summary =
      "in one kernel: long rows to the block, the next to a warp each, the edges of the others dealt out by a scan";
  static constexpr std::string_view explanation =
      "A block takes 256 vertices of the frontier. Those of more than block_above edges are walked by the whole "
      "block, one after the other, those of more than warp_above by a warp each; the edges of the rest are laid end "
      "to end by a prefix sum over the block and dealt out evenly. 0: no such class.";
  static constexpr auto parameters() {
    return std::tuple{parameter{"warp_above", &dynamic_scheduling::warp_above},
                      parameter{"block_above", &dynamic_scheduling::block_above}};
  }
  schedule of_step(step_facts const&) const {
    return {thread_mapped{}, by_flattened_group{detail::gpu_tuning.threads, warp_above, block_above}};
  }
  friend bool operator==(dynamic_scheduling, dynamic_scheduling) = default;
};

struct two_phase {
  int edges_per_block = 2048;
  int least_frontier = 0;  // vertices; smaller steps take dynamic_scheduling

  static constexpr std::string_view name = "two_phase";
  static constexpr std::string_view summary =
      "a scheduling launch looks up equal stretches of edges, a second walks them";
  static constexpr std::string_view explanation =
      "The scheduling phase finds by a sorted search in the scanned degrees where equal stretches of edges begin, and "
      "writes that down; the computation phase walks one stretch a block. Frontiers of fewer vertices than "
      "least_frontier take dynamic_scheduling, which prepares nothing: MapGraph's switch on the frontier's size.";
  static constexpr auto parameters() {
    return std::tuple{parameter{"edges_per_block", &two_phase::edges_per_block},
                      parameter{"least_frontier", &two_phase::least_frontier}};
  }
  schedule of_step(step_facts const& step) const {
    if (step.vertices < least_frontier) return dynamic_scheduling{}.of_step(step);
    return {nonzero_split{edges_per_block}, by_block_rows{}};
  }
  friend bool operator==(two_phase, two_phase) = default;
};

}  // namespace heddle::strategies
