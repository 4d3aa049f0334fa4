// mxm_integers.cpp - mxm on integers, compared with SuiteSparse:GraphBLAS.
#include "tests/oracle/matrix_products.hpp"

using namespace heddle;
using namespace heddle::testing;

TEST_CASE("mxm on int32 agrees with SuiteSparse:GraphBLAS") {
  using T = std::int32_t;
  using same = operand_types<T>;
  compare_mxm_under<same>(plus_times<T>{}, no_accumulator{}, plus<T>{}, minus<T>{}, minimum<T>{}, second<T>{});
  compare_mxm_under<same>(min_plus<T>{}, no_accumulator{});
  compare_mxm_under<same>(min_first<T>{}, no_accumulator{});
}

TEST_CASE("mxm on int64 agrees with SuiteSparse:GraphBLAS") {
  using T = std::int64_t;
  using wide = operand_types<T, T, T, T, T, std::int64_t, std::int64_t>;
  compare_mxm_under<wide>(plus_pair<T>{}, no_accumulator{}, plus<T>{});
}

TEST_CASE("mxm of a hundred rows and columns agrees with SuiteSparse:GraphBLAS") {
  compare_large_matrix_products<operand_types<std::int32_t>>(plus_times<std::int32_t>{}, 80);
  compare_large_matrix_products<operand_types<std::int32_t>>(min_plus<std::int32_t>{}, 40);
}
