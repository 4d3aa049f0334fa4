// sparse_products.cpp - products of matrices over ranks are those of whole ones.
#include "tests/distributed/drawn.hpp"

using namespace heddle;
using namespace heddle::testing;

namespace {

matrix<int> entries_drawn(dealt_case& drawn, int rows, int cols) {
  std::vector<int> row, col, values;
  for (int k = rows * cols == 0 ? 0 : drawn.below(3 * rows + 1); k > 0; --k) {
    row.push_back(drawn.below(rows)), col.push_back(drawn.below(cols)), values.push_back(drawn.below(9) - 4);
  }
  return matrix<int>::build(rows, cols, row, col, values, minus<int>{});
}

distributed::matrix<int> dealt_by(distributed::dealing const& by, matrix<int> const& whole,
                                  distributed::group const& ranks) {
  return distributed::matrix<int>::dealt(whole, ranks,
                                         [&](size_type, int, distributed::entries_before const&) { return by; });
}

}  // namespace

TEST_CASE("products of matrices over ranks are those of whole ones [sanitize]") {
  for_each_dealt_case(12, [](dealt_case& drawn) {
    int const n = drawn.below(50);
    auto const by = drawn.cuts(drawn.rows);
    auto const A = drawn.whole(), B = entries_drawn(drawn, drawn.cols, n), mask = entries_drawn(drawn, drawn.rows, n);
    auto const turned = entries_drawn(drawn, n, drawn.cols);
    auto const dealt_a = dealt_by(by, A, drawn.ranks()), dealt_mask = dealt_by(by, mask, drawn.ranks());
    auto const dealt_b = drawn.dealt(B), dealt_turned = drawn.dealt(turned);
    auto const d = drawn.descriptor;
    auto const try_call = [&](auto const& call) {
      auto c = entries_drawn(drawn, drawn.rows, n);
      auto dealt_c = dealt_by(by, c, drawn.ranks());
      call(c, A, B, turned, mask), call(dealt_c, dealt_a, dealt_b, dealt_turned, dealt_mask);
      CHECK(agree(c, dealt_c));
    };
    try_call([](auto& c, auto& a, auto& b, auto&, auto&) { mxm(c, plus_times<int>{}, a, b); });
    try_call([](auto& c, auto& a, auto& b, auto&, auto&) { mxm(c, first_product{}, a, b); });
    try_call([&](auto& c, auto& a, auto& b, auto&, auto& m) {
      mxm(c, structure(m), minus<int>{}, min_plus<int>{}, a, b, d);
    });
    try_call([&](auto& c, auto& a, auto&, auto& t, auto& m) {
      mxm(c, complement(m), no_accum, plus_times<int>{}, a, transpose(t), d);
    });
    try_call([](auto& c, auto& a, auto&, auto& t, auto&) { mxm(c, min_plus<int>{}, a, transpose(t)); });
    try_call([&](auto& c, auto& a, auto& b, auto&, auto&) { mxm(c, c, plus<int>{}, plus_times<int>{}, a, b, d); });
  });
}

TEST_CASE("a product over ranks may take its operands' place, and counts triangles") {
  for_each_dealt_case(6, [](dealt_case& drawn) {
    int const n = 1 + drawn.below(40);
    auto A = entries_drawn(drawn, n, n);
    auto dealt = drawn.dealt(A);
    mxm(A, plus_times<int>{}, A, A), mxm(dealt, plus_times<int>{}, dealt, dealt);
    CHECK(agree(A, dealt));
    auto graph = entries_drawn(drawn, n, n);
    apply(graph, bind_second(times<int>{}, 0), graph), apply(graph, bind_second(plus<int>{}, 1), graph);
    ewise_add(graph, maximum<int>{}, graph, transpose(graph));
    auto const edges = drawn.dealt(graph);
    distributed::matrix<int> lower(edges.dealt_by(), n, edges.ranks()), wedges = lower;
    select(lower, tril{}, edges, -1);
    mxm(wedges, structure(lower), no_accum, plus_times<int>{}, lower, lower);
    CHECK(reduce(plus_monoid<int>{}, wedges) == triangle_count(graph));
  });
}

TEST_CASE("products of matrices over ranks refuse what does not fit, and C stays") {
  auto const& ranks = groups_to_try().back();
  auto const whole = matrix<int>::build(4, 4, {0, 1, 3}, {1, 2, 0}, {1, 2, 3}, no_duplicates);
  auto const by = distributed::equal_rows{1}(4, ranks.ranks());
  auto const A = dealt_by(by, whole, ranks);
  auto c = A;
  distributed::matrix<int> const wide(by, 5, ranks);
  CHECK_THROWS_WITH_AS(mxm(c, plus_times<int>{}, wide, A), "mxm: A is 4 x 5, B 4 x 4, C 4 x 4", dimension_mismatch);
  CHECK_THROWS_WITH_AS(mxm(c, plus_times<int>{}, A, transpose(wide)), "mxm: A is 4 x 4, B 5 x 4, C 4 x 4",
                       dimension_mismatch);
  CHECK_THROWS_AS(mxm(c, structure(wide), no_accum, plus_times<int>{}, A, A), dimension_mismatch);
  std::vector<size_type> cuts(static_cast<std::size_t>(ranks.ranks()) + 1, 4);
  cuts.front() = 0;
  if (ranks.ranks() > 1) {
    distributed::matrix<int> other(distributed::dealing(cuts), 4, ranks);
    CHECK_THROWS_WITH_AS(mxm(other, plus_times<int>{}, A, A),
                         "mxm: the rows of C have to be dealt out as those of A: make it by A.dealt_by()",
                         invalid_argument);
  }
  CHECK(agree(whole, c));
}
