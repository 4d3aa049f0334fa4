// fixpoint.hpp - x = x (+) x A until nothing changes, multiplying only what has changed: reachability, shortest and
// widest paths, labels of components, and what else is the least solution of x = x0 (+) x A.
// Semi-naive evaluation: Bancilhon, "Naive evaluation of recursively defined relations", 1986. As algebra: Mohri,
// "Semiring frameworks and algorithms for shortest-distance problems", Journal of Automata, Languages and Combinatorics
// 7, 2002.
#pragma once
#include <heddle/ops/assign/assign.hpp>
#include <heddle/ops/detail/mistakes.hpp>
#include <heddle/ops/fixpoint/course.hpp>
#include <heddle/ops/fixpoint/device.hpp>
#include <heddle/ops/fixpoint/on_host.hpp>
#include <heddle/ops/fixpoint/options.hpp>
#include <heddle/ops/select/select.hpp>
#include <heddle/ops/vxm/vxm.hpp>
#include <heddle/semirings/precompiled.hpp>
#include <heddle/semirings/properties.hpp>
#if defined(__CUDACC__)
#include <heddle/ops/fixpoint/device.cuh>
#endif

namespace heddle::inline HEDDLE_TOOLCHAIN {
namespace ops::fixpoint_detail {

template <class SR, class Operand, class I>
using device_problem = gpu::fixpoint_problem<
    SR, typename gpu::searched_types<SR, I, typename Operand::offset_type, typename Operand::value_type>::right, I,
    typename Operand::offset_type>;

// Whether somebody has the kernels that relax lists.
template <class SR, class Operand, class I> constexpr bool has_device_search() {
  if constexpr (gpu::can_search<SR>) {
    return ops::has_kernels<device_problem<SR, Operand, I>>;
  } else {
    return false;
  }
}

// Throws where the method asks for kernels that nobody has.
template <class SR, class Operand, class I> bool takes_device_search(fixpoint_options const& o) {
  using enum fixpoint_method;
  if (o.method == automatic) return has_device_search<SR, Operand, I>() && o.most_rounds == 0;
  if constexpr (gpu::can_search<SR>) {
    ops::require_kernels<device_problem<SR, Operand, I>>();
  } else {
    throw invalid_argument(
        "fixpoint: rounds and piles on a GPU want a monoid that has a neutral element and is exact in any order, of 4 "
        "or 8 bytes or of bool; there are products");
  }
  return true;
}

// How the lists of a GPU are shared out as the options ask; nothing where they are not.
template <class SR, class Operand, class I>
std::optional<gpu::sharing> shared_by(Operand const& matrix, fixpoint_options const& o) {
  if (o.direction != direction::automatic || o.costs) return {};
  strategy const by = detail::strategy_of(o);
  if (detail::is_automatic(by)) return gpu::usual_pieces(matrix.by_rows());
  if constexpr (has_device_search<SR, Operand, I>()) {
    if (device_problem<SR, Operand, I>::takes_sharing && o.most_rounds == 0 && !by.discards_leaves()) {
      return gpu::sharing_of(by, gpu::facts_for(by, matrix.by_rows()), false);
    }
  }
  return {};
}

// What x holds, for a search on a GPU to work in.
template <class T, index_type I> detail::bitmap_form searchable_copy(vector<T, I> const& x) {
  executor const exec = x.exec();
  auto const& old = storage_of(x).bitmap();
  detail::bitmap_form copy{.present = {}, .values = old.values.clone(exec)};
  if (!old.full()) {
    copy.present = buffer<detail::byte>(exec, 4 * ceil_div(max_of(x.size(), size_type{1}), 4));  // words are claimed
    detail::copy_bytes(exec, copy.present.data(), exec, old.present.data(), static_cast<std::size_t>(x.size()));
  }
  return copy;
}

// One search on a GPU, of x, in its memory.
template <class I, class SR, class Operand>
auto one_on_device(detail::bitmap_form&& x, mask_view mask, SR const& sr, Operand const& matrix,
                   gpu::fixpoint_plan const& plan) {
  using problem = device_problem<SR, Operand, I>;
  using A = typename Operand::value_type;
  using T = domain_of<SR>;
  using right = typename gpu::searched_types<SR, I, typename Operand::offset_type, A>::right;
  executor const exec = x.values.exec();
  buffer<detail::byte> kept;
  auto const read = ops::domain_view<right, detail::reads<SR>::right, A>(matrix.by_rows(), kept);
  auto const work =
      ops::dispatch(problem{exec, read, mask, reinterpret_cast<T*>(x.values.data()), x.present.data(), plan, sr});
  outcome<T, I> after{vector<T, I>(read.major, exec), work, plan.most_rounds};
  if (!x.full()) x.present.truncate(max_of(read.major, size_type{1}));
  storage_of(after.x).assign(std::move(x));
  storage_of(after.x).choose_form();
  return after;
}

// Of x(), in its memory. Piles take what is best as final: where ways may become better by going on a GPU has rounds.
template <class I, class Start, class SR, class Operand>
auto on_device(Start const& x, mask_view mask, SR const& sr, Operand const& matrix, fixpoint_options const& o,
               gpu::sharing const& by) {
  using A = typename Operand::value_type;
  auto const& rows = matrix.by_rows();
  bool const settles = never_improves<SR, A>(rows), is_guess = o.method == fixpoint_method::automatic;
  if (o.method == fixpoint_method::piles && !settles) {
    throw invalid_argument(
        "fixpoint: piles on a GPU want a way never to become better by going on, as by a negative weight");
  }
  gpu::fixpoint_plan plan{
      .stepwise = o.method == fixpoint_method::stepwise, .stop = o.stop, .targets = o.targets, .by = by};
  plan.by_piles = takes_piles<SR>(o) && settles;
  if constexpr (sums_weights<SR, A>) {
    auto const weights = weights_of<A>(rows);
    // Of equal weights rounds relax every row once.
    if (plan.by_piles && is_guess) plan.by_piles = weights.least < weights.mean;
    plan.adapts = o.delta == 0;
    plan.bucket = plan.adapts ? gpu::first_delta(weights, rows.statistics()) : o.delta;
  }
  if (!settles) plan.targets = {};
  if (!plan.by_piles) plan.most_rounds = rounds_of<SR, A>(o, rows.major);
  return one_on_device<I>(x(), mask, sr, matrix, plan);
}

// Rounds that have come to their limit of n or more, and x still changes: only a negative cycle does that.
template <class T, index_type I> bool goes_round_a_cycle(outcome<T, I> const& o) {
  size_type const n = max_of(o.x.size(), size_type{1});
  return !o.result.complete && o.limit >= n && o.result.rounds >= o.limit;
}

template <class SR, class A, class T, index_type I> fixpoint_result take_over(vector<T, I>& x, outcome<T, I>&& after) {
  if (may_fall<SR, A> && goes_round_a_cycle(after)) {
    throw negative_cycle(detail::concat("fixpoint: x still changes after ", after.result.rounds,
                                        " rounds, so a cycle has a negative weight"));
  }
  storage_of(x).assign(std::move(storage_of(after.x)));
  return std::move(after.result);  // a copy could fail, and x is written
}

// The accumulator that a monoid is: its operator, of which the library has kernels.
template <class Add> auto as_operator(Add const& add) {
  if constexpr (detail::table::is_known<Add>) {
    return detail::plain_operator<Add>{};
  } else {
    return add;
  }
}

// The same loop as anybody would write it.
template <class SR, class Mask, class Operand, class T, index_type I>
outcome<T, I> by_products(vector<T, I> const& x, Mask const& mask, SR const& sr, Operand const& a,
                          fixpoint_options const& o) {
  executor const exec = x.exec();
  size_type const most_rounds = rounds_of<SR, typename Operand::value_type>(o, x.size());
  descriptor const step{
      .replace = true, .schedule = o.schedule, .direction = o.direction, .strategy = o.strategy, .costs = o.costs};
  fixpoint_result result;
  vector<T, I> now = x, next = x, changed = x, offered(x.size(), exec), added(x.size(), exec);
  while (changed.nvals() > 0) {
    if ((most_rounds > 0 && result.rounds >= most_rounds) || (o.stop && o.stop->load())) {
      result.complete = false;
      break;
    }
    ++result.rounds;
    auto const& listed = storage_of(changed).sparse();
    buffer<size_type> scanned(exec, listed.nvals + 1);
    result.edges += primitives::scan_row_lengths(exec, a.by_rows().offsets.data(), listed.indices.data(), listed.nvals,
                                                 scanned.data(), true);
    vxm(offered, mask, no_accum, sr, changed, a, step);
    assign(added, complement(structure(now)), no_accum, offered, {.replace = true});
    assign(next, structure(offered), as_operator(sr.add), offered);
    select_with(changed, no_mask, no_accum, differs<T>{}, next, now);
    assign(changed, structure(added), no_accum, added);
    assign(now, structure(changed), no_accum, changed);
  }
  return {std::move(now), result, most_rounds};
}

}  // namespace ops::fixpoint_detail

/// x<mask> = x (+) x A, again and again until nothing changes: then x(j) is the sum over all ways k -> ... -> j of what
/// x(k) was, multiplied along the way by the entries of A. So shortest distances are min_plus from a 0 at the source,
/// widths max_min, labels min_first, what can be reached lor_land.
/// Operands: x of n; A of n x n, or transpose(A); mask of n, or no_mask: an entry where it is false stays, and counts.
/// Types: x holds the semiring's domain, A what multiply takes. The monoid is idempotent and commutative and multiply
/// distributes over it; a user's semiring says so (docs/semirings.md#laws-of-a-semiring).
/// Returns: the rounds, edges and launches that it took. x depends on neither method, schedule, executor nor threads.
/// Throws: dimension_mismatch; executor_mismatch; negative_cycle of min_plus: where ways become better for ever over
/// another semiring, such as max_plus, it ends at .most_rounds alone; invalid_argument where a method is not to be had;
/// not_compiled as vxm does. x is then what it was.
/// Cost: O(n), and the entries of rows that change, as often as they do: about once where the best goes first.
/// Runs: on a GPU as one kernel where the monoid is exact in any order (docs/contracts.md#fixpoint), else a round at a
/// time.
/// Example: docs/operations.md#fixpoint
template <class T, index_type I, class Mask, semiring_like SR, class MatrixArg>
requires requires(MatrixArg const& a) { detail::operand(a); }
fixpoint_result fixpoint(vector<T, I>& x, Mask const& mask, SR const& sr, MatrixArg const& matrix,
                         fixpoint_options const& options = {}) {
  static_assert(std::is_same_v<T, domain_of<SR>>, "heddle: x holds what the semiring's monoid adds");
  static_assert(
      is_idempotent<add_of<SR>>() && is_commutative<add_of<SR>>(),
      "heddle: fixpoint wants a monoid that is idempotent and commutative; one of your own says so by `static "
      "constexpr bool idempotent = true, commutative = true`");
  static_assert(
      is_distributive<SR>(),
      "heddle: fixpoint wants a multiply that distributes over add; a semiring of your own says so by `static "
      "constexpr bool distributes = true`");
  static_assert(!gpu::asks_every_policy<SR> || gpu::can_search<SR>,
                "heddle: a search that takes strategies wants a monoid that is exact in any order and has a neutral "
                "element, of 4 or 8 bytes or of bool; one of your own says so by `static constexpr bool "
                "unordered_exact = true`");
  ops::require_semiring<SR, T, detail::element_of<MatrixArg>>();
  constexpr bool multiplies = detail::can_multiply<SR, T, detail::element_of<MatrixArg>>();
  auto const a = detail::operand(matrix);
  auto const work = ops::enter("fixpoint", "x", x, mask, {}, "A", a);
  work.fit(a.rows() == a.cols() && x.size() == a.rows(), "x", x, "A", a);
  detail::check_fixpoint_sharing(options, work.masked);
  using A = typename decltype(a)::value_type;
  using operand = std::remove_const_t<decltype(a)>;
  std::optional<gpu::sharing> by;  // of lists on a GPU
  if (!x.exec().is_host()) by = ops::fixpoint_detail::shared_by<SR, operand, I>(a, options);
  bool by_products = options.method == fixpoint_method::products || (detail::asks_products(options) && !by);
  detail::check_fixpoint_options(options, x.exec(), x.size(), is_selective<add_of<SR>>(), by_products);
  auto after = [&]() -> ops::fixpoint_detail::outcome<T, I> {
    if constexpr (multiplies) {
      if (by_products) return ops::fixpoint_detail::by_products(x, work.mask, sr, a, options);
      if (x.exec().is_host()) {
        auto const ready = ops::prepare_mask(work);
        return ops::fixpoint_detail::on_host(x, ready.view, sr, a, options);
      }
      bool const searches = ops::fixpoint_detail::takes_device_search<SR, operand, I>(options);
      if constexpr (ops::fixpoint_detail::has_device_search<SR, operand, I>()) {
        if (searches) {
          auto const ready = ops::prepare_mask(work);
          auto const start = [&] { return ops::fixpoint_detail::searchable_copy(x); };
          return ops::fixpoint_detail::on_device<I>(start, ready.view, sr, a, options, *by);
        }
      }
      by_products = true;
      return ops::fixpoint_detail::by_products(x, work.mask, sr, a, options);
    } else {
      return {x};  // compiling it said so
    }
  }();
  gpu::sharing const lists = by.value_or(gpu::sharing{});
  after.result.ran_as = gpu::text_of_way(detail::strategy_of(options), x.exec(),
                                         options.method == fixpoint_method::stepwise, by_products ? nullptr : &lists);
  return ops::fixpoint_detail::take_over<SR, A>(x, std::move(after));
}

/// x = x (+) x (+.*) A until nothing changes, every position open.
template <class T, index_type I, semiring_like SR, detail::matrix_argument MatrixA>
fixpoint_result fixpoint(vector<T, I>& x, SR const& sr, MatrixA const& a, fixpoint_options const& options = {}) {
  return fixpoint(x, no_mask, sr, a, options);
}
HEDDLE_EXPLAIN(fixpoint);

}  // namespace heddle::inline HEDDLE_TOOLCHAIN
