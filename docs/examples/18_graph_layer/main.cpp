// main.cpp - A layer of a graph neural network, in memory that belongs to another library.
// Every edge gets a score, the dot product of the features of its ends (SDDMM). A softmax turns the scores of a vertex
// into weights. The new features are weighted sums over the neighbours (SpMM). Nothing dense is copied: heddle adopts
// the pointers. For tensors on a GPU take `cuda_executor({.stream = theirs})` and their pointers.
#include <cmath>
#include <heddle/heddle.hpp>
#include <iomanip>
#include <iostream>
#include <vector>

int main() {
  heddle::executor const exec = heddle::host_executor();
  heddle::plus_times<float> const plus_times;
  heddle::size_type const n = 5, width = 3;

  // What another library holds: two arrays, row by row. The second is to be written.
  std::vector<float> features = {1, 0, 0, 0, 1, 0, 0, 0, 1, 1, 1, 0, 0, 1, 1}, result(15, -1);

  // A ring of five, each with an edge to itself.
  std::vector<std::int32_t> from, to;
  for (std::int32_t v = 0; v < n; ++v) {
    from.insert(from.end(), {v, v, v});
    to.insert(to.end(), {v, (v + 1) % 5, (v + 4) % 5});
  }
  auto const A = heddle::matrix<float>::build(n, n, from, to, {}, heddle::no_duplicates, exec);  // no values: all 1

  // One memory is X by rows and its transpose by columns.
  auto const X = heddle::dense_matrix<float>::adopt(exec, features.data(), n, width);
  auto const Xt = heddle::dense_matrix<float>::adopt(exec, features.data(), width, n, heddle::layout::column_major);
  auto Y = heddle::dense_matrix<float>::adopt(exec, result.data(), n, width);

  heddle::matrix<float> S(n, n, exec);
  heddle::mxm(S, heddle::structure(A), heddle::no_accum, plus_times, X, Xt);  // S(i, j) = x_i . x_j for every edge

  heddle::vector<float> sum(n, exec);
  heddle::apply(S, heddle::exponential<float>{}, S);
  heddle::reduce(sum, heddle::plus_monoid<float>{}, S);
  heddle::apply(sum, heddle::inverse<float>{}, sum);
  heddle::mxm(S, plus_times, heddle::diag(sum), S);  // rows sum to 1

  heddle::mxm(Y, plus_times, S, X);  // written to `result`

  std::cout << std::fixed << std::setprecision(3);
  bool right = Y.stays_adopted();
  for (std::size_t i = 0; i < 5; ++i) {
    // The same by hand.
    float weights = 0, by_hand[3] = {};
    for (std::size_t const j : {i, (i + 1) % 5, (i + 4) % 5}) {
      float score = 0;
      for (std::size_t k = 0; k < 3; ++k) score += features[3 * i + k] * features[3 * j + k];
      weights += std::exp(score);
      for (std::size_t k = 0; k < 3; ++k) by_hand[k] += std::exp(score) * features[3 * j + k];
    }
    for (std::size_t k = 0; k < 3; ++k) {
      std::cout << (k == 0 ? "" : "  ") << result[3 * i + k];
      right = right && std::abs(result[3 * i + k] - by_hand[k] / weights) < 1e-6f;
    }
    std::cout << '\n';
  }
  return right ? 0 : 1;
}
