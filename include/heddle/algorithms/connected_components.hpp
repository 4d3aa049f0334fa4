// connected_components.hpp - which vertices hang together: by hooks and jumps, directly or as a loop of products, or by
// labels that are pushed under a strategy.
// Zhang, Azad & Hu, "FastSV: A Distributed-Memory Connected Component Algorithm with Fast Convergence", PP 2020; Azad &
// Buluc, "LACC", IPDPS 2019; Sutton, Ben-Nun & Barak, "Optimizing Parallel Graph Connectivity Computation via Subgraph
// Sampling" (Afforest), IPDPS 2018.
#pragma once
#include <heddle/algorithms/searches.hpp>
#include <heddle/ops/mxv/mxv.hpp>

namespace heddle {

/// How `connected_components` goes about it.
struct components_options {
  heddle::schedule schedule = {};  // of the products of the loop
  traversal_method method = traversal_method::automatic;
  std::optional<heddle::strategy> strategy = {};  // asks for labels that are pushed, shared out by it
  strategy_costs* costs = nullptr;                // asks for these, too; what their pushes took is added
};

/// What `connected_components` found.
template <index_type I = std::int32_t> struct components_result {
  vector<I, I> labels;      // dense: the smallest vertex of v's component
  size_type count = 0;      // of components
  size_type rounds = 0;     // of the loop, until nothing changed; direct: passes that hook
  std::string ran_as = {};  // the method that it came to, and what shared out its products
};

namespace detail {

template <index_type I, index_type O>
components_result<I> connected_components(matrix_operand<bool, I, O> const& edges, components_options const& options);

}  // namespace detail

/// Labels of the components of the undirected graph with an edge wherever A or A^T has an entry: those that are weakly
/// connected where A is not symmetric. Values are not read.
/// Operands: A of n x n.
/// Returns: the smallest vertex of its component for every vertex, and how many components there are. The result, its
/// rounds apart, depends on neither method, schedule, strategy, executor nor threads.
/// Throws: dimension_mismatch; invalid_argument where a method is asked for and not to be had: the direct one with a
/// schedule or a strategy, or a stepwise one.
/// Cost: the direct method O(nnz(A) + n), each entry once; the loop O(nnz(A) + n) a round, of which there are some log
/// n, or under a strategy as many as a label has edges to go. See docs/contracts.md#connected_components
/// Runs: the direct method reads back twice, the loop the number of changes in every round.
/// Example: docs/algorithms.md#components
template <class T, index_type I, index_type O>
[[nodiscard]] components_result<I> connected_components(matrix<T, I, O> const& a,
                                                        components_options const& options = {}) {
  static_assert(sizeof(I) <= sizeof(O),
                "heddle: connected_components of a matrix with 64-bit indices takes 64-bit offsets too");
  if constexpr (sizeof(I) <= sizeof(O)) return detail::connected_components(detail::pattern_of(a), options);
}

}  // namespace heddle
