// parts.cpp - examples of docs/operations.md: parts of vectors and matrices, transposes and diagonals.
#include "tests/docs/operations/operands.hpp"

using namespace heddle::testing;

// ## extract: GrB_extract, in ops/extract/extract.hpp
EXECUTOR_CASE("the example of extract in docs is right") {
  auto const& [A, B, u, v, seen] = example_operands(exec);
  // begin
  heddle::vector<float> w(2, exec), column(3, exec);
  heddle::matrix<float> C(2, 3, exec);
  heddle::extract(w, v, {2, 0});
  heddle::extract(column, A, heddle::all, 0);
  heddle::extract(C, A, heddle::range(0, 2), heddle::all);
  // end
  CHECK_EQ(shown(w), "3 1");
  CHECK_EQ(shown(column), "1 . 4");
  CHECK_EQ(shown(C), "1 2 . / . . 3");
}

// ## assign: GrB_assign, in ops/assign/assign.hpp
EXECUTOR_CASE("the example of assign in docs is right") {
  auto const& [A, B, u, v, seen] = example_operands(exec);
  // begin
  auto w = v;
  auto C = A;
  heddle::assign(w, heddle::structure(u), heddle::no_accum, 7);
  heddle::assign(C, v, 1, heddle::all);  // row 1
  heddle::assign(C, 9, {0, 2}, {2});     // a scalar, into a part
  // end
  CHECK_EQ(shown(w), "7 2 7");
  CHECK_EQ(shown(C), "1 2 9 / 1 2 3 / 4 . 9");
}

// ## subassign: GxB_subassign, in ops/subassign/subassign.hpp
EXECUTOR_CASE("the example of subassign in docs is right") {
  auto const& [A, B, u, v, seen] = example_operands(exec);
  // begin
  auto const part = heddle::vector<float>::dense({100.0f, 200.0f}, exec);
  auto const mask = heddle::vector<bool>::dense({false, true}, exec);  // as long as the part
  auto w = v;
  heddle::subassign(w, mask, heddle::plus<float>{}, part, {2, 0});
  // end
  CHECK_EQ(shown(w), "201 2 3");
}

// ## gather: GxB_Vector_extract_Vector, in ops/gather/gather.hpp
EXECUTOR_CASE("the example of gather in docs is right") {
  auto const& [A, B, u, v, seen] = example_operands(exec);
  // begin
  auto const p = heddle::vector<std::int32_t>::dense({2, 2, 1, 0}, exec);
  heddle::vector<float> w(4, exec);
  heddle::gather(w, u, p);
  auto parent = heddle::vector<std::int32_t>::dense({0, 0, 1, 2}, exec);
  heddle::gather(parent, parent, parent);  // the parents' parents
  // end
  CHECK_EQ(shown(w), "30 30 . 10");
  CHECK_EQ(shown(parent), "0 0 0 1");
}

// ## scatter: no GraphBLAS name, in ops/scatter/scatter.hpp
EXECUTOR_CASE("the example of scatter in docs is right") {
  auto const& [A, B, u, v, seen] = example_operands(exec);
  // begin
  auto const label = heddle::vector<std::int32_t>::dense({3, 0, 3}, exec);
  heddle::vector<float> sums(4, exec);
  auto least = heddle::vector<float>::filled(4, 2.5f, exec);
  heddle::scatter(sums, label, v, heddle::plus_monoid<float>{});
  heddle::scatter(least, heddle::no_mask, heddle::minimum<float>{}, label, v, heddle::min_monoid<float>{});
  // end
  CHECK_EQ(shown(sums), "2 . . 4");
  CHECK_EQ(shown(least), "2 2.5 2.5 1");
}

// ## transpose: GrB_transpose, in ops/transpose/transpose.hpp
EXECUTOR_CASE("the example of transpose in docs is right") {
  auto const& [A, B, u, v, seen] = example_operands(exec);
  // begin
  heddle::matrix<float> C(3, 3, exec);
  heddle::transpose(C, A);
  // end
  CHECK_EQ(shown(C), "1 . 4 / 2 . . / . 3 .");
}

// ## diag: GrB_Matrix_diag, in ops/diag/diag.hpp
EXECUTOR_CASE("the example of diag in docs is right") {
  auto const& [A, B, u, v, seen] = example_operands(exec);
  // begin
  auto const D = heddle::diag(u);
  // end
  CHECK_EQ(shown(D), "10 . . / . . . / . . 30");
}

// ## diagonal: GxB_Vector_diag, in ops/diag/diag.hpp
EXECUTOR_CASE("the example of diagonal in docs is right") {
  auto const& [A, B, u, v, seen] = example_operands(exec);
  // begin
  auto const above = heddle::diagonal(A, 1);
  // end
  CHECK_EQ(shown(above), "2 3");
}

// ## relabel_by_degree: no GraphBLAS name, in ops/relabel/relabel.hpp
EXECUTOR_CASE("the example of relabel_by_degree in docs is right") {
  auto const& [A, B, u, v, seen] = example_operands(exec);
  // begin
  auto const [C, order] = heddle::relabel_by_degree(A);
  // end
  CHECK_EQ(C.nnz(), A.nnz());
  for (auto [i, j, value] : C.entries()) CHECK_EQ(A.get(*order.get(i), *order.get(j)), value);
}

// ## permuted: GrB_extract by a list, in ops/relabel/relabel.hpp
EXECUTOR_CASE("the example of permuted in docs is right") {
  auto const& [A, B, u, v, seen] = example_operands(exec);
  // begin
  auto const order = heddle::vector<int>::dense({2, 0, 1}, exec);
  auto const w = heddle::permuted(v, order);
  // end
  CHECK_EQ(shown(w), "3 1 2");
}

// ## restored: GrB_assign by a list, in ops/relabel/relabel.hpp
EXECUTOR_CASE("the example of restored in docs is right") {
  auto const& [A, B, u, v, seen] = example_operands(exec);
  // begin
  auto const order = heddle::vector<int>::dense({2, 0, 1}, exec);
  auto const w = heddle::restored(v, order);
  // end
  CHECK_EQ(shown(w), "2 3 1");
}
