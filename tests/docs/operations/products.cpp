// products.cpp - examples of docs/operations.md: products, sums, and what repeats them.
#include "tests/docs/operations/operands.hpp"

using namespace heddle::testing;

// The operands of all examples, and what stands in them; the page's first block.
EXECUTOR_CASE("the operands of the examples in docs are these") {
  // begin
  auto const A =
      heddle::matrix<float>::build(3, 3, {0, 0, 1, 2}, {0, 1, 2, 0}, {1, 2, 3, 4}, heddle::plus<float>{}, exec);
  auto const B = heddle::matrix<float>::build(3, 3, {0, 1, 2}, {1, 1, 2}, {5, 6, 7}, heddle::plus<float>{}, exec);
  auto const u = heddle::vector<float>::build(3, {0, 2}, {10, 30}, heddle::plus<float>{}, exec);
  auto const v = heddle::vector<float>::dense({1.0f, 2.0f, 3.0f}, exec);
  auto const seen = heddle::vector<bool>::build(3, {0, 1}, {true, false}, heddle::plus<bool>{}, exec);
  // end
  example_operands const x(exec);
  CHECK_EQ(shown(A), "1 2 . / . . 3 / 4 . .");
  CHECK_EQ(shown(B), ". 5 . / . 6 . / . . 7");
  CHECK_EQ(shown(u), "10 . 30");
  CHECK_EQ(shown(v), "1 2 3");
  CHECK_EQ(shown(seen), "1 0 .");
  CHECK((shown(A) == shown(x.A) && shown(B) == shown(x.B) && shown(u) == shown(x.u) && shown(v) == shown(x.v)));
  CHECK(shown(seen) == shown(x.seen));
}

// ## mxm: GrB_mxm, in ops/mxm/mxm.hpp
EXECUTOR_CASE("the example of mxm in docs is right") {
  auto const& [A, B, u, v, seen] = example_operands(exec);
  // begin
  heddle::matrix<float> C(3, 3, exec), D(3, 3, exec);
  heddle::mxm(C, heddle::plus_times<float>{}, A, B);
  heddle::mxm(D, heddle::structure(A), heddle::no_accum, heddle::plus_times<float>{}, A, heddle::transpose(A));
  // end
  CHECK_EQ(shown(C), ". 17 . / . . 21 / . 20 .");
  CHECK_EQ(shown(D), "5 . . / . . . / 4 . .");
}

// ## mxm_need: no GraphBLAS name, in ops/mxm/mxm.hpp
EXECUTOR_CASE("the example of mxm_need in docs is right") {
  auto const& [A, B, u, v, seen] = example_operands(exec);
  // begin
  heddle::matrix<float> C(3, 3, exec);
  auto const need = heddle::mxm_need(C, heddle::plus_times<float>{}, A, B);
  heddle::mxm(C, heddle::plus_times<float>{}, A, B, {.memory_budget = need.least_bytes});
  // end
  CHECK_EQ(shown(C), ". 17 . / . . 21 / . 20 .");
  CHECK_EQ(shown(need.products), "4");
}

// ## mxm of dense matrices: SpMM, in ops/spmm/spmm.hpp
EXECUTOR_CASE("the example of mxm of dense matrices in docs is right") {
  auto const& [A, B, u, v, seen] = example_operands(exec);
  // begin
  auto const X = heddle::dense_matrix<float>::from_rows(3, 2, std::vector<float>{1, 10, 2, 20, 3, 30}, exec);
  heddle::dense_matrix<float> Y(3, 2, exec);
  heddle::mxm(Y, heddle::plus_times<float>{}, A, X);
  // end
  CHECK_EQ(shown(Y), "5 50 / 9 90 / 4 40");
}

// ## mxm of two dense matrices: SDDMM, in ops/sddmm/sddmm.hpp
EXECUTOR_CASE("the example of mxm of two dense matrices in docs is right") {
  auto const& [A, B, u, v, seen] = example_operands(exec);
  // begin
  auto const X = heddle::dense_matrix<float>::from_rows(3, 2, std::vector<float>{1, 10, 2, 20, 3, 30}, exec);
  auto const Y = heddle::dense_matrix<float>::from_rows(2, 3, std::vector<float>{1, 2, 3, 0, 0, 1}, exec);
  heddle::matrix<float> C(3, 3, exec);
  heddle::mxm(C, heddle::structure(A), heddle::no_accum, heddle::plus_times<float>{}, X, Y);  // where A has entries
  // end
  CHECK_EQ(shown(C), "1 2 . / . . 26 / 3 . .");
}

// ## mxv: GrB_mxv, in ops/mxv/mxv.hpp
EXECUTOR_CASE("the example of mxv in docs is right") {
  auto const& [A, B, u, v, seen] = example_operands(exec);
  // begin
  heddle::vector<float> w(3, exec);
  heddle::mxv(w, heddle::plus_times<float>{}, A, u);
  // end
  CHECK_EQ(shown(w), "10 90 40");
}

// ## vxm: GrB_vxm, in ops/vxm/vxm.hpp
EXECUTOR_CASE("the example of vxm in docs is right") {
  auto const& [A, B, u, v, seen] = example_operands(exec);
  // begin
  auto w = v;
  heddle::vxm(w, seen, heddle::plus<float>{}, heddle::min_plus<float>{}, u, A);  // only where seen is true
  // end
  CHECK_EQ(shown(w), "12 2 3");
}

// ## reduce: GrB_reduce, in ops/reduce/reduce.hpp
EXECUTOR_CASE("the example of reduce in docs is right") {
  auto const& [A, B, u, v, seen] = example_operands(exec);
  // begin
  heddle::vector<float> by_row(3, exec), by_column(3, exec);
  heddle::reduce(by_row, heddle::plus_monoid<float>{}, A);
  heddle::reduce(by_column, heddle::max_monoid<float>{}, heddle::transpose(A));
  float const least = heddle::reduce(heddle::min_monoid<float>{}, u);
  // end
  CHECK_EQ(shown(by_row), "3 3 4");
  CHECK_EQ(shown(by_column), "4 2 3");
  CHECK_EQ(shown(least), "10");
}

// ## nvals: GrB_nvals, in ops/reduce/nvals.hpp
EXECUTOR_CASE("the example of nvals in docs is right") {
  auto const& [A, B, u, v, seen] = example_operands(exec);
  // begin
  heddle::scalar<std::int64_t> count(0, exec);
  heddle::nvals(count, u);
  std::int64_t const found = count.get();
  // end
  CHECK_EQ(shown(found), "2");
}

// ## kronecker: GrB_kronecker, in ops/kronecker/kronecker.hpp
EXECUTOR_CASE("the example of kronecker in docs is right") {
  auto const& [A, B, u, v, seen] = example_operands(exec);
  // begin
  auto const pair = heddle::matrix<float>::build(1, 2, {0, 0}, {0, 1}, {1, 10}, heddle::plus<float>{}, exec);
  heddle::matrix<float> C(3, 6, exec);
  heddle::kronecker(C, heddle::times<float>{}, A, pair);
  // end
  CHECK_EQ(shown(C), "1 10 2 20 . . / . . . . 3 30 / 4 40 . . . .");
}

// ## spmv: as BLAS has it, for elements that are floating-point numbers, in ops/spmv/spmv.hpp
EXECUTOR_CASE("the example of spmv in docs is right") {
  auto const& [A, B, u, v, seen] = example_operands(exec);
  // begin
  auto y = v;
  heddle::spmv(y, 2, A, v, 10);
  // end
  CHECK_EQ(shown(y), "20 38 38");
}

// ## fixpoint: a loop of GrB_vxm, in ops/fixpoint/fixpoint.hpp
EXECUTOR_CASE("the example of fixpoint in docs is right") {
  auto const& [A, B, u, v, seen] = example_operands(exec);
  // begin
  auto x = heddle::vector<float>::build(3, {0}, {0}, heddle::plus<float>{}, exec);
  heddle::fixpoint(x, heddle::min_plus<float>{}, A);
  // end
  CHECK_EQ(shown(x), "0 2 5");
}

// ## expand: the edges of a frontier, no GraphBLAS name, in ops/expand/expand.hpp
EXECUTOR_CASE("the example of expand in docs is right") {
  auto const& [A, B, u, v, seen] = example_operands(exec);
  // begin
  heddle::vector<std::int32_t> producers(0, exec), neighbours(0, exec);
  heddle::expand(producers, neighbours, A, u);
  // end
  CHECK_EQ(shown(producers), "0 0 2");
  CHECK_EQ(shown(neighbours), "0 1 0");
}
