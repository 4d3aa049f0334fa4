// budget.cpp - matrix products within a memory budget: what they take is counted, and the result is what it was.
#include <array>
#include <span>

#include "tests/failure/allocations.hpp"
#include "tests/ops/mxm/dense_product.hpp"
#include "tests/support/draws.hpp"
#include "tests/support/executors.hpp"
#include "tests/support/mixed_semirings.hpp"

using namespace heddle;
using namespace heddle::schedules;

using namespace heddle::seam;
using namespace heddle::testing;

namespace {

auto const small_number = [](std::mt19937& random) { return static_cast<int>(random() % 9) - 4; };

// `per_row` entries in most rows, values that do not add up exactly.
template <class T> matrix<T> random_matrix(size_type n, int per_row, unsigned seed, executor const& exec) {
  std::mt19937 random(seed);
  std::vector<std::int32_t> row, col;
  auto value = std::make_unique<T[]>(static_cast<std::size_t>(n * per_row));
  for (size_type i = 0; i < n; ++i) {
    for (int k = 0; k < (i % 7 == 3 ? 1 : per_row); ++k) {
      value[row.size()] = static_cast<T>(static_cast<double>(random() % 1000) / 7);
      row.push_back(static_cast<std::int32_t>(i));
      col.push_back(static_cast<std::int32_t>(random() % n));
    }
  }
  return matrix<T>::build(n, n, row, col, std::vector<T>(value.get(), value.get() + row.size()), take_first<T>{}, exec);
}

template <class T> size_type bytes_of(matrix<T> const& c) {
  return c.nnz() * static_cast<size_type>(sizeof(T) + 4) + (c.rows() + 1) * 4;
}

// Column for column and bit for bit.
template <class T> bool same_matrix(matrix<T> const& x, matrix<T> const& y) {
  auto const a = x.tuples(), b = y.tuples();
  return a.row == b.row && a.col == b.col && a.value == b.value;
}

// A product under a budget, and the most that it held beside what C is afterwards; `c` gets the result.
template <class T, class Call> std::int64_t workspace_of(matrix<T>& c, Call const& call, size_type budget) {
  host_meter().start();
  call(c, budget);
  host_meter().stop();
  return host_meter().peak() - bytes_of(c);
}

// What malloc adds to some forty arrays.
constexpr std::int64_t added = 40 * 4096;

// call(c, budget) takes what was foretold; under budgets of less no more than them, and with the same result.
template <class T, class Call> void check_budgets(matrix<T> const& old, product_need const& need, Call const& call) {
  matrix<T> expected = old;
  call(expected, 0);  // forms and plans that operands keep are there from now on
  matrix<T> c = old;
  std::int64_t const whole = workspace_of(c, call, 0);
  CHECK_LE(whole, need.workspace_bytes + added);
  CHECK_LE(bytes_of(expected), need.result_bytes);
  REQUIRE_LT(need.least_bytes, need.workspace_bytes);
  for (size_type const part : {1, 4, 64}) {
    size_type const budget = max_of(need.workspace_bytes / part, need.least_bytes);
    CAPTURE(part);
    CAPTURE(budget);
    c = old;
    CHECK_LE(workspace_of(c, call, budget), budget + added);
    CHECK(same_matrix(c, expected));
  }
  CHECK_GT(whole, need.least_bytes + added);  // or the budgets were none
}

}  // namespace

TEST_CASE("mxm under a mask, an accumulator or both keeps to its budget, and gives the same bits") {
  executor const exec = host_executor(2);
  auto const a = random_matrix<double>(6000, 30, 1, exec), b = random_matrix<double>(6000, 20, 2, exec);
  auto const old = random_matrix<double>(6000, 12, 3, exec);
  auto const mask = random_matrix<std::int32_t>(6000, 500, 4, exec);
  constexpr plus_times<double> sr{};
  check_budgets(old, mxm_need(old, complement(mask), no_accum, sr, a, b), [&](auto& c, size_type budget) {
    mxm(c, complement(mask), no_accum, sr, a, b, {.memory_budget = budget});
  });
  check_budgets(old, mxm_need(old, structure(mask), no_accum, sr, a, b, {.replace = true}),
                [&](auto& c, size_type budget) {
                  mxm(c, structure(mask), no_accum, sr, a, b, {.replace = true, .memory_budget = budget});
                });
  check_budgets(old, mxm_need(old, mask, plus<double>{}, sr, a, b),
                [&](auto& c, size_type budget) { mxm(c, mask, plus<double>{}, sr, a, b, {.memory_budget = budget}); });
  check_budgets(old, mxm_need(old, no_mask, minus<double>{}, sr, a, transpose(b)), [&](auto& c, size_type budget) {
    mxm(c, no_mask, minus<double>{}, sr, a, transpose(b), {.memory_budget = budget});
  });
  auto const light = random_matrix<double>(6000, 1, 15, exec), heavy = random_matrix<double>(6000, 300, 16, exec);
  check_budgets(heavy, mxm_need(heavy, no_mask, plus<double>{}, sr, light, b), [&](auto& c, size_type budget) {
    mxm(c, no_mask, plus<double>{}, sr, light, b, {.memory_budget = budget});
  });
}

TEST_CASE("mxm into another type keeps to its budget, as nothing but a run is there in both types") {
  executor const exec = host_executor(2);
  auto const a = random_matrix<double>(6000, 30, 5, exec);
  matrix<float> const old(6000, 6000, exec);
  check_budgets(old, mxm_need(old, plus_times<double>{}, a, a),
                [&](auto& c, size_type budget) { mxm(c, plus_times<double>{}, a, a, {.memory_budget = budget}); });
}

TEST_CASE("mxm has fewer threads where the budget has no room for all of their tables") {
  executor const exec = host_executor(32);
  auto const a = random_matrix<double>(3000, 120, 6, exec);
  matrix<double> const old(3000, 3000, exec);
  auto const need = mxm_need(old, plus_times<double>{}, a, a);
  matrix<double> c = old;
  auto const call = [&](auto& out, size_type budget) {
    mxm(out, plus_times<double>{}, a, a, {.memory_budget = budget});
  };
  call(c, 0);
  matrix<double> const expected = c;
  c = old;
  std::int64_t const whole = workspace_of(c, call, 0);
  c = old;
  CHECK_LE(workspace_of(c, call, need.least_bytes), need.least_bytes + added);
  CHECK_GT(whole, need.least_bytes + added);
  CHECK(same_matrix(c, expected));
}

TEST_CASE("dot products of a mask's entries take what was foretold, and give way to runs where that is too much") {
  executor const exec = host_executor(2);
  auto const a = random_matrix<std::int64_t>(4000, 60, 13, exec);
  auto const mask = random_matrix<bool>(4000, 20, 14, exec);
  matrix<std::int64_t> const old(4000, 4000, exec);
  auto const call = [&](auto& c, size_type budget) {
    mxm(c, structure(mask), no_accum, plus_times<std::int64_t>{}, a, a, {.memory_budget = budget});
  };
  auto const need = mxm_need(old, structure(mask), no_accum, plus_times<std::int64_t>{}, a, a);
  matrix<std::int64_t> expected = old;
  call(expected, 0);
  for (size_type const budget : {size_type{0}, need.workspace_bytes, need.least_bytes, size_type{1}}) {
    CAPTURE(budget);
    matrix<std::int64_t> c = old;
    CHECK_LE(workspace_of(c, call, budget),
             (budget == 0 ? need.workspace_bytes : max_of(budget, need.least_bytes)) + added);
    CHECK(same_matrix(c, expected));
  }
}

TEST_CASE("mxm that finds no memory for all rows at once makes them in runs, without being asked") {
  executor const exec = host_executor(2);
  auto const a = random_matrix<double>(6000, 30, 7, exec);
  auto const mask = random_matrix<bool>(6000, 500, 8, exec);
  matrix<double> const old = random_matrix<double>(6000, 12, 9, exec);
  auto const call = [&](auto& c) { mxm(c, complement(mask), plus<double>{}, plus_times<double>{}, a, a); };
  matrix<double> expected = old;
  call(expected);
  auto const need = mxm_need(old, complement(mask), plus<double>{}, plus_times<double>{}, a, a);
  matrix<double> c = old;
  host_meter().start(bytes_of(expected) + need.least_bytes + added);
  call(c);
  host_meter().stop();
  CHECK_GT(host_meter().refused(), 0);
  CHECK(same_matrix(c, expected));

  c = old;  // C itself has no room
  std::string thrown;
  host_meter().start(bytes_of(expected) / 2);
  try {
    call(c);
  } catch (out_of_memory const& failure) { thrown = failure.what(); }
  host_meter().stop();
  CHECK_NE(thrown, "");
  CHECK(same_matrix(c, old));
}

EXECUTOR_CASE(
    "mxm within a budget of one byte agrees with the dense product under every mask and schedule [sanitize]") {
  constexpr std::array<product_shape, 8> shapes{
      {{9, 12, 7}, {4, 0, 3}, {0, 0, 0}, {1, 1, 1}, {0, 5, 3}, {30, 9, 1}, {33, 40, 21}, {70, 65, 90}}};
  unsigned seed = 20;
  for (product_shape const& shape : std::span(shapes).first(draws(shapes.size()))) {
    for (size_type const budget : {1, 20000, 60000}) {
      check_product<float, float>(exec, plus_times<float>{}, no_accum, shape, 0.25, {}, seed++, small_number, budget);
      check_product<float, float>(exec, plus_times<float>{}, plus<float>{}, shape, 0.25, merge_path{64}, seed++,
                                  small_number, budget);
      check_product<double, float>(exec, plus_times<float>{}, no_accum, shape, 0.25, {}, seed++, small_number, budget);
      check_product<std::int64_t, std::int64_t>(exec, min_plus<std::int64_t>{}, minus<std::int64_t>{}, shape, 0.25,
                                                nonzero_split{32}, seed++, small_number, budget);
    }
  }
}

EXECUTOR_CASE("mxm within a budget lets C be A, B and the mask at once") {
  std::mt19937 random(5);
  auto const a = random_dense<float>(40, 40, 0.2, random, small_number);
  matrix<float> c = from_dense(a, exec);
  mxm(c, c, plus<float>{}, plus_times<float>{}, c, transpose(c), {.memory_budget = 1});
  auto const t = dense_product(plus_times<float>{}, a, transposed(a));
  CHECK(dense_of(c).at == dense_merge(a, a, product_mask::value, plus<float>{}, false, t).at);
}

EXECUTOR_CASE("mxm within a budget keeps what rows without products hold, and C's one value") {
  auto const c_of = [&] {
    return matrix<float>::build(4, 4, {0, 1, 2, 3, 3}, {0, 1, 2, 0, 3}, {}, take_first<float>{}, exec, 2.0f);
  };
  auto const a = matrix<float>::build(4, 4, {1}, {2}, {3}, take_first<float>{}, exec);
  matrix<float> c = c_of();
  mxm(c, no_mask, plus<float>{}, plus_times<float>{}, a, c, {.memory_budget = 1});
  dense<float> expected(4, 4);
  for (auto const& [i, j] : {std::pair{0, 0}, {1, 1}, {2, 2}, {3, 0}, {3, 3}}) expected(i, j) = 2;
  expected(1, 2) = 6;
  CHECK(dense_of(c).at == expected.at);
}

TEST_CASE("mxm within a budget gives semirings of one's own the entries and positions that they ask for") {
  executor const exec = host_executor(2);
  auto const a = random_matrix<float>(300, 12, 10, exec);
  auto const b = random_matrix<std::uint32_t>(300, 12, 11, exec);
  auto const mask = random_matrix<bool>(300, 100, 12, exec);
  using D = domain_of<compose_places>;
  matrix<D> c(300, 300, exec), expected(300, 300, exec);
  mxm(expected, complement(mask), no_accum, compose_places{}, a, b);
  mxm(c, complement(mask), no_accum, compose_places{}, a, b, {.memory_budget = 1});
  CHECK(expected.nnz() > 10000);
  CHECK(same_matrix(c, expected));
}

EXECUTOR_CASE("mxm_need counts products, and bounds entries and the result") {
  auto const a = matrix<double>::build(3, 4, {0, 0, 2}, {0, 3, 1}, {1, 2, 3}, take_first<double>{}, exec);
  auto const b =
      matrix<double>::build(4, 2, {0, 0, 1, 3, 3}, {0, 1, 0, 0, 1}, {1, 2, 3, 4, 5}, take_first<double>{}, exec);
  matrix<double> c = matrix<double>::build(3, 2, {1}, {1}, {5}, take_first<double>{}, exec);
  auto const need = mxm_need(c, plus_times<double>{}, a, b);
  CHECK_EQ(need.products, 5);
  CHECK_EQ(need.entries, 3);  // row 0 has four products in two columns
  CHECK_EQ(need.result_bytes, 3 * 12 + 4 * 4);
  CHECK_EQ(mxm_need(c, no_mask, plus<double>{}, plus_times<double>{}, a, b).result_bytes, 4 * 12 + 4 * 4);
  CHECK_EQ(mxm_need(c, structure(c), no_accum, plus_times<double>{}, a, b, {.replace = true}).result_bytes, 12 + 4 * 4);
  CHECK_GT(need.workspace_bytes, 0);
  CHECK_EQ(
      mxm_need(matrix<double>(0, 0, exec), plus_times<double>{}, matrix<double>(0, 0, exec), matrix<double>(0, 0, exec))
          .entries,
      0);
  CHECK_EQ(dense_of(c)(1, 1), 5);
}

TEST_CASE("mxm_need and mxm refuse operands that do not fit, and budgets below nothing") {
  matrix<double> const a(3, 4), b(3, 4);
  matrix<double> c(3, 4);
  CHECK_THROWS_WITH_AS(static_cast<void>(mxm_need(c, plus_times<double>{}, a, b)),
                       "mxm_need: A is 3 x 4 but B is 3 x 4", dimension_mismatch);
  CHECK_THROWS_WITH_AS(mxm(c, plus_times<double>{}, a, transpose(b), {.memory_budget = -1}),
                       "descriptor: memory_budget is -1, but must be 0 or more bytes", invalid_argument);
}
