// cast.cpp - matrices and vectors with elements of another type.
#include <heddle/ops/apply/cast.hpp>

#include "tests/support/executors.hpp"
#include "tests/support/uneven_matrix.hpp"

using namespace heddle;
using namespace heddle::testing;

EXECUTOR_CASE("cast keeps the entries of a matrix and rounds their values once") {
  auto const a = uneven_matrix<double>().to(exec);
  auto const half = cast<f16>(a);
  CHECK_EQ(half.csr().nnz, a.nnz());
  auto const expected = a.tuples(), back = cast<double>(half).tuples();
  auto const found = half.tuples();
  CHECK(found.row == expected.row);
  CHECK(found.col == expected.col);
  CHECK(back.value == expected.value);
  auto const fine = matrix<double>::build(2, 2, {0, 1}, {1, 0}, {1.0 + 0x1p-11 + 0x1p-40, 1e300}, plus<double>{}, exec);
  auto const rounded = cast<f16>(fine);
  CHECK_EQ(static_cast<float>(*rounded.get(0, 1)), 1.0f + 0x1p-10f);
  CHECK_EQ(*rounded.get(1, 0), std::numeric_limits<f16>::infinity());
  CHECK_EQ(*cast<bf16>(rounded).get(0, 1), bf16(1));
}

EXECUTOR_CASE("cast of a pattern stays one, and symmetry is kept") {
  auto a = matrix<float>::build(2, 2, {0, 1}, {1, 0}, {}, plus<float>{}, exec, 2.5f);
  a.assume_symmetric();
  auto const b = cast<std::int32_t>(a);
  CHECK(b.csr().values.data == nullptr);
  CHECK_EQ(b.get(0, 1), 2);
  CHECK(storage_of(b).symmetric());
}

EXECUTOR_CASE("cast of a vector keeps what is absent") {
  auto const u = vector<float>::build(4, {0, 3}, {1.5f, 65520.0f}, plus<float>{}, exec);
  auto const v = cast<f16>(u);
  CHECK_EQ(v.nvals(), 2);
  CHECK_EQ(static_cast<float>(*v.get(0)), 1.5f);
  CHECK_EQ(*v.get(3), std::numeric_limits<f16>::infinity());
  CHECK_EQ(static_cast<float>(*cast<bf16>(u).get(3)), 65536.0f);
}
