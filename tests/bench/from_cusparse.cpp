// from_cusparse.cpp - what the table of docs/cusparse.md promises, call by call.
#include <heddle/heddle.hpp>

#include "tests/support/executors.hpp"

using namespace heddle;
using namespace heddle::schedules;

namespace {

// A = [1 2 0; 0 0 3]
struct csr_example {
  buffer<std::int32_t> offsets, columns;
  buffer<float> values;
  explicit csr_example(executor const& exec)
      : offsets(exec, std::vector<std::int32_t>{0, 2, 3}),
        columns(exec, std::vector<std::int32_t>{0, 1, 2}),
        values(exec, std::vector<float>{1, 2, 3}) {}
  matrix<float> adopted() const {
    return matrix<float>::adopt_csr({2, 3, 3, offsets.data(), columns.data(), values.data()}, offsets.exec());
  }
};

}  // namespace

EXECUTOR_CASE("arrays that cuSPARSE would describe are adopted without copy, with and without values") {
  csr_example const arrays(exec);
  buffer<float> x(exec, std::vector<float>{1, 10, 100}), y(exec, 2);
  auto const A = arrays.adopted();
  auto const u = vector<float>::adopt(exec, x.data(), 3);
  auto w = vector<float>::adopt(exec, y.data(), 2);
  mxv(w, plus_times<float>{}, A, u);
  CHECK(y.to_host() == std::vector<float>{21, 300});

  auto const ones = matrix<float>::adopt_csr({2, 3, 3, arrays.offsets.data(), arrays.columns.data(), nullptr, 1}, exec);
  mxv(w, plus_times<float>{}, ones, u);
  CHECK(w.to_dense(0) == std::vector<float>{11, 100});
}

EXECUTOR_CASE("alpha, beta, two-byte values, the transpose and the schedule are arguments of spmv") {
  csr_example const arrays(exec);
  auto const A = arrays.adopted();
  auto const x = vector<float>::dense({1, 10, 100}, exec);
  auto y = vector<float>::dense({1, 2}, exec);
  spmv(y, 2, A, x, 1, {.schedule = merge_path{}});
  CHECK(y.to_dense(0) == std::vector<float>{43, 602});
  spmv(y, 1, cast<f16>(A), x, 0);
  CHECK(y.to_dense(0) == std::vector<float>{21, 300});

  vector<float> z(3, exec);
  spmv(z, 1, transpose(A), vector<float>::dense({1, 10}, exec), 0);
  CHECK(z.to_dense(0) == std::vector<float>{1, 2, 30});
}

EXECUTOR_CASE("products with dense and with sparse matrices, and products at given positions, are mxm") {
  csr_example const arrays(exec);
  auto const A = arrays.adopted();
  auto const B =
      matrix<float>::build(3, 2, {0, 0, 1, 1, 2, 2}, {0, 1, 0, 1, 0, 1}, {1, 2, 3, 4, 5, 6}, plus<float>{}, exec);
  REQUIRE(B.is_full());
  matrix<float> C(2, 2, exec);
  mxm(C, plus_times<float>{}, A, B);  // cusparseSpMM
  CHECK(C.tuples().value == std::vector<float>{7, 10, 15, 18});

  matrix<float> S(2, 2, exec);
  mxm(S, plus_times<float>{}, A, transpose(A));  // cusparseSpGEMM
  CHECK(S.tuples().value == std::vector<float>{5, 9});

  matrix<float> D(3, 3, exec);  // cusparseSDDMM: B * B^T where A^T A has entries
  auto const where = matrix<float>::build(3, 3, {0, 2}, {1, 2}, {1, 1}, plus<float>{}, exec);
  mxm(D, structure(where), no_accum, plus_times<float>{}, B, transpose(B));
  CHECK(D.tuples().value == std::vector<float>{11, 61});
}

EXECUTOR_CASE("the same matrix is read by columns and as coordinates when they are asked for") {
  csr_example const arrays(exec);
  auto const A = arrays.adopted();
  CHECK(A.csc().major == 3);
  CHECK(A.coo().nnz == 3);
  CHECK(A.tuples().row == std::vector<std::int32_t>{0, 0, 1});
}
