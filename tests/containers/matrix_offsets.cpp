// matrix_offsets.cpp - where rows begin and end, empty ones in front, in between and behind.
#include <heddle/matrix.hpp>
#include <heddle/ops/mxv/mxv.hpp>
#include <heddle/semirings/semirings.hpp>

#include "tests/support/executors.hpp"

using namespace heddle;

namespace {

// Rows 0, 2, 4 and 5 are empty.
matrix<float> with_empty_rows(executor const& exec) {
  return matrix<float>::build(6, 3, {3, 1, 3}, {2, 0, 1}, {3, 1, 2}, plus<float>{}, exec);
}

}  // namespace

EXECUTOR_CASE("offsets of a matrix with empty rows never decrease and end with the number of entries") {
  auto const a = with_empty_rows(exec);
  CHECK(storage_of(a).csr().offsets.to_host() == std::vector<std::int32_t>{0, 0, 1, 1, 3, 3, 3});
  CHECK(storage_of(a).csc().offsets.to_host() == std::vector<std::int32_t>{0, 1, 2, 3});
  auto const none = matrix<float>::build(3, 3, {}, {}, {}, plus<float>{}, exec);
  CHECK(storage_of(none).csr().offsets.to_host() == std::vector<std::int32_t>{0, 0, 0, 0});
}

EXECUTOR_CASE("empty rows give no entry of a product, wherever they stand") {
  vector<float> w(6, exec);
  mxv(w, plus_times<float>{}, with_empty_rows(exec), vector<float>::filled(3, 2, exec));
  CHECK(w.tuples().index == std::vector<std::int32_t>{1, 3});
  CHECK(w.tuples().value == std::vector<float>{2, 10});
}
