// recorded_real_products.cpp - mxv and vxm on floating-point numbers, whose answers are recorded.
#include "tests/support/cases/recorded_products.hpp"

namespace heddle::testing {

std::vector<case_family> recorded_real_products() {
  using namespace compiled;
  using d = double;
  using i32 = std::int32_t;
  using i64 = std::int64_t;
  return {mxv<plus_times<float>, accumulators<plus<float>, minus<float>>>(),
          mxv<plus_first<float>, accumulators<take_second<float>>>(),
          mxv<min_first<float>, accumulators<take_first<float>>>(),
          mxv<max_plus<float>, accumulators<maximum<float>>>(), vxm<plus_times<float>, accumulators<minus<float>>>(),
          vxm<plus_first<float>, accumulators<plus<float>>>(), mxv<min_plus<d>, accumulators<minimum<d>, times<d>>>(),
          mxv<max_times<d>, accumulators<minus<d>>>(), mxv<plus_second<d>, accumulators<plus<d>>>(),
          vxm<min_plus<d>, accumulators<minimum<d>>>(),
          // case_types<output, matrix, vector, mask, index, offset>
          mxv<plus_times<float>, accumulators<plus<d>>, case_types<d, i32, bool, std::uint8_t>>(),
          mxv<plus_times<float>, accumulators<plus<float>>, case_types<float, f16, float, bool>>(),
          vxm<plus_times<float>, accumulators<minus<float>>, case_types<float, bf16, bf16, float>>(),
          mxv<plus_times<d>, accumulators<plus<d>>, case_types<d, d, d, d, i32, i64>>(),
          vxm<min_plus<d>, accumulators<minimum<d>>, wide_types<d>>(),
          mxv<max_times<d>, accumulators<take_second<d>>, wide_types<d>>()};
}

}  // namespace heddle::testing
