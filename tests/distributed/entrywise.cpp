// entrywise.cpp - operations on vectors over ranks are those on whole vectors, however each is dealt out.
#include "tests/distributed/drawn.hpp"

using namespace heddle;
using namespace heddle::testing;

namespace {

struct shifted_by_position {
  HEDDLE_FN int operator()(int x, size_type i) const { return x + static_cast<int>(i); }
};
struct odd_with_position {
  HEDDLE_FN bool operator()(int x, size_type i, int t) const { return (x + static_cast<int>(i)) % 2 == t; }
};
struct negated {
  HEDDLE_FN int operator()(int x) const { return -x; }
};

}  // namespace

TEST_CASE("operations on vectors over ranks are those on whole ones") {
  for_each_dealt_case(20, [](dealt_case& drawn) {
    auto const d = drawn.descriptor;
    int const n = drawn.rows;
    auto const u = drawn.drawn(n), v = drawn.drawn(n);
    auto const du = drawn.dealt(u), dv = drawn.dealt(v);
    auto const try_call = [&](auto const& call) {
      auto w = drawn.drawn(n);
      auto dw = drawn.dealt(w);
      call(w, u, v), call(dw, du, dv);
      CHECK(agree(w, dw));
    };
    try_call([&](auto& w, auto const& x, auto const& y) { ewise_mult(w, x, plus<int>{}, times<int>{}, x, y, d); });
    try_call([&](auto& w, auto const& x, auto const& y) {
      ewise_add(w, minus<int>{}, w, y);
      ewise_mult(w, plus<int>{}, w, x);
    });
    try_call(
        [&](auto& w, auto const& x, auto const& y) { ewise_add(w, structure(y), no_accum, minus<int>{}, x, y, d); });
    try_call([&](auto& w, auto const& x, auto const& y) {
      apply(w, complement(x), plus<int>{}, shifted_by_position{}, y, d);
    });
    try_call([&](auto& w, auto const& x, auto const&) { apply(w, negated{}, x); });
    try_call([&](auto& w, auto const& x, auto const&) { select(w, odd_with_position{}, x, 1); });
    try_call([&](auto& w, auto const& x, auto const& y) { select(w, y, plus<int>{}, less<int>{}, x, 1, d); });
    scalar<int> const half(n / 2);
    try_call(
        [&](auto& w, auto const& x, auto const&) { select(w, row_le{}, x, half), select(w, less<int>{}, w, half); });
    try_call([&](auto& w, auto const& x, auto const& y) { select_with(w, less<int>{}, x, y); });
    try_call([&](auto& w, auto const& x, auto const&) { assign(w, x, no_accum, 7, d); });
    try_call([&](auto& w, auto const& x, auto const& y) { assign(w, complement(x), plus<int>{}, y, d); });
    CHECK(reduce(first_of{}, u) == reduce(first_of{}, du));
    CHECK(reduce(plus_monoid<int>{}, u) == reduce(plus_monoid<int>{}, du));
    if (n == 0) return;
    vector<int> at(n);
    for (int i = 0; i < n; ++i) {
      if (drawn.below(3) > 0) at.set(i, drawn.below(n));
    }
    auto const dat = drawn.dealt(at);
    try_call([&](auto& w, auto const& x, auto const& y) {
      if constexpr (std::is_same_v<decltype(w), vector<int>&>) {
        gather(w, structure(y), no_accum, x, at, d), scatter(w, no_mask, plus<int>{}, at, y, first_of{}, d);
      } else {
        gather(w, structure(y), no_accum, x, dat, d), scatter(w, no_mask, plus<int>{}, dat, y, first_of{}, d);
      }
    });
    int const i = drawn.below(n), j = drawn.below(n);
    try_call([&](auto& w, auto const&, auto const&) { w.set(i, 5), w.remove(j); });
    CHECK(u.get(i) == du.get(i));
  });
}

TEST_CASE("sums of rows, of columns and of all entries over ranks are those of the whole matrix") {
  for_each_dealt_case(15, [](dealt_case& drawn) {
    auto const A = drawn.whole();
    auto const dealt = drawn.dealt(A);
    auto rows = drawn.drawn(drawn.rows), columns = drawn.drawn(drawn.cols);
    auto drows = drawn.dealt(rows), dcolumns = drawn.dealt(columns);
    auto const mask = drawn.drawn(drawn.rows);
    auto const dmask = drawn.dealt(mask);
    reduce(rows, mask, plus<int>{}, first_of{}, A, drawn.descriptor);
    reduce(drows, dmask, plus<int>{}, first_of{}, dealt, drawn.descriptor);
    reduce(columns, max_monoid<int>{}, transpose(A)), reduce(dcolumns, max_monoid<int>{}, transpose(dealt));
    CHECK(agree(rows, drows));
    CHECK(agree(columns, dcolumns));
    CHECK(reduce(min_monoid<int>{}, A) == reduce(min_monoid<int>{}, dealt));
  });
}

TEST_CASE("assign over ranks takes vectors, numbers and scalars, which may be empty") {
  for (auto const& ranks : groups_to_try()) {
    auto const whole = vector<int>::build(6, {0, 2, 5}, {7, 8, 9}, no_duplicates);
    auto const u = distributed::vector<int>::dealt(whole, distributed::equal_rows{1}(6, ranks.ranks()), ranks);
    auto w = distributed::vector<int>::filled(u.dealt_by(), 1, ranks);
    assign(w, u);
    CHECK(agree(whole, w));
    assign(w, 4);
    CHECK(agree(vector<int>::filled(6, 4), w));
    assign(w, scalar<int>(5));
    CHECK(agree(vector<int>::filled(6, 5), w));
    assign(w, structure(u), plus<int>{}, scalar<int>(2));
    CHECK(agree(vector<int>::dense(std::vector<int>{7, 5, 7, 5, 5, 7}), w));
    assign(w, structure(u), no_accum, scalar<int>(std::nullopt));
    CHECK(agree(vector<int>::build(6, {1, 3, 4}, {5, 5, 5}, no_duplicates), w));
  }
}

TEST_CASE("what is wrong with positions or sizes over ranks is named as it stands in the whole") {
  for (auto const& ranks : groups_to_try()) {
    auto const by = distributed::equal_rows{1}(20, ranks.ranks());
    auto const u = distributed::vector<int>::filled(by, 1, ranks);
    auto positions = vector<int>::filled(20, 0);
    positions.set(19, -4);
    auto const p = distributed::vector<int>::dealt(positions, by, ranks);
    auto w = u;
    auto const named = [](char const* what) {
      return std::string(what) + ": p(19) is -4, which lies outside of [0, 20)";
    };
    if (ranks.local_ranks().back() == ranks.ranks() - 1) {
      CHECK_THROWS_WITH_AS(gather(w, u, p), named("gather").c_str(), index_out_of_range);
      CHECK_THROWS_WITH_AS(scatter(w, p, u, plus_monoid<int>{}), named("scatter").c_str(), index_out_of_range);
    } else {
      CHECK_THROWS_AS(gather(w, u, p), distributed::rank_failed);
      CHECK_THROWS_AS(scatter(w, p, u, plus_monoid<int>{}), distributed::rank_failed);
    }
    CHECK_THROWS_WITH_AS((void)distributed::vector<int>(-1, ranks), "dealing: size -1 is negative", invalid_argument);
  }
  CHECK_THROWS_WITH_AS((void)distributed::equal_rows{}(100, 0), "dealing: ranks is 0, but must be 1 or more",
                       invalid_argument);
}
