// compact.cpp - the example of docs/compact.md, compiled and run.
#include <heddle/heddle.hpp>

#include "tests/support/executors.hpp"

EXECUTOR_CASE("the product with a compact plan in docs is the product without") {
  auto const A = heddle::io::generate_matrix<float>("stencil27", {{"n", 8}}, exec);
  auto const x = heddle::vector<float>::filled(A.cols(), 1, exec);
  heddle::vector<float> y(A.rows(), exec), plain(A.rows(), exec);
  heddle::spmv(plain, 1, A, x, 0);
  heddle::spmv(y, 1, A, x, 0, {.compact = heddle::compact_columns{}});
  CHECK(y == plain);
}
