// degree_based.hpp - by vertices, by edges, and what lies between: vertices of many edges are cut, or taken in turns.
// Raval, Nasre, Kumar, Vasudevan, Vadhiyar & Pingali, "Dynamic Load Balancing Strategies for Graph Applications on
// GPUs", 2017: "BS", "EP", "WD", "NS", "HP".
#pragma once
#include <heddle/seam/schedule/schedule.hpp>
#include <heddle/seam/strategy/step_facts.hpp>

namespace heddle::strategies {

struct node_based {
  static constexpr std::string_view name = "node_based";
  static constexpr std::string_view summary = "one vertex of the frontier a thread (BS)";
  static constexpr std::string_view explanation =
      "A thread walks all edges of its vertex. Nothing is prepared and nothing balanced: the thread with most edges "
      "ends the step.";
  schedule of_step(step_facts const&) const { return thread_mapped{}; }
  friend bool operator==(node_based, node_based) = default;
};

struct edge_based {
  bool chunked = true;  // room in the list is reserved for all edges of a vertex at once

  static constexpr std::string_view name = "edge_based";
  static constexpr std::string_view summary = "the frontier as a list of edges, one a lane (EP)";
  static constexpr std::string_view explanation =
      "The frontier is written down as a list of its edges, each with the vertex that it comes from; a lane takes one. "
      "Room in the list is reserved for all edges of a vertex at once (\"work chunking\"), which takes four bytes an "
      "edge of the frontier; unchunked one by one by atomic additions, in any order, which takes twelve.";
  static constexpr auto parameters() { return std::tuple{parameter{"chunked", &edge_based::chunked}}; }
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
    constexpr size_type most = std::numeric_limits<int>::max();
    size_type const stretch = ceil_div(max_of(step.edges, size_type{1}), max_of(step.threads, size_type{1}));
    return {nonzero_split{static_cast<int>(min_of(stretch, most))}, by_thread{}};
  }
  friend bool operator==(workload_decomposition, workload_decomposition) = default;
};

struct node_splitting {
  int mdt = 0;    // edges of a piece; 0: from the histogram of the matrix
  int lanes = 1;  // that walk a piece: 1, 2, 4, 8, 16 or 32

  static constexpr std::string_view name = "node_splitting";
  static constexpr std::string_view summary = "vertices of more than mdt edges become several, one piece a thread (NS)";
  static constexpr std::string_view explanation =
      "Vertices of more edges than the maximum-degree threshold are cut into pieces of at most as many. The threshold "
      "comes from a histogram of the degrees of the graph in ten bins: (number of the tallest bin / 10) x the largest "
      "degree.";
  static constexpr auto parameters() {
    return std::tuple{parameter{"mdt", &node_splitting::mdt}, parameter{"lanes", &node_splitting::lanes}};
  }
  bool wants_threshold() const { return mdt == 0; }
  /// Edges of a piece, at most.
  int most_edges(step_facts const& step) const {
    constexpr size_type most = std::numeric_limits<int>::max();
    return mdt > 0 ? mdt : static_cast<int>(min_of(max_of(step.threshold, size_type{1}), most));
  }
  schedule of_step(step_facts const& step) const { return cut_tiles{most_edges(step), lanes}; }
  friend bool operator==(node_splitting, node_splitting) = default;
};

struct hierarchical {
  int mdt = 0;              // edges of a vertex in a turn; 0: as node_splitting has it
  int few_vertices = 1024;  // fewer than these take workload_decomposition, to the end of their edges

  static constexpr std::string_view name = "hierarchical";
  static constexpr std::string_view summary =
      "turns, each of at most mdt edges of every vertex that has some left, a vertex a thread (HP)";
  static constexpr std::string_view explanation =
      "A step is cut into turns: the first takes the first mdt edges of every vertex, the second the next mdt of those "
      "that have more, and so on. Once fewer than few_vertices are left, workload_decomposition takes all of their "
      "edges. Nothing is stored for it but the list of who is left.";
  static constexpr auto parameters() {
    return std::tuple{parameter{"mdt", &hierarchical::mdt}, parameter{"few_vertices", &hierarchical::few_vertices}};
  }
  bool wants_threshold() const { return mdt == 0; }
  /// Edges of every vertex in the next turn of `step.vertices`; 0: all that they have left.
  size_type edges_a_turn(step_facts const& step) const {
    return step.vertices < few_vertices ? 0 : node_splitting{mdt}.most_edges(step);
  }
  schedule of_step(step_facts const& step) const {
    if (step.vertices < few_vertices) return workload_decomposition{}.of_step(step);
    return thread_mapped{};
  }
  /// In the last turn.
  static constexpr bool counts_edges = true;
  friend bool operator==(hierarchical, hierarchical) = default;
};

}  // namespace heddle::strategies
