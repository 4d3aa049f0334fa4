// recorded_matrix_products.cpp - mxm by all methods, whose answers are recorded.
#include "tests/support/cases/families.hpp"
#include "tests/support/cases/recorded.hpp"

namespace heddle::testing {

std::vector<case_family> recorded_matrix_products() {
  using namespace families;
  using i16 = std::int16_t;
  using i32 = std::int32_t;
  using i64 = std::int64_t;
  return {mxm<plus_times<float>, accumulators<plus<float>>>(),
          mxm<min_plus<double>, accumulators<minus<double>>>(),
          mxm<plus_times<i32>, accumulators<take_second<i32>>>(),
          mxm<plus_pair<i64>, accumulators<plus<i64>>>(),
          mxm<lor_land, accumulators<logical_and<bool>>>(),
          mxm<any_pair<bool>, accumulators<logical_or<bool>>>(),
          mxm<min_plus<i32>, accumulators<minimum<i64>>, case_types<i64, i32, i16, float>>()};
}

}  // namespace heddle::testing
