// presets.hpp - the strategies of papers: a schedule for each step of a traversal.
#pragma once
#include <heddle/seam/schedule/schedule.hpp>
#include <heddle/seam/strategy/step_facts.hpp>

namespace heddle::detail {

// The configuration table: nobody is set aside where no row is that long.
constexpr int set_aside_above(int above, step_facts const& step) { return step.longest > above ? above : 0; }

constexpr int at_most_int(size_type x) {
  return static_cast<int>(min_of(x, size_type{std::numeric_limits<int>::max()}));
}

}  // namespace heddle::detail

namespace heddle::strategies {

// Groups of lanes, equal chunks by a device-wide search, and queues for vertices of very many edges. Busato & Bombieri,
// "Efficient Load Balancing Techniques for Graph Traversal Applications on GPUs": "vertex-mapped with warp shuffle",
// "scan-based", "device-wide binary search", warp and block gathering (WG, BG), supplementary queues (SQ).

struct vertex_shuffle {
  int lanes = 8;          // 1, 2, 4, 8, 16 or 32
  int warp_above = 32;    // vertices of more edges are gathered for a warp (WG); 0: none
  int block_above = 256;  // for the block (BG); 0: none
  bool discard_leaves = false;

  static constexpr std::string_view name = "vertex_shuffle";
  static constexpr std::string_view summary =
      "lanes load a vertex each, then walk the edges of one after the other together";
  static constexpr std::string_view explanation =
      "Each lane of a group loads a vertex of the frontier, coalesced, and hands it to the others (in a loop by shared "
      "memory, in a search by shuffles); the group walks the edges of one vertex after the other together. Vertices of "
      "more than warp_above edges are gathered for the whole warp, of more than block_above for the block, where the "
      "graph has any. With discard_leaves "
      "vertices without edges are dropped from the frontier first, and in searches of undirected graphs those of one "
      "edge, by which they were reached.";
  HEDDLE_FN static constexpr auto parameters(auto const& f) {
    return f(parameter{"lanes", &vertex_shuffle::lanes}, parameter{"warp_above", &vertex_shuffle::warp_above},
             parameter{"block_above", &vertex_shuffle::block_above},
             parameter{"discard_leaves", &vertex_shuffle::discard_leaves});
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
      "The lanes of a warp load a vertex each, prefix-sum the degrees (in a loop in shared memory, in a search in "
      "registers) and walk the edges of all, laid end to end. Long rows and leaves as in vertex_shuffle.";
  HEDDLE_FN static constexpr auto parameters(auto const& f) {
    return f(parameter{"warp_above", &scan_based::warp_above}, parameter{"block_above", &scan_based::block_above},
             parameter{"discard_leaves", &scan_based::discard_leaves});
  }
  static constexpr bool wants_longest = true;
  schedule of_step(step_facts const& step) const {
    return {thread_mapped{}, by_flattened_group{32, detail::set_aside_above(warp_above, step),
                                                detail::set_aside_above(block_above, step)}};
  }
  friend bool operator==(scan_based, scan_based) = default;
};

struct binary_search {
  int edges_per_block = 0;  // 0: all edges over the resident blocks, at least 256
  bool discard_leaves = false;

  static constexpr std::string_view name = "binary_search";
  static constexpr std::string_view summary = "equal chunks of edges a block, as large as fills the device once";
  static constexpr std::string_view explanation =
      "Each block takes an equal chunk of the frontier's edges and finds its first vertex by a search over the "
      "whole frontier; the chunk is the number of edges over that of resident blocks, which a kernel knows without "
      "asking the host. Leaves as in vertex_shuffle.";
  HEDDLE_FN static constexpr auto parameters(auto const& f) {
    return f(parameter{"edges_per_block", &binary_search::edges_per_block},
             parameter{"discard_leaves", &binary_search::discard_leaves});
  }
  schedule of_step(step_facts const&) const { return nonzero_split{edges_per_block}; }
  friend bool operator==(binary_search, binary_search) = default;
};

struct supplementary_queues {
  int above = 0;      // edges: the base of the bins; 0: half of the resident threads
  bool scan = false;  // the other vertices as scan_based has them, not vertex_shuffle
  bool discard_leaves = false;

  static constexpr std::string_view name = "supplementary_queues";
  static constexpr std::string_view summary =
      "where rows are very long: power-of-two bins, each with as many threads as it wants; else vertex_shuffle";
  static constexpr std::string_view explanation =
      "In a search vertices of more than `above` edges have queues: of the i-th bin, from above x 2^i edges on, each "
      "has above x 2^i threads, of as many as are resident at most. In a loop, if the graph has such vertices, the "
      "frontier is sorted into bins by degree, powers of two, and each bin has a launch of its own. The others, or "
      "all, are shared out as in vertex_shuffle, with `scan` as in scan_based. Leaves as there.";
  HEDDLE_FN static constexpr auto parameters(auto const& f) {
    return f(parameter{"above", &supplementary_queues::above}, parameter{"scan", &supplementary_queues::scan},
             parameter{"discard_leaves", &supplementary_queues::discard_leaves});
  }
  static constexpr bool wants_longest = true;
  /// Edges of vertices that have queues; those of more.
  int least_queued(step_facts const& step) const { return above > 0 ? above : detail::at_most_int(step.threads / 2); }
  schedule of_step(step_facts const& step) const {
    if (step.longest > least_queued(step)) return binned{};
    return scan ? scan_based{}.of_step(step) : vertex_shuffle{}.of_step(step);
  }
  friend bool operator==(supplementary_queues, supplementary_queues) = default;
};

// A queue's edges shared out evenly: in two launches by way of memory, or searched for by the blocks that walk them.
// Zhu, Li & Li, "Load-Balanced Breadth-First Search on GPUs", WAIM 2014.

struct perfect_balance {
  bool status_bitmap = false;  // as balanced_gathering has it

  static constexpr std::string_view name = "perfect_balance";
  static constexpr std::string_view summary =
      "the vertex of every edge is written down, then a lane takes an edge; in a loop by two launches";
  static constexpr std::string_view explanation =
      "The degrees of the frontier are scanned, and an array is filled with the vertex that each edge comes from "
      "(\"expand\"). Then a lane takes one edge and reads the vertex beside it: in a loop by a second launch, in a "
      "search once all blocks have met. Status bitmap as in balanced_gathering.";
  HEDDLE_FN static constexpr auto parameters(auto const& f) {
    return f(parameter{"status_bitmap", &perfect_balance::status_bitmap});
  }
  schedule of_step(step_facts const&) const { return {nonzero_split{}, by_segments{}}; }
  friend bool operator==(perfect_balance, perfect_balance) = default;
};

struct balanced_gathering {
  int edges_per_block = 2048;
  bool status_bitmap = false;  // the mask is packed first, a bit a vertex

  static constexpr std::string_view name = "balanced_gathering";
  static constexpr std::string_view summary = "equal edges a block, whose first vertex it searches for";
  static constexpr std::string_view explanation =
      "Every block takes the same number of edges and searches the scanned degrees for their vertices: the merge path "
      "of vertices and edges, cut vertically. Nothing goes through memory. With status_bitmap the mask is packed "
      "before the step, a bit a vertex in place of a byte, and a neighbour is looked up there.";
  HEDDLE_FN static constexpr auto parameters(auto const& f) {
    return f(parameter{"edges_per_block", &balanced_gathering::edges_per_block},
             parameter{"status_bitmap", &balanced_gathering::status_bitmap});
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
      "Every block takes the same number of vertices and edges together: the merge path, cut diagonally. Vertices "
      "without edges cost no more than others. Status bitmap as in balanced_gathering.";
  HEDDLE_FN static constexpr auto parameters(auto const& f) {
    return f(parameter{"items_per_block", &balanced_redistribution::items_per_block},
             parameter{"status_bitmap", &balanced_redistribution::status_bitmap});
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
  HEDDLE_FN static constexpr auto parameters(auto const& f) {
    return f(parameter{"f0", &hybrid::f0}, parameter{"status_bitmap", &hybrid::status_bitmap});
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

// By vertices, by edges, and what lies between: vertices of many edges are cut, or taken in turns. Raval, Nasre, Kumar,
// Vasudevan, Vadhiyar & Pingali, "Dynamic Load Balancing Strategies for Graph Applications on GPUs", 2017: "BS", "EP",
// "WD", "NS", "HP".

struct node_based {
  static constexpr std::string_view name = "node_based";
  static constexpr std::string_view summary = "one vertex of the frontier a thread (BS)";
  static constexpr std::string_view explanation =
      "A thread walks all edges of its vertex. Nothing is balanced: the thread with most edges ends the step.";
  schedule of_step(step_facts const&) const { return thread_mapped{}; }
  friend bool operator==(node_based, node_based) = default;
};

struct edge_based {
  int chunked = 2;  // edges for which room in the list is reserved at once: 0 one, 1 those of a vertex, 2 of many

  static constexpr std::string_view name = "edge_based";
  static constexpr std::string_view summary = "the frontier as a list of edges, one a lane (EP)";
  static constexpr std::string_view explanation =
      "The frontier is written down as a list of its edges, each with the vertex that it comes from; a lane takes one. "
      "Room in the list is reserved for the edges of many vertices by a scan; with chunked=1 for those of each vertex "
      "by an atomic addition (\"work chunking\"); with chunked=0 by one for each edge.";
  HEDDLE_FN static constexpr auto parameters(auto const& f) { return f(parameter{"chunked", &edge_based::chunked}); }
  schedule of_step(step_facts const&) const { return coo{}; }
  friend bool operator==(edge_based, edge_based) = default;
};

struct workload_decomposition {
  static constexpr std::string_view name = "workload_decomposition";
  static constexpr std::string_view summary = "the frontier's edges in equal stretches, one a thread (WD)";
  static constexpr std::string_view explanation =
      "The frontier's edges are counted and cut into as many equal stretches as there are resident threads; a "
      "search in the scanned degrees finds where each begins, and one thread walks it.";
  static constexpr bool counts_edges = true;
  schedule of_step(step_facts const& step) const {
    size_type const stretch = ceil_div(max_of(step.edges, size_type{1}), max_of(step.threads, size_type{1}));
    return {nonzero_split{detail::at_most_int(stretch)}, by_thread{}};
  }
  friend bool operator==(workload_decomposition, workload_decomposition) = default;
};

struct node_splitting {
  int mdt = 0;    // edges of a piece; 0: from the histogram of the matrix
  int lanes = 1;  // that walk a piece: 1, 2, 4, 8, 16 or 32
  int bins = 10;  // of the histogram, where mdt is 0: 1 to 256

  static constexpr std::string_view name = "node_splitting";
  static constexpr std::string_view summary = "vertices of more than mdt edges become several, one piece a thread (NS)";
  static constexpr std::string_view explanation =
      "Vertices of more edges than the maximum-degree threshold become children of at most as many, which have what "
      "their parent has. In a loop the graph is cut once, and kept so with the matrix; a search cuts rows as it lists "
      "them, and keeps nothing. The threshold comes from a histogram of the degrees in ten bins, unless told: (number "
      "of the tallest bin / number of bins) x the largest degree.";
  HEDDLE_FN static constexpr auto parameters(auto const& f) {
    return f(parameter{"mdt", &node_splitting::mdt}, parameter{"lanes", &node_splitting::lanes},
             parameter{"bins", &node_splitting::bins});
  }
  bool wants_threshold() const { return mdt == 0; }
  /// Edges of a piece, at most.
  int most_edges(step_facts const& step) const {
    return mdt > 0 ? mdt : detail::at_most_int(max_of(step.threshold, size_type{1}));
  }
  size_type edges_a_piece(step_facts const& step) const { return most_edges(step); }
  schedule of_step(step_facts const&) const {
    if (lanes == 1) return thread_mapped{};
    return group_mapped{lanes};
  }
  friend bool operator==(node_splitting, node_splitting) = default;
};

struct hierarchical {
  int mdt = 0;              // edges of a vertex in a turn; 0: as node_splitting has it
  int few_vertices = 1024;  // fewer than these take workload_decomposition, to the end of their edges
  int depth = 0;            // turns of a step; what is left behind them takes workload_decomposition; 0: no bound
  int bins = 10;            // of the histogram, as node_splitting has it

  static constexpr std::string_view name = "hierarchical";
  static constexpr std::string_view summary =
      "turns, each of at most mdt edges of every vertex that has some left, a vertex a thread (HP)";
  static constexpr std::string_view explanation =
      "A step is cut into turns: the first takes the first mdt edges of every vertex, the second the next mdt of those "
      "that have more, and so on. Once fewer than few_vertices are left, or behind the turn that depth says, "
      "workload_decomposition takes the edges that are left.";
  HEDDLE_FN static constexpr auto parameters(auto const& f) {
    return f(parameter{"mdt", &hierarchical::mdt}, parameter{"few_vertices", &hierarchical::few_vertices},
             parameter{"depth", &hierarchical::depth}, parameter{"bins", &hierarchical::bins});
  }
  bool wants_threshold() const { return mdt == 0; }
  bool takes_all(step_facts const& step) const {
    return step.vertices < few_vertices || (depth > 0 && step.turn >= depth);
  }
  /// Edges of every vertex in the next turn of `step.vertices`; 0: all that they have left.
  size_type edges_a_turn(step_facts const& step) const {
    return takes_all(step) ? 0 : node_splitting{mdt}.most_edges(step);
  }
  schedule of_step(step_facts const& step) const {
    if (takes_all(step)) return workload_decomposition{}.of_step(step);
    return thread_mapped{};
  }
  /// In the last turn.
  static constexpr bool counts_edges = true;
  friend bool operator==(hierarchical, hierarchical) = default;
};

// Classes of degrees inside one kernel, and stretches that a kernel before it has looked up. Fu, Personick & Thompson,
// "MapGraph: A High Level API for Fast Development of High Performance Graph Analytics on GPUs", GRADES 2014; Merrill,
// Garland & Grimshaw, "Scalable GPU Graph Traversal", PPoPP 2012.

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
  HEDDLE_FN static constexpr auto parameters(auto const& f) {
    return f(parameter{"warp_above", &dynamic_scheduling::warp_above},
             parameter{"block_above", &dynamic_scheduling::block_above});
  }
  schedule of_step(step_facts const&) const {
    return {thread_mapped{}, by_flattened_group{detail::gpu_tuning.threads, warp_above, block_above}};
  }
  friend bool operator==(dynamic_scheduling, dynamic_scheduling) = default;
};

struct two_phase {
  int edges_per_block = 2048;
  int least_frontier = 4096;  // vertices; smaller steps take dynamic_scheduling

  static constexpr std::string_view name = "two_phase";
  static constexpr std::string_view summary =
      "equal stretches of edges are looked up and written down, then walked; in a loop by two launches";
  static constexpr std::string_view explanation =
      "The scheduling phase searches the scanned degrees for where equal stretches of edges begin, and writes that "
      "down; the computation phase walks one a block. In a loop each is a launch, in a search all blocks meet between "
      "them. Frontiers of fewer vertices than least_frontier take dynamic_scheduling, which prepares nothing: "
      "MapGraph's switch on the frontier's size.";
  HEDDLE_FN static constexpr auto parameters(auto const& f) {
    return f(parameter{"edges_per_block", &two_phase::edges_per_block},
             parameter{"least_frontier", &two_phase::least_frontier});
  }
  schedule of_step(step_facts const& step) const {
    if (step.vertices < least_frontier) return dynamic_scheduling{}.of_step(step);
    return {nonzero_split{edges_per_block}, by_block_rows{}};
  }
  friend bool operator==(two_phase, two_phase) = default;
};

}  // namespace heddle::strategies
