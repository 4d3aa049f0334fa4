// mxv_integers.cpp - mxv and vxm on integers, compared with SuiteSparse:GraphBLAS.
#include "tests/oracle/vector_products.hpp"

using namespace heddle;
using namespace heddle::testing;

TEST_CASE("mxv and vxm on int32 agree with SuiteSparse:GraphBLAS") {
  using T = std::int32_t;
  using same = operand_types<T>;
  compare_under<same>(plus_times<T>{}, no_accumulator{}, plus<T>{}, minus<T>{}, minimum<T>{}, second<T>{});
  compare_under<same>(min_plus<T>{}, no_accumulator{}, minimum<T>{});
  compare_under<same>(min_first<T>{}, no_accumulator{}, first<T>{});
  compare_under<same>(any_pair<T>{}, no_accumulator{}, plus<T>{});
}

TEST_CASE("mxv and vxm on int64 agree with SuiteSparse:GraphBLAS") {
  using T = std::int64_t;
  using same = operand_types<T>;
  using wide = operand_types<T, T, T, T, T, std::int64_t, std::int64_t>;
  compare_under<same>(plus_pair<T>{}, no_accumulator{}, plus<T>{});
  compare_under<same>(max_second<T>{}, no_accumulator{}, maximum<T>{});
  compare_under<wide>(plus_times<T>{}, no_accumulator{}, plus<T>{});
  compare_under<wide>(min_second<T>{}, no_accumulator{}, minimum<T>{});
}
