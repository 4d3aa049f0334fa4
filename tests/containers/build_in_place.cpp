// build_in_place.cpp - containers are built by the executor that has the tuples: sorted, checked, duplicates combined.
#include <heddle/matrix.hpp>
#include <heddle/semirings/monoids.hpp>
#include <heddle/semirings/operators.hpp>
#include <heddle/vector.hpp>
#include <map>
#include <random>

#include "tests/support/append_digit.hpp"
#include "tests/support/buffer_on.hpp"
#include "tests/support/executors.hpp"

using namespace heddle;
using testing::append_digit;
using testing::buffer_on;

namespace {

using wide_int = std::int64_t;

// Of eight bytes in two fields, which are aligned to four; and of three bytes, which the sort cannot carry.
struct stamped {
  std::int32_t number, stamp;
  friend bool operator==(stamped const&, stamped const&) = default;
};
struct three_bytes {
  std::uint8_t a, b, c;
  friend bool operator==(three_bytes const&, three_bytes const&) = default;
};

template <class T> T value_of_tuple(int k) { return static_cast<T>(1 + k % 9); }
template <> stamped value_of_tuple(int k) { return {k, -k}; }
template <> three_bytes value_of_tuple(int k) {
  return {static_cast<std::uint8_t>(k), static_cast<std::uint8_t>(k >> 8), 7};
}
template <> bool value_of_tuple(int k) { return k % 3 == 0; }

// Tuples in host memory, as drawn, and the matrix that they make, by a map.
template <class T, class Index> struct drawn_tuples {
  std::vector<Index> row, col;
  std::vector<T> value;

  drawn_tuples(size_type rows, size_type cols, int n, unsigned seed) {
    std::mt19937_64 random(seed);
    for (int k = 0; k < n; ++k) {
      row.push_back(static_cast<Index>(random() % static_cast<std::uint64_t>(rows)));
      col.push_back(static_cast<Index>(random() % static_cast<std::uint64_t>(cols)));
      value.push_back(value_of_tuple<T>(k));
    }
  }
  template <class Op> std::map<std::pair<Index, Index>, T> combined(Op op) const {
    std::map<std::pair<Index, Index>, T> all;
    for (std::size_t k = 0; k < row.size(); ++k) {
      auto const [at, fresh] = all.try_emplace({row[k], col[k]}, value[k]);
      if (!fresh) at->second = op(at->second, T(value[k]));
    }
    return all;
  }
};

template <class T, class Index, class Op>
void check_matrix(executor const& exec, size_type rows, size_type cols, int n, Op op) {
  drawn_tuples<T, Index> const drawn(rows, cols, n, 5);
  CAPTURE(rows);
  CAPTURE(cols);
  auto const row = buffer_on(exec, drawn.row), col = buffer_on(exec, drawn.col);
  detail::array_on<T> const value(exec, drawn.value);
  auto const a = matrix<T, Index, wide_int>::build({rows, cols, n, row.data(), col.data(), value.data()}, op, exec);
  auto const t = a.tuples();
  auto const expected = drawn.combined(op);
  REQUIRE_EQ(t.row.size(), expected.size());
  std::size_t k = 0, wrong = 0;
  for (auto const& [at, combined] : expected) {
    wrong += t.row[k] != at.first || t.col[k] != at.second || !(t.value[k] == combined);
    ++k;
  }
  CHECK_EQ(wrong, 0);
  CHECK(row.to_host() == drawn.row);
  std::size_t listed = 0;
  for (auto entry : a.entries()) listed += expected.contains({entry.row, entry.col});
  CHECK_EQ(listed, expected.size());
}

}  // namespace

EXECUTOR_CASE("[sanitize] a matrix is built where its tuples are, of every width of values and positions") {
  check_matrix<float, std::int32_t>(exec, 30, 20, 900, plus<float>{});
  check_matrix<double, std::int32_t>(exec, 3000, 2000, 900, take_second<double>{});
  check_matrix<std::int8_t, std::int32_t>(exec, 30, 20, 900, minimum<std::int8_t>{});
  check_matrix<bool, std::int32_t>(exec, 30, 20, 900, logical_or<bool>{});
  check_matrix<stamped, std::int32_t>(exec, 30, 20, 900, take_first<stamped>{});
  check_matrix<three_bytes, std::int32_t>(exec, 30, 20, 900, take_first<three_bytes>{});
  check_matrix<wide_int, wide_int>(exec, 30, wide_int{1} << 62, 900, plus<wide_int>{});
  check_matrix<float, wide_int>(exec, 1, wide_int{1} << 40, 900, plus<float>{});
  check_matrix<float, std::int32_t>(exec, 900, 1, 900, max_monoid<float>{});
  check_matrix<float, std::int32_t>(exec, 1, 1, 900, take_second<float>{});
  check_matrix<float, std::int32_t>(exec, 70'000, 1, 1, plus<float>{});
  check_matrix<float, std::int32_t>(exec, 5, 4, 0, plus<float>{});
}

EXECUTOR_CASE("many tuples are put in order by all threads and blocks") {
  check_matrix<std::int32_t, std::int32_t>(exec, 700, 900, 300'000, plus<std::int32_t>{});
  check_matrix<wide_int, std::int32_t>(exec, 20'000'000, 2'000'000'000, 100'000, plus<wide_int>{});  // 56 bits
}

EXECUTOR_CASE("an operator that is no kernel of the library's combines in order too") {
  check_matrix<wide_int, std::int32_t>(exec, 30, 40, 900, append_digit{});
  check_matrix<wide_int, wide_int>(exec, 2, wide_int{1} << 62, 40, append_digit{});
  auto const row = buffer_on<std::int32_t>(exec, {1, 1, 0}), col = buffer_on<std::int32_t>(exec, {2, 2, 0});
  auto const value = buffer_on<double>(exec, {3, 4, 5});
  auto const a = matrix<double>::build({2, 3, 3, row.data(), col.data(), value.data()}, minus<double>{}, exec);
  CHECK(a.tuples().value == std::vector<double>{5, -1});
}

EXECUTOR_CASE("a pattern is built where its tuples are") {
  auto const row = buffer_on<std::int32_t>(exec, {1, 1, 0, 1}), col = buffer_on<std::int32_t>(exec, {2, 2, 0, 1});
  coo_arrays<float> const tuples{2, 3, 4, row.data(), col.data(), nullptr, 2.5F};
  auto const a = matrix<float>::build(tuples, plus<float>{}, exec);
  CHECK(a.csr().values.data == nullptr);
  CHECK(a.tuples().col == std::vector<std::int32_t>{0, 1, 2});
  CHECK(a.tuples().value == std::vector<float>(3, 2.5F));
}

EXECUTOR_CASE("sorted tuples stay as they are, and repeated ones among them are combined") {
  auto const row = buffer_on<std::int32_t>(exec, {0, 0, 2, 2}), col = buffer_on<std::int32_t>(exec, {1, 3, 0, 3});
  auto const value = buffer_on<float>(exec, {1, 2, 3, 4});
  auto const a = matrix<float>::build({3, 4, 4, row.data(), col.data(), value.data()}, no_duplicates, exec);
  CHECK(a.tuples().row == row.to_host());
  CHECK(a.tuples().col == col.to_host());
  CHECK(a.tuples().value == value.to_host());
  CHECK(a.csr().values.data != value.data());
  auto const twice = buffer_on<std::int32_t>(exec, {0, 0, 0, 3});
  auto const b = matrix<float>::build({3, 4, 4, row.data(), twice.data(), value.data()}, plus<float>{}, exec);
  CHECK(b.tuples().row == std::vector<std::int32_t>{0, 2, 2});
  CHECK(b.tuples().value == std::vector<float>{3, 3, 4});
}

EXECUTOR_CASE("[sanitize] a vector is built where its entries are") {
  auto const at = buffer_on<std::int32_t>(exec, {3, 1, 3, 1, 3});
  auto const value = buffer_on<wide_int>(exec, {1, 7, 2, 8, 3});
  auto const v = vector<wide_int>::build({5, 5, at.data(), value.data()}, append_digit{}, exec);
  CHECK(v.tuples().index == std::vector<std::int32_t>{1, 3});
  CHECK(v.tuples().value == std::vector<wide_int>{78, 123});
  auto const sum = vector<wide_int>::build({5, 5, at.data(), value.data()}, plus<wide_int>{}, exec);
  CHECK(sum.tuples().value == std::vector<wide_int>{15, 6});
  auto const last = vector<wide_int>::build({5, 5, at.data(), value.data()}, take_second<wide_int>{}, exec);
  CHECK(last.tuples().value == std::vector<wide_int>{8, 3});
  CHECK_EQ(vector<wide_int>::build({5, 0, nullptr, nullptr}, plus<wide_int>{}, exec).nvals(), 0);
  constexpr wide_int far = wide_int{1} << 62;
  auto const wide_at = buffer_on<wide_int>(exec, {far, 0, far});
  auto const w = vector<wide_int, wide_int>::build({far + 1, 3, wide_at.data(), value.data()}, plus<wide_int>{}, exec);
  CHECK(w.tuples().index == std::vector<wide_int>{0, far});
  CHECK(w.tuples().value == std::vector<wide_int>{7, 3});
}

EXECUTOR_CASE("duplicates are an error that names two entries, where none are allowed") {
  using mat = matrix<float>;
  std::vector<float> const ones(5, 1);
  CHECK_THROWS_WITH_AS(mat::build(4, 5, {2, 0, 2, 3, 2}, {1, 1, 4, 0, 4}, ones, no_duplicates, exec),
                       "matrix::build: entries 2 and 4 both stand at (2, 4)", invalid_argument);
  CHECK_THROWS_WITH_AS(mat::build(4, 5, {0, 2, 2}, {1, 4, 4}, {}, no_duplicates, exec),
                       "matrix::build: entries 1 and 2 both stand at (2, 4)", invalid_argument);
  CHECK_THROWS_WITH_AS(vector<float>::build(9, {7, 1, 7, 2, 3}, ones, no_duplicates, exec),
                       "vector::build: entries 0 and 2 both stand at 7", invalid_argument);
  CHECK_EQ(mat::build(4, 5, {2, 0, 2}, {1, 1, 4}, {1, 2, 3}, no_duplicates, exec).nnz(), 3);
}

EXECUTOR_CASE("the first of many tuples that lie outside is named") {
  std::vector<std::int32_t> row(100'000, 1), col(100'000, 2);
  for (std::size_t k = 77'777; k < row.size(); ++k) row[k] = 9, col[k] = -3;
  CHECK_THROWS_WITH_AS(matrix<float>::build(9, 9, row, col, {}, plus<float>{}, exec),
                       "matrix::build: entry 77777 stands at (9, -3) of 9 x 9", index_out_of_range);
  CHECK_THROWS_WITH_AS(vector<float>::build(9, row, std::vector<float>(row.size()), plus<float>{}, exec),
                       "vector::build: entry 77777 has index 9 of 9", index_out_of_range);
  CHECK_THROWS_AS(matrix<float>::build({2, 2, 1, nullptr, nullptr}, plus<float>{}, exec), invalid_argument);
  CHECK_THROWS_AS(matrix<float>::build({2, 2, -1, nullptr, nullptr}, plus<float>{}, exec), invalid_argument);
  CHECK_THROWS_AS(vector<float>::build({2, 1, nullptr, nullptr}, plus<float>{}, exec), invalid_argument);
}
