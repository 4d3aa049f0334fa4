// fixpoint_check.hpp - fixpoints against the definition, evaluated cell by cell.
#pragma once
#include <doctest/doctest.h>

#include <heddle/io/generators.hpp>
#include <heddle/io/load.hpp>
#include <heddle/ops/fixpoint/fixpoint.hpp>

#include "tests/support/executors.hpp"
#include "tests/support/same_value.hpp"

namespace heddle::testing {

template <class T> using cells = std::vector<std::optional<T>>;

template <class T, class I> cells<T> cells_of(vector<T, I> const& x) {
  cells<T> all(static_cast<std::size_t>(x.size()));
  auto const entries = x.tuples();
  for (std::size_t k = 0; k < entries.index.size(); ++k) all[entries.index[k]] = entries.value[k];
  return all;
}

/// x <open> = x (+) x A, at most `rounds` times, each time with everything; the number of times that changed something.
template <class SR, class A, class T>
size_type naive_fixpoint(SR const& sr, matrix_tuples<A> const& a, std::vector<bool> const& open, cells<T>& x,
                         size_type rounds) {
  for (size_type round = 0; round < rounds; ++round) {
    cells<T> next = x;
    for (std::size_t e = 0; e < a.row.size(); ++e) {
      auto const& from = x[a.row[e]];
      auto& to = next[a.col[e]];
      if (!from || !open[a.col[e]]) continue;
      T const offered = detail::product_of(sr, *from, a.value[e], 0, a.row[e], a.col[e]);
      to = to ? sr.add(*to, offered) : offered;
    }
    if (same_values(next, x)) return round;
    x = std::move(next);
  }
  return rounds;
}

/// Every method that the executor has for a matrix of As, `ordered` semirings piles too.
template <class SR, class A> std::vector<fixpoint_method> methods_of(executor const& exec, bool ordered) {
  using enum fixpoint_method;
  using operand = detail::matrix_operand<A, std::int32_t, std::int32_t>;
  std::vector<fixpoint_method> all{automatic, products};
  bool const searches = exec.is_host() || ops::fixpoint_detail::has_device_search<SR, operand, std::int32_t>();
  if (searches) all.push_back(rounds);
  if (searches && ordered) all.push_back(piles);
  if (searches && !exec.is_host()) all.push_back(stepwise);
  return all;
}

inline std::vector<bool> all_open(size_type n) { return std::vector<bool>(static_cast<std::size_t>(n), true); }

/// `ordered`: piles are legal.
template <class SR, class A, class T>
void check_fixpoint(executor const& exec, SR const& sr, matrix<A> const& a, vector<T> const& start, bool ordered) {
  auto expected = cells_of(start);
  size_type const rounds = naive_fixpoint(sr, a.tuples(), all_open(a.rows()), expected, a.rows() + 1);
  auto const on = a.to(exec);
  for (fixpoint_method const method : methods_of<SR, A>(exec, ordered)) {
    CAPTURE(static_cast<int>(method));
    auto x = start.to(exec);
    auto const result = fixpoint(x, no_mask, sr, on, {.method = method});
    CHECK(same_values(cells_of(x), expected));
    CHECK(result.complete);
    if (method == fixpoint_method::products || (method == fixpoint_method::rounds && exec.is_host())) {
      CHECK_LE(result.rounds, rounds + 1);  // the last finds nothing, unless nothing was left to be multiplied
    }
    auto again = x;
    fixpoint(again, no_mask, sr, on, {.method = method});
    CHECK(same_values(cells_of(again), expected));
  }
}

}  // namespace heddle::testing
