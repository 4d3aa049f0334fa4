// accumulator_check.hpp - w = w accum t by every operation that accumulates, against accum on w and t as they are.
#pragma once
#include <doctest/doctest.h>

#include <heddle/ops/assign/assign.hpp>
#include <heddle/ops/mxm/mxm.hpp>
#include <heddle/ops/mxv/mxv.hpp>
#include <heddle/ops/reduce/reduce.hpp>
#include <sstream>

#include "tests/support/random_cases.hpp"

namespace heddle::testing {
inline namespace HEDDLE_TOOLCHAIN {  // instantiated in .cpp and .cu files alike, where accumulators differ

constexpr int accumulated_length = 12;

/// Entries k at positions where k % step is 0, values in turn.
template <class T> dense_vector<T> cycling(int step, std::vector<T> const& values) {
  dense_vector<T> v(accumulated_length);
  for (int k = 0; k < accumulated_length; k += step) v[k] = values[static_cast<std::size_t>(k) % values.size()];
  return v;
}

template <class Cells> std::string text_of(Cells const& cells) {
  std::ostringstream text;
  text << print(cells);
  return text.str();
}

/// The diagonal matrix of u: its product with ones, the sum of each of its rows, and its product with 1 are u.
template <class T> matrix<T> diagonal(dense_vector<T> const& u, executor const& exec) {
  dense_matrix<T> a(accumulated_length, accumulated_length);
  for (int k = 0; k < accumulated_length; ++k) a(k, k) = u[k];
  return make_matrix(a, exec);
}

/// Which operations sum by a monoid; nvcc compiles dozens of kernels for each.
enum class sums_of { products_and_rows, products, rows };

/// `add`, a monoid on t's domain, is what sums; one value a row, so t is u.
template <sums_of By = sums_of::products_and_rows, class W, class D, class Monoid, class Accum>
void check_accumulator(executor const& exec, Monoid const& add, Accum const& accum, std::vector<W> const& old,
                       std::vector<D> const& values) {
  auto const w0 = cycling(2, old);
  auto const u = cycling(3, values);
  auto const wanted = reference::written(w0, mask_kind::none, dense_vector<bool>{}, accum, false, u);
  auto const t = make_vector(u, held::both, exec);
  auto const a = diagonal(u, exec);
  [[maybe_unused]] auto const ones = vector<D>::filled(accumulated_length, D(1), exec);
  auto const check = [&](char const* what, auto const& call) {
    CAPTURE(what);
    auto w = make_vector(w0, held::bitmap, exec);
    call(w);
    CHECK_EQ(text_of(to_dense(w)), text_of(wanted));
  };
  check("assign", [&](auto& w) { assign(w, no_mask, accum, t); });
  if constexpr (By != sums_of::rows) {
    check("mxv", [&](auto& w) { mxv(w, no_mask, accum, semiring{add, times<D>{}}, a, ones); });
  }
  if constexpr (By != sums_of::products) {
    check("reduce", [&](auto& w) { reduce(w, no_mask, accum, add, a); });
  }
  if constexpr (By == sums_of::products_and_rows) {
    auto c = diagonal(w0, exec);
    mxm(c, no_mask, accum, semiring{add, times<D>{}}, a, diagonal(cycling(1, std::vector<D>{D(1)}), exec));
    dense_vector<W> on_diagonal(accumulated_length);
    for (int k = 0; k < accumulated_length; ++k) on_diagonal[k] = c.get(k, k);
    CHECK_EQ(text_of(on_diagonal), text_of(wanted));
  }
}

/// A minimum on numbers that are wider than w's.
inline void check_wide_accumulators(executor const& exec) {
  constexpr auto all = sums_of::products_and_rows;
  plus_monoid<std::int32_t> const add{};
  check_accumulator<all, std::int8_t, std::int32_t>(exec, add, minimum<std::int32_t>{}, {50, -7, 100}, {300, -200, 40});
  check_accumulator<all, std::int8_t, std::int32_t>(exec, add, maximum<std::int32_t>{}, {50, -7, 100}, {300, -200, 40});
  check_accumulator<all, std::int32_t, double>(exec, plus_monoid<double>{}, plus<double>{}, {5, -7}, {0.75, -0.5, 2.5});
  check_accumulator<all, bool, std::int32_t>(exec, add, minus<std::int32_t>{}, {true, false}, {1, 0, 2});
}

/// Adds its right operand twice; a plus by inheritance.
struct plus_twice : plus_monoid<double> {
  HEDDLE_FN constexpr double operator()(double a, double b) const { return a + 2 * b; }
};
/// Its operator is not that of its base.
struct larger_of : plus<double> {
  using value_type = double;
  HEDDLE_FN constexpr double identity() const { return -1e300; }
  HEDDLE_FN constexpr double operator()(double a, double b) const { return a < b ? b : a; }
};
/// Objects of one type that compute differently.
struct plus_times_factor {
  using value_type = double;
  double factor = 1;
  HEDDLE_FN constexpr double identity() const { return 0; }
  HEDDLE_FN constexpr double operator()(double a, double b) const { return a + factor * b; }
};

/// By monoids of the user's only what is asked for.
template <sums_of Larger = sums_of::products_and_rows, sums_of Factor = sums_of::products_and_rows>
void check_users_accumulators(executor const& exec) {
  std::vector<double> const old{4, -2, 1}, values{3, 8, -5};
  check_accumulator(exec, plus_monoid<double>{}, plus_twice{}, old, values);
  check_accumulator<Larger>(exec, larger_of{}, plus<double>{}, old, values);
  check_accumulator<Factor>(exec, plus_times_factor{1}, plus_times_factor{3}, old, values);
  check_accumulator(exec, plus_monoid<double>{}, plus_monoid<double>{}, old, values);
}

}  // namespace HEDDLE_TOOLCHAIN
}  // namespace heddle::testing
