// vertex_mapped.hpp - groups of lanes that walk the edges of their vertices together, equal chunks by a device-wide
// search, and queues for vertices of very many edges.
// Busato & Bombieri, "Efficient Load Balancing Techniques for Graph Traversal Applications on GPUs": "vertex-mapped
// with warp shuffle", "scan-based", "device-wide binary search", warp and block gathering (WG, BG), supplementary
// queues (SQ).
#pragma once
#include <heddle/seam/schedule/schedule.hpp>
#include <heddle/seam/strategy/step_facts.hpp>

namespace heddle::detail {

// The configuration table: nobody is set aside where no row is that long.
constexpr int set_aside_above(int above, step_facts const& step) { return step.longest > above ? above : 0; }

}  // namespace heddle::detail

namespace heddle::strategies {

struct vertex_shuffle {
  int lanes = 8;          // 1, 2, 4, 8, 16 or 32
  int warp_above = 32;    // vertices of more edges are gathered for a warp (WG); 0: none
  int block_above = 256;  // for the block (BG); 0: none
  bool discard_leaves = false;

  static constexpr std::string_view name = "vertex_shuffle";
  static constexpr std::string_view summary =
      "lanes load a vertex each, then walk the edges of one after the other together";
  static constexpr std::string_view explanation =
      "Each lane of a group loads a vertex of the frontier, coalesced, and hands it to the others; the group walks "
      "the edges of one vertex after the other together. Vertices of more than warp_above edges are gathered for "
      "the whole warp, of more than block_above for the block, where the graph has any. With discard_leaves "
      "vertices without edges are dropped from the frontier first, and in searches of undirected graphs those of one "
      "edge, by which they were reached.";
  static constexpr auto parameters() {
    return std::tuple{parameter{"lanes", &vertex_shuffle::lanes}, parameter{"warp_above", &vertex_shuffle::warp_above},
                      parameter{"block_above", &vertex_shuffle::block_above},
                      parameter{"discard_leaves", &vertex_shuffle::discard_leaves}};
  }
  static constexpr bool wants_longest = true;
  schedule of_step(step_facts const& step) const {
    return {thread_mapped{},
            by_gathering{lanes, detail::set_aside_above(warp_above, step), detail::set_aside_above(block_above, step)}};
  }
  friend bool operator==(vertex_shuffle, vertex_shuffle) = default;
};

struct scan_based {
  int warp_above = 32, block_above = 256;
  bool discard_leaves = false;

  static constexpr std::string_view name = "scan_based";
  static constexpr std::string_view summary = "a warp prefix-sums the degrees of 32 vertices and deals their edges out";
  static constexpr std::string_view explanation =
      "The lanes of a warp load a vertex each, prefix-sum the degrees in shared memory and walk the edges of all, laid "
      "end to end, side by side. Long rows and leaves as in vertex_shuffle.";
  static constexpr auto parameters() {
    return std::tuple{parameter{"warp_above", &scan_based::warp_above},
                      parameter{"block_above", &scan_based::block_above},
                      parameter{"discard_leaves", &scan_based::discard_leaves}};
  }
  static constexpr bool wants_longest = true;
  schedule of_step(step_facts const& step) const {
    return {thread_mapped{}, by_flattened_group{32, detail::set_aside_above(warp_above, step),
                                                detail::set_aside_above(block_above, step)}};
  }
  friend bool operator==(scan_based, scan_based) = default;
};

struct binary_search {
  int edges_per_block = 0;  // 0: all edges over the resident blocks, at least 1024
  bool discard_leaves = false;

  static constexpr std::string_view name = "binary_search";
  static constexpr std::string_view summary = "equal chunks of edges a block, as large as fills the device once";
  static constexpr std::string_view explanation =
      "Each block takes an equal chunk of the frontier's edges and finds its first vertex by a search over the "
      "whole frontier; the chunk is the number of edges over that of resident blocks, which a kernel knows without "
      "asking the host. Leaves as in vertex_shuffle.";
  static constexpr auto parameters() {
    return std::tuple{parameter{"edges_per_block", &binary_search::edges_per_block},
                      parameter{"discard_leaves", &binary_search::discard_leaves}};
  }
  schedule of_step(step_facts const&) const { return nonzero_split{edges_per_block}; }
  friend bool operator==(binary_search, binary_search) = default;
};

struct supplementary_queues {
  int above = 0;  // edges; 0: half of the resident threads
  bool discard_leaves = false;

  static constexpr std::string_view name = "supplementary_queues";
  static constexpr std::string_view summary =
      "where rows are very long: power-of-two bins of the frontier, each launched in its shape; else vertex_shuffle";
  static constexpr std::string_view explanation =
      "If the graph has vertices of more than `above` edges, the frontier is sorted into bins by degree, powers of "
      "two, and each bin has a launch of its own: lanes, warps or blocks. Else it is vertex_shuffle. Leaves as "
      "there.";
  static constexpr auto parameters() {
    return std::tuple{parameter{"above", &supplementary_queues::above},
                      parameter{"discard_leaves", &supplementary_queues::discard_leaves}};
  }
  static constexpr bool wants_longest = true;
  schedule of_step(step_facts const& step) const {
    if (step.longest > (above > 0 ? above : step.threads / 2)) return binned{};
    return vertex_shuffle{}.of_step(step);
  }
  friend bool operator==(supplementary_queues, supplementary_queues) = default;
};

}  // namespace heddle::strategies
