// mxv_reals.cpp - mxv and vxm on floating-point numbers, compared with SuiteSparse:GraphBLAS. The operands are small
// whole numbers, so that every sum is exact in any order.
#include "tests/oracle/vector_products.hpp"

using namespace heddle;
using namespace heddle::testing;

TEST_CASE("mxv and vxm on float agree with SuiteSparse:GraphBLAS") {
  using T = float;
  using same = operand_types<T>;
  compare_under<same>(plus_times<T>{}, no_accumulator{}, plus<T>{}, minimum<T>{});
  compare_under<same>(max_times<T>{}, no_accumulator{}, maximum<T>{});
  compare_under<same>(max_plus<T>{}, no_accumulator{});
}

TEST_CASE("mxv and vxm on double agree with SuiteSparse:GraphBLAS") {
  using T = double;
  using same = operand_types<T>;
  compare_under<same>(min_plus<T>{}, no_accumulator{}, minimum<T>{}, first<T>{});
  compare_under<same>(plus_first<T>{}, no_accumulator{}, minus<T>{});
  compare_under<same>(plus_second<T>{}, no_accumulator{});
}

TEST_CASE("mxv and vxm of hundreds of rows and columns agree with SuiteSparse:GraphBLAS") {
  compare_large_vector_products<operand_types<float>>(plus_times<float>{}, 80);
  compare_large_vector_products<operand_types<double>>(min_plus<double>{}, 80);
}
