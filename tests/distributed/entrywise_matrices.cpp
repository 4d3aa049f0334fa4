// entrywise_matrices.cpp - operations on matrices over ranks, entry by entry, are those on whole matrices.
#include <limits>

#include "tests/distributed/drawn.hpp"

using namespace heddle;
using namespace heddle::testing;

namespace {

using dealt_matrix = distributed::matrix<int>;

struct shifted_by_place {
  HEDDLE_FN int operator()(int x, size_type i, size_type j) const { return x + static_cast<int>(10 * i + j); }
};
struct odd_place {
  HEDDLE_FN bool operator()(int x, size_type i, size_type j, int t) const {
    return (x + static_cast<int>(i + j)) % 2 == t;
  }
};
struct doubled {
  HEDDLE_FN int operator()(int x) const { return 2 * x; }
};

/// Of the case's shape.
matrix<int> drawn_matrix(dealt_case& drawn) {
  std::vector<int> row, col, values;
  int const n = drawn.rows * drawn.cols == 0 ? 0 : drawn.below(4 * drawn.rows + 1);
  for (int k = 0; k < n; ++k) {
    row.push_back(drawn.below(drawn.rows)), col.push_back(drawn.below(drawn.cols));
    values.push_back(drawn.below(9) - 4);
  }
  return matrix<int>::build(drawn.rows, drawn.cols, row, col, values, minus<int>{});
}

}  // namespace

TEST_CASE("operations on matrices over ranks, entry by entry, are those on whole ones [sanitize]") {
  for_each_dealt_case(20, [](dealt_case& drawn) {
    auto const d = drawn.descriptor;
    auto const by = drawn.cuts(drawn.rows);
    auto const dealt = [&](matrix<int> const& a) {
      return dealt_matrix::dealt(a, drawn.ranks(),
                                 [&](size_type, int, distributed::entries_before const&) { return by; });
    };
    auto const A = drawn_matrix(drawn), B = drawn_matrix(drawn);
    auto const dealt_a = dealt(A), dealt_b = dealt(B);
    auto const try_call = [&](auto const& call) {
      auto c = drawn_matrix(drawn);
      auto dealt_c = dealt(c);
      call(c, A, B), call(dealt_c, dealt_a, dealt_b);
      CHECK(agree(c, dealt_c));
    };
    try_call([](auto& c, auto const& a, auto const& b) { ewise_add(c, minus<int>{}, a, b); });
    try_call([](auto& c, auto const& a, auto const& b) {
      ewise_mult(c, times<int>{}, a, b), ewise_add(c, plus<int>{}, c, b);
    });
    try_call(
        [&](auto& c, auto const& a, auto const& b) { ewise_add(c, structure(b), no_accum, minus<int>{}, a, b, d); });
    try_call([&](auto& c, auto const& a, auto const& b) { ewise_mult(c, a, plus<int>{}, minus<int>{}, a, b, d); });
    try_call([&](auto& c, auto const& a, auto const& b) { apply(c, complement(b), minus<int>{}, doubled{}, a, d); });
    try_call([](auto& c, auto const& a, auto const&) { apply(c, shifted_by_place{}, a); });
    try_call([&](auto& c, auto const& a, auto const& b) { select(c, b, no_accum, odd_place{}, a, 1, d); });
    try_call([&](auto& c, auto const& a, auto const&) { select(c, no_mask, plus<int>{}, less<int>{}, a, 1, d); });
    auto const by_rule = [&](auto rule) {
      for (size_type const s : {size_type{-1}, size_type{0}, size_type{drawn.rows / 2},
                                std::numeric_limits<size_type>::max(), std::numeric_limits<size_type>::min()}) {
        try_call([&](auto& c, auto const& a, auto const&) { select(c, rule, a, s); });
      }
    };
    by_rule(tril{}), by_rule(triu{}), by_rule(on_diagonal{}), by_rule(off_diagonal{});
    by_rule(row_le{}), by_rule(row_gt{}), by_rule(column_le{}), by_rule(column_gt{});
    scalar<int> const second(1);
    try_call([&](auto& c, auto const& a, auto const&) { select(c, tril{}, a, second); });
  });
}

TEST_CASE("an output over ranks forgets what was made of its old entries") {
  for (auto const& ranks : groups_to_try()) {
    std::vector<int> const all{0, 1, 2, 3}, next{1, 2, 3, 0};
    auto const A = matrix<int>::build(4, 4, all, next, {1, 1, 1, 1}, no_duplicates);
    auto dealt = dealt_matrix::dealt(A, ranks, distributed::equal_rows{1});
    auto const before = dealt;
    (void)dealt.transposed_pattern(), (void)bfs(dealt, 0, {.does_all = distributed::first_rank::always});
    select(dealt, triu{}, dealt, 0);
    CHECK(!dealt.has_transposed_pattern());
    CHECK(!dealt.is_at_first_rank());
    CHECK(bfs(dealt, 1).reached == 3);
    CHECK(bfs(before, 1).reached == 4);
  }
}

TEST_CASE("matrices over ranks whose rows are not dealt out alike are named, and the output stays") {
  for (auto const& ranks : groups_to_try()) {
    auto const by = [&](size_type cut) {
      return [&ranks, cut](size_type size, int, distributed::entries_before const&) {
        std::vector<size_type> cuts(static_cast<std::size_t>(ranks.ranks()) + 1, size);
        cuts.front() = 0;
        if (cuts.size() > 2) cuts[1] = cut;
        return distributed::dealing(cuts);
      };
    };
    auto const A = matrix<int>::build(3, 3, {0}, {1}, {5}, no_duplicates);
    auto c = dealt_matrix::dealt(A, ranks, by(1));
    auto const other = dealt_matrix::dealt(A, ranks, by(2)), narrow = dealt_matrix(c.dealt_by(), 2, ranks);
    CHECK_THROWS_WITH_AS(ewise_add(c, plus<int>{}, c, narrow), "ewise_add: C is 3 x 3, an operand 3 x 2",
                         dimension_mismatch);
    if (ranks.ranks() > 1) {
      CHECK_THROWS_WITH_AS(apply(c, other, no_accum, doubled{}, c),
                           "apply: the rows of the mask have to be dealt out as those of C", invalid_argument);
      CHECK_THROWS_WITH_AS(select(c, less<int>{}, other, 9),
                           "select: the rows of an operand have to be dealt out as those of C", invalid_argument);
    }
    CHECK(agree(A, c));
  }
}
