// direct.hpp - whether a search goes about it directly, by its options.
#pragma once
#include <heddle/algorithms/searches.hpp>
#include <heddle/base/error.hpp>
#include <heddle/descriptor.hpp>
#include <heddle/detail/cuda/sharing.hpp>
#include <heddle/ops/detail/operand.hpp>
#include <heddle/ops/mxv/turns.hpp>
#include <vector>

namespace heddle::detail {

/// Whether a loop shares out its steps by a strategy, or is to tell what that cost.
template <class Options> bool has_strategy(Options const& options) {
  if constexpr (requires { options.strategy; }) return options.strategy || options.costs;
  return false;
}

/// How the direct method of a GPU shares out, if it can as the options ask: with numbers of usual widths, and where
/// nobody asks for the costs, which are a loop's. Throws invalid_argument where that method is asked for and does not
/// have this way. On the host threads take shares of any kind, and there is none. Steps that are launches of their own
/// have pieces unless told.
template <bool Narrow, class Options, class Rows>
std::optional<gpu::sharing> sharing_in_search(char const* what, gpu::search_for of, Options const& options,
                                              Rows const& rows, bool undirected) {
  using enum traversal_method;
  bool const usual = is_automatic(strategy_of(options)) && (options.method == automatic || options.method == direct);
  if (options.schedule.is_automatic() && !has_strategy(options)) {
    return usual ? gpu::usual_sharing(of, rows) : gpu::usual_pieces(rows);
  }
  if (rows.exec.is_host() || options.costs || options.method == traversal_method::loop) return {};
  strategy const by = strategy_of(options);
  auto const found = usual ? gpu::usual_sharing(of, rows) : gpu::sharing_of(by, gpu::facts_for(by, rows), undirected);
  if (options.method != traversal_method::automatic && !(found && Narrow)) {
    throw invalid_argument(
        found
            ? concat(what,
                     ": the direct method takes a schedule or a strategy with 32-bit offsets alone; the loop does with "
                     "any")
            : concat(what, ": the direct method shares out nothing by ", by.text(), "; the loop does"));
  }
  return Narrow ? found : std::nullopt;
}

/// What a search has come to, in words: `inside` as its direct method shared out, or null, of the loop.
template <class Options>
std::string text_of_way(Options const& options, executor const& exec, gpu::sharing const* inside) {
  return gpu::text_of_way(strategy_of(options), exec, options.method == traversal_method::stepwise, inside);
}

/// What the direct method of a search takes: a direction, and the schedule or strategy at hand.
struct direct_takes {
  bool direction = false, sharing = false;
};

/// Throws invalid_argument where the direct method, or the stepwise one, is asked for and not to be had.
template <class Options>
bool is_direct(char const* what, Options const& options, executor const& exec, direct_takes takes_of = {}) {
  using enum traversal_method;
  if constexpr (requires { options.strategy; }) {
    check_descriptor({.schedule = options.schedule, .direction = options.direction, .strategy = options.strategy});
  } else {
    check_schedule(options.schedule);
  }
  bool const takes = takes_of.direction && options.method != stepwise;
  bool const shared = !options.schedule.is_automatic() || has_strategy(options);
  bool const of_products = (shared && !takes_of.sharing) || (options.direction != direction::automatic && !takes);
  if (options.method == automatic) return !of_products;
  if (options.method == loop) return false;
  char const* const name = options.method == stepwise ? "stepwise" : "direct";
  constexpr bool has_strategies = requires { options.strategy; };
  char const* const no_schedule = has_strategies ? "neither schedule nor strategy" : "no schedule";
  char const* const no_direction =
      has_strategies ? "neither schedule, strategy nor direction" : "neither schedule nor direction";
  if (options.method == stepwise && exec.is_host()) {
    throw invalid_argument(concat(what, ": the stepwise method is a GPU's; the host has the direct one and the loop"));
  }
  if (of_products) {
    throw invalid_argument(
        concat(what, ": the ", name, " method takes ", takes ? no_schedule : no_direction, "; the loop does"));
  }
  return true;
}

/// Throws dimension_mismatch unless A is square.
inline void require_square(char const* what, size_type rows, size_type cols) {
  if (rows != cols) throw dimension_mismatch(concat(what, ": A is ", shape(rows, cols), ", not square"));
}

/// Throws index_out_of_range unless all are vertices.
inline void require_targets(char const* what, std::vector<size_type> const& targets, size_type vertices) {
  for (size_type const t : targets) {
    if (t < 0 || t >= vertices) throw index_out_of_range(concat(what, ": target ", t, " of ", vertices, " vertices"));
  }
}

}  // namespace heddle::detail
