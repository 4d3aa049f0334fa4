// mxv_mixed.cpp - mxv and vxm on operands, outputs and masks of different types, compared with SuiteSparse:GraphBLAS.
#include "tests/oracle/vector_products.hpp"

using namespace heddle;
using namespace heddle::testing;

// operand_types<domain, output, matrix, vector, mask>
TEST_CASE("operands of other types are read in the semiring's domain, as SuiteSparse:GraphBLAS does") {
  compare_under<operand_types<float, double, std::int32_t, bool, std::uint8_t>>(plus_times<float>{}, no_accumulator{},
                                                                                plus<double>{});
  compare_under<operand_types<std::int32_t, std::int64_t, bool, std::int32_t, float>>(min_second<std::int32_t>{},
                                                                                      no_accumulator{});
}

TEST_CASE("an output narrower than the domain takes the result as SuiteSparse:GraphBLAS does") {
  compare_under<operand_types<std::int32_t, bool, std::int8_t, std::int16_t, bool>>(
      plus_times<std::int32_t>{}, no_accumulator{}, logical_or<bool>{});
}

TEST_CASE("masks of every type are true where their value is not zero, as in SuiteSparse:GraphBLAS") {
  using T = std::int32_t;
  compare_under<operand_types<T, T, T, T, bool>>(plus_times<T>{}, no_accumulator{}, plus<T>{});
  compare_under<operand_types<T, T, T, T, double>>(plus_times<T>{}, no_accumulator{}, plus<T>{});
  compare_under<operand_types<T, T, T, T, std::int64_t>>(plus_times<T>{}, no_accumulator{}, plus<T>{});
}
