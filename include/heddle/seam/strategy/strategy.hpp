// strategy.hpp - how the steps of a traversal share out the edges of their frontiers: a schedule for each step, chosen
// from what is known of it, and what is done around it.
#pragma once
#include <heddle/seam/strategy/presets.hpp>

namespace heddle {

namespace detail {

// A schedule is a strategy too, the same in every step.
struct every_step {
  friend bool operator==(every_step, every_step) = default;
};
// The one table of strategies. To add one: write its struct, add its type here.
using strategy_table =
    std::variant<every_step, perfect_balance, balanced_gathering, balanced_redistribution, hybrid, dynamic_scheduling,
                 two_phase, node_based, edge_based, workload_decomposition, node_splitting, hierarchical,
                 vertex_shuffle, scan_based, binary_search, supplementary_queues>;

}  // namespace detail

/// A load-balancing strategy for traversals, chosen at run time: `{.strategy = hybrid{.f0 = 20}}`, or from text,
/// `strategy::parse("hybrid:f0=20")`. Any schedule is a strategy: that one in every step. It says how the entries in
/// the rows of a frontier are shared out, so whatever takes one pushes. Results do not depend on it.
class strategy {
 public:
  strategy() = default;  // schedule `auto`
  strategy(schedule s) : schedule_(std::move(s)) {}
  template <detail::schedulable S, class Kept = detail::kept_partition<S>>
  strategy(S s) : strategy(schedule(std::move(s))) {}
  template <class S>
  requires detail::is_one_of<S, detail::strategy_table>::value strategy(S s) : chosen_(s) {}

  /// From text: a name, or a name with parameters, such as `node_splitting:mdt=64,lanes=4`, or a schedule as
  /// `schedule::parse` reads it. Throws invalid_argument that lists the known names, or the parameters of that
  /// strategy.
  static strategy parse(std::string_view text);
  /// Of the table; those of schedules beside them, as schedule::names() has them, are not among these.
  static std::vector<std::string> names();

  std::string name() const;
  /// The name, and the parameters that differ from the default, as `parse` reads them.
  std::string text() const;
  /// One line, and one paragraph.
  std::string summary() const;
  std::string explanation() const;
  std::vector<std::pair<std::string, int>> parameters() const;

  /// What has to be known of a step: how many edges it has (which is read back on a GPU), the longest row of the
  /// matrix, the threshold of its degrees.
  bool counts_edges() const;
  bool wants_longest() const;
  bool wants_threshold() const;
  /// Bins of the histogram which that comes from.
  int threshold_bins() const;
  /// Whether vertices without edges are taken out of the frontier first; after behind_an_edge() those of one, too.
  bool discards_leaves() const;
  /// Edges of the longest leaf: 0 or 1.
  size_type longest_leaf() const { return longest_leaf_; }
  /// The same, for a step whose vertices were all reached by an edge of an undirected graph: a vertex that has only one
  /// leads back by it, and is a leaf.
  strategy behind_an_edge() const {
    strategy same = *this;
    same.longest_leaf_ = 1;
    return same;
  }
  /// Whether the mask is looked up in bits that are packed before a push on a GPU.
  bool packs_mask() const;
  /// Where a push on a GPU lists its edges by atomic additions: whether by one an edge, else by one a vertex.
  std::optional<bool> lists_edges_apart() const;
  /// Edges of every vertex that the next turn of a step takes; 0: all, and the step has one turn.
  size_type edges_a_turn(seam::step_facts const& step) const;
  /// Edges of the pieces which rows are cut into, once for the matrix, and which frontiers are of; 0: they are not cut.
  size_type edges_a_piece(seam::step_facts const& step) const;
  /// The schedule of a step, or of its next turn.
  schedule of_step(seam::step_facts const& step) const;

  /// Equal strategies have equal parameters.
  friend bool operator==(strategy const& a, strategy const& b) = default;

  /// f(schedule) where it is one in every step, else f of what stands in the table.
  template <class F> auto visit(F const& f) const {
    return std::visit(
        [&]<class S>(S const& s) {
          if constexpr (std::is_same_v<S, detail::every_step>) {
            return f(schedule_);
          } else {
            return f(s);
          }
        },
        chosen_);
  }
  /// The schedule of every step, or null.
  schedule const* as_schedule() const { return chosen_.index() == 0 ? &schedule_ : nullptr; }

 private:
  schedule schedule_;  // where every_step is chosen
  detail::strategy_table chosen_;
  size_type longest_leaf_ = 0;
};

/// What a strategy took, added up over steps.
struct strategy_costs {
  size_type steps = 0, turns = 0;
  size_type vertices = 0, edges = 0;         // of all frontiers
  double overhead_ms = 0, traversal_ms = 0;  // scans, searches, lists and tables; and walking edges
  size_type peak_bytes = 0;                  // of one step's scans, lists and tables
  double kept_ms = 0;                        // what was made once for the matrix took, whoever asked for it
  size_type kept_bytes = 0;                  // and takes
  std::vector<std::string> ran_as = {};      // the schedules of turns, each once, as they came to be walked
};

namespace detail {

/// What shares out every step by a call's options, a descriptor among them.
template <class Options> strategy strategy_of(Options const& o) {
  return o.strategy ? *o.strategy : strategy(o.schedule);
}

/// Throws invalid_argument that names the parameter where one makes no sense.
void check_strategy(strategy const& chosen);

/// What decides whether a parameter does anything in a push.
struct push_facts {
  bool masked = false;   // there is a mask, whatever it says
  bool on_gpu = false;   // kernels search for shares; on the host all have a table
  bool by_code = false;  // by kernels that semirings share
  size_type piece = 0;   // rows are in pieces of at most as many entries; 0: whole
};

/// Throws invalid_argument that names a parameter which was given and would do nothing in such a push.
void require_effect(std::string_view operation, strategy const& chosen, push_facts const& facts);

/// How a turn under that schedule is walked: what takes its place where there is no kernel for it is named.
std::string text_of_turn(schedule const& chosen, push_facts const& facts);

}  // namespace detail
}  // namespace heddle
