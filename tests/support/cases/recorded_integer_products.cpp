// recorded_integer_products.cpp - mxv and vxm on integers and bool, whose answers are recorded.
#include "tests/support/cases/recorded_products.hpp"

namespace heddle::testing {

std::vector<case_family> recorded_integer_products() {
  using namespace compiled;
  using i16 = std::int16_t;
  using i32 = std::int32_t;
  using i64 = std::int64_t;
  return {mxv<plus_times<i32>, accumulators<plus<i32>, take_second<i32>>>(),
          mxv<min_plus<i32>, accumulators<minus<i32>>>(), mxv<min_second<i32>, accumulators<minimum<i32>>>(),
          mxv<plus_pair<i32>, accumulators<plus<i32>>>(), vxm<plus_times<i32>, accumulators<minus<i32>>>(),
          vxm<min_first<i32>, accumulators<minimum<i32>>>(),
          mxv<plus_times<i64>, accumulators<plus<i64>, times<i64>>>(),
          mxv<min_first<i64>, accumulators<maximum<i64>>>(), vxm<plus_pair<i64>, accumulators<take_first<i64>>>(),
          mxv<lor_land, accumulators<logical_or<bool>, logical_and<bool>>>(),
          mxv<land_lor, accumulators<logical_and<bool>>>(), mxv<lxor_land, accumulators<minus<bool>>>(),
          vxm<lor_land, accumulators<take_second<bool>>>(), vxm<any_pair<bool>, accumulators<logical_and<bool>>>(),
          // case_types<output, matrix, vector, mask, index, offset>
          mxv<min_plus<i32>, accumulators<minimum<i64>>, case_types<i64, bool, i16, float>>(),
          mxv<plus_times<i32>, accumulators<plus<std::int8_t>>, case_types<std::int8_t, i16, i32, double>>(),
          mxv<min_second<i64>, accumulators<minimum<i64>>, case_types<i64, i64, i64, i64, i32, i64>>(),
          mxv<lor_land, accumulators<logical_or<bool>>, wide_types<bool>>()};
}

}  // namespace heddle::testing
