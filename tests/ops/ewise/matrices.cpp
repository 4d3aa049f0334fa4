// matrices.cpp - ewise_mult, ewise_add and ewise_union of matrices, as the reference has them.
#include <heddle/ops/assign/assign.hpp>
#include <map>
#include <ranges>

#include "tests/support/draws.hpp"
#include "tests/support/ewise_check.hpp"
#include "tests/support/executors.hpp"

using namespace heddle;
using namespace heddle::testing;

EXECUTOR_CASE("ewise_mult of matrices applies the operator where both have an entry [sanitize]") {
  check_matrices<multiplying, float>(exec, minus<float>{}, 200);
  check_matrices<multiplying, std::int32_t>(exec, equal<std::int32_t>{}, 100);
  check_matrices<multiplying, double, double, std::int64_t>(exec, times_monoid<double>{}, 60);
}

EXECUTOR_CASE("ewise_add of matrices takes the entry that there is where one has none [sanitize]") {
  check_matrices<adding, std::int32_t>(exec, minus<std::int32_t>{}, 200);
  check_matrices<adding, double, double, std::int32_t, std::int64_t>(exec, plus_monoid<double>{}, 60);
  check_matrices<adding, float>(exec, less<float>{}, 100);
}

EXECUTOR_CASE("ewise_union of matrices applies the operator with alpha or beta in place of what is not there") {
  check_matrices<uniting, float>(exec, minus<float>{}, 200);
  check_matrices<uniting, std::int64_t, std::int64_t, std::int64_t>(exec, minimum<std::int64_t>{}, 60);
}

TEST_CASE("element-wise operators on matrices take two types and give a third (host)") {
  check_matrices<multiplying, int, float>(executor{}, weighed{}, 100);
  check_matrices<adding, int, float>(executor{}, weighed{}, 100);
  check_matrices<uniting, int, float>(executor{}, weighed{}, 100);
}

EXECUTOR_CASE("the output of element-wise operations on matrices may be an operand, both, and the mask") {
  for (unsigned seed = 0; seed < draws(60); ++seed) {
    random_source random(seed);
    size_type const n = draw_size(random);
    auto const cells = draw_matrix<float>(random, n, n, draw_density(random));
    auto const other = draw_matrix<float>(random, n, n, draw_density(random));
    auto const kind = all_mask_kinds[1 + seed % 4];
    descriptor const d{.replace = random.chance(50)};
    INFO("seed ", seed, ", C ", print(cells), ", other ", print(other), ", mask ", name_of(kind));
    auto const a = make_matrix<float>(other, exec);
    auto c = make_matrix<float>(cells, exec);
    ewise_add(c, make_mask(kind, c), no_accum, minus<float>{}, a, transpose(c), d);
    auto const sum = reference::ewise_add(minus<float>{}, other.cells, transposed(cells).cells);
    CHECK(to_dense(c).cells == reference::written(cells.cells, kind, cells.cells, no_accumulator{}, d.replace, sum));
    c = make_matrix<float>(cells, exec);
    ewise_mult(c, no_mask, plus<float>{}, minus<float>{}, c, transpose(c), d);
    auto const product = reference::ewise_mult(minus<float>{}, cells.cells, transposed(cells).cells);
    CHECK(to_dense(c).cells ==
          reference::written(cells.cells, mask_kind::none, cells.cells, plus<float>{}, false, product));
    c = make_matrix<float>(cells, exec);
    ewise_union(c, make_mask(kind, a), no_accum, minus<float>{}, c, 2, c, 3, d);
    auto const nothing = reference::ewise_mult(minus<float>{}, cells.cells, cells.cells);
    CHECK(to_dense(c).cells ==
          reference::written(cells.cells, kind, other.cells, no_accumulator{}, d.replace, nothing));
  }
}

namespace {

// Rows of 0 to 40 entries, one of 30,000, and a thousand empty ones in a row.
matrix<std::int32_t> uneven(unsigned seed, executor const& exec) {
  random_source random(seed);
  std::vector<std::int32_t> row, col, value;
  for (int i = 0; i < 4000; ++i) {
    if (i >= 1000 && i < 2000) continue;
    int const length = i == 2500 ? 30000 : random.below(41), step = 40000 / (length + 1);
    for (int k = 0, j = random.below(step); k < length; ++k, j += 1 + random.below(step)) {
      if (j < 40000) row.push_back(i), col.push_back(j), value.push_back(random.below(9) - 4);
    }
  }
  return matrix<std::int32_t>::build(4000, 40000, row, col, value, take_first<std::int32_t>{}, exec);
}

}  // namespace

EXECUTOR_CASE("rows of all lengths are merged as std::map merges them, by several threads [sanitize]") {
  executor const run = exec.is_host() ? host_executor(3) : exec;
  auto const a = uneven(1, run), b = uneven(2, run);
  std::map<std::pair<int, int>, std::pair<int, int>> by_position;
  auto const left = a.tuples(), right = b.tuples();
  for (std::size_t k = 0; k < left.row.size(); ++k) by_position[{left.row[k], left.col[k]}].first = left.value[k] + 100;
  for (std::size_t k = 0; k < right.row.size(); ++k) {
    by_position[{right.row[k], right.col[k]}].second = right.value[k] + 100;
  }
  matrix<std::int32_t> c(4000, 40000, run);
  for (bool const both : {false, true}) {
    matrix_tuples<std::int32_t> wanted;
    for (auto const& [position, values] : by_position) {
      bool const joined = values.first != 0 && values.second != 0;
      if (both && !joined) continue;
      wanted.row.push_back(position.first), wanted.col.push_back(position.second);
      wanted.value.push_back(joined ? values.first - values.second : values.first + values.second - 100);
    }
    both ? ewise_mult(c, no_mask, no_accum, minus<std::int32_t>{}, a, b)
         : ewise_add(c, no_mask, no_accum, minus<std::int32_t>{}, a, b);
    auto const found = c.tuples();
    CHECK((found.row == wanted.row && found.col == wanted.col && found.value == wanted.value));
  }
  matrix<std::int32_t> const none(4000, 40000, run);
  ewise_add(c, no_mask, no_accum, minus<std::int32_t>{}, none, a);
  CHECK((c.tuples().row == left.row && c.tuples().value == left.value));
  ewise_mult(c, no_mask, no_accum, minus<std::int32_t>{}, a, none);
  CHECK_EQ(c.nnz(), 0);
}

namespace {

// The same entries, rows and columns so far apart.
matrix<std::int32_t, std::int64_t> spread_out(matrix<std::int32_t> const& a, size_type rows, size_type columns) {
  auto const from = a.tuples();
  std::vector<std::int64_t> row, col;
  for (int const i : from.row) row.push_back(i * rows);
  for (int const j : from.col) col.push_back(j * columns);
  return matrix<std::int32_t, std::int64_t>::build(a.rows() * rows, a.cols() * columns, row, col, from.value,
                                                   take_first<std::int32_t>{}, a.exec());
}

}  // namespace

EXECUTOR_CASE("matrices with columns far apart and with very many empty rows are merged as others are [sanitize]") {
  auto const a = uneven(1, exec), b = uneven(2, exec);
  matrix<std::int32_t> sum(a.rows(), a.cols(), exec), product = sum;
  ewise_add(sum, minus<std::int32_t>{}, a, b);
  ewise_mult(product, minus<std::int32_t>{}, a, b);
  struct distance {
    size_type rows, columns;
  };
  for (auto const [rows, columns] : {distance{1, 1 << 24}, {1, size_type{1} << 44}, {300, 1}}) {
    INFO("rows ", rows, " apart, columns ", columns);
    auto const far_a = spread_out(a, rows, columns), far_b = spread_out(b, rows, columns);
    matrix<std::int32_t, std::int64_t> c(far_a.rows(), far_a.cols(), exec);
    for (bool const both : {false, true}) {
      auto const wanted = spread_out(both ? product : sum, rows, columns).tuples();
      both ? ewise_mult(c, minus<std::int32_t>{}, far_a, far_b) : ewise_add(c, minus<std::int32_t>{}, far_a, far_b);
      auto const found = c.tuples();
      CHECK((found.row == wanted.row && found.col == wanted.col && found.value == wanted.value));
      auto const offsets = storage_of(c).csr().offsets.to_host();
      CHECK(std::is_sorted(offsets.begin(), offsets.end()));
    }
  }
}

EXECUTOR_CASE("many entries are written under masks as std::map writes them [sanitize]") {
  auto const t = uneven(1, exec), old = uneven(2, exec), mask = uneven(3, exec);
  using cells = std::map<std::pair<int, int>, int>;
  auto const cells_of = [](matrix<std::int32_t> const& from) {
    cells to;
    for (auto const tuples = from.tuples(); int const k : std::views::iota(0, static_cast<int>(tuples.row.size()))) {
      to[{tuples.row[k], tuples.col[k]}] = tuples.value[k];
    }
    return to;
  };
  auto const of_t = cells_of(t), of_old = cells_of(old), of_mask = cells_of(mask);
  for (int choice = 0; choice < 8; ++choice) {
    bool const complemented = choice & 1, accumulates = choice & 2, replace = choice & 4;
    INFO("complemented ", complemented, ", accumulates ", accumulates, ", replace ", replace);
    auto const open = [&](std::pair<int, int> at) {
      auto const found = of_mask.find(at);
      return (found != of_mask.end() && found->second != 0) != complemented;
    };
    cells wanted;
    for (auto const& [at, value] : of_old) {
      if (open(at) ? accumulates : !replace) wanted[at] = value;
    }
    for (auto const& [at, value] : of_t) {
      if (!open(at)) continue;
      auto const kept = wanted.find(at);
      wanted[at] = kept == wanted.end() ? value : kept->second - value;
    }
    matrix<std::int32_t> c = old;
    descriptor const d{.replace = replace};
    auto const write = [&](auto const& where) {
      accumulates ? assign(c, where, minus<std::int32_t>{}, t, heddle::all, heddle::all, d)
                  : assign(c, where, no_accum, t, heddle::all, heddle::all, d);
    };
    complemented ? write(complement(mask)) : write(mask);
    CHECK(cells_of(c) == wanted);
  }
}

EXECUTOR_CASE("operands of element-wise operations on matrices that do not fit are named, and C is what it was") {
  auto const a = matrix<float>::build(2, 3, {0, 1}, {2, 0}, {1, 2}, take_first<float>{}, exec);
  matrix<float> c = a;
  matrix<float> const b(3, 2, exec);
  CHECK_THROWS_WITH_AS(ewise_add(c, no_mask, no_accum, plus<float>{}, a, b),
                       "ewise_add: C is 2 x 3 but A is 2 x 3 and B is 3 x 2", dimension_mismatch);
  CHECK_THROWS_WITH_AS(ewise_mult(c, no_mask, no_accum, plus<float>{}, transpose(a), b),
                       "ewise_mult: C is 2 x 3 but A is 3 x 2 and B is 3 x 2", dimension_mismatch);
  CHECK_THROWS_WITH_AS(ewise_union(c, b, no_accum, plus<float>{}, a, 1, transpose(b), 2),
                       "ewise_union: C is 2 x 3 but the mask is 3 x 2", dimension_mismatch);
  CHECK_EQ(c.nnz(), 2);
}

TEST_CASE("structs are added in the order of the operands (host)") {
  struct word {
    int letters = 0, length = 0;
    bool operator==(word const&) const = default;
  };
  auto const join = [](word a, word b) { return word{a.letters * 100 + b.letters, a.length + b.length}; };
  auto const a = matrix<word>::build(2, 2, {0, 1}, {0, 1}, {{1, 1}, {2, 1}}, take_first<word>{});
  auto const b = matrix<word>::build(2, 2, {0, 1}, {1, 1}, {{3, 1}, {4, 1}}, take_first<word>{});
  matrix<word> c(2, 2);
  ewise_add(c, no_mask, no_accum, join, a, b);
  CHECK(c.tuples().value == std::vector<word>{{1, 1}, {3, 1}, {204, 2}});
  ewise_union(c, no_mask, no_accum, join, a, word{7, 1}, b, word{8, 1});
  CHECK(c.tuples().value == std::vector<word>{{108, 2}, {703, 2}, {204, 2}});
  ewise_mult(c, no_mask, join, join, b, a);
  CHECK(c.tuples().value == std::vector<word>{{108, 2}, {703, 2}, {204 * 100 + 402, 4}});
}
