// matrix_elements.cpp - single entries of a matrix, its shape, its copies and where it lives.
#include <heddle/matrix.hpp>
#include <heddle/semirings/operators.hpp>
#include <map>
#include <random>

#include "tests/support/executors.hpp"

using namespace heddle;

namespace {

matrix<int> sample_matrix(executor const& exec) {
  return matrix<int>::build(3, 4, {0, 0, 2, 2}, {1, 3, 0, 3}, {1, 2, 3, 4}, take_first<int>{}, exec);
}

bool same(matrix<int> const& a, matrix<int> const& b) {
  auto const x = a.tuples(), y = b.tuples();
  return a.rows() == b.rows() && a.cols() == b.cols() && x.row == y.row && x.col == y.col && x.value == y.value;
}

}  // namespace

EXECUTOR_CASE("entries of a matrix are set, replaced, removed and set again") {
  matrix<int> a = sample_matrix(exec);
  CHECK(a.get(0, 3) == 2);
  CHECK(!a.get(1, 1));
  a.set(1, 1, 5);
  a.set(0, 3, 20);
  a.set(0, 3, 21);
  a.remove(2, 0);
  a.remove(1, 0);
  CHECK_EQ(a.nnz(), 4);
  CHECK(a.get(0, 3) == 21);
  CHECK(!a.get(2, 0));
  a.remove(1, 1);
  a.set(1, 1, 6);
  a.set(2, 0, 7);
  a.remove(2, 0);
  CHECK(a.tuples().value == std::vector<int>{1, 21, 6, 4});
  CHECK(a.tuples().row == std::vector<std::int32_t>{0, 0, 1, 2});
}

EXECUTOR_CASE("many updates in any order leave what a map would") {
  std::mt19937 random(11);
  std::map<std::pair<int, int>, int> expected;
  matrix<int> a(20, 30, exec);
  for (int k = 0; k < 5000; ++k) {
    int const row = static_cast<int>(random() % 20), col = static_cast<int>(random() % 30);
    if (random() % 3 == 0) {
      expected.erase({row, col});
      a.remove(row, col);
    } else {
      expected[{row, col}] = k;
      a.set(row, col, k);
    }
    if (k % 999 == 0) a.csc();  // forms must not outlive the next update
  }
  auto const entries = a.tuples();
  REQUIRE_EQ(entries.value.size(), expected.size());
  std::size_t k = 0;
  for (auto const& [place, value] : expected) {
    CHECK_EQ(entries.row[k], place.first);
    CHECK_EQ(entries.col[k], place.second);
    CHECK_EQ(entries.value[k++], value);
  }
  CHECK_EQ(a.csc().nnz, a.nnz());
}

EXECUTOR_CASE("updating a pattern matrix gives it values") {
  auto a = matrix<int>::build(2, 2, {0, 1}, {0, 1}, {}, take_first<int>{}, exec, 3);
  a.set(0, 1, 5);
  CHECK(a.tuples().value == std::vector<int>{3, 5, 3});
  a.remove(0, 1);
  CHECK(a.tuples().value == std::vector<int>{3, 3});
}

EXECUTOR_CASE("positions outside a matrix are named") {
  matrix<int> a = sample_matrix(exec);
  CHECK_THROWS_WITH_AS((void)a.get(3, 0), "matrix::get: (3, 0) of 3 x 4", index_out_of_range);
  CHECK_THROWS_WITH_AS(a.set(0, 4, 1), "matrix::set: (0, 4) of 3 x 4", index_out_of_range);
  CHECK_THROWS_WITH_AS(a.remove(-1, 0), "matrix::remove: (-1, 0) of 3 x 4", index_out_of_range);
  CHECK(same(a, sample_matrix(exec)));
}

EXECUTOR_CASE("resizing a matrix keeps the entries that still have a place") {
  matrix<int> a = sample_matrix(exec);
  a.set(1, 2, 9);
  a.resize(5, 6);
  CHECK_EQ(a.nnz(), 5);
  a.set(4, 5, 8);
  a.resize(3, 3);
  CHECK_EQ(a.rows(), 3);
  CHECK_EQ(a.cols(), 3);
  CHECK(a.tuples().row == std::vector<std::int32_t>{0, 1, 2});
  CHECK(a.tuples().value == std::vector<int>{1, 9, 3});
  a.resize(0, 3);
  a.resize(3, 3);
  CHECK_EQ(a.nnz(), 0);
}

EXECUTOR_CASE("resizing a one-value matrix keeps its value") {
  auto a = matrix<int>::build(2, 3, {0, 1}, {0, 2}, {}, take_first<int>{}, exec, 6);
  a.resize(3, 3);
  CHECK(a.tuples().value == std::vector<int>{6, 6});
}

EXECUTOR_CASE("a rectangular matrix becomes a square graph") {
  matrix<int> a = sample_matrix(exec);
  a.resize(4, 4);
  CHECK_EQ(a.csc().major, 4);
  CHECK_EQ(a.csr().major, 4);
  CHECK(a.get(2, 3) == 4);
  CHECK(!a.get(3, 2));
}

EXECUTOR_CASE("clear drops the entries and pending updates and keeps the shape") {
  matrix<int> a = sample_matrix(exec);
  a.set(1, 1, 1);
  a.clear();
  CHECK_EQ(a.nnz(), 0);
  CHECK_EQ(a.rows(), 3);
  CHECK_EQ(a.csc().major, 4);
  a.set(1, 1, 2);
  CHECK(a.tuples().value == std::vector<int>{2});
}

EXECUTOR_CASE("copies of a matrix share forms until one of them changes") {
  matrix<int> original = sample_matrix(exec);
  original.csc();
  matrix<int> copy = original, assigned(1, 1, exec);
  assigned = copy;
  CHECK_EQ(copy.csr().indices, original.csr().indices);
  CHECK_EQ(assigned.csc().indices, original.csc().indices);
  original.set(0, 0, 7);
  copy.remove(0, 1);
  CHECK_EQ(original.nnz(), 5);
  CHECK_EQ(copy.nnz(), 3);
  CHECK(same(assigned, sample_matrix(exec)));
}

EXECUTOR_CASE("a copy takes updates along that are still pending") {
  matrix<int> original = sample_matrix(exec);
  original.set(1, 1, 5);
  matrix<int> const copy = original;
  original.remove(1, 1);
  CHECK(copy.get(1, 1) == 5);
  CHECK(!original.get(1, 1));
}

EXECUTOR_CASE("matrices move and swap") {
  matrix<int> original = sample_matrix(exec), other(2, 2, exec);
  auto const* const indices = original.csr().indices;
  matrix<int> moved = std::move(original);
  CHECK_EQ(moved.csr().indices, indices);
  std::swap(moved, other);
  CHECK_EQ(other.csr().indices, indices);
  CHECK_EQ(moved.rows(), 2);
  CHECK_EQ(moved.nnz(), 0);
}

EXECUTOR_CASE("a matrix goes to another executor and back unchanged") {
  matrix<int> a = sample_matrix(exec);
  a.set(1, 2, 9);
  matrix<int> const there = a.to(executor{}), back = there.to(exec);
  CHECK(there.exec().is_host());
  CHECK(back.exec() == exec);
  CHECK(same(there, a));
  CHECK(same(back, a));
  CHECK(same(back.transposed().transposed(), a));
  a.set(0, 0, 1);
  CHECK(!there.get(0, 0));
}

static_assert(std::is_nothrow_move_constructible_v<matrix<float>> && std::is_nothrow_move_assignable_v<matrix<float>>);

EXECUTOR_CASE("a matrix that was moved from has no rows, and takes new ones") {
  auto a = matrix<float>::build(2, 3, {0, 1}, {1, 2}, {5, 6}, plus<float>{}, exec);
  a.set(1, 0, 7);
  matrix<float> b = std::move(a);
  CHECK_EQ(a.rows(), 0);
  CHECK_EQ(a.nnz(), 0);
  CHECK(b.tuples().value == std::vector<float>{5, 7, 6});
  a = std::move(b);
  CHECK_EQ(b.cols(), 0);
  b = a;
  std::swap(a, b);
  b.resize(1, 2);
  CHECK(b.tuples().value == std::vector<float>{5});
  CHECK(a.get(1, 0) == 7.0F);
}
