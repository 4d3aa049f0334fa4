// connected_components.cpp - FastSV as a loop of products; labels that are pushed; and directly, where trees are joined
// in place.
//
// Two of the products of a round, the hook onto parents and the jump, are with a matrix that is new every round: it
// wants offsets, columns (for a pull) or a list of products (for a push), statistics and plans, which cost more than
// the product. And all rounds but the first two or three ask for nearly every entry whether anything is new there, and
// hear no. So `direct` is what is taken: passes over entries and vertices by the loop that element-wise operations are.
#include <heddle/algorithms/connected_components.hpp>
#include <heddle/ops/apply/apply.hpp>
#include <heddle/ops/assign/assign.hpp>
#include <heddle/ops/select/select.hpp>
#include <heddle/ops/vxm/vxm.hpp>

#include "src/algorithms/direct.hpp"
#include "src/algorithms/joined_trees.hpp"

namespace heddle::detail {

namespace {

template <index_type I> vector<I, I> own_numbers(size_type n, executor const& exec) {
  auto result = vector<I, I>::filled(n, 0, exec);
  apply_index(result);
  return result;
}

/// M(i, parents(i)) = 1.
template <index_type O, index_type I> matrix<bool, I, O> onto_parents(vector<I, I> const& parents) {
  executor const exec = parents.exec();
  size_type const n = parents.size();
  auto const one_each = std::make_shared<buffer<O>>(exec, n + 1);
  auto const kept = std::make_shared<vector<I, I> const>(parents);
  primitives::iota(exec, one_each->data(), n + 1, O{0});
  return matrix<bool, I, O>::adopt_csr({n, n, n, one_each->data(), values_by_position(*kept), nullptr, true}, exec,
                                       [one_each, kept] {});
}

template <index_type I, index_type O>
void by_loop(components_result<I>& result, matrix_operand<bool, I, O> const& edges, components_options const& options) {
  using ops::mxv_detail::by_pull;
  executor const exec = edges.exec();
  size_type const n = edges.rows();
  descriptor const step{.schedule = options.schedule, .direction = direction::pull};
  // A pull would sort M's columns; a push, by atomics on a GPU, needs the rows alone. On the host a push sorts more.
  descriptor const hook{.direction = exec.is_host() ? direction::pull : direction::push};
  vector<I, I>& parents = result.labels;
  vector<I, I> above = parents, next(n, exec), changed(n, exec);
  auto tree = onto_parents<O>(parents);
  do {
    vector<I, I> least = above;
    by_pull(least, no_mask, minimum<I>{}, min_second<I>{}, edges, above, step);
    if (!edges.storage->symmetric()) {
      by_pull(least, no_mask, minimum<I>{}, min_second<I>{}, edges.transpose(), above, step);
    }
    vxm(parents, no_mask, minimum<I>{}, min_first<I>{}, least, tree, hook);
    assign(parents, no_mask, minimum<I>{}, least);
    tree = onto_parents<O>(parents);
    by_pull(next, no_mask, no_accum, min_second<I>{}, tree, parents, {.direction = direction::pull});
    select_with(changed, no_mask, no_accum, not_equal<I>{}, next, above);
    std::swap(above, next);
    ++result.rounds;
  } while (changed.nvals() > 0);
}

// Label propagation: what has become smaller is pushed along its edges, until nothing does.
template <index_type I, index_type O>
void by_pushes(components_result<I>& result, matrix_operand<bool, I, O> const& edges,
               components_options const& options) {
  descriptor const step{.direction = direction::push, .strategy = strategy_of(options), .costs = options.costs};
  vector<I, I>& labels = result.labels;
  vector<I, I> changed = labels, offered(edges.rows(), edges.exec());
  do {
    mxv(offered, no_mask, no_accum, min_second<I>{}, edges.transpose(), changed, step);
    if (!edges.storage->symmetric()) mxv(offered, no_mask, minimum<I>{}, min_second<I>{}, edges, changed, step);
    select_with(changed, no_mask, no_accum, less<I>{}, offered, labels);
    assign(labels, structure(changed), no_accum, changed);
    ++result.rounds;
  } while (changed.nvals() > 0);
}

template <index_type I, index_type O>
void directly(components_result<I>& result, matrix_operand<bool, I, O> const& edges) {
  label_forest<I> const forest{written(result.labels)};
  size_type const n = edges.rows();
  // Of a matrix that is not symmetric an entry from the frequent tree may stand in that row alone.
  executor const& exec = edges.exec();
  result.rounds = join_by_entries(
      edges.by_rows(), I{0}, forest, [&] { jump_to_roots(exec, forest, n); },
      [&] { return edges.storage->symmetric() ? frequent_label(exec, forest.parents, n) : I(-1); });
}

/// How many labels are their own: components.
template <index_type I> size_type count_roots(vector<I, I> const& labels) {
  executor const exec = labels.exec();
  size_type const n = labels.size();
  if (!exec.is_host()) {
    vector<I, I> roots(n, exec);
    select_with(roots, no_mask, no_accum, equal<I>{}, labels, own_numbers<I>(n, exec));
    return roots.nvals();
  }
  auto const* const label = values_by_position(labels);
  int const threads = n < host::serial_below ? 1 : exec.num_workers();
  return host::parallel_sum(threads, n, host::serial_below, [=](int, size_type v) { return label[v] == v; });
}

void check(components_options const& options, executor const& exec) {
  check_descriptor({.schedule = options.schedule, .strategy = options.strategy});
  if (options.method == traversal_method::stepwise) {
    throw invalid_argument("connected_components: there is no stepwise method; there are the direct one and the loop");
  }
  if (options.method == traversal_method::direct && (!options.schedule.is_automatic() || has_strategy(options))) {
    throw invalid_argument(
        "connected_components: the direct method takes neither schedule nor strategy; the loop does");
  }
  if (options.strategy) require_effect("connected_components", *options.strategy, {.on_gpu = !exec.is_host()});
}

/// What a loop or a search came to, and what shared out its work.
std::string text_of_way(components_options const& options) {
  if (has_strategy(options)) return concat("labels pushed by ", strategy_of(options).text());
  if (options.method != traversal_method::loop && options.schedule.is_automatic()) return "trees joined by entries";
  return concat("hooks and jumps by ", options.schedule.text());
}

}  // namespace

template <index_type I, index_type O>
components_result<I> connected_components(matrix_operand<bool, I, O> const& edges, components_options const& options) {
  require_unrecorded(edges.exec(), "connected_components");
  size_type const n = edges.rows();
  require_square("connected_components", n, edges.cols());
  check(options, edges.exec());
  components_result<I> result{own_numbers<I>(n, edges.exec())};
  result.ran_as = text_of_way(options);
  if (n == 0) return result;
  if (has_strategy(options)) {
    by_pushes(result, edges, options);
  } else if (options.method == traversal_method::loop || !options.schedule.is_automatic()) {
    by_loop(result, edges, options);
  } else {
    directly(result, edges);
  }
  result.count = count_roots(result.labels);
  return result;
}

#define HEDDLE_INSTANTIATE(I, O) \
  template components_result<I> connected_components(matrix_operand<bool, I, O> const&, components_options const&);
#include "src/algorithms/graph_widths.hpp"

}  // namespace heddle::detail
