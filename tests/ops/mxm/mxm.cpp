// mxm.cpp - matrix products against dense ones: masks, accumulators, replace, transposes, schedules, aliases, errors.
#include <map>

#include "tests/ops/mxm/dense_product.hpp"
#include "tests/support/executors.hpp"

using namespace heddle;
using namespace heddle::schedules;
using namespace heddle::testing;

namespace {

constexpr product_shape shapes[] = {{0, 0, 0},  {1, 1, 1}, {0, 5, 3},    {4, 0, 3},    {1, 9, 30},
                                    {30, 9, 1}, {7, 5, 6}, {33, 40, 21}, {70, 65, 90}, {3, 200, 600}};

auto const small_integer = [](std::mt19937& random) { return static_cast<int>(random() % 9) - 4; };

template <class W, class T, class SR, class Accum>
void check_all(executor const& exec, SR const& sr, Accum const& accum, schedule const& chosen, unsigned seed) {
  for (product_shape const& shape : shapes) {
    double const density = seed % 4 == 0 ? 0.02 : 0.25;
    check_product<W, T>(exec, sr, accum, shape, density, chosen, seed++, small_integer);
  }
}

}  // namespace

EXECUTOR_CASE("mxm agrees with the dense product under every mask, without accumulator") {
  check_all<float, float>(exec, plus_times<float>{}, no_accum, {}, 100);
  check_all<std::int64_t, std::int32_t>(exec, plus_pair<std::int64_t>{}, no_accum, {}, 200);
  check_all<double, double>(exec, min_plus<double>{}, no_accum, {}, 300);
  check_all<bool, bool>(exec, lor_land{}, no_accum, {}, 400);
  check_all<bool, float>(exec, any_pair<bool>{}, no_accum, {}, 500);
}

EXECUTOR_CASE("mxm makes few entries of long rows by dot products, under every mask") {
  constexpr double few = 0.01;  // entries of the mask, each a search of some 150 entries, beside 135,000 products
  for (unsigned seed : {151u, 152u, 154u, 155u}) {
    check_product<double, double>(exec, plus_times<double>{}, no_accum, {30, 300, 60}, 0.5, {}, seed, small_integer, 0,
                                  few);
  }
}

EXECUTOR_CASE("mxm accumulates into what C holds") {
  check_all<float, float>(exec, plus_times<float>{}, plus<float>{}, {}, 600);
  check_all<std::int64_t, std::int64_t>(exec, min_plus<std::int64_t>{}, minus<std::int64_t>{}, {}, 700);
  check_all<double, float>(exec, plus_times<float>{}, take_second<double>{}, {}, 800);
}

EXECUTOR_CASE("mxm gives the same under every schedule") {
  for (std::string const& name : schedule::names()) {
    check_all<double, double>(exec, plus_times<double>{}, no_accum, schedule::parse(name), 900);
  }
  check_all<double, double>(exec, plus_times<double>{}, no_accum, merge_path{64}, 1000);
  check_all<double, double>(exec, plus_times<double>{}, no_accum, nonzero_split{32}, 1100);
}

EXECUTOR_CASE("mxm lets C be A, B and the mask at once") {
  std::mt19937 random(5);
  auto const a = random_dense<float>(40, 40, 0.2, random, small_integer);
  matrix<float> c = from_dense(a, exec);
  mxm(c, c, plus<float>{}, plus_times<float>{}, c, transpose(c));
  auto const t = dense_product(plus_times<float>{}, a, transposed(a));
  CHECK(dense_of(c).at == dense_merge(a, a, product_mask::value, plus<float>{}, false, t).at);
}

EXECUTOR_CASE("mxm multiplies pattern matrices without a value array") {
  auto const a = matrix<float>::build(3, 3, {0, 0, 1, 2}, {0, 1, 2, 0}, {}, take_first<float>{}, exec, 2.0f);
  matrix<float> c(3, 3, exec);
  mxm(c, plus_times<float>{}, a, a);
  dense<float> expected(3, 3);
  for (auto [i, j] : {std::pair{0, 0}, {0, 1}, {0, 2}, {1, 0}, {2, 0}, {2, 1}}) expected(i, j) = 4.0f;
  CHECK(dense_of(c).at == expected.at);
}

EXECUTOR_CASE("mxm makes rows longer than any table") {
  std::mt19937 random(11);
  constexpr size_type n = 60000;
  std::vector<std::int32_t> row, col;
  for (std::int32_t j = 0; j < n; ++j) row.push_back(j % 3), col.push_back(j);
  for (std::int32_t i = 3; i < 400; ++i) row.push_back(i), col.push_back(static_cast<std::int32_t>(random() % n));
  std::vector<std::int64_t> const ones(row.size(), 1);
  auto const a = matrix<std::int64_t>::build(400, n, row, col, ones, plus<std::int64_t>{}, exec);
  auto const b =
      matrix<std::int64_t>::build(n, n, {0, 1, 4, 59999}, {59999, 2, 2, 0}, {7, 8, 9, 10}, plus<std::int64_t>{}, exec);
  matrix<std::int64_t> ones_by_row(400, 400, exec), long_rows(3, n, exec), reached(400, n, exec);
  mxm(ones_by_row, plus_times<std::int64_t>{}, a, transpose(a));
  CHECK(ones_by_row.get(1, 1) == 20000);
  mxm(reached, plus_times<std::int64_t>{}, a, b);
  CHECK(reached.get(0, 59999) == 7);
  CHECK(reached.get(1, 2) == 17);
  auto const pick = matrix<std::int64_t>::build(3, 400, {0, 1, 1, 2, 2, 2}, {0, 0, 1, 0, 1, 2}, {1, 1, 2, 1, 2, 3},
                                                plus<std::int64_t>{}, exec);
  mxm(long_rows, plus_times<std::int64_t>{}, pick, a);
  CHECK(long_rows.nnz() == 20000 + 40000 + 60000);
  CHECK(long_rows.get(2, 59998) == 2);
  CHECK(long_rows.get(2, 59999) == 3);
}

EXECUTOR_CASE("mxm makes short rows among millions of columns") {
  constexpr std::int32_t rows = 300, inner = 50, cols = 3'000'000;  // so many that a row has a table of hashes
  std::mt19937 random(17);
  std::map<std::pair<std::int32_t, std::int32_t>, double> a, b, expected;
  for (int k = 0; k < inner * 20; ++k) b[{random() % inner, random() % cols}] = small_integer(random);
  for (int k = 0; k < rows * 5; ++k) a[{random() % rows, random() % inner}] = small_integer(random);
  for (auto const& [at_a, x] : a) {
    for (auto entry = b.lower_bound({at_a.second, 0}); entry != b.end() && entry->first.first == at_a.second; ++entry) {
      expected[{at_a.first, entry->first.second}] += x * entry->second;
    }
  }
  auto const made = [&](auto const& entries, size_type height, size_type width) {
    std::vector<std::int32_t> row, col;
    std::vector<double> value;
    for (auto const& [at, v] : entries) row.push_back(at.first), col.push_back(at.second), value.push_back(v);
    return matrix<double>::build(height, width, row, col, value, plus<double>{}, exec);
  };
  matrix<double> c(rows, cols, exec);
  mxm(c, plus_times<double>{}, made(a, rows, inner), made(b, inner, cols));
  auto const got = c.tuples(), wanted = made(expected, rows, cols).tuples();
  CHECK(got.row == wanted.row);
  CHECK(got.col == wanted.col);
  CHECK(got.value == wanted.value);
}

TEST_CASE("mxm with 64-bit indices and offsets agrees with the dense product") {
  std::mt19937 random(3);
  auto const a = random_dense<double>(20, 30, 0.3, random, small_integer);
  auto const b = random_dense<double>(30, 10, 0.3, random, small_integer);
  auto const wide_a = from_dense<double, std::int64_t, std::int64_t>(a, {});
  auto const wide_b = from_dense<double, std::int64_t, std::int64_t>(b, {});
  matrix<double, std::int64_t, std::int64_t> c(20, 10);
  mxm(c, plus_times<double>{}, wide_a, wide_b);
  CHECK(dense_of(c).at == dense_product(plus_times<double>{}, a, b).at);
}

TEST_CASE("mxm combines products that do not commute in ascending k") {
  semiring const affine{monoid_of{std::uint64_t{1} << 32,
                                  [](std::uint64_t x, std::uint64_t y) {
                                    // (p, q) o (r, s) = (pr, ps + q) modulo 2^32
                                    std::uint64_t const p = x >> 32, q = x & 0xffffffff, r = y >> 32,
                                                        s = y & 0xffffffff;
                                    return ((p * r & 0xffffffff) << 32) | ((p * s + q) & 0xffffffff);
                                  }},
                        [](std::uint64_t x, std::uint64_t y) { return x ^ (y << 7); }};
  auto const make = [](std::mt19937& random) { return (std::uint64_t{random()} << 32) | random(); };
  unsigned seed = 40;
  for (product_shape const& shape : shapes) {
    for (schedule const& chosen : {schedule{}, schedule{merge_path{32}}, schedule{nonzero_split{16}}}) {
      check_product<std::uint64_t, std::uint64_t>({}, affine, no_accum, shape, 0.2, chosen, seed++, make);
    }
  }
}

TEST_CASE("mxm names the operands whose shapes do not fit") {
  matrix<float> const a(4, 5), b(6, 3), fits(5, 3), mask(3, 4);
  matrix<float> c(4, 3), wrong(4, 4);
  plus_times<float> const sr;
  CHECK_THROWS_WITH_AS(mxm(c, sr, a, b), "mxm: A is 4 x 5 but B is 6 x 3", dimension_mismatch);
  CHECK_THROWS_WITH_AS(mxm(wrong, sr, a, fits), "mxm: A * B is 4 x 3 but C is 4 x 4", dimension_mismatch);
  CHECK_THROWS_WITH_AS(mxm(c, mask, no_accum, sr, a, fits), "mxm: C is 4 x 3 but the mask is 3 x 4",
                       dimension_mismatch);
}
