// read_in_place.cpp - rows of a matrix as ranges, and the values of a vector as an array.
#include <heddle/matrix.hpp>
#include <heddle/semirings/operators.hpp>
#include <heddle/vector.hpp>
#include <ranges>

#include "tests/support/draws.hpp"
#include "tests/support/executors.hpp"
#include "tests/support/random_cases.hpp"

using namespace heddle;
using namespace heddle::testing;

namespace {

using ranged_row = row_entries<double, std::int32_t, std::int64_t>;
static_assert(std::ranges::forward_range<ranged_row> && std::ranges::sized_range<ranged_row>);
template <class V>
concept gives_values = requires(V&& v) {
  std::forward<V>(v).values().size();
};
static_assert(gives_values<vector<int> const&> && !gives_values<vector<int>>);

template <class T, class I, class O> void check_rows(matrix<T, I, O> const& a) {
  std::vector<matrix_entry<T, I>> found;
  for (size_type i = 0; i < a.rows(); ++i) {
    auto const row = a.row(i);
    std::size_t entries = 0;
    for (auto [j, value] : row) {
      found.push_back({static_cast<I>(i), j, value});
      ++entries;
    }
    CHECK_EQ(row.size(), entries);
    CHECK_EQ(row.empty(), entries == 0);
  }
  auto const all = a.entries();
  CHECK(std::equal(found.begin(), found.end(), all.begin(), all.end()));
}

}  // namespace

EXECUTOR_CASE("the rows of a matrix, one after the other, are its entries") {
  for (unsigned seed = 0; seed < draws(60); ++seed) {
    CAPTURE(seed);
    random_source random(seed);
    auto const a = draw_matrix<int>(random, draw_size(random), draw_size(random), draw_density(random));
    check_rows(make_matrix<int, std::int32_t, std::int64_t>(a, exec));
  }
  check_rows(matrix<bool>::build(3, 4, {0, 2, 2}, {1, 0, 3}, {}, no_duplicates, exec));
  check_rows(matrix<float>(3, 0, exec));
}

EXECUTOR_CASE("a row keeps its entries when the matrix changes or goes, and what waits is in it") {
  auto a = matrix<int>::build(2, 4, {0, 1}, {1, 3}, {5, 6}, no_duplicates, exec);
  a.set(0, 0, 4);
  auto const row = a.row(0);
  a.set(0, 1, 9);
  a = matrix<int>();
  REQUIRE_EQ(row.size(), 2);
  auto at = row.begin();
  CHECK(*at++ == vector_entry<int, std::int32_t>{0, 4});
  CHECK(*at == vector_entry<int, std::int32_t>{1, 5});
}

EXECUTOR_CASE("a row that there is not is refused") {
  matrix<int> const a(2, 4, exec);
  CHECK_THROWS_WITH_AS((void)a.row(2), "matrix::row: row 2 of a matrix of 2 x 4", index_out_of_range);
  CHECK_THROWS_AS((void)a.row(-1), index_out_of_range);
}

EXECUTOR_CASE("the values of a vector without gaps are an array where it lives") {
  auto const check = [&](vector<float> const& v) {
    std::vector<float> copy(v.values().size());
    detail::copy_bytes(executor{}, copy.data(), exec, v.values().data(), v.values().size_bytes());
    CHECK(copy == v.to_dense(0));
  };
  check(vector<float>::dense({1.0f, 2.0f, 3.0f}, exec));
  check(vector<float>::build(2, {1, 0}, {5, 4}, no_duplicates, exec));
  check(vector<float>(0, exec));
}

EXECUTOR_CASE("the values of a vector that lacks entries are refused") {
  auto const v = vector<float>::build(3, {1}, {5}, no_duplicates, exec);
  CHECK_THROWS_WITH_AS((void)v.values(),
                       "vector::values: 1 of 3 positions have an entry, so there are no values of all; "
                       "to_dense(missing) gives the others one",
                       invalid_argument);
}
