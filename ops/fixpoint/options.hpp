// options.hpp - what one may ask of a fixpoint, and what it answers.
#pragma once
#include <atomic>
#include <heddle/base/error.hpp>
#include <heddle/base/executor.hpp>
#include <heddle/descriptor.hpp>
#include <vector>

namespace heddle {

/// How `fixpoint` goes about it. Results are the same, but for `any`.
enum class fixpoint_method : std::uint8_t {
  /// Piles where the semiring is ordered; where ways may improve as they go on the host has them in turns with an order
  /// of rows, and rounds if these come to no end, and a GPU rounds. Else rounds; products where a schedule, a strategy
  /// or a direction is asked for that lists are not shared out by, and on a GPU for monoids that meet in no atomic
  /// operation, for kernels that nobody has, and under a limit.
  automatic,
  products,  // rounds, each of a masked product under the schedule and direction that are asked for
  rounds,    // rows of what the round before has changed
  piles,     // what is best first, while that comes to an end; for selective monoids, on a GPU where no way improves
  stepwise,  // on a GPU: rounds, each a launch that the host waits for; the control of the two above, and what they are
             // where kernels of the whole grid are refused
};

/// How `fixpoint` searches, and when it stops.
struct fixpoint_options {
  fixpoint_method method = fixpoint_method::automatic;
  heddle::schedule schedule = {};
  heddle::direction direction = heddle::direction::automatic;
  /// How what has changed is shared out: on a GPU inside the kernel, of shortest paths and of a semiring of yours that
  /// says `search_takes_strategies` (docs/semirings.md#how-a-semiring-is-compiled); else of products, which push.
  std::optional<heddle::strategy> strategy = {};
  strategy_costs* costs = nullptr;  // of products: what their pushes took is added
  /// 0: until nothing changes. After r rounds x(j) is the sum over all ways of at most r entries of A; so a limit asks
  /// for rounds or products.
  size_type most_rounds = 0;
  /// Of piles over sums (min_plus): how much more than the least that waits is relaxed with it. 0: on the host the mean
  /// weight over the mean row at first, on a GPU little; then more or less, by the work that a pile turns out to be.
  double delta = 0;
  /// Asked for after every round, or every 256 of a kernel: true ends the search, with x as far as it is.
  std::atomic<bool> const* stop = nullptr;
  /// If any: piles end as soon as x is final at all of these. Others hold then what was found so far. Rounds and
  /// products cannot know, nor can piles where a way may become better by going on, and go on.
  std::vector<size_type> targets = {};
};

/// What `fixpoint` did.
struct fixpoint_result {
  size_type rounds = 0;           // or lists of a pile
  size_type edges = 0;            // entries of A that were multiplied
  bool complete = true;           // false: the limit, the flag or its targets ended it, and x may still change
  size_type launches = 0;         // on a GPU, of the kernel that relaxes: 1, or one a round; 0 of products
  size_type workspace_bytes = 0;  // on a GPU, taken by that kernel beside A, x and a copy of x
  std::string ran_as = {};        // the method that it came to, and who took what of what has changed
};

namespace detail {

/// What a list costs on the host beside its entries, as so many of these: waking and sorting.
inline constexpr size_type list_cost = 4;
inline size_type work_of(fixpoint_result const& done) { return done.edges + done.rounds * list_cost; }

inline bool asks_sharing(fixpoint_options const& o) { return !o.schedule.is_automatic() || o.strategy; }
/// By what only products take, unless lists are shared out so.
inline bool asks_products(fixpoint_options const& o) {
  return asks_sharing(o) || o.direction != direction::automatic || o.costs;
}

/// Of schedule, strategy and direction, before anything is asked of them.
inline void check_fixpoint_sharing(fixpoint_options const& o, bool masked) {
  check_descriptor({.schedule = o.schedule, .direction = o.direction, .strategy = o.strategy});
  if (o.strategy) require_effect("fixpoint", *o.strategy, push_facts{.masked = masked});
}

/// `by_products`: as the options ask for, or what they ask for asks.
inline void check_fixpoint_options(fixpoint_options const& o, executor const& exec, size_type n, bool selective,
                                   bool by_products) {
  using enum fixpoint_method;
  bool const of_lists = o.method != automatic && o.method != products;
  if (o.most_rounds < 0) {
    throw invalid_argument(concat("fixpoint: most_rounds is ", o.most_rounds, ", but must be 0 or more"));
  }
  for (size_type const t : o.targets) {
    if (t < 0 || t >= n) throw index_out_of_range(concat("fixpoint: target ", t, " of ", n, " entries"));
  }
  if (!(o.delta >= 0)) throw invalid_argument(concat("fixpoint: delta is ", o.delta, ", but must be 0 or more"));
  if (o.method == stepwise && exec.is_host()) {
    throw invalid_argument("fixpoint: stepwise is a GPU's; the host has rounds");
  }
  if (of_lists && by_products) {
    throw invalid_argument(
        exec.is_host()
            ? "fixpoint: only products take a schedule, a strategy and a direction"
            : "fixpoint: only products take a direction, and this schedule or strategy over this semiring and matrix");
  }
  if (o.method == piles && !selective) {
    throw invalid_argument("fixpoint: piles want a monoid that is selective, such as minimum and maximum");
  }
  if (o.method == piles && o.most_rounds > 0) {
    throw invalid_argument("fixpoint: piles do not tell rounds apart, so a limit wants rounds or products");
  }
  if (of_lists && o.most_rounds > 0 && !exec.is_host()) {
    throw invalid_argument("fixpoint: a GPU tells rounds of lists not apart, so a limit wants products");
  }
}

}  // namespace detail
}  // namespace heddle
