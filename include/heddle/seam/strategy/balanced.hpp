// balanced.hpp - a queue's edges shared out evenly: in two launches by way of memory, or searched for by the blocks
// that walk them. Zhu, Li & Li, "Load-Balanced Breadth-First Search on GPUs", WAIM 2014.
#pragma once
#include <heddle/seam/schedule/schedule.hpp>
#include <heddle/seam/strategy/step_facts.hpp>

namespace heddle::strategies {

struct perfect_balance {
  bool status_bitmap = false;  // as balanced_gathering has it

  static constexpr std::string_view name = "perfect_balance";
  static constexpr std::string_view summary =
      "one launch writes the vertex of every edge, a second takes an edge a lane";
  static constexpr std::string_view explanation =
      "The degrees of the frontier are scanned, and an array of as many elements as there are edges is filled with the "
      "vertex that each comes from (\"expand\"). A second launch takes one edge a lane and reads the vertex beside it: "
      "balanced to the edge, for eight bytes of memory traffic an edge. Status bitmap as in balanced_gathering.";
  static constexpr auto parameters() { return std::tuple{parameter{"status_bitmap", &perfect_balance::status_bitmap}}; }
  schedule of_step(step_facts const&) const { return {nonzero_split{}, by_segments{}}; }
  friend bool operator==(perfect_balance, perfect_balance) = default;
};

struct balanced_gathering {
  int edges_per_block = 2048;
  bool status_bitmap = false;  // the mask is packed first, a bit a vertex

  static constexpr std::string_view name = "balanced_gathering";
  static constexpr std::string_view summary = "equal edges a block, whose first vertex it searches for";
  static constexpr std::string_view explanation =
      "Every block takes the same number of edges and finds the vertices that they come from by a search in the "
      "scanned degrees: the merge path of vertices and edges, cut vertically. Fused, so that nothing goes through "
      "memory. With status_bitmap the mask is packed before the step, a bit a vertex in place of a byte, and a "
      "neighbour is looked up there.";
  static constexpr auto parameters() {
    return std::tuple{parameter{"edges_per_block", &balanced_gathering::edges_per_block},
                      parameter{"status_bitmap", &balanced_gathering::status_bitmap}};
  }
  schedule of_step(step_facts const&) const { return nonzero_split{edges_per_block}; }
  friend bool operator==(balanced_gathering, balanced_gathering) = default;
};

struct balanced_redistribution {
  int items_per_block = 2048;
  bool status_bitmap = false;  // as balanced_gathering has it

  static constexpr std::string_view name = "balanced_redistribution";
  static constexpr std::string_view summary = "equal vertices + edges a block, by a diagonal search";
  static constexpr std::string_view explanation =
      "Every block takes the same number of vertices and edges together: the merge path, cut diagonally. Blocks of "
      "many vertices without edges cost no more than others. Status bitmap as in balanced_gathering.";
  static constexpr auto parameters() {
    return std::tuple{parameter{"items_per_block", &balanced_redistribution::items_per_block},
                      parameter{"status_bitmap", &balanced_redistribution::status_bitmap}};
  }
  schedule of_step(step_facts const&) const { return merge_path{items_per_block}; }
  friend bool operator==(balanced_redistribution, balanced_redistribution) = default;
};

struct hybrid {
  int f0 = 10;
  bool status_bitmap = false;  // as balanced_gathering has it

  static constexpr std::string_view name = "hybrid";
  static constexpr std::string_view summary =
      "balanced_redistribution in steps of more than f0 edges a vertex, else balanced_gathering";
  static constexpr std::string_view explanation =
      "The edges of every step are counted. Where there are more than f0 for a vertex of the frontier the merge "
      "path is cut diagonally, else vertically. Status bitmap as in balanced_gathering.";
  static constexpr auto parameters() {
    return std::tuple{parameter{"f0", &hybrid::f0}, parameter{"status_bitmap", &hybrid::status_bitmap}};
  }
  static constexpr bool counts_edges = true;
  schedule of_step(step_facts const& step) const {
    // edges > f0 * vertices, by a division, which does not overflow
    bool const many = step.edges > 0 && (step.vertices == 0 || (step.edges - 1) / step.vertices >= f0);
    if (many) return balanced_redistribution{}.of_step(step);
    return balanced_gathering{}.of_step(step);
  }
  friend bool operator==(hybrid, hybrid) = default;
};

}  // namespace heddle::strategies
