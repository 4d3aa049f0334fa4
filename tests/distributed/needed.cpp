// needed.cpp - where rows need little of a vector at other ranks, that alone is sent, and products are the same.
#include "tests/distributed/drawn.hpp"

using namespace heddle;
using namespace heddle::testing;

namespace {

/// Entries lie at most two columns from the diagonal; every value is its position's own.
matrix<double> drawn_band(dealt_case& drawn, int n) {
  std::vector<int> row, col;
  std::vector<double> value;
  for (int i = 0; i < n; ++i) {
    for (int j = std::max(0, i - 2); j < std::min(n, i + 3); ++j) {
      if (drawn.below(3) > 0) row.push_back(i), col.push_back(j), value.push_back(drawn.below(9) - 4);
    }
  }
  return matrix<double>::build(n, n, row, col, value, no_duplicates);
}

distributed::matrix<double> dealt_by(distributed::dealing const& by, matrix<double> const& whole,
                                     distributed::group const& ranks) {
  return distributed::matrix<double>::dealt(whole, ranks,
                                            [&](size_type, int, distributed::entries_before const&) { return by; });
}

/// Columns at rank `at` that rows of rank `of` name, ascending.
std::vector<int> named(matrix<double> const& whole, distributed::dealing const& rows,
                       distributed::dealing const& columns, int of, int at) {
  std::vector<int> found;
  auto const tuples = whole.tuples();
  for (std::size_t k = 0; k < tuples.row.size(); ++k) {
    if (rows.owner(tuples.row[k]) == of && columns.owner(tuples.col[k]) == at) found.push_back(tuples.col[k]);
  }
  std::sort(found.begin(), found.end());
  found.erase(std::unique(found.begin(), found.end()), found.end());
  return found;
}

std::vector<int> stretch_of(buffer<int> const& list, std::vector<size_type> const& begins, int r, size_type more) {
  auto const all = list.to_host();
  auto const at = static_cast<std::size_t>(r);
  std::vector<int> stretch(all.begin() + begins[at], all.begin() + begins[at + 1]);
  for (int& element : stretch) element += static_cast<int>(more);
  return stretch;
}

}  // namespace

TEST_CASE("ranks know what they need of a vector at others, where that is little") {
  int little = 0;
  for_each_dealt_case(8, [&](dealt_case& drawn) {
    auto const& ranks = drawn.ranks();
    int const n = 40 + drawn.below(200);
    auto const whole = drawn_band(drawn, n);
    auto const rows = distributed::equal_rows{1}(n, ranks.ranks()), columns = drawn.cuts(n);
    auto const A = dealt_by(rows, whole, ranks);
    auto const* const needed = detail::needed_access::rows(A, columns);
    CHECK(needed == detail::needed_access::rows(A, columns));
    std::size_t outside = 0;
    for (int r = 0; r < ranks.ranks(); ++r) {
      for (int other = 0; other < ranks.ranks(); ++other) {
        if (other != r) outside += named(whole, rows, columns, r, other).size();
      }
    }
    bool const few =
        !share_memory(ranks) && ranks.ranks() > 1 && 4 * static_cast<size_type>(outside) <= (ranks.ranks() - 1) * n;
    REQUIRE((needed != nullptr) == few);
    if (!few) return;
    ++little;
    for (std::size_t place = 0; place < needed->size(); ++place) {
      int const me = ranks.local_ranks()[place];
      auto const& mine = (*needed)[place];
      for (int r = 0; r < ranks.ranks(); ++r) {
        auto const nothing = std::vector<int>();
        CHECK(stretch_of(mine.wanted, mine.from, r, 0) == (r == me ? nothing : named(whole, rows, columns, me, r)));
        CHECK(stretch_of(mine.asked, mine.to, r, columns.begin(me)) ==
              (r == me ? nothing : named(whole, rows, columns, r, me)));
      }
    }
  });
  for (auto const& ranks : groups_to_try()) {
    if (ranks.ranks() > 1 && !share_memory(ranks)) CHECK(little > 0);
  }
}

TEST_CASE("products of which ranks need little of each other are those of the whole matrix") {
  for_each_dealt_case(8, [](dealt_case& drawn) {
    auto const& ranks = drawn.ranks();
    int const n = 40 + drawn.below(200);
    auto const whole = drawn_band(drawn, n);
    auto const A = dealt_by(distributed::equal_rows{1}(n, ranks.ranks()), whole, ranks);
    for (int dealing = 0; dealing < 3; ++dealing) {
      auto const by = dealing == 0 ? A.dealt_by() : drawn.cuts(n);
      vector<double> x = vector<double>::filled(n, 0);
      for (int i = 0; i < n; ++i) x.set(i, drawn.below(9) - 4);
      auto const dealt_x = distributed::vector<double>::dealt(x, by, ranks);
      auto y = vector<double>::filled(n, 1);
      auto dealt_y = distributed::vector<double>::dealt(y, A.dealt_by(), ranks);
      spmv(y, 2, whole, x, 1), spmv(dealt_y, 2, A, dealt_x, 1);
      CHECK(agree(y, dealt_y));
      vector<double> least(n);
      distributed::vector<double> dealt_least(by, ranks);
      mxv(least, min_plus<double>{}, whole, x), mxv(dealt_least, min_plus<double>{}, A, dealt_x);
      CHECK(agree(least, dealt_least));
      // What is no longer full is gathered as it is.
      int const hole = drawn.below(n);
      auto some = x;
      auto dealt_some = dealt_x;
      some.remove(hole), dealt_some.remove(hole);
      mxv(least, min_plus<double>{}, whole, some), mxv(dealt_least, min_plus<double>{}, A, dealt_some);
      CHECK(agree(least, dealt_least));
      std::vector<double> values;
      for (int k = 0; k < 3 * n; ++k) values.push_back(drawn.below(9) - 4);
      auto const b = dense_matrix<double>::from_rows(n, 3, values);
      dense_matrix<double> c(n, 3);
      distributed::dense_matrix<double> dealt_c(A.dealt_by(), 3, ranks);
      mxm(c, plus_times<double>{}, whole, b);
      mxm(dealt_c, plus_times<double>{}, A, distributed::dense_matrix<double>::dealt(b, by, ranks));
      auto const there = dealt_c.gather_to(0);
      CHECK((!there || *there == c));
    }
  });
}

TEST_CASE("PageRank over ranks that need little of each other is that of the whole matrix") {
  for_each_dealt_case(6, [](dealt_case& drawn) {
    auto const& ranks = drawn.ranks();
    int const n = 40 + drawn.below(200);
    auto whole = drawn_band(drawn, n);
    auto const by = distributed::equal_rows{1}(n, ranks.ranks());
    if (drawn.below(2) == 0) {
      ewise_add(whole, plus<double>{}, whole, transpose(whole));
      whole.assume_symmetric();
    }
    auto const found = pagerank(dealt_by(by, whole, ranks), {.tolerance = 0, .iterations = 30});
    auto const there = found.ranks.gather_to(0);
    if (!there) return;
    auto const a = there->to_dense(0), b = pagerank(whole, {.tolerance = 0, .iterations = 30}).ranks.to_dense(0);
    for (std::size_t v = 0; v < a.size(); ++v) CHECK(a[v] == doctest::Approx(b[v]).epsilon(1e-12));
  });
}
