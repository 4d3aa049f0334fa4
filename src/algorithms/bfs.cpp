// bfs.cpp - breadth-first search: directly, or by a loop for the levels, and a second of the same form for the tree.
#include <heddle/algorithms/bfs.hpp>
#include <heddle/ops/apply/apply.hpp>
#include <heddle/ops/assign/assign.hpp>

#include "src/algorithms/direct.hpp"
#include "src/algorithms/direct_bfs.hpp"

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

template <class T, index_type I>
void keep_reached(vector<T, I>& result, buffer<byte>&& values, buffer<byte> const& present, size_type nvals) {
  bool const full = nvals == result.size();
  result.storage().assign(bitmap_form{full ? buffer<byte>() : present.clone(result.exec()), std::move(values), nvals});
  result.storage().choose_form();
}

template <index_type I, index_type O>
void search_directly(bfs_result<I>& result, matrix_operand<bool, I, O> const& edges, size_type source, bool parents) {
  executor const exec = result.levels.exec();
  size_type const n = edges.rows();
  auto const rows = pattern_view<bool>(edges.by_rows());
  bool const both = edges.has_by_columns();
  auto const columns = both ? pattern_view<bool>(edges.by_columns()) : rows;
  auto const* const other = both ? &columns : nullptr;
  int const threads = exec.num_workers();
  buffer<byte> levels(exec, bytes_of(n, sizeof(std::int32_t))), present(exec, n);
  auto* const level = reinterpret_cast<std::int32_t*>(levels.data());
  std::fill_n(level, n, -1);
  host::direct_bfs<I, O> search(rows, other, threads);
  search.search(source, level);
  host::parallel_for(threads, n, [&](size_type v) { present.data()[v] = level[v] >= 0; });
  if (parents) {
    buffer<byte> found(exec, bytes_of(n, sizeof(I)));
    host::find_parents(rows, other, level, source, threads, reinterpret_cast<I*>(found.data()));
    keep_reached(result.parents, std::move(found), present, search.reached);
  }
  keep_reached(result.levels, std::move(levels), present, search.reached);
  result.reached = search.reached;
  result.depth = search.depth;
  result.edges = search.edges;
}

template <index_type I, index_type O>
void search_by_loop(bfs_result<I>& result, matrix_operand<bool, I, O> const& edges, size_type source,
                    bfs_options const& options) {
  descriptor const step{.replace = true, .schedule = options.schedule, .direction = options.direction};
  if (options.parents) {
    find_levels_and_parents(result, edges, source, step);
  } else {
    find_levels(result, edges, source, step);
  }
  auto const& reached = result.levels.storage().sparse();
  executor const exec = result.levels.exec();
  buffer<size_type> scanned(exec, reached.nvals + 1);
  result.edges = primitives::scan_row_lengths(exec, edges.by_rows().offsets.data(), reached.indices.data(),
                                              reached.nvals, scanned.data(), true);
}

}  // namespace

template <index_type I, index_type O>
bfs_result<I> bfs(matrix_operand<bool, I, O> const& edges, size_type source, bfs_options const& options) {
  size_type const n = edges.rows();
  if (n != edges.cols()) throw dimension_mismatch(concat("bfs: A is ", shape(n, edges.cols()), ", not square"));
  if (source < 0 || source >= n) throw index_out_of_range(concat("bfs: source ", source, " of ", n, " vertices"));
  executor const exec = edges.storage->exec();
  bfs_result<I> result{vector<std::int32_t, I>(n, exec), vector<I, I>(n, exec)};
  if (is_direct("bfs", options, exec)) {
    search_directly(result, edges, source, options.parents);
  } else {
    search_by_loop(result, edges, source, options);
  }
  return result;
}

template bfs_result<std::int32_t> bfs(matrix_operand<bool, std::int32_t, std::int32_t> const&, size_type,
                                      bfs_options const&);
template bfs_result<std::int32_t> bfs(matrix_operand<bool, std::int32_t, std::int64_t> const&, size_type,
                                      bfs_options const&);
template bfs_result<std::int64_t> bfs(matrix_operand<bool, std::int64_t, std::int64_t> const&, size_type,
                                      bfs_options const&);

}  // namespace heddle::detail
