// sssp.cpp - shortest paths as a fixpoint, or by a loop that relaxes the rows of changed vertices; negative cycles are
// found, not followed. The tree is that of a search in breadth of the entries by which the distances come about.
#include <heddle/algorithms/bfs.hpp>
#include <heddle/algorithms/sssp.hpp>
#include <heddle/ops/apply/apply.hpp>
#include <heddle/ops/assign/assign.hpp>
#include <heddle/ops/fixpoint/fixpoint.hpp>
#include <heddle/ops/select/select.hpp>
#include <heddle/ops/vxm/vxm.hpp>

#include "negative_cycle.hpp"
#include "src/algorithms/direct.hpp"
#include "src/algorithms/tight_entries.hpp"
#include "src/algorithms/wide_steps.hpp"
#include "src/traverse/device_search.hpp"

namespace heddle::detail {

namespace {

template <class T, index_type I, index_type O>
void check(matrix<T, I, O> const& a, std::span<size_type const> sources) {
  require_square("sssp", a.rows(), a.cols());
  for (size_type const source : sources) {
    if (source >= 0 && source < a.rows()) continue;
    throw index_out_of_range(concat("sssp: source ", source, " of ", a.rows(), " vertices"));
  }
}

/// Each of them once, ascending.
template <index_type I> std::vector<I> distinct(std::span<size_type const> sources) {
  std::vector<I> all(sources.begin(), sources.end());
  std::sort(all.begin(), all.end());
  all.erase(std::unique(all.begin(), all.end()), all.end());
  return all;
}

/// Nothing is reached yet, and no tree is known.
template <class T, index_type I> sssp_result<T, I> before_search(size_type n, executor const& exec) {
  return {vector<T, I>::filled(n, std::numeric_limits<T>::infinity(), exec), vector<I, I>(n, exec)};
}

template <class T, index_type I, index_type O> void count_reached(sssp_result<T, I>& result, matrix<T, I, O> const& a) {
  T const* const distances = values_by_position(result.distances);
  O const* const offsets = storage_of(a).csr().offsets.data();
  if (!a.exec().is_host()) {
    auto const counts = with_cuda([&] { return gpu::count_reached(a.exec(), distances, offsets, a.rows()); });
    result.reached = counts.reached;
    result.edges = counts.edges;
    return;
  }
  for (size_type v = 0; v < a.rows(); ++v) {
    if (!(distances[v] < std::numeric_limits<T>::infinity())) continue;
    ++result.reached;
    result.edges += offsets[v + 1] - offsets[v];
  }
}

// Sources are at distance 0.
template <class T, index_type I, index_type O>
sssp_result<T, I> at_sources(matrix<T, I, O> const& a, std::span<size_type const> sources) {
  auto result = before_search<T, I>(a.rows(), a.exec());
  auto const starts = distinct<I>(sources);
  T const zero = 0;
  auto* const distances = storage_of(result.distances).write_full().values.data();
  constexpr std::size_t few = 4;  // on a GPU one launch each; one took less than to send its number, more are a guess
  if (starts.size() <= few) {
    for (I const at : starts) primitives::fill(a.exec(), distances + at * sizeof(T), 1, sizeof(T), &zero);
    return result;
  }
  buffer<I> const at(a.exec(), std::span(starts));
  primitives::scatter_fill(a.exec(), distances, at.data(), at.size(), sizeof(T), &zero);
  return result;
}

fixpoint_method method_of(sssp_options const& options) {
  return options.method == traversal_method::stepwise ? fixpoint_method::stepwise : fixpoint_method::automatic;
}

// How the direct method shares out its lists as the options ask, if it can; see bfs. A vertex of one edge may wait as a
// source does, so leaves are not told apart.
template <class T, index_type I, index_type O>
std::optional<gpu::sharing> shared_by(matrix<T, I, O> const& a, sssp_options const& options, bool falls) {
  if (falls && options.schedule.is_automatic() && !has_strategy(options)) {
    return gpu::usual_pieces(storage_of(a).csr());
  }
  if (falls || strategy_of(options).discards_leaves()) return {};
  return sharing_in_search<sizeof(O) == 4>("sssp", gpu::search_for::distances, options, storage_of(a).csr(), false);
}

// `fixpoint` without what is not to be met here: no mask, an x in which every position has an entry, no weight below 0.
// After an exception the distances are lost.
template <class T, index_type I, index_type O>
fixpoint_result relax(vector<T, I>& distances, matrix<T, I, O> const& a, fixpoint_options const& options,
                      gpu::sharing const& by) {
  auto const edges = detail::operand(a);
  if (a.exec().is_host()) return ops::fixpoint_detail::search_all(distances, min_plus<T>{}, edges, options);
  if constexpr (ops::fixpoint_detail::has_device_search<min_plus<T>, decltype(edges), I>()) {
    auto const start = [&] { return bitmap_form{.present = {}, .values = storage_of(distances).take_full()}; };
    auto after = ops::fixpoint_detail::on_device<I>(start, mask_view{}, min_plus<T>{}, edges, options, by);
    return ops::fixpoint_detail::take_over<min_plus<T>, T>(distances, std::move(after));
  } else {
    return fixpoint(distances, min_plus<T>{}, a, options);
  }
}

template <class T, index_type I, index_type O>
sssp_result<T, I> as_fixpoint(matrix<T, I, O> const& a, std::span<size_type const> sources, sssp_options const& options,
                              gpu::sharing const& by) {
  auto result = at_sources(a, sources);
  auto const search = relax(result.distances, a,
                            {.method = method_of(options), .delta = options.delta, .targets = options.targets}, by);
  result.complete = search.complete;
  result.rounds = search.rounds;
  result.relaxed = search.edges;
  result.launches = search.launches;
  result.workspace_bytes = search.workspace_bytes;
  count_reached(result, a);
  return result;
}

template <class T, index_type I, index_type O>
sssp_result<T, I> as_loop(matrix<T, I, O> const& a, std::span<size_type const> sources, sssp_options const& options,
                          negative_cycle_watch<T, I, O>& watch) {
  size_type const n = a.rows();
  executor const exec = a.exec();
  descriptor const step{.schedule = options.schedule,
                        .direction = options.direction,
                        .strategy = options.strategy,
                        .costs = options.costs};
  descriptor later = step;
  if (step.strategy && storage_of(a).symmetric() && !watch.has_negative_weights()) {
    later.strategy = step.strategy->behind_an_edge();
  }
  auto result = before_search<T, I>(n, exec);
  auto const starts = distinct<I>(sources);
  auto changed = vector<T, I>::build(n, starts, std::vector<T>(starts.size(), T(0)), take_first<T>{}, exec);
  vector<T, I> candidate(n, exec);
  auto const edges = detail::operand(a);
  size_type pulled = 0;
  while (changed.nvals() > 0) {
    assign(result.distances, structure(changed), no_accum, changed);
    // The first is shared out, so that a strategy is refused whatever the graph.
    descriptor const how = result.rounds == 0 ? step : of_step(edges, changed, later);
    pulled += later.strategy && !how.strategy;
    vxm(candidate, min_plus<T>{}, changed, a, how);
    select_with(changed, no_mask, no_accum, less<T>{}, candidate, result.distances);
    ++result.rounds;
    if (changed.nvals() > 0 && !watch.goes_on(result.rounds, changed.nvals(), result.distances)) break;
  }
  watch.at_rest(result.distances, sources);
  count_reached(result, a);
  result.ran_as = text_of_way(options, exec, nullptr) + text_of_pulls(pulled, "round");
  return result;
}

// Of several roots, as a loop: the frontier carries vertex numbers, of which the smallest is the parent.
template <index_type I, index_type O>
vector<I, I> find_forest(matrix_operand<bool, I, O> const& edges, std::vector<I> const& roots) {
  size_type const n = edges.rows();
  vector<I, I> parents(n, edges.exec()), next(n, edges.exec());
  auto frontier = vector<I, I>::build(n, roots, roots, take_first<I>{}, edges.exec());
  for (; frontier.nvals() > 0; std::swap(frontier, next)) {
    assign(parents, structure(frontier), no_accum, frontier);
    apply_index(frontier);
    vxm(next, complement(structure(parents)), no_accum, min_first<I>{}, frontier, edges, {.replace = true});
  }
  return parents;
}

// The tree of fewest entries among all shortest paths: that of a breadth-first search in the entries they are made of.
template <class T, index_type I, index_type O>
vector<I, I> find_tree(matrix<T, I, O> const& a, vector<T, I> const& distances, std::span<size_type const> sources,
                       traversal_method method) {
  auto const tight = tight_subgraph(a, values_by_position(distances));
  if (sources.size() != 1) {
    auto roots = distinct<I>(sources);
    std::erase_if(roots, [&](I v) { return *distances.get(v) != T(0); });
    return find_forest(pattern_of(tight), roots);
  }
  bool const stepwise = method == traversal_method::stepwise;
  return bfs(pattern_of(tight), sources[0],
             {.parents = true, .method = stepwise ? traversal_method::stepwise : traversal_method::direct})
      .parents;
}

// Whether every distance is that of a path, or of a walk of less than n arcs. Then rounds would have come to it.
template <class T, index_type I, index_type O>
bool are_short_walks(matrix<T, I, O> const& a, sssp_result<T, I> const& result, std::span<size_type const> sources,
                     sssp_options const& options, negative_cycle_watch<T, I, O>& watch) {
  T const* const distances = values_by_position(result.distances);
  auto const starts = distinct<I>(sources);
  auto roots = starts;
  std::erase_if(roots, [&](I v) { return distances[v] != T(0); });
  auto const is_reached = [&](size_type v) { return distances[v] < std::numeric_limits<T>::infinity(); };
  if (host::are_ways_short(min_plus<T>{}, watch.rows(), mask_view{}, distances, is_reached, std::move(roots))) {
    return true;
  }
  auto const begin = [&](size_type v, T& start) {
    start = 0;
    return std::binary_search(starts.begin(), starts.end(), static_cast<I>(v));
  };
  double const width =
      ops::fixpoint_detail::pile_width(storage_of(a).csr().template value_statistics<T>(), a.nnz(), a.rows());
  return host::are_counted_ways_short(min_plus<T>{}, watch.rows(), mask_view{}, begin,
                                      options.delta > 0 ? options.delta : width,
                                      ops::fixpoint_detail::most_passes * watch.pass());
}

// Of graphs with negative weights, on the host: what is near goes first, as if it were final, and again when it turns
// out not to be. Nothing where that takes too long, or comes to sums over longer walks than the answer's.
template <class T, index_type I, index_type O>
std::optional<sssp_result<T, I>> as_falling_fixpoint(matrix<T, I, O> const& a, std::span<size_type const> sources,
                                                     sssp_options const& options,
                                                     negative_cycle_watch<T, I, O>& watch) {
  using ops::fixpoint_detail::sequence;
  auto const edges = detail::operand(a);
  auto result = at_sources(a, sources);
  fixpoint_result done;
  size_type const most = ops::fixpoint_detail::most_work_of_piles(a.nnz(), a.rows());
  size_type next = ops::fixpoint_detail::first_passes * watch.pass();
  for (int turn = 0;; ++turn, next = max_of(next, work_of(done))) {
    auto const part = ops::fixpoint_detail::search_all(result.distances, min_plus<T>{}, edges, {.delta = options.delta},
                                                       next, turn == 1 ? sequence::order : sequence::piles);
    done = ops::fixpoint_detail::both(done, part);
    if (done.complete) break;
    watch.look(result.distances);
    if (work_of(done) >= most) return {};
  }
  result.rounds = done.rounds;
  result.relaxed = done.edges;
  count_reached(result, a);
  watch.at_rest(result.distances, sources);  // rounds would rest there too, or not at all: both ask for this
  if (!are_short_walks(a, result, sources, options, watch)) return {};
  return result;
}

// Its kernel takes what is near as final, and rounds over negative weights take a launch and more each, of which there
// may be n: a graph with such weights comes to the host, and the answer back.
template <class T, index_type I, index_type O>
sssp_result<T, I> found_on_host(matrix<T, I, O> const& a, std::span<size_type const> sources, sssp_options options) {
  options.method = traversal_method::direct;
  auto result = sssp(a.to(host_executor()), sources, options);
  result.distances = result.distances.to(a.exec());
  result.parents = result.parents.to(a.exec());
  return result;
}

}  // namespace

template <class T, index_type I, index_type O>
sssp_result<T, I> sssp(matrix<T, I, O> const& a, std::span<size_type const> sources, sssp_options const& options) {
  require_unrecorded(a.exec(), "sssp");
  check(a, sources);
  require_targets("sssp", options.targets, a.rows());
  if (!(options.delta >= 0)) {
    throw invalid_argument(concat("sssp: delta is ", options.delta, ", but must be 0 or more"));
  }
  negative_cycle_watch<T, I, O> watch(a);
  bool const falls = watch.has_negative_weights();
  auto const by = shared_by(a, options, falls);
  bool const direct = is_direct("sssp", options, a.exec(), {.sharing = by.has_value()});
  if (options.strategy) require_effect("sssp", *options.strategy, {.on_gpu = !a.exec().is_host()});
  if (direct && falls && !a.exec().is_host()) return found_on_host(a, sources, options);
  std::optional<sssp_result<T, I>> found;
  if (direct) found = falls ? as_falling_fixpoint(a, sources, options, watch) : as_fixpoint(a, sources, options, *by);
  sssp_result<T, I> result = found ? std::move(*found) : as_loop(a, sources, options, watch);
  if (found) result.ran_as = text_of_way(options, a.exec(), &*by);
  if (options.parents) result.parents = find_tree(a, result.distances, sources, options.method);
  return result;
}

template sssp_result<float> sssp(matrix<float> const&, std::span<size_type const>, sssp_options const&);
template sssp_result<double> sssp(matrix<double> const&, std::span<size_type const>, sssp_options const&);
template sssp_result<double> sssp(matrix<double, std::int32_t, std::int64_t> const&, std::span<size_type const>,
                                  sssp_options const&);
template sssp_result<double, std::int64_t> sssp(matrix<double, std::int64_t, std::int64_t> const&,
                                                std::span<size_type const>, sssp_options const&);

}  // namespace heddle::detail
