// compared.cpp - containers are equal where shape, positions of entries and values are, in whatever form they are.
#include <heddle/dense_matrix.hpp>
#include <heddle/matrix.hpp>
#include <heddle/semirings/operators.hpp>
#include <heddle/vector.hpp>
#include <limits>

#include "tests/support/executors.hpp"

using namespace heddle;

namespace {

struct place {
  int row = 0;
};
template <class X>
concept is_compared = requires(X const& x) {
  x == x;
};
static_assert(is_compared<vector<float>> && is_compared<matrix<bool>> && !is_compared<vector<place>> &&
              !is_compared<matrix<place>>);

}  // namespace

EXECUTOR_CASE("vectors are equal in any form, and on any executors") {
  auto const v = vector<float>::build(40, {3, 7}, {1, 2}, no_duplicates, exec);
  vector<float> bitmap(40, exec);
  for (int i : {7, 3, 9}) bitmap.set(i, i == 3 ? 1 : 2);
  CHECK(v != bitmap);
  bitmap.remove(9);
  CHECK(v == bitmap);
  CHECK(v == v.to(executor{}));
  bitmap.set(7, 3);
  CHECK(v != bitmap);
  CHECK(v != vector<float>::build(40, {3, 8}, {1, 2}, no_duplicates, exec));
  CHECK(v != vector<float>::build(41, {3, 7}, {1, 2}, no_duplicates, exec));
  CHECK(vector<float>::filled(5, 0, exec) != vector<float>(5, exec));
  CHECK(vector<int>::dense({1, 2}, exec) == vector<int>::build(2, {1, 0}, {2, 1}, no_duplicates, exec));
  CHECK(vector<int>(0, exec) == vector<int>());
}

EXECUTOR_CASE("matrices are equal whether values are stored or are one for all, and what waits counts") {
  auto const a = matrix<int>::build(3, 4, {0, 2}, {3, 1}, {}, no_duplicates, exec);
  auto b = matrix<int>::build(3, 4, {0, 2}, {3, 1}, {1, 1}, no_duplicates, exec);
  CHECK(a == b);
  CHECK(a == b.to(executor{}));
  CHECK(a != b.transposed());
  CHECK(a == b.transposed().transposed());
  b.set(1, 1, 5);
  CHECK(a != b);
  b.remove(1, 1);
  CHECK(a == b);
  b.set(2, 1, 2);
  CHECK(a != b);
  CHECK(matrix<int>(3, 4, exec) != matrix<int>(4, 3, exec));
}

EXECUTOR_CASE("a NaN is equal to nothing, as among numbers") {
  auto const v = vector<double>::filled(2, std::numeric_limits<double>::quiet_NaN(), exec);
  CHECK(v != v);
}

EXECUTOR_CASE("scalars are equal where both have a value and it is the same, or neither has one") {
  scalar<int> const three(3, exec), four(4, exec), none(std::nullopt, exec);
  CHECK(three == three);
  CHECK(three != four);
  CHECK(three != none);
  CHECK(none == none);
}

EXECUTOR_CASE("dense matrices are equal in either layout") {
  auto const rows = dense_matrix<float>::from_rows(2, 3, {1.0f, 2.0f, 3.0f, 4.0f, 5.0f, 6.0f}, exec);
  auto columns = dense_matrix<float>::from_rows(2, 3, rows.to_rows(), exec, layout::column_major);
  CHECK(rows == columns);
  columns.set(1, 2, 7);
  CHECK(rows != columns);
  CHECK(rows != dense_matrix<float>::from_rows(3, 2, rows.to_rows(), exec));
}
