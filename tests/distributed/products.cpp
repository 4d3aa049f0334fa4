// products.cpp - products over ranks are those of the whole matrix, in its order, and matrices come back as they went.
#include "tests/distributed/drawn.hpp"

using namespace heddle;
using namespace heddle::testing;

TEST_CASE("products over ranks are those of the whole matrix") {
  for_each_dealt_case(25, [](dealt_case& drawn) {
    auto const A = drawn.whole();
    auto const dealt = drawn.dealt(A);
    auto const d = drawn.descriptor;
    auto const u = drawn.drawn(drawn.cols), v = drawn.drawn(drawn.rows);
    auto const over_cols = drawn.drawn<bool>(drawn.cols);
    auto const du = drawn.dealt(u), dv = drawn.dealt(v);
    auto const dealt_over_cols = drawn.dealt(over_cols);
    auto const try_rows = [&](auto const& call) {
      auto w = drawn.drawn(drawn.rows);
      auto dw = drawn.dealt(w);
      call(w, A, u, v), call(dw, dealt, du, dv);
      CHECK(agree(w, dw));
    };
    try_rows([&](auto& w, auto const& a, auto const& x, auto const&) { mxv(w, plus_times<int>{}, a, x); });
    try_rows([&](auto& w, auto const& a, auto const& x, auto const& m) {
      mxv(w, complement(m), plus<int>{}, min_plus<int>{}, a, x, d);
    });
    try_rows([&](auto& w, auto const& a, auto const& x, auto const& m) {
      mxv(w, structure(m), no_accum, first_product{}, a, x, d);
    });
    try_rows([&](auto& w, auto const& a, auto const& x, auto const&) { vxm(w, first_product{}, x, transpose(a)); });
    auto const try_columns = [&](auto const& call) {
      auto w = drawn.drawn(drawn.cols);
      auto dw = drawn.dealt(w);
      call(w, A, v, over_cols), call(dw, dealt, dv, dealt_over_cols);
      CHECK(agree(w, dw));
    };
    try_columns([&](auto& w, auto const& a, auto const& x, auto const&) { vxm(w, plus_times<int>{}, x, a); });
    try_columns([&](auto& w, auto const& a, auto const& x, auto const& m) {
      vxm(w, complement(structure(m)), minus<int>{}, first_product{}, x, a, d);
    });
    try_columns([&](auto& w, auto const& a, auto const& x, auto const& m) {
      mxv(w, m, no_accum, first_product{}, transpose(a), x, d);
    });
  });
}

TEST_CASE("a matrix over ranks is that of its tuples, and comes back whole") {
  for_each_dealt_case(15, [](dealt_case& drawn) {
    auto const A = drawn.whole();
    if (drawn.ranks().local_ranks().front() != 0)
      drawn.row = drawn.col = drawn.values = {};  // one process has them all
    auto const built = distributed::matrix<int>::build(drawn.rows, drawn.cols, drawn.row, drawn.col, drawn.values,
                                                       minus<int>{}, drawn.ranks(), distributed::equal_rows{3});
    auto const even = distributed::matrix<int>::dealt(A, drawn.ranks(), distributed::equal_entries{1});
    for (auto const* const dealt : {&built, &even}) {
      CHECK(dealt->nnz() == A.nnz());
      auto const back = dealt->gather_to(0);
      CHECK(back.has_value() == (drawn.ranks().local_ranks().front() == 0));
      if (!back) continue;
      auto const a = A.tuples(), b = back->tuples();
      CHECK((a.row == b.row && a.col == b.col && a.value == b.value));
    }
  });
}

TEST_CASE("rows are cut where a user says, at multiples, or at equal entries") {
  using namespace heddle::distributed;
  CHECK(equal_rows{10}(95, 3) == dealing({0, 30, 60, 95}));
  CHECK(equal_rows{}(95, 3) == dealing({0, 0, 0, 95}));
  CHECK(equal_rows{1}(0, 2) == dealing({0, 0, 0}));
  auto const one_long_row = [](size_type row) { return row <= 40 ? row : row + 1000; };
  CHECK(equal_entries{1}(100, 2, one_long_row) == dealing({0, 41, 100}));
  CHECK(dealing({0, 0, 5, 5}).owner(3) == 1);
  CHECK_THROWS_WITH_AS(dealing({0, 3, 2}), "dealing: cuts have to ascend from 0, one more of them than ranks",
                       invalid_argument);
  CHECK_THROWS_WITH_AS(equal_rows{0}(9, 2), "dealing: multiple is 0, but must be 1 or more", invalid_argument);
  CHECK_THROWS_AS(equal_entries{}(9, 2, {}), invalid_argument);
}

TEST_CASE("a dealer of a user's that deals out other rows, or to other ranks, is told so") {
  using namespace heddle::distributed;
  auto const ranks = group::of_threads(3);
  auto const one_less = [](size_type rows, int, auto const&) { return dealing({0, 10, 20, rows - 1}); };
  auto const one_more = [](size_type rows, int, auto const&) { return dealing({0, 10, 20, rows + 1}); };
  auto const to_two = [](size_type rows, int, auto const&) { return dealing({0, 10, rows}); };
  auto const whole = heddle::matrix<double>::build(100, 100, {99}, {0}, {1.0}, plus<double>{});
  auto const refuses = [&](auto const& by, char const* message) {
    auto const build = [&] {
      (void)distributed::matrix<double>::build(100, 100, {99}, {0}, {1.0}, plus<double>{}, ranks, by);
    };
    CHECK_THROWS_WITH_AS(build(), message, invalid_argument);
    CHECK_THROWS_WITH_AS((void)distributed::matrix<double>::dealt(whole, ranks, by), message, invalid_argument);
    CHECK_THROWS_WITH_AS((void)distributed::generate<double>("complete", {{"n", 100}}, ranks, {}, by), message,
                         invalid_argument);
  };
  refuses(one_less, "distributed matrix: dealt out as 99 rows, but there are 100");
  refuses(one_more, "distributed matrix: dealt out as 101 rows, but there are 100");
  refuses(to_two, "distributed matrix: dealt out to 2 ranks, but there are 3");
  CHECK_THROWS_WITH_AS(distributed::vector<int>(dealing({0, 4, 9}), ranks),
                       "distributed vector: dealt out to 2 ranks, but there are 3", invalid_argument);
}

TEST_CASE("operands that do not fit are named, and outputs stay") {
  auto const ranks = distributed::group::of_threads(2), others = distributed::group::of_threads(2);
  auto const A = distributed::matrix<int>::build(3, 2, {0}, {1}, {5}, plus<int>{}, ranks);
  auto w = distributed::vector<int>::filled(3, 7, ranks);
  CHECK_THROWS_WITH_AS(mxv(w, plus_times<int>{}, A, w), "mxv: A is 3 x 2, u has 3", dimension_mismatch);
  CHECK_THROWS_WITH_AS(vxm(w, plus_times<int>{}, w, A), "vxm: w has 3 positions, A 2", dimension_mismatch);
  auto const far = distributed::vector<int>::filled(2, 1, others);
  CHECK_THROWS_WITH_AS(mxv(w, plus_times<int>{}, A, far), "mxv: A and u are of different groups", invalid_argument);
  auto const u = distributed::vector<int>::filled(2, 1, ranks);
  CHECK_THROWS_WITH_AS(scatter(w, u, w, plus_monoid<int>{}), "scatter: u has 3 positions, p 2", dimension_mismatch);
  CHECK_THROWS_WITH_AS(scatter(w, u, far, plus_monoid<int>{}), "scatter: u and p are of different groups",
                       invalid_argument);
  CHECK_THROWS_WITH_AS(scatter(w, far, far, plus_monoid<int>{}), "scatter: w and p are of different groups",
                       invalid_argument);
  auto const reals = distributed::matrix<double>(A.dealt_by(), 2, ranks);
  auto y = distributed::vector<double>::filled(3, 7, ranks), x = distributed::vector<double>::filled(2, 1, ranks);
  CHECK_THROWS_WITH_AS(spmv(y, 1, reals, y, 0), "spmv: A is 3 x 2, x has 3", dimension_mismatch);
  CHECK_THROWS_WITH_AS(spmv(x, 1, reals, x, 0), "spmv: y has 2 positions, A 3", dimension_mismatch);
  auto const far_x = distributed::vector<double>::filled(2, 1, others);
  CHECK_THROWS_WITH_AS(spmv(y, 1, reals, far_x, 0), "spmv: A and x are of different groups", invalid_argument);
  CHECK_THROWS_WITH_AS((distributed::matrix<int>(A.dealt_by(), -1, ranks)),
                       "distributed matrix: shape 3 x -1 is negative", invalid_argument);
  CHECK(w.gather_to(0)->to_dense(0) == std::vector<int>{7, 7, 7});
  CHECK_THROWS_AS((void)w.get(3), index_out_of_range);
  CHECK_THROWS_WITH_AS((void)w.gather_to(2), "gather_to: rank is 2, but must be from 0 to 1", invalid_argument);
  CHECK_THROWS_WITH_AS((void)A.gather_to(-1), "gather_to: rank is -1, but must be from 0 to 1", invalid_argument);
  CHECK_THROWS_WITH_AS(distributed::group::of_threads(0), "group: ranks is 0, but must be 1 or more", invalid_argument);
  CHECK_THROWS_AS((void)distributed::matrix<int>::build(3, 2, {3}, {1}, {5}, plus<int>{}, ranks), index_out_of_range);
}
