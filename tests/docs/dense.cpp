// dense.cpp - docs/library.md's product with a dense matrix.
#include <doctest/doctest.h>

#include <heddle/heddle.hpp>

namespace {

// What the page shows: features of neighbours summed, in memory that is there already.
void sum_neighbours(heddle::matrix<float> const& A, float* features, float* sums, int n, heddle::executor const& exec) {
  auto const B = heddle::dense_matrix<float>::adopt(exec, features, A.cols(), n);
  auto C = heddle::dense_matrix<float>::adopt(exec, sums, A.rows(), n, heddle::layout::row_major, n);
  heddle::mxm(C, heddle::plus_times<float>{}, A, B);                                          // C = A B
  heddle::mxm(C, heddle::no_mask, heddle::plus<float>{}, heddle::plus_times<float>{}, A, B);  // C = C + A B
}

// What the page shows: a score for every edge, the dot product of the features of its ends.
void score_edges(heddle::matrix<float>& scores, heddle::matrix<float> const& A, float* features, int n,
                 heddle::executor const& exec) {
  auto const X = heddle::dense_matrix<float>::adopt(exec, features, A.rows(), n);
  auto const Y = heddle::dense_matrix<float>::adopt(exec, features, n, A.rows(), heddle::layout::column_major);
  heddle::mxm(scores, heddle::structure(A), heddle::no_accum, heddle::plus_times<float>{}, X, Y, {.replace = true});
}

}  // namespace

TEST_CASE("the product with a dense matrix in docs is right") {
  auto const A = heddle::matrix<float>::build(2, 2, {0, 0, 1}, {0, 1, 1}, {1, 2, 3}, heddle::plus<float>{});
  std::vector<float> features = {1, 2, 3, 4, 5, 6}, sums(6, -1);
  sum_neighbours(A, features.data(), sums.data(), 3, heddle::executor{});
  CHECK_EQ(sums, std::vector<float>{18, 24, 30, 24, 30, 36});
}

TEST_CASE("the sampled product of dense matrices in docs is right") {
  auto const A = heddle::matrix<float>::build(2, 2, {0, 0, 1}, {0, 1, 1}, {1, 2, 3}, heddle::plus<float>{});
  std::vector<float> features = {1, 2, 3, 4, 5, 6};
  heddle::matrix<float> scores(2, 2);
  score_edges(scores, A, features.data(), 3, heddle::executor{});
  CHECK_EQ(scores.tuples().value, std::vector<float>{14, 32, 77});
}
