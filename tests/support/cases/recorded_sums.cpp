// recorded_sums.cpp - reductions and y = alpha A x + beta y, whose answers are recorded.
#include "tests/support/cases/families.hpp"
#include "tests/support/cases/recorded.hpp"

namespace heddle::testing {

std::vector<case_family> recorded_sums() {
  using namespace families;
  using d = double;
  using i32 = std::int32_t;
  using i64 = std::int64_t;
  return {reduce_rows<plus_monoid<float>, accumulators<plus<float>, minus<float>>>(),
          reduce_rows<min_monoid<d>, accumulators<minimum<d>>>(),
          reduce_rows<max_monoid<i32>, accumulators<take_second<i32>>>(),
          reduce_rows<plus_monoid<i64>, accumulators<minus<i64>>>(),
          reduce_rows<lor_monoid<bool>, accumulators<logical_and<bool>>>(),
          reduce_rows<plus_monoid<i64>, accumulators<plus<d>>, case_types<d, std::int8_t, bool, bool>>(),
          reduce_rows<plus_monoid<d>, accumulators<plus<d>>, wide_types<d>>(),
          reduce_matrix<plus_monoid<float>>(),
          reduce_matrix<min_monoid<i32>>(),
          reduce_matrix<land_monoid<bool>>(),
          reduce_vector<plus_monoid<d>>(),
          reduce_vector<max_monoid<i64>>(),
          reduce_vector<lor_monoid<bool>>(),
          spmv<case_types<float>>(),
          spmv<case_types<d>>(),
          spmv<case_types<float, f16, float>>(),
          spmv<case_types<bf16>>(),
          spmv<wide_types<float>>(),
          spmv<case_types<d, d, d, d, i32, i64>>()};
}

}  // namespace heddle::testing
