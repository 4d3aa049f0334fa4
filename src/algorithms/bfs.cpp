// bfs.cpp - breadth-first search: directly, or by a loop for the levels, and a second of the same form for the tree.
#include <heddle/algorithms/bfs.hpp>
#include <heddle/ops/apply/apply.hpp>
#include <heddle/ops/assign/assign.hpp>

#include "src/algorithms/direct.hpp"
#include "src/algorithms/direct_bfs.hpp"
#include "src/algorithms/kept_levels.hpp"
#include "src/algorithms/wide_steps.hpp"
#include "src/traverse/device_search.hpp"

namespace heddle::detail {

namespace {

// For all steps but the first, of whose vertices nobody knows how they were reached.
descriptor behind_an_edge(descriptor step, bool undirected) {
  if (step.strategy && undirected) step.strategy = step.strategy->behind_an_edge();
  return step;
}

template <class T, index_type I> bool has_all(vector<T, I> const& levels, std::vector<size_type> const& targets) {
  return !targets.empty() && std::all_of(targets.begin(), targets.end(), [&](size_type t) { return levels.get(t); });
}

// What is known of vertices, and written down of each frontier.
template <class T, index_type I> struct reached_vertices {
  static constexpr bool with_parents = std::is_same_v<T, I>;
  vector<std::int32_t, I>& levels;
  vector<I, I>& parents;

  // Entries of the frontier are parents, if we have these, and from then on vertices.
  void mark(vector<T, I>& frontier, std::int32_t level) {
    assign(levels, structure(frontier), no_accum, level);
    if constexpr (with_parents) {
      assign(parents, structure(frontier), no_accum, frontier);
      apply_index(frontier);
    }
  }

  // next = the unreached neighbours of a frontier, marked. The kernel that collects them on a GPU does so on its way.
  // Returns whether they pulled though a strategy was asked for.
  template <class SR, index_type O>
  bool advance(vector<T, I>& next, vector<T, I> const& frontier, matrix_operand<bool, I, O> const& edges,
               descriptor const& asked, std::int32_t level) {
    auto const mask = complement(structure(levels));
    auto const a = edges.transpose();
    bool const is_first = level == 1;  // is shared out, so that a strategy is refused whatever the graph
    descriptor const how = is_first ? asked : of_step(edges, frontier, asked);
    bool const unshared = asked.strategy && !how.strategy;
    bool const pushes = !edges.storage->exec().is_host() && ops::mxv_detail::prefers_push(a, frontier, how);
    if (!pushes || levels.form() == vector_form::dense) {
      vxm(next, mask, no_accum, SR{}, frontier, edges, how);
      if (next.nvals() > 0) mark(next, level);
      return unshared;
    }
    auto& has_levels = storage_of(levels);
    auto& has_parents = storage_of(parents);
    auto levels_draft = has_levels.draft_bitmap();
    gpu::search_marks marks{.levels = reinterpret_cast<std::int32_t*>(levels_draft.values),
                            .has_level = levels_draft.present,
                            .level = level};
    std::optional<bitmap_draft> parents_draft;
    if constexpr (with_parents) {
      parents_draft = has_parents.draft_bitmap();
      marks.parents = parents_draft->values;
      marks.has_parent = parents_draft->present;
    }
    ops::mxv_detail::multiply("vxm (by A transposed)", next, mask, no_accum, flip(SR{}), a, frontier, how, marks);
    has_levels.keep(std::move(levels_draft));
    if (parents_draft) has_parents.keep(std::move(*parents_draft));
    return unshared;
  }
};

// Over min_first of vertices the frontier carries their numbers: the smallest one that reaches a vertex is its parent.
// Returns how many levels pulled though a strategy was asked for.
template <class SR, index_type I, index_type O>
size_type find_levels(bfs_result<I>& result, matrix_operand<bool, I, O> const& edges, size_type source,
                      std::vector<size_type> const& targets, descriptor const& step) {
  using T = domain_of<SR>;
  executor const exec = result.levels.exec();
  descriptor const later = behind_an_edge(step, edges.storage->symmetric());
  std::vector<T> const first{static_cast<T>(std::is_same_v<T, I> ? source : size_type{1})};
  auto frontier = vector<T, I>::build(edges.rows(), {static_cast<I>(source)}, first, take_first<T>{}, exec);
  vector<T, I> next(edges.rows(), exec);
  reached_vertices<T, I> reached{result.levels, result.parents};
  reached.mark(frontier, 0);
  size_type unshared = 0;
  for (std::int32_t level = 0; frontier.nvals() > 0; ++level, std::swap(frontier, next)) {
    result.reached += frontier.nvals();
    result.depth = level;
    if (has_all(result.levels, targets)) break;
    unshared += reached.template advance<SR>(next, frontier, edges, level == 0 ? step : later, level + 1);
  }
  return unshared;
}

/// The arrays that a direct search fills.
template <index_type I> struct found_arrays {
  buffer<byte> levels, present, parents;

  found_arrays(executor const& exec, size_type n, bool with_parents)
      : levels(bitmap_values(exec, n, sizeof(std::int32_t))), present(exec, n) {
    if (with_parents) parents = bitmap_values(exec, n, sizeof(I));
  }
  std::int32_t* level() { return reinterpret_cast<std::int32_t*>(levels.data()); }
  I* parent() { return reinterpret_cast<I*>(parents.data()); }
};

template <index_type I, index_type O>
void search_on_host(bfs_result<I>& result, compressed_view<bool, I, O> const& rows,
                    compressed_view<bool, I, O> const* columns, size_type source, bfs_options const& options,
                    found_arrays<I>& found) {
  int const threads = result.levels.exec().num_workers();
  auto* const level = found.level();
  std::fill_n(level, rows.major, -1);
  std::fill_n(found.present.data(), rows.major, byte{0});
  host::direct_bfs<I, O> search(rows, columns, push_cost_of(options.direction, options.push_cost.value_or(0.5)),
                                threads);
  search.search(source, options.targets, level, found.present.data());
  if (!found.parents.empty()) host::find_parents(rows, columns, level, source, threads, found.parent());
  result.reached = search.reached;
  result.depth = search.depth;
  result.edges = search.edges;
}

template <index_type I, index_type O>
std::optional<gpu::sharing> shared_by(matrix_operand<bool, I, O> const& edges, bfs_options const& options) {
  return sharing_in_search<sizeof(O) == 4>("bfs", gpu::search_for::levels, options, edges.by_rows(),
                                           edges.storage->symmetric());
}

template <index_type I, index_type O>
void search_on_device(bfs_result<I>& result, compressed_view<bool, I, O> const& rows,
                      compressed_view<bool, I, O> const* columns, size_type source, bfs_options const& options,
                      gpu::sharing const& by, found_arrays<I>& found) {
  executor const exec = result.levels.exec();
  gpu::level_options const how{.stepwise = options.method == traversal_method::stepwise,
                               .any_parent = options.any_parent,
                               .push_cost = push_cost_of(options.direction, options.push_cost.value_or(4)),
                               .targets = options.targets,
                               .by = by};
  gpu::level_arrays<I> const into{found.level(), found.present.data(), found.parent()};
  auto const counts = with_cuda([&] { return gpu::search_levels(exec, rows, columns, source, how, into); });
  result.reached = counts.reached;
  result.depth = counts.depth;
  result.edges = counts.edges;
  result.launches = counts.launches;
  result.workspace_bytes = counts.workspace_bytes;
}

template <index_type I, index_type O>
void search_directly(bfs_result<I>& result, matrix_operand<bool, I, O> const& edges, size_type source,
                     bfs_options const& options, gpu::sharing const& by) {
  executor const exec = result.levels.exec();
  auto const rows = pattern_view<bool>(edges.by_rows());
  bool const both = edges.has_by_columns() || options.direction == direction::pull;
  auto const columns = both ? pattern_view<bool>(edges.by_columns()) : rows;
  auto const* const other = both ? &columns : nullptr;
  found_arrays<I> found(exec, edges.rows(), options.parents);
  if (exec.is_host()) {
    search_on_host(result, rows, other, source, options, found);
  } else {
    search_on_device(result, rows, other, source, options, by, found);
  }
  if (options.parents) {
    keep_reached(result.parents, std::move(found.parents), found.present.clone(exec), result.reached);
  }
  keep_reached(result.levels, std::move(found.levels), std::move(found.present), result.reached);
}

template <index_type I, index_type O>
void search_by_loop(bfs_result<I>& result, matrix_operand<bool, I, O> const& edges, size_type source,
                    bfs_options const& options) {
  descriptor const step{.replace = true,
                        .schedule = options.schedule,
                        .direction = options.direction,
                        .strategy = options.strategy,
                        .costs = options.costs};
  size_type const pulled = options.parents ? find_levels<min_first<I>>(result, edges, source, options.targets, step)
                                           : find_levels<any_pair<bool>>(result, edges, source, options.targets, step);
  result.ran_as = text_of_way(options, edges.storage->exec(), nullptr) + text_of_pulls(pulled, "level");
  auto const& reached = storage_of(result.levels).sparse();
  executor const exec = result.levels.exec();
  buffer<size_type> scanned(exec, reached.nvals + 1);
  result.edges = primitives::scan_row_lengths(exec, edges.by_rows().offsets.data(), reached.indices.data(),
                                              reached.nvals, scanned.data(), true);
}

}  // namespace

template <index_type I, index_type O>
bfs_result<I> bfs(matrix_operand<bool, I, O> const& edges, size_type source, bfs_options const& options) {
  require_unrecorded(edges.storage->exec(), "bfs");
  size_type const n = edges.rows();
  require_square("bfs", n, edges.cols());
  if (source < 0 || source >= n) throw index_out_of_range(concat("bfs: source ", source, " of ", n, " vertices"));
  require_targets("bfs", options.targets, n);
  if (options.push_cost && !(*options.push_cost >= 0)) {
    throw invalid_argument(concat("bfs: push_cost is ", *options.push_cost, ", but must be 0 or more"));
  }
  executor const exec = edges.storage->exec();
  bfs_result<I> result{vector<std::int32_t, I>(n, exec), vector<I, I>(n, exec)};
  auto const by = shared_by(edges, options);
  if (is_direct("bfs", options, exec, {.direction = true, .sharing = by.has_value()})) {
    search_directly(result, edges, source, options, *by);
    result.ran_as = text_of_way(options, exec, &*by);
  } else {
    search_by_loop(result, edges, source, options);
  }
  return result;
}

#define HEDDLE_INSTANTIATE(I, O) \
  template bfs_result<I> bfs(matrix_operand<bool, I, O> const&, size_type, bfs_options const&);
#include "src/algorithms/graph_widths.hpp"

}  // namespace heddle::detail
