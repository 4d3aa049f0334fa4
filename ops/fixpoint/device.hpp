// device.hpp - fixpoints on a GPU, as a plain C++ compiler sees them.
#pragma once
#include <cmath>
#include <heddle/detail/cuda/sharing.hpp>
#include <heddle/ops/fixpoint/options.hpp>
#include <heddle/ops/mxv/device.hpp>
#include <heddle/semirings/properties.hpp>
#include <span>

namespace heddle::gpu {

/// How a search goes about it.
struct fixpoint_plan {
  bool by_piles = false;  // what is best goes first
  bool stepwise = false;  // a launch a round
  double bucket = 0;      // of sums: how much more than the least that waits may go with it, of the first pile
  bool adapts = false;    // and of later ones more or less, by the work that the ones before turned out to be
  size_type most_rounds = 0;
  std::atomic<bool> const* stop = nullptr;
  std::span<size_type const> targets = {};
  sharing by = {};  // who takes what of a list
};

/// The width of the first pile: about what one row's least entry weighs. Later ones are as wide as it takes.
inline double first_delta(primitives::value_statistics const& weights, primitives::row_statistics const& rows) {
  return max_of(weights.mean, 0.0) / max_of(std::hypot(rows.mean_length, rows.stddev_length), 1.0);
}

/// Whether a search in one kernel is to be had: entries meet by atomic operations, in any order.
template <class SR>
inline constexpr bool can_search =
    can_push<SR> && !detail::needs_presence<add_of<SR>>() && is_idempotent<add_of<SR>>() && is_distributive<SR>();

/// Sums of numbers of which the least counts: what waits is cut by a width.
template <class SR> inline constexpr bool searches_sums = false;
template <class T> inline constexpr bool searches_sums<min_plus<T>> = std::is_arithmetic_v<T>;

/// A user's semiring may declare `search_takes_strategies = true`: nvcc compiles its search once a policy then, nine
/// times in all, so that lists are shared out by any of these.
template <class SR> inline constexpr bool asks_every_policy = requires { requires SR::search_takes_strategies; };

template <class SR, class Index, class Offset>
inline constexpr bool is_search_compiled =
    detail::is_listed<SR, precompiled_searches, precompiled_wide_searches, Index, Offset>;

/// Who has the kernels for a matrix of As, and what these read.
template <class SR, class Index, class Offset, class A>
struct searched_types
    : read_types<SR, domain_of<SR>, A,
                 is_search_compiled<SR, Index, Offset> &&
                     (std::is_same_v<detail::right_of<SR, A>, domain_of<SR>> || is_precompiled_element<A>)> {};

/// values[j] = values[j] + values[k] * A(k, j) until nothing changes. `present` null: every position has an entry; else
/// values are the neutral element where there is none. A failure leaves both half done.
template <class SR, class A, class Index, class Offset> struct fixpoint_problem {
  using result = fixpoint_result;
  // Lists are shared out in pieces by every search. Otherwise of the library's by that for shortest paths alone, of
  // others where they ask for it; with 32-bit offsets, since lists have 32-bit sums of lengths.
  static constexpr bool takes_sharing =
      sizeof(Index) + sizeof(Offset) == 8 &&
      (asks_every_policy<SR> ||
       (searches_sums<SR> && std::is_floating_point_v<domain_of<SR>> && std::is_same_v<A, domain_of<SR>>));
  static constexpr bool in_library = is_search_compiled<SR, Index, Offset> && std::is_same_v<A, domain_of<SR>>;
  executor exec;
  compressed_view<A, Index, Offset> a;
  mask_view mask;
  domain_of<SR>* values;
  primitives::byte* present;
  fixpoint_plan plan;
  SR sr;

  static std::string kernel() {
    return heddle::detail::concat("fixpoint over semiring ", heddle::detail::type_name<SR>(),
                                  " and the type of its matrix");
  }
};

}  // namespace heddle::gpu
