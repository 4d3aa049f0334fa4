// expand.hpp - the edges of a frontier, one by one: which of its vertices each comes from, and where it leads.
// Zhu, Li & Li, "Load-Balanced Breadth-First Search on GPUs", WAIM 2014 ("expand").
#pragma once
#include <heddle/detail/dispatch/for_each_index.hpp>
#include <heddle/detail/executor/integers.hpp>
#include <heddle/matrix.hpp>
#include <heddle/ops/detail/scope.hpp>
#include <heddle/vector.hpp>

namespace heddle::detail {

/// Edge e of a frontier: the tile that it belongs to is one of the frontier's vertices.
struct expanded_edge {
  static constexpr bool in_library = true;
  integers tile_of_edge, ids, offsets, columns;
  size_type const* scanned;
  integers_out producers, neighbours;

  HEDDLE_FN void operator()(size_type e) const {
    size_type const tile = tile_of_edge[e], vertex = ids[tile];
    producers.set(e, vertex);
    neighbours.set(e, columns[offsets[vertex] + (e - scanned[tile])]);
  }
};

}  // namespace heddle::detail

namespace heddle::inline HEDDLE_TOOLCHAIN {

/// producers(e) = i and neighbours(e) = j for the e-th of all entries (i, j) of A for which u has an entry at i: in the
/// order of u's positions, then of A's columns. Both become dense vectors, as long as there are such entries.
/// Operands: A of m x n, a matrix or transpose(matrix); u of m, which may be one of the results. Their values are not
/// read.
/// Throws: dimension_mismatch; executor_mismatch; invalid_argument where the results are one vector; index_overflow
/// where Index cannot number that many entries; out_of_memory. The results are then what they were.
/// Cost: O(entries of u + entries of these rows), balanced to the entry.
/// Runs: reads back their number.
/// Example: docs/operations.md#expand
template <index_type I, class MatrixArg, class U>
void expand(vector<I, I>& producers, vector<I, I>& neighbours, MatrixArg const& matrix, vector<U, I> const& u) {
  auto const a = detail::operand(matrix);
  auto const work = ops::enter("expand", "u", u, "A", a, "producers", producers, "neighbours", neighbours);
  work.fit(a.rows() == u.size(), "A", a, "u", u);
  executor const exec = u.exec();
  if (&producers == &neighbours) throw invalid_argument("expand: producers and neighbours are the same vector");
  auto const& rows = a.by_rows();
  auto const& list = storage_of(u).sparse(true);
  buffer<size_type> scanned(exec, list.nvals + 1);
  size_type const edges = list.nvals == 0 ? 0
                                          : primitives::scan_row_lengths(exec, rows.offsets.data(), list.indices.data(),
                                                                         list.nvals, scanned.data(), true);
  if (edges > std::numeric_limits<I>::max()) {
    throw index_overflow(
        detail::concat("expand: ", edges, " entries are more than a ", 8 * sizeof(I), "-bit index can number"));
  }
  buffer<I> tile_of_edge(exec, edges), from(exec, edges), to(exec, edges);
  primitives::expand_offsets(exec, scanned.data(), list.nvals, edges, tile_of_edge.data());
  ops::for_each_index(exec, edges,
                      detail::expanded_edge{tile_of_edge.data(), list.indices.data(), rows.offsets.data(),
                                            rows.indices.data(), scanned.data(), from.data(), to.data()});
  vector<I, I> made_producers(edges, exec), made_neighbours(edges, exec);
  storage_of(made_producers).assign(detail::bitmap_form{{}, std::move(from).to_bytes(), edges});
  storage_of(made_neighbours).assign(detail::bitmap_form{{}, std::move(to).to_bytes(), edges});
  producers = std::move(made_producers);
  neighbours = std::move(made_neighbours);
}

}  // namespace heddle::inline HEDDLE_TOOLCHAIN
