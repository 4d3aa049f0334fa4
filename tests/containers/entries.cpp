// entries.cpp - matrices and vectors as ranges of their entries.
#include <algorithm>
#include <heddle/matrix.hpp>
#include <heddle/vector.hpp>
#include <ranges>

#include "tests/support/draws.hpp"
#include "tests/support/executors.hpp"
#include "tests/support/random_cases.hpp"

using namespace heddle;
using namespace heddle::testing;

namespace {

using ranged_matrix = matrix_entries<double, std::int32_t, std::int64_t>;
using ranged_vector = vector_entries<bool, std::int64_t>;
static_assert(std::ranges::forward_range<ranged_matrix> && std::ranges::sized_range<ranged_matrix>);
static_assert(std::ranges::forward_range<ranged_vector> && std::ranges::sized_range<ranged_vector>);
template <class V>
concept gives_entries = requires(V&& v) {
  std::forward<V>(v).entries().begin();
};
static_assert(gives_entries<vector<int> const&> && gives_entries<vector<int>> && gives_entries<matrix<int>>);
static_assert(!gives_entries<vector<int> const>);

template <class T, class I, class O> void check_entries(matrix<T, I, O> const& a) {
  auto const expected = a.tuples();
  auto const range = a.entries();
  CHECK_EQ(range.size(), expected.row.size());
  CHECK_EQ(range.empty(), expected.row.empty());
  std::size_t k = 0;
  for (auto [i, j, value] : range) {
    REQUIRE(k < expected.row.size());
    CHECK((i == expected.row[k] && j == expected.col[k] && value == expected.value[k]));
    ++k;
  }
  CHECK_EQ(k, expected.row.size());
}

template <class T, class I> void check_entries(vector<T, I> const& v) {
  auto const form = v.form();
  std::vector<I> index;
  std::vector<T> values;
  auto const range = v.entries();
  for (auto [i, value] : range) index.push_back(i), values.push_back(value);
  auto const expected = v.tuples();
  CHECK(index == expected.index);
  CHECK(values == expected.value);
  CHECK_EQ(range.size(), index.size());
  CHECK_EQ(range.empty(), index.empty());
  CHECK(v.form() == form);
}

}  // namespace

EXECUTOR_CASE("a matrix is the range of its entries, by rows, then columns") {
  for (unsigned seed = 0; seed < draws(100); ++seed) {
    CAPTURE(seed);
    random_source random(seed);
    auto const a = draw_matrix<int>(random, draw_size(random), draw_size(random), draw_density(random));
    check_entries(make_matrix<int, std::int32_t, std::int32_t>(a, exec));
    check_entries(make_matrix<int, std::int64_t, std::int64_t>(a, exec));
  }
  check_entries(matrix<bool>::build(4, 3, {3, 1}, {0, 2}, {}, take_first<bool>{}, exec));
  check_entries(matrix<float>(0, 0, exec));
  check_entries(matrix<float>(0, 3, exec));
  check_entries(matrix<float>(3, 0, exec));
}

EXECUTOR_CASE("a vector of any form is the range of its entries, by index") {
  for (unsigned seed = 0; seed < draws(100); ++seed) {
    random_source random(seed);
    auto const v = draw_vector<int>(random, draw_size(random), draw_density(random));
    held const how = draw_held(random);
    CAPTURE(seed);
    check_entries(make_vector<int, std::int32_t>(v, how, exec));
    check_entries(make_vector<int, std::int64_t>(v, how, exec));
  }
  check_entries(vector<bool>(0, exec));
  check_entries(vector<bool>::filled(3, true, exec));
  size_type const size = size_type{1} << 40;
  check_entries(vector<int, std::int64_t>::build(size, {size - 1, 5}, {1, 2}, take_first<int>{}, exec));
}

EXECUTOR_CASE("the entries of a matrix are those of when they were asked for, whatever becomes of it") {
  auto a = matrix<int>::build(3, 3, {0, 2}, {1, 1}, {5, 7}, take_first<int>{}, exec);
  a.set(1, 1, 6);
  auto const range = a.entries();
  a.set(1, 2, 9);
  a = matrix<int>(1, 1, exec);
  int sum = 0;
  for (auto [i, j, value] : range) sum += value;
  CHECK_EQ(sum, 18);
  for (auto [i, j, value] : matrix<int>::build(2, 2, {1}, {0}, {3}, take_first<int>{}, exec).entries())
    sum += i + j + value;
  CHECK_EQ(sum, 22);
}

EXECUTOR_CASE("the range of a temporary vector of any form holds its entries, and outlives it") {
  for (unsigned seed = 0; seed < draws(30); ++seed) {
    CAPTURE(seed);
    random_source random(seed);
    auto const v = make_vector<int, std::int64_t>(draw_vector<int>(random, draw_size(random), draw_density(random)),
                                                  draw_held(random), exec);
    vector_tuples<int, std::int64_t> found;
    for (auto [i, value] : vector<int, std::int64_t>(v).entries()) {
      found.index.push_back(i);
      found.value.push_back(value);
    }
    CHECK(found.index == v.tuples().index);
    CHECK(found.value == v.tuples().value);
    auto given_up = v;
    auto const range = std::move(given_up).entries();
    given_up = vector<int, std::int64_t>(3, exec);
    CHECK_EQ(range.size(), found.index.size());
    CHECK_EQ(std::ranges::distance(range), static_cast<std::ptrdiff_t>(found.index.size()));
  }
}

EXECUTOR_CASE("entries can be walked again and again, and searched by standard algorithms") {
  auto const v = vector<int>::build(9, {2, 4, 8}, {3, 1, 2}, take_first<int>{}, exec);
  auto const entries = v.entries();
  auto const least = std::ranges::min_element(entries, {}, [](auto e) { return e.value; });
  CHECK_EQ((*least).index, 4);
  auto at = entries.begin();
  auto const before = at++;
  CHECK_EQ((*before).index, 2);
  CHECK_EQ((*at).index, 4);
  CHECK_EQ(std::ranges::distance(before, entries.end()), 3);
  CHECK_EQ(std::ranges::count_if(entries, [](auto e) { return e.value > 1; }), 2);
}
