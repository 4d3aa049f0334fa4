// recorded_elementwise.cpp - element-wise operations, select and assign, whose answers are recorded.
#include "tests/support/cases/families.hpp"
#include "tests/support/cases/recorded.hpp"

namespace heddle::testing {

std::vector<case_family> recorded_elementwise() {
  using namespace families;
  using d = double;
  using i16 = std::int16_t;
  using i32 = std::int32_t;
  using i64 = std::int64_t;
  using u8 = std::uint8_t;
  using u64 = std::uint64_t;
  return {ewise_mult<plus<float>, accumulators<plus<float>>, case_types<float>>(),
          ewise_mult<minus<i32>, accumulators<times<i32>>, case_types<i32>>(),
          ewise_mult<times<u8>, accumulators<take_second<u8>>, case_types<u8>>(),
          ewise_mult<minimum<d>, accumulators<minus<d>>, case_types<d>>(),
          ewise_mult<maximum<u64>, accumulators<take_first<u64>>, case_types<u64>>(),
          ewise_mult<less<float>, accumulators<logical_or<bool>>, case_types<bool, float>>(),
          ewise_mult<take_second<i16>, accumulators<plus<i64>>, case_types<i64, i16, i16, bool>>(),
          ewise_mult<less<d>, accumulators<logical_and<bool>>, case_types<bool, d, d, bool, i64, i64>>(),
          of_pairs<operation::ewise_add, plus<float>, accumulators<plus<float>>, case_types<float>>(),
          of_pairs<operation::ewise_add, minus<i32>, accumulators<times<i32>>, case_types<i32>>(),
          of_pairs<operation::ewise_add, less<d>, accumulators<logical_or<bool>>, case_types<bool, d>>(),
          of_pairs<operation::ewise_add, maximum<i16>, accumulators<plus<i64>>,
                   case_types<i64, i16, i16, bool, i64, i64>>(),
          of_pairs<operation::ewise_union, minus<float>, accumulators<take_second<float>>, case_types<float>>(),
          of_pairs<operation::ewise_union, times<u8>, accumulators<minus<u8>>, case_types<u8>>(),
          select<less<float>, accumulators<minus<float>>, case_types<float>>(),
          select<equal<i32>, accumulators<plus<i32>>, case_types<i32>>(),
          select<not_equal<u8>, accumulators<take_second<u8>>, case_types<u8, u8, u8, bool>>(),
          select<less<i64>, accumulators<minimum<i64>>, wide_types<i64>>(),
          assign_vector<accumulators<plus<float>, minus<float>>, case_types<float>>(),
          assign_vector<accumulators<take_second<i32>, times<i32>>, case_types<i32>>(),
          assign_vector<accumulators<minimum<bool>>, case_types<bool>>(),
          assign_vector<accumulators<maximum<d>>, case_types<d, i16, i16, float>>(),
          assign_vector<accumulators<take_first<u64>>, wide_types<u64>>(),
          assign_scalar<accumulators<minus<float>>, case_types<float>>(),
          assign_scalar<accumulators<take_second<u8>>, case_types<u8>>(),
          assign_scalar<accumulators<plus<i32>>, case_types<i32, i16, i16, bool>>(),
          assign_scalar<accumulators<minimum<i64>>, wide_types<i64>>()};
}

}  // namespace heddle::testing
