// indices.cpp - selections as values, what is wrong with them in words, and operands that are one object.
#include <heddle/ops/apply/apply.hpp>

#include "tests/failure/allocations.hpp"
#include "tests/support/assign_check.hpp"
#include "tests/support/draws.hpp"

using namespace heddle;
using namespace heddle::testing;

namespace {

constexpr size_type least = std::numeric_limits<size_type>::min(), greatest = std::numeric_limits<size_type>::max();

/// Cells by heddle: `run` changes a vector, or a matrix, that holds them.
template <class T, class Run> auto after(dense_vector<T> const& cells, held how, executor const& exec, Run const& run) {
  auto w = make_vector<T>(cells, how, exec);
  run(w);
  return to_dense(w);
}
template <class T, class Run> auto after(testing::dense_matrix<T> const& cells, executor const& exec, Run const& run) {
  auto c = make_matrix<T>(cells, exec);
  run(c);
  return to_dense(c);
}

}  // namespace

TEST_CASE("a range counts what lies before its end, at any stride") {
  CHECK_EQ(range(2, 7).count(), 5);
  CHECK_EQ(range(2, 7, 2).count(), 3);
  CHECK_EQ(range(2, 8, 2).count(), 3);
  CHECK_EQ(range(9, -1, -1).count(), 10);
  CHECK_EQ(range(9, 0, -4).count(), 3);
  CHECK_EQ(range(7, 2).count(), 0);
  CHECK_EQ(range(2, 7, -1).count(), 0);
  CHECK_EQ(range(3, 3).count(), 0);
  CHECK_EQ(range(0, greatest, greatest).count(), 1);
  CHECK_EQ(range(greatest, least, least).count(), 2);
  CHECK_EQ(range(least, greatest).count(), greatest);
  CHECK_THROWS_WITH_AS((void)range(1, 2, 0), "range(1, 2, 0): the stride is 0", invalid_argument);
  CHECK_THROWS_WITH_AS(index_set<int>(index_range{1, 2, 0}), "range(1, 2, 0): the stride is 0", invalid_argument);
}

TEST_CASE("an index_set is made of all, of a range, or of a list, which it copies") {
  index_set<int> const everything = all, some = range(1, 4), none = range(4, 1);
  std::vector<int> list = {3, 1, 3};
  index_set<int> const listed = list, spanned = std::span<int const>(list), braces = {4, 4};
  list.assign(3, 0);
  CHECK((everything.is_all() && !everything.is_list() && everything.count(7) == 7));
  CHECK((!some.is_all() && !some.is_list() && some.count(7) == 3 && none.count(7) == 0));
  CHECK((listed.is_list() && listed.list() == std::vector{3, 1, 3} && spanned.list() == listed.list()));
  CHECK_EQ(braces.count(7), 2);
}

TEST_CASE("an index_set to which one of a list is assigned stays what it was where there is no memory for the list") {
  index_set<int> chosen = range(2, 7);
  index_set<int> const listed{3, 1, 4};
  host_gate().arm(failing::once, 0);
  bool threw = false;
  try {
    chosen = listed;
  } catch (std::bad_alloc const&) { threw = true; }
  host_gate().disarm();
  CHECK(threw);
  CHECK_FALSE(chosen.is_list());
  CHECK_EQ(chosen.count(100), 5);
  chosen = listed;
  CHECK(chosen.list() == std::vector<int>{3, 1, 4});
}

EXECUTOR_CASE("the first position that lies outside is named, and nothing is written") {
  auto const u = vector<float>::filled(10, 1.0f, exec);
  matrix<float> const a(4, 10, exec);
  vector<float> w(3, exec);
  matrix<float> c(2, 2, exec);
  auto const refusal = [&](auto const& run) -> std::string {
    try {
      run();
    } catch (index_out_of_range const& e) { return e.what(); }
    return "no index_out_of_range";
  };
  auto const of_vector = [&](index_set<int> const& i) { return refusal([&] { extract(w, no_mask, no_accum, u, i); }); };
  CHECK_EQ(of_vector({1, 2, 10}), "extract: I(2) is 10, which lies outside of [0, 10)");
  CHECK_EQ(of_vector({1, -1, 10}), "extract: I(1) is -1, which lies outside of [0, 10)");
  CHECK_EQ(of_vector({1, 2, -4}), "extract: I(2) is -4, which lies outside of [0, 10)");
  CHECK_EQ(of_vector(range(9, 12)), "extract: I(1) is 10, which lies outside of [0, 10)");
  CHECK_EQ(of_vector(range(-1, 2)), "extract: I(0) is -1, which lies outside of [0, 10)");
  CHECK_EQ(of_vector(range(10, 13)), "extract: I(0) is 10, which lies outside of [0, 10)");
  CHECK_EQ(of_vector(range(1, -2, -1)), "extract: I(2) is -1, which lies outside of [0, 10)");
  CHECK_EQ(of_vector(range(7, 14, 3)), "extract: I(1) is 10, which lies outside of [0, 10)");
  CHECK_EQ(of_vector(range(7, greatest, greatest - 8)),
           "extract: I(1) is 9223372036854775806, which lies outside of [0, 10)");
  CHECK_EQ(of_vector(range(1, least, least)), "extract: I(1) is -9223372036854775807, which lies outside of [0, 10)");
  CHECK_EQ(of_vector(range(least, greatest)), "extract: I(0) is -9223372036854775808, which lies outside of [0, 10)");
  CHECK_EQ(refusal([&] {
             extract(c, no_mask, no_accum, a, {0, 4}, {1, 2});
           }),
           "extract: I(1) is 4, which lies outside of [0, 4)");
  CHECK_EQ(refusal([&] {
             extract(c, no_mask, no_accum, transpose(a), {0, 4}, {1, 5});
           }),
           "extract: J(1) is 5, which lies outside of [0, 4)");
  CHECK_EQ(refusal([&] {
             extract(w, no_mask, no_accum, a, {0, 3, 1}, 10);
           }),
           "extract: there is no column 10, A is 4 x 10");
  CHECK_EQ(refusal([&] {
             extract(w, no_mask, no_accum, a, {0, 3, 5}, 9);
           }),
           "extract: I(2) is 5, which lies outside of [0, 4)");
  CHECK_EQ(refusal([&] {
             assign(w, no_mask, no_accum, 1, {0, 3});
           }),
           "assign: I(1) is 3, which lies outside of [0, 3)");
  CHECK_EQ(refusal([&] { assign(c, no_mask, no_accum, u, -1, all); }), "assign: there is no row -1, C is 2 x 2");
  CHECK_EQ(refusal([&] { assign(c, no_mask, no_accum, vector<float>(1, exec), 1, {2}); }),
           "assign: J(0) is 2, which lies outside of [0, 2)");
  CHECK_EQ(refusal([&] { subassign(c, no_mask, no_accum, u, all, 2); }), "subassign: there is no column 2, C is 2 x 2");
  CHECK_EQ(refusal([&] {
             subassign(c, no_mask, no_accum, 1, all, {0, 1, 2});
           }),
           "subassign: J(2) is 2, which lies outside of [0, 2)");
  CHECK_EQ(w.nvals(), 0);
  CHECK_EQ(c.nnz(), 0);
}

EXECUTOR_CASE("operands that do not fit a selection are named") {
  vector<float> w(4, exec), three(3, exec);
  matrix<float> c(2, 3, exec);
  matrix<float> const a(3, 3, exec);
  CHECK_THROWS_WITH_AS(extract(w, no_mask, no_accum, three, all), "extract: w has length 4 but I has 3 positions",
                       dimension_mismatch);
  CHECK_THROWS_WITH_AS(extract(w, three, no_accum, three, {0, 0, 1, 1}),
                       "extract: w has length 4 but the mask has length 3", dimension_mismatch);
  CHECK_THROWS_WITH_AS(extract(c, no_mask, no_accum, a, range(0, 3), all),
                       "extract: C is 2 x 3 but I has 3 positions and J has 3 positions", dimension_mismatch);
  CHECK_THROWS_WITH_AS(extract(w, no_mask, no_accum, a, {0, 1}, 2), "extract: w has length 4 but I has 2 positions",
                       dimension_mismatch);
  CHECK_THROWS_WITH_AS(assign(w, no_mask, no_accum, three, {0, 1}), "assign: u has length 3 but I has 2 positions",
                       dimension_mismatch);
  CHECK_THROWS_WITH_AS(assign(w, three, no_accum, three, {0, 1, 2}), "assign: w has length 4 but the mask has length 3",
                       dimension_mismatch);
  CHECK_THROWS_WITH_AS(assign(c, no_mask, no_accum, a, all, all),
                       "assign: A is 3 x 3 but I has 2 positions and J has 3 positions", dimension_mismatch);
  CHECK_THROWS_WITH_AS(assign(c, a, no_accum, 1, all, all), "assign: C is 2 x 3 but the mask is 3 x 3",
                       dimension_mismatch);
  CHECK_THROWS_WITH_AS(assign(c, no_mask, no_accum, three, all, 0), "assign: u has length 3 but I has 2 positions",
                       dimension_mismatch);
  CHECK_THROWS_WITH_AS(assign(c, w, no_accum, three, 0, all), "assign: C is 2 x 3 but the mask has length 4",
                       dimension_mismatch);
  CHECK_THROWS_WITH_AS(subassign(w, w, no_accum, three, {0, 1, 2}),
                       "subassign: I has 3 positions but the mask has length 4", dimension_mismatch);
  CHECK_THROWS_WITH_AS(subassign(c, a, no_accum, 1, all, all),
                       "subassign: the mask is 3 x 3 but I has 2 positions and J has 3 positions", dimension_mismatch);
  CHECK_THROWS_WITH_AS(subassign(c, w, no_accum, three, 1, all),
                       "subassign: J has 3 positions but the mask has length 4", dimension_mismatch);
}

EXECUTOR_CASE("a position that assign is to write twice is named") {
  auto w = vector<float>::filled(9, 1.0f, exec);
  matrix<float> c(4, 5, exec);
  vector<float> const two(2, exec), four(4, exec);
  CHECK_THROWS_WITH_AS(assign(w, no_mask, no_accum, four, {8, 5, 0, 5}), "assign: I names position 5 more than once",
                       invalid_argument);
  CHECK_THROWS_WITH_AS(assign(w, no_mask, plus<float>{}, 1, {3, 3}), "assign: I names position 3 more than once",
                       invalid_argument);
  CHECK_THROWS_WITH_AS(subassign(c, no_mask, no_accum, 1, all, {4, 0, 4}),
                       "subassign: J names position 4 more than once", invalid_argument);
  CHECK_THROWS_WITH_AS(assign(c, no_mask, no_accum, two, {1, 1}, 0), "assign: I names position 1 more than once",
                       invalid_argument);
  CHECK_THROWS_WITH_AS(assign(c, no_mask, no_accum, two, 0, {2, 2}), "assign: J names position 2 more than once",
                       invalid_argument);
  CHECK((w.to_dense(0) == std::vector<float>(9, 1.0f)));
  CHECK_EQ(c.nnz(), 0);
}

TEST_CASE("operands of another executor than the output's are refused" * doctest::skip(!cuda_available())) {
  executor const gpu = cuda_executor();
  vector<float> w(3, gpu);
  matrix<float> c(3, 3, gpu);
  CHECK_THROWS_AS(extract(w, no_mask, no_accum, vector<float>(3), all), executor_mismatch);
  CHECK_THROWS_AS(extract(w, no_mask, no_accum, matrix<float>(3, 3), all, 0), executor_mismatch);
  CHECK_THROWS_AS(assign(c, no_mask, no_accum, vector<float>(3), 0, all), executor_mismatch);
  CHECK_THROWS_AS(subassign(c, matrix<bool>(3, 3), no_accum, 1, all, all), executor_mismatch);
}

EXECUTOR_CASE("the output of extract, assign and subassign may be an operand, and the mask [sanitize]") {
  auto const backwards = [](auto const& cells) {
    std::vector<size_type> at;
    for (auto k = static_cast<size_type>(cells.size()); k-- > 0;) at.push_back(k);
    return at;
  };
  for (unsigned seed = 0; seed < draws(100); ++seed) {
    random_source random(seed);
    auto const cells = draw_vector<float>(random, 1 + draw_size(random), draw_density(random));
    auto const n = static_cast<size_type>(cells.size());
    auto const kind = all_mask_kinds[1 + random.below(4)];
    held const how = draw_held(random);
    auto const turned = range(n - 1, -1, -1);
    auto const at = backwards(cells);
    auto const t = reference::extract(cells, at);
    bool const replace = random.chance(50);
    descriptor const d{.replace = replace};
    INFO("seed ", seed, ", w ", print(cells), " (", name_of(how), "), mask ", name_of(kind), ", replace ", replace);
    auto const written = reference::written(cells, kind, cells, minus<float>{}, replace, t);
    CHECK((after(cells, how, exec, [&](auto& w) { extract(w, make_mask(kind, w), minus<float>{}, w, turned, d); }) ==
           written));
    CHECK((after(cells, how, exec, [&](auto& w) { assign(w, make_mask(kind, w), minus<float>{}, w, turned, d); }) ==
           written));
    CHECK((after(cells, how, exec, [&](auto& w) { assign(w, no_mask, no_accum, w, turned); }) == t));
    CHECK((after(cells, how, exec, [&](auto& w) { assign(w, no_mask, no_accum, w, all); }) == cells));
    CHECK((after(cells, how, exec, [&](auto& w) { subassign(w, make_mask(kind, w), no_accum, w, turned, d); }) ==
           expected_cells(cells, kind, cells, false, minus<float>{}, replace, cells, at, false)));
  }
  for (unsigned seed = 0; seed < draws(100); ++seed) {
    random_source random(seed);
    size_type const n = 1 + draw_size(random);
    auto const cells = draw_matrix<float>(random, n, n, draw_density(random));
    auto const kind = all_mask_kinds[1 + random.below(4)];
    bool const replace = random.chance(50);
    descriptor const d{.replace = replace};
    auto const turned = range(n - 1, -1, -1);
    auto const at = reference::cells_of(backwards(std::vector<int>(n)), backwards(std::vector<int>(n)), n);
    auto const t = reference::extract(cells.cells, at);
    INFO("seed ", seed, ", C ", n, " x ", n, ' ', print(cells), ", mask ", name_of(kind), ", replace ", replace);
    auto const written = reference::written(cells.cells, kind, cells.cells, minus<float>{}, replace, t);
    CHECK((after(cells, exec, [&](auto& c) {
             extract(c, make_mask(kind, c), minus<float>{}, c, turned, turned, d);
           }).cells == written));
    CHECK((after(cells, exec, [&](auto& c) {
             assign(c, make_mask(kind, c), minus<float>{}, c, turned, turned, d);
           }).cells == written));
    CHECK((after(cells, exec,
                 [&](auto& c) { subassign(c, make_mask(kind, c), no_accum, transpose(c), turned, turned, d); })
               .cells == expected_cells(cells.cells, kind, cells.cells, false, minus<float>{}, replace,
                                        transposed(cells).cells, at, false)));
  }
}

EXECUTOR_CASE("extract and assign take 64-bit positions, and vectors of 2^40 that have few entries") {
  using wide = vector<float, std::int64_t>;
  size_type const n = size_type{1} << 40;
  auto const u = wide::build(n, {5, 1000, n - 1}, {1, 2, 3}, take_first<float>{}, exec);
  wide half(n / 2, exec), some(3, exec);
  extract(half, no_mask, no_accum, u, range(1, n, 2));
  CHECK((half.tuples().index == std::vector<std::int64_t>{2, n / 2 - 1}));
  CHECK((half.tuples().value == std::vector<float>{1, 3}));
  extract(some, no_mask, no_accum, u, {n - 1, 0, n - 1});
  CHECK((some.tuples().index == std::vector<std::int64_t>{0, 2}));
  wide w = u;
  assign(w, no_mask, no_accum, half, range(n - 1, n / 2 - 1, -1));
  CHECK((w.tuples().index == std::vector<std::int64_t>{5, 1000, n / 2, n - 3}));
  CHECK((w.tuples().value == std::vector<float>{1, 2, 3, 1}));
  assign(w, no_mask, no_accum, some, {n - 3, 7, 5});
  CHECK((w.tuples().index == std::vector<std::int64_t>{5, 1000, n / 2, n - 3}));
  CHECK((w.tuples().value == std::vector<float>{3, 2, 3, 3}));
}

EXECUTOR_CASE("matrices of 64-bit indices are extracted from and assigned to") {
  using wide = matrix<float, std::int64_t, std::int64_t>;
  size_type const n = 2000;
  std::vector<std::int64_t> row, col;
  std::vector<float> value;
  for (size_type i = 0; i < n; ++i) {
    for (size_type k = 0; k < i % 19; ++k) row.push_back(i), col.push_back((7 * i + 31 * k) % n), value.push_back(1.0f);
  }
  for (std::size_t k = 0; k < value.size(); ++k) value[k] = static_cast<float>(k % 97);
  auto const a = wide::build(n, n, row, col, value, take_first<float>{}, exec);
  wide turned(n, n, exec), back(n, n, exec);
  std::vector<std::int64_t> order;
  for (size_type i = 0; i < n; ++i) order.push_back(i * 7 % n);  // 7 and 2000 have no common factor
  extract(turned, no_mask, no_accum, a, order, order);
  assign(back, no_mask, no_accum, turned, order, order);
  auto const found = back.tuples(), wanted = a.tuples();
  CHECK((found.row == wanted.row && found.col == wanted.col && found.value == wanted.value));
}

EXECUTOR_CASE("long vectors and many entries are extracted and assigned by several threads") {
  size_type const n = 50000;
  auto const u = vector<int>::filled(n, 3, exec);
  vector<int> positions = u;
  apply_index(positions);
  vector<int> w(n / 2, exec), z(n, exec);
  extract(w, no_mask, no_accum, positions, range(n - 1, -1, -2));
  CHECK_EQ(w.form(), vector_form::dense);
  CHECK((w.get(0) == 49999 && w.get(24999) == 1));
  assign(z, no_mask, no_accum, w, range(0, n, 2));
  CHECK_EQ(z.nvals(), n / 2);
  CHECK((z.get(0) == 49999 && z.get(49998) == 1 && !z.get(1)));
  assign(z, structure(z), plus<int>{}, 1, range(0, n / 2));
  CHECK((z.get(0) == 50000 && z.get(49998) == 1 && z.nvals() == n / 2));
}
