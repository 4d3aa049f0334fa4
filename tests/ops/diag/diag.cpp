// diag.cpp - vectors as diagonals and diagonals as vectors, against dense ones.
#include <heddle/ops/diag/diag.hpp>

#include "tests/io/temporary_folder.hpp"
#include "tests/support/draws.hpp"
#include "tests/support/executors.hpp"
#include "tests/support/extract_check.hpp"

using namespace heddle;
using namespace heddle::testing;

namespace {

template <class T> testing::dense_matrix<T> diagonal_matrix(dense_vector<T> const& v, size_type k) {
  size_type const n = static_cast<size_type>(v.size());
  testing::dense_matrix<T> d(n + std::abs(k), n + std::abs(k));
  for (size_type i = 0; i < n; ++i) d(k < 0 ? i - k : i, k < 0 ? i : i + k) = v[static_cast<std::size_t>(i)];
  return d;
}

template <class T> dense_vector<T> diagonal_vector(testing::dense_matrix<T> const& a, size_type k) {
  dense_vector<T> w;
  for (size_type i = 0; i < a.rows; ++i) {
    if (i + k >= 0 && i + k < a.cols) w.push_back(a(i, i + k));
  }
  return w;
}

template <class T, class I, class O> void check_diagonals(executor const& exec, unsigned seeds = 200) {
  for (unsigned seed = 0; seed < draws(seeds); ++seed) {
    random_source random(seed);
    auto const v = draw_vector<T>(random, draw_size(random), draw_density(random));
    auto a = draw_matrix<T>(random, draw_size(random), draw_size(random), draw_density(random));
    bool const pattern = draw_pattern(random, a);
    held const how = draw_held(random);
    size_type const k = random.below(9) - 4;
    INFO("seed ", seed, ", k ", k, ", v ", print(v), " (", name_of(how), "), A ", a.rows, " x ", a.cols, ' ', print(a));
    auto const u = make_vector<T, I>(v, how, exec);
    auto const d = diag<T, I, O>(u, k);
    CHECK((to_dense(d) == diagonal_matrix(v, k)));
    CHECK((to_dense(u) == v));
    CHECK((to_dense(diagonal(d, k)) == v));
    auto const m = make_either<T, I, O>(a, pattern, exec);
    CHECK((to_dense(diagonal(m, k)) == diagonal_vector(a, k)));
    CHECK((to_dense(diagonal(transpose(m), k)) == diagonal_vector(transposed(a), k)));
  }
}

}  // namespace

EXECUTOR_CASE("diag puts a vector of any form on a diagonal, and diagonal takes it from there") {
  check_diagonals<double, std::int32_t, std::int32_t>(exec);
  check_diagonals<bool, std::int32_t, std::int64_t>(exec, 40);
  check_diagonals<float, std::int64_t, std::int64_t>(exec, 40);
}

EXECUTOR_CASE("diag and diagonal move structs, which no kernel knows") {
  check_diagonals<labelled, std::int32_t, std::int32_t>(exec, 60);
}

EXECUTOR_CASE("a diagonal outside of a matrix has length 0, and every one of a matrix without rows") {
  auto const a = matrix<int>::build(2, 3, {0, 1}, {2, 1}, {5, 7}, take_first<int>{}, exec);
  size_type const least = std::numeric_limits<size_type>::min(), most = std::numeric_limits<size_type>::max();
  for (size_type k : {size_type{3}, size_type{-2}, least, most}) {
    CAPTURE(k);
    CHECK_EQ(diagonal(a, k).size(), 0);
  }
  for (size_type k : {size_type{2}, size_type{-3}, least, most}) CHECK_EQ(diagonal(transpose(a), k).size(), 0);
  CHECK_EQ(diagonal(a, 2).get(0), 5);
  CHECK_EQ(diagonal(transpose(a), -2).get(0), 5);
  for (size_type k : {-1, 0, 1}) {
    CHECK_EQ(diagonal(matrix<int>(0, 0, exec), k).size(), 0);
    CHECK_EQ(diagonal(matrix<int>(0, 4, exec), k).size(), 0);
    CHECK_EQ(diagonal(matrix<int>(4, 0, exec), k).size(), 0);
  }
  CHECK_EQ(diagonal(matrix<int>(1, 5, exec), 4).size(), 1);
  CHECK_EQ(diagonal(matrix<int>(5, 1, exec), -4).size(), 1);
}

EXECUTOR_CASE("a vector without positions makes a matrix of |k| rows without entries") {
  for (size_type k : {-3, 0, 3}) {
    auto const d = diag(vector<float>(0, exec), k);
    CHECK_EQ(d.rows(), std::abs(k));
    CHECK_EQ(d.cols(), std::abs(k));
    CHECK_EQ(d.nnz(), 0);
  }
}

EXECUTOR_CASE("diag and diagonal of a full diagonal are full, and leave a dense vector without a list") {
  auto const v = vector<float>::filled(100, 2.0f, exec);
  auto const d = diag(v);
  CHECK_FALSE(storage_of(v).has_sparse());
  CHECK_EQ(d.nnz(), 100);
  CHECK(diagonal(d).form() == vector_form::dense);
}

TEST_CASE("a diagonal matrix whose rows cannot be numbered is refused") {
  size_type const most = std::numeric_limits<size_type>::max(), least = std::numeric_limits<size_type>::min();
  CHECK_EQ(complaint<index_overflow>([&] { (void)diag(vector<int>(7), std::numeric_limits<int>::max()); }),
           "matrix: shape 2147483654 x 2147483654 needs 64-bit indices, use matrix<T, std::int64_t, std::int64_t>");
  CHECK_EQ(complaint<index_overflow>([&] { (void)diag(vector<int>(7), most); }),
           "diag: v has length 7, diagonal 9223372036854775807 is beyond 64 bits");
  CHECK_FALSE(complaint<index_overflow>([&] { (void)diag(vector<int>(0), least); }).empty());
}
