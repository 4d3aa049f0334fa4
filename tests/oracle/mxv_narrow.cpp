// mxv_narrow.cpp - mxv and vxm on narrow and unsigned integers, which wrap, and on bool, compared with
// SuiteSparse:GraphBLAS.
#include "tests/oracle/vector_products.hpp"

using namespace heddle;
using namespace heddle::testing;

TEST_CASE("mxv and vxm on bool agree with SuiteSparse:GraphBLAS") {
  using same = operand_types<bool>;
  compare_under<same>(lor_land{}, no_accumulator{}, logical_or<bool>{}, logical_and<bool>{}, second<bool>{});
  compare_under<same>(any_pair<bool>{}, no_accumulator{});
  compare_under<same>(lxor_land{}, no_accumulator{}, plus<bool>{});
  compare_under<same>(land_lor{}, no_accumulator{}, minus<bool>{});
}

TEST_CASE("mxv and vxm on 8-bit and 16-bit integers wrap as SuiteSparse:GraphBLAS does") {
  compare_under<operand_types<std::uint8_t>>(plus_times<std::uint8_t>{}, no_accumulator{}, minus<std::uint8_t>{});
  compare_under<operand_types<std::int8_t>>(plus_times<std::int8_t>{}, no_accumulator{}, times<std::int8_t>{});
  compare_under<operand_types<std::uint16_t>>(semiring{times_monoid<std::uint16_t>{}, plus<std::uint16_t>{}},
                                              no_accumulator{});
  compare_under<operand_types<std::int16_t>>(max_times<std::int16_t>{}, no_accumulator{});
}

TEST_CASE("mxv and vxm on unsigned integers agree with SuiteSparse:GraphBLAS") {
  compare_under<operand_types<std::uint32_t>>(plus_min<std::uint32_t>{}, no_accumulator{}, minus<std::uint32_t>{});
  compare_under<operand_types<std::uint64_t>>(max_min<std::uint64_t>{}, no_accumulator{}, plus<std::uint64_t>{});
}
