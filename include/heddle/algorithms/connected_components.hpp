// connected_components.hpp - which vertices hang together: by hooks and jumps, directly or as a loop of products.
// Zhang, Azad & Hu, "FastSV: A Distributed-Memory Connected Component Algorithm with Fast Convergence", PP 2020; Azad &
// Buluc, "LACC", IPDPS 2019; Sutton, Ben-Nun & Barak, "Optimizing Parallel Graph Connectivity Computation via Subgraph
// Sampling" (Afforest), IPDPS 2018.
#pragma once
#include <heddle/algorithms/searches.hpp>
#include <heddle/ops/mxv/mxv.hpp>

namespace heddle {

struct components_options {
  heddle::schedule schedule = {};  // of the products of the loop
  traversal_method method = traversal_method::automatic;
};

template <index_type I = std::int32_t> struct components_result {
  vector<I, I> labels;   // dense: the smallest vertex of v's component
  size_type count = 0;   // of components
  size_type rounds = 0;  // of the loop, until nothing changed; direct: passes that hook
};

namespace detail {

template <index_type I, index_type O>
components_result<I> connected_components(matrix_operand<bool, I, O> const& edges, components_options const& options);

}  // namespace detail

/// Labels of the components of the undirected graph with an edge wherever A or A^T has an entry: those that are weakly
/// connected where A is not symmetric. Values are not read. A: n x n. Throws dimension_mismatch, invalid_argument where
/// a method is asked for and not to be had: the direct one with a schedule, or a stepwise one. The result, its rounds
/// apart, depends neither on the method nor on schedule, executor and threads.
///
/// The loop is FastSV: with f the parents of vertices in trees, g = f(f) and M(i, f(i)) = 1, a round is
///   m = g min A (min.second) g min A^T (min.second) g;  f = f min m (min.first) M min m;  g = M (min.second) f
/// so that trees hook each other by their roots and by their leaves, and halve their height. It ends when g stays; that
/// takes some log n rounds, however long ways are. Both directions of A are operands: its columns are made unless it is
/// symmetric. Work O(nnz(A) + n) a round, and plans for the two products with M, which is another one every round. The
/// number of changes is read back in every round.
///
/// The direct method does what these products are for in place: an edge joins two trees by a compare-and-swap of the
/// greater root, seeking further where another thread was there first, so that every entry is asked once, and in one
/// direction. Before that the first two entries of every row, and jumps to the roots, leave most of a graph in one
/// tree: of a symmetric A the rows in that are then left out. Work O(nnz(A) + n) and what trees are high, which jumps
/// keep low; on a GPU beside the labels the row of every entry, which A keeps. Reads back twice.
template <class T, index_type I, index_type O>
[[nodiscard]] components_result<I> connected_components(matrix<T, I, O> const& a,
                                                        components_options const& options = {}) {
  static_assert(sizeof(I) <= sizeof(O),
                "connected_components of a matrix with 64-bit indices takes 64-bit offsets too");
  if constexpr (sizeof(I) <= sizeof(O)) return detail::connected_components(detail::pattern_of(a), options);
}

}  // namespace heddle
