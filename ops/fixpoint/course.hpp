// course.hpp - which course a fixpoint takes: whether ways may become better by going on, how many rounds it may have
// then, and how much piles may do before rounds take their place.
#pragma once
#include <heddle/ops/fixpoint/options.hpp>
#include <heddle/semirings/properties.hpp>
#include <heddle/vector.hpp>

namespace heddle::inline HEDDLE_TOOLCHAIN::ops::fixpoint_detail {

template <class SR, class A> inline constexpr bool sums_weights = false;
template <class T, class A> inline constexpr bool sums_weights<min_plus<T>, A> = std::is_arithmetic_v<A>;

// A way of n entries or more goes round a cycle: only a negative one changes anything after n rounds.
template <class SR, class A> inline constexpr bool may_fall = sums_weights<SR, A>&& std::is_signed_v<A>;
template <class SR, class A> size_type rounds_of(fixpoint_options const& o, size_type n) {
  if (!may_fall<SR, A>) return o.most_rounds;
  return o.most_rounds == 0 ? max_of(n, size_type{1}) : min_of(o.most_rounds, max_of(n, size_type{1}));
}

// Of types that are not measured the least that may be.
template <class A, index_type I, index_type O>
primitives::value_statistics weights_of(detail::compressed<I, O> const& form) {
  if constexpr (primitives::is_measured<A>) {
    return form.template value_statistics<A>();
  } else {
    return {std::is_unsigned_v<A> ? 0.0 : -1.0, 1.0};
  }
}

// Whether no way becomes better by going on: declared, or shortest ways over weights of at least 0.
template <class SR, class A, index_type I, index_type O> bool never_improves(detail::compressed<I, O> const& form) {
  if constexpr (is_non_improving<SR>()) {
    return true;
  } else if constexpr (sums_weights<SR, A>) {
    return std::is_unsigned_v<A> || !(weights_of<A>(form).least < 0);
  } else {
    return false;
  }
}

// Whether piles are to be used, where there is no limit of rounds.
template <class SR> bool takes_piles(fixpoint_options const& o) {
  bool const may = o.method == fixpoint_method::automatic || o.method == fixpoint_method::piles;
  return may && o.most_rounds == 0 && is_selective<add_of<SR>>();
}

// What is relaxed next: what the round before has changed, what is best, or what is first in an order of rows.
enum class sequence : std::uint8_t { rounds, piles, order };

// Where ways may become better by going on, what is best is not final, and an order by values is a guess: rows are
// relaxed as often as they improve, in the worst case exponentially often, and round a negative cycle for ever. So
// piles may do so much, in passes over all entries and rows, before rounds take their place. With 0.1 % of negative
// weights grids, roads and drawn graphs take 1 to 2 passes, and R-MAT whose arcs all lead upwards up to 16.
inline constexpr size_type most_passes = 32, first_passes = 6;
inline size_type passes(size_type count, size_type nnz, size_type n) { return count * (nnz + max_of(n, size_type{1})); }
inline size_type most_work_of_piles(size_type nnz, size_type n) { return passes(most_passes, nnz, n); }

/// x afterwards, not yet assigned, and what was done.
template <class T, index_type I> struct outcome {
  vector<T, I> x;
  fixpoint_result result;
  size_type limit = 0;  // of rounds; 0: none
};

inline bool is_over(fixpoint_result const& work, fixpoint_options const& o) {
  return work.complete || (o.stop && o.stop->load());
}

// Of two searches, one after the other.
inline fixpoint_result both(fixpoint_result const& before, fixpoint_result after) {
  after.rounds += before.rounds;
  after.edges += before.edges;
  after.launches += before.launches;
  after.workspace_bytes = max_of(after.workspace_bytes, before.workspace_bytes);
  return after;
}

}  // namespace heddle::inline HEDDLE_TOOLCHAIN::ops::fixpoint_detail
