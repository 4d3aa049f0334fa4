// mxm_mixed.cpp - mxm on bool, narrow, real and mixed types, compared with SuiteSparse:GraphBLAS. Operands are small
// whole numbers, so that every sum is exact in any order.
#include "tests/oracle/matrix_products.hpp"

using namespace heddle;
using namespace heddle::testing;

TEST_CASE("mxm on bool agrees with SuiteSparse:GraphBLAS") {
  using same = operand_types<bool>;
  compare_mxm_under<same>(lor_land{}, no_accumulator{}, logical_or<bool>{});
  compare_mxm_under<same>(any_pair<bool>{}, no_accumulator{});
}

TEST_CASE("mxm on uint8 wraps as SuiteSparse:GraphBLAS does") {
  compare_mxm_under<operand_types<std::uint8_t>>(plus_times<std::uint8_t>{}, no_accumulator{}, minus<std::uint8_t>{});
}

TEST_CASE("mxm on floating-point numbers agrees with SuiteSparse:GraphBLAS") {
  compare_mxm_under<operand_types<float>>(max_times<float>{}, no_accumulator{}, plus<float>{});
  compare_mxm_under<operand_types<double>>(plus_second<double>{}, no_accumulator{}, first<double>{});
}

// operand_types<domain, output, left, right, mask>
TEST_CASE("mxm reads operands of other types in the semiring's domain, as SuiteSparse:GraphBLAS does") {
  compare_mxm_under<operand_types<float, double, std::int32_t, bool, std::uint8_t>>(plus_times<float>{},
                                                                                    no_accumulator{}, plus<double>{});
  compare_mxm_under<operand_types<std::int32_t, std::int64_t, bool, std::int16_t, float>>(min_plus<std::int32_t>{},
                                                                                          no_accumulator{});
}
