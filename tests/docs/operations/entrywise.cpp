// entrywise.cpp - examples of docs/operations.md: operations on entries, one by one and in pairs.
#include "tests/docs/operations/operands.hpp"

using namespace heddle::testing;

// ## ewise_mult: GrB_eWiseMult, in ops/ewise/ewise.hpp
EXECUTOR_CASE("the example of ewise_mult in docs is right") {
  auto const& [A, B, u, v, seen] = example_operands(exec);
  // begin
  heddle::vector<float> w(3, exec);
  heddle::matrix<float> C(3, 3, exec);
  heddle::ewise_mult(w, heddle::times<float>{}, u, v);
  heddle::ewise_mult(C, heddle::times<float>{}, A, B);
  // end
  CHECK_EQ(shown(w), "10 . 90");
  CHECK_EQ(shown(C), ". 10 . / . . . / . . .");
}

// ## ewise_add: GrB_eWiseAdd, in ops/ewise/ewise.hpp
EXECUTOR_CASE("the example of ewise_add in docs is right") {
  auto const& [A, B, u, v, seen] = example_operands(exec);
  // begin
  heddle::matrix<float> C(3, 3, exec);
  heddle::ewise_add(C, heddle::plus<float>{}, A, heddle::transpose(A));
  // end
  CHECK_EQ(shown(C), "2 2 4 / 2 . 3 / 4 3 .");
}

// ## ewise_union: GxB_eWiseUnion, in ops/ewise/ewise.hpp
EXECUTOR_CASE("the example of ewise_union in docs is right") {
  auto const& [A, B, u, v, seen] = example_operands(exec);
  // begin
  heddle::vector<float> w(3, exec);
  heddle::ewise_union(w, heddle::minus<float>{}, u, 0, v, 0);
  // end
  CHECK_EQ(shown(w), "9 -2 27");
}

// ## apply: GrB_apply, in ops/apply/apply.hpp
EXECUTOR_CASE("the example of apply in docs is right") {
  auto const& [A, B, u, v, seen] = example_operands(exec);
  // begin
  heddle::vector<float> w(3, exec);
  heddle::matrix<float> C(3, 3, exec);
  heddle::apply(w, heddle::inverse<float>{}, v);
  heddle::apply(C, heddle::bind_second(heddle::minus<float>{}, 1.0f), A);
  // end
  CHECK_EQ(shown(w), "1 0.5 0.333333");
  CHECK_EQ(shown(C), "0 1 . / . . 2 / 3 . .");
}

// ## apply_index: GrB_apply with an index-unary operator, in ops/apply/apply.hpp
EXECUTOR_CASE("the example of apply_index in docs is right") {
  auto const& [A, B, u, v, seen] = example_operands(exec);
  // begin
  heddle::vector<int> at(3, exec);
  heddle::matrix<int> column(3, 3, exec);
  heddle::apply_index(at, heddle::row_index<int>{}, u, 1);
  heddle::apply_index(column, heddle::column_index<int>{}, A, 0);
  // end
  CHECK_EQ(shown(at), "1 . 3");
  CHECK_EQ(shown(column), "0 1 . / . . 2 / 0 . .");
}

// ## select: GrB_select, in ops/select/select.hpp
EXECUTOR_CASE("the example of select in docs is right") {
  auto const& [A, B, u, v, seen] = example_operands(exec);
  // begin
  heddle::vector<float> w(3, exec);
  heddle::matrix<float> C(3, 3, exec);
  heddle::select(w, heddle::greater<float>{}, v, 1.0f);
  heddle::select(C, heddle::triu{}, A, 1);
  // end
  CHECK_EQ(shown(w), ". 2 3");
  CHECK_EQ(shown(C), ". 2 . / . . 3 / . . .");
}

// ## select_with: GrB_select by a vector, in ops/select/select.hpp
EXECUTOR_CASE("the example of select_with in docs is right") {
  auto const& [A, B, u, v, seen] = example_operands(exec);
  // begin
  auto const limit = heddle::vector<float>::dense({20.0f, 20.0f, 20.0f}, exec);
  heddle::vector<float> w(3, exec);
  heddle::select_with(w, heddle::less<float>{}, u, limit);
  // end
  CHECK_EQ(shown(w), "10 . .");
}

// ## cast: GrB_assign between types, in ops/apply/cast.hpp
EXECUTOR_CASE("the example of cast in docs is right") {
  auto const& [A, B, u, v, seen] = example_operands(exec);
  // begin
  heddle::matrix<int> const whole = heddle::cast<int>(A);
  // end
  CHECK_EQ(shown(whole), "1 2 . / . . 3 / 4 . .");
}
