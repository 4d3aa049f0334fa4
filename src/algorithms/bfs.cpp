// bfs.cpp - breadth-first search: the levels, and in a second loop of the same form the tree.
#include <heddle/algorithms/bfs.hpp>
#include <heddle/ops/apply/apply.hpp>
#include <heddle/ops/assign/assign.hpp>

namespace heddle::detail {

namespace {

template <class T, index_type I> vector<T, I> one_entry(size_type size, size_type at, T value, executor const& exec) {
  return vector<T, I>::build(size, {static_cast<I>(at)}, {value}, first<T>{}, exec);
}

template <index_type I, index_type O>
void find_levels(bfs_result<I>& result, matrix_operand<bool, I, O> const& edges, size_type source,
                 descriptor const& step) {
  executor const exec = result.levels.exec();
  auto frontier = one_entry<bool, I>(edges.rows(), source, true, exec);
  vector<bool, I> next(edges.rows(), exec);
  for (std::int32_t level = 0; frontier.nvals() > 0; ++level, std::swap(frontier, next)) {
    assign(result.levels, structure(frontier), no_accum, level);
    vxm(next, complement(structure(result.levels)), no_accum, any_pair<bool>{}, frontier, edges, step);
    result.reached += frontier.nvals();
    result.depth = level;
  }
}

// The frontier carries vertex numbers: the smallest one that reaches a vertex is its parent.
template <index_type I, index_type O>
void find_levels_and_parents(bfs_result<I>& result, matrix_operand<bool, I, O> const& edges, size_type source,
                             descriptor const& step) {
  executor const exec = result.levels.exec();
  auto frontier = one_entry<I, I>(edges.rows(), source, static_cast<I>(source), exec);
  vector<I, I> next(edges.rows(), exec);
  for (std::int32_t level = 0; frontier.nvals() > 0; ++level, std::swap(frontier, next)) {
    assign(result.levels, structure(frontier), no_accum, level);
    assign(result.parents, structure(frontier), no_accum, frontier);
    apply_index(frontier);
    vxm(next, complement(structure(result.levels)), no_accum, min_first<I>{}, frontier, edges, step);
    result.reached += frontier.nvals();
    result.depth = level;
  }
}

}  // namespace

template <index_type I, index_type O>
bfs_result<I> bfs(matrix_operand<bool, I, O> const& edges, size_type source, bfs_options const& options) {
  size_type const n = edges.rows();
  if (n != edges.cols()) throw dimension_mismatch(concat("bfs: A is ", shape(n, edges.cols()), ", not square"));
  if (source < 0 || source >= n) throw index_out_of_range(concat("bfs: source ", source, " of ", n, " vertices"));
  executor const exec = edges.storage->exec();
  bfs_result<I> result{vector<std::int32_t, I>(n, exec), vector<I, I>(n, exec)};
  descriptor const step{.replace = true, .schedule = options.schedule, .direction = options.direction};
  if (options.parents) {
    find_levels_and_parents(result, edges, source, step);
  } else {
    find_levels(result, edges, source, step);
  }
  auto const& reached = result.levels.storage().sparse();
  buffer<size_type> scanned(exec, reached.nvals + 1);
  result.edges = primitives::scan_row_lengths(exec, edges.by_rows().offsets.data(), reached.indices.data(),
                                              reached.nvals, scanned.data(), true);
  return result;
}

template bfs_result<std::int32_t> bfs(matrix_operand<bool, std::int32_t, std::int32_t> const&, size_type,
                                      bfs_options const&);
template bfs_result<std::int32_t> bfs(matrix_operand<bool, std::int32_t, std::int64_t> const&, size_type,
                                      bfs_options const&);
template bfs_result<std::int64_t> bfs(matrix_operand<bool, std::int64_t, std::int64_t> const&, size_type,
                                      bfs_options const&);

}  // namespace heddle::detail
