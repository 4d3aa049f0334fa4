// algebra.cpp - what products of matrices must obey whatever they are: associativity, transposes, permutations,
// linearity. Types are exact, so that both sides are the same bits.
#include <heddle/ops/ewise/ewise.hpp>
#include <heddle/ops/reduce/reduce.hpp>

#include "tests/properties/drawn_operands.hpp"

using namespace heddle;
using namespace heddle::testing;

namespace {

constexpr unsigned algebra_cases = 24;

template <class SR> void check_associativity(executor const& exec, SR const& sr) {
  using T = domain_of<SR>;
  for (unsigned seed = 0; seed < algebra_cases; ++seed) {
    random_source random(seed);
    size_type const rows = draw_length(random), inner = draw_length(random), cols = draw_length(random);
    int const left = 1 + random.below(4000), right = 1 + random.below(4000);
    auto const a = draw_entries<T>(random, rows, inner, left).on(exec);
    auto const b = draw_entries<T>(random, inner, cols, right).on(exec);
    auto const x = draw_operand<T>(random, cols, random.pick({5, 60, 100}), exec);
    descriptor const d{.schedule = draw_variant(random)}, e{.schedule = draw_variant(random)};
    matrix<T> ab(rows, cols, exec);
    vector<T> found(rows, exec), bx(inner, exec), expected(rows, exec);
    mxm(ab, sr, a, b, d);
    mxv(found, sr, ab, x, e);
    mxv(bx, sr, b, x, d);
    mxv(expected, sr, a, bx, e);
    INFO("seed ", seed, ", ", detail::type_name<SR>(), ", schedules ", d.schedule.text(), " and ", e.schedule.text());
    CHECK_EQ(difference(found, expected), "");
  }
}

template <class SR> void check_transposed_product(executor const& exec, SR const& sr) {
  using T = domain_of<SR>;
  for (unsigned seed = 0; seed < algebra_cases; ++seed) {
    random_source random(seed + 1000);
    size_type const rows = draw_length(random), inner = draw_length(random), cols = draw_length(random);
    int const left = 1 + random.below(3000), right = 1 + random.below(3000);
    auto const a = draw_entries<T>(random, rows, inner, left).on(exec);
    auto const b = draw_entries<T>(random, inner, cols, right).on(exec);
    descriptor const d{.schedule = draw_variant(random)}, e{.schedule = draw_variant(random)};
    matrix<T> ab(rows, cols, exec), ba(cols, rows, exec);
    mxm(ab, sr, a, b, d);
    mxm(ba, sr, transpose(b), transpose(a), e);
    INFO("seed ", seed, ", ", detail::type_name<SR>(), ", schedules ", d.schedule.text(), " and ", e.schedule.text());
    CHECK_EQ(difference(ba.transposed(), ab), "");
  }
}

std::vector<std::int32_t> draw_permutation(random_source& random, size_type n) {
  std::vector<std::int32_t> order(static_cast<std::size_t>(n));
  std::iota(order.begin(), order.end(), 0);
  for (std::size_t k = order.size(); k > 1; --k) std::swap(order[k - 1], order[random.bits() % k]);
  return order;
}

// result(order[i]) = cells(i)
template <class T> dense_vector<T> moved(dense_vector<T> const& cells, std::vector<std::int32_t> const& order) {
  dense_vector<T> result(cells.size());
  for (std::size_t i = 0; i < cells.size(); ++i) result[static_cast<std::size_t>(order[i])] = cells[i];
  return result;
}

template <class SR> void check_permutations(executor const& exec, SR const& sr) {
  using T = domain_of<SR>;
  for (unsigned seed = 0; seed < algebra_cases; ++seed) {
    random_source random(seed + 2000);
    size_type const rows = draw_length(random), cols = draw_length(random);
    int const count = 1 + random.below(8000);
    auto const a = draw_entries<T>(random, rows, cols, count);
    auto const x = draw_vector<T>(random, cols, random.pick({4, 50, 100}));
    auto const p = draw_permutation(random, rows), q = draw_permutation(random, cols);
    auto b = a;
    for (auto& r : b.row) r = p[static_cast<std::size_t>(r)];
    for (auto& c : b.col) c = q[static_cast<std::size_t>(c)];
    descriptor const d{.schedule = draw_variant(random), .direction = draw_direction(random)};
    descriptor const e{.schedule = draw_variant(random), .direction = draw_direction(random)};
    vector<T> plain(rows, exec), permuted(rows, exec);
    mxv(plain, sr, a.on(exec), make_vector(x, draw_held(random), exec), d);
    mxv(permuted, sr, b.on(exec), make_vector(moved(x, q), draw_held(random), exec), e);
    INFO("seed ", seed, ", ", detail::type_name<SR>(), ", schedules ", d.schedule.text(), " and ", e.schedule.text());
    CHECK(same_values(to_dense(permuted), moved(to_dense(plain), p)));
  }
}

}  // namespace

EXECUTOR_CASE("(A B) x is A (B x) where sums are exact") {
  check_associativity(exec, plus_times<std::int32_t>{});
  check_associativity(exec, min_plus<std::int64_t>{});
  check_associativity(exec, min_plus<double>{});
  check_associativity(exec, lor_land{});
}

EXECUTOR_CASE("the transpose of A B is that of B times that of A") {
  check_transposed_product(exec, plus_times<std::int64_t>{});
  check_transposed_product(exec, min_plus<float>{});
  check_transposed_product(exec, lor_land{});
}

EXECUTOR_CASE("permuting rows and columns permutes the product") {
  check_permutations(exec, plus_times<std::int32_t>{});
  check_permutations(exec, min_plus<float>{});
  check_permutations(exec, max_times<double>{});
  check_permutations(exec, lxor_land{});
}

EXECUTOR_CASE("the transpose of the transpose is the matrix, and a view multiplies as the transpose does") {
  for (unsigned seed = 0; seed < algebra_cases; ++seed) {
    random_source random(seed + 3000);
    size_type const rows = draw_length(random), cols = draw_length(random);
    int const count = random.below(6000);
    auto const a = draw_entries<std::int32_t>(random, rows, cols, count).on(exec);
    auto const u = draw_operand<std::int32_t>(random, rows, random.pick({4, 100}), exec);
    descriptor const d{.schedule = draw_variant(random), .direction = draw_direction(random)};
    vector<std::int32_t> by_view(cols, exec), by_matrix(cols, exec);
    mxv(by_view, plus_times<std::int32_t>{}, transpose(a), u, d);
    mxv(by_matrix, plus_times<std::int32_t>{}, a.transposed(), u, d);
    INFO("seed ", seed, ", schedule ", d.schedule.text());
    CHECK_EQ(difference(a.transposed().transposed(), a), "");
    CHECK_EQ(difference(by_view, by_matrix), "");
  }
}

EXECUTOR_CASE("A (x + y) is A x + A y, wrapping included") {
  using T = std::int32_t;
  for (unsigned seed = 0; seed < algebra_cases; ++seed) {
    random_source random(seed + 4000);
    size_type const rows = draw_length(random), cols = draw_length(random);
    int const count = 1 + random.below(8000);
    auto const a = draw_entries<T>(random, rows, cols, count).on(exec);
    dense_vector<T> x(static_cast<std::size_t>(cols)), y = x;
    for (auto& cell : x) cell = static_cast<T>(random.bits());
    for (auto& cell : y) cell = static_cast<T>(random.bits());
    auto const xv = make_vector(x, held::bitmap, exec), yv = make_vector(y, held::sparse, exec);
    descriptor const d{.schedule = draw_variant(random)}, e{.schedule = draw_variant(random)};
    vector<T> both(cols, exec), found(rows, exec), expected(rows, exec);
    ewise_mult(both, no_mask, no_accum, plus<T>{}, xv, yv);
    mxv(found, plus_times<T>{}, a, both, d);
    mxv(expected, plus_times<T>{}, a, xv, e);
    mxv(expected, no_mask, plus<T>{}, plus_times<T>{}, a, yv, d);
    INFO("seed ", seed, ", schedules ", d.schedule.text(), " and ", e.schedule.text());
    CHECK_EQ(difference(found, expected), "");
  }
}

EXECUTOR_CASE("the sum of a matrix is that of its rows' sums, of its columns' sums and of A times ones") {
  using T = std::int64_t;
  for (unsigned seed = 0; seed < algebra_cases; ++seed) {
    random_source random(seed + 5000);
    size_type const rows = draw_length(random), cols = draw_length(random);
    int const count = random.below(9000);
    auto const a = draw_entries<T>(random, rows, cols, count).on(exec);
    descriptor const d{.schedule = draw_variant(random)};
    vector<T> by_rows(rows, exec), by_columns(cols, exec), by_product(rows, exec);
    reduce(by_rows, plus_monoid<T>{}, a, d);
    reduce(by_columns, plus_monoid<T>{}, transpose(a), d);
    mxv(by_product, plus_times<T>{}, a, vector<T>::filled(cols, 1, exec), d);
    T const all = reduce(plus_monoid<T>{}, a);
    INFO("seed ", seed, ", schedule ", d.schedule.text());
    CHECK_EQ(difference(by_product, by_rows), "");
    CHECK_EQ(reduce(plus_monoid<T>{}, by_rows), all);
    CHECK_EQ(reduce(plus_monoid<T>{}, by_columns), all);
  }
}
