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

}  // namespace

TEST_CASE("the product with a dense matrix in docs is right") {
  auto const A = heddle::matrix<float>::build(2, 2, {0, 0, 1}, {0, 1, 1}, {1, 2, 3}, heddle::plus<float>{});
  std::vector<float> features = {1, 2, 3, 4, 5, 6}, sums(6, -1);
  sum_neighbours(A, features.data(), sums.data(), 3, heddle::executor{});
  CHECK_EQ(sums, std::vector<float>{18, 24, 30, 24, 30, 36});
}
