// recorded_numbers.cpp - operators with a number beside their operand, whose answers are recorded.
#include "tests/support/cases/number_families.hpp"
#include "tests/support/cases/recorded.hpp"

namespace heddle::testing {

std::vector<case_family> recorded_numbers() {
  using namespace families;
  using enum bound_to;
  using d = double;
  using i32 = std::int32_t;
  using i64 = std::int64_t;
  return {
      bound<before_vector, minus<float>, accumulators<plus<float>>, case_types<float>>(),
      bound<before_vector, take_first<d>, accumulators<minus<d>>, wide_types<d>>(),
      bound<behind_vector, minus<i32>, accumulators<times<i32>>, case_types<i32>>(),
      bound<behind_vector, less<float>, accumulators<logical_or<bool>>, case_types<bool, float>>(),
      bound<before_matrix, minus<d>, accumulators<take_second<d>>, wide_types<d>>(),
      bound<before_matrix, less<i32>, accumulators<logical_and<bool>>, case_types<bool, i32>>(),
      bound<behind_matrix, maximum<i64>, accumulators<minus<i64>>, case_types<i64>>(),
      index_applied<i64, row_index<i64>, false, accumulators<plus<i64>>, case_types<i64, float>>(),
      index_applied<i32, column_index<i32>, true, accumulators<minus<i32>>, case_types<i32, float>>(),
      index_applied<i64, diagonal_index<i64>, true, accumulators<plus<i64>>, case_types<i64, d, d, i64, i64, i64>>(),
      kept_by_rule<row_le, false, accumulators<minus<float>>, case_types<float>>(),
      kept_by_rule<tril, true, accumulators<minus<float>>, case_types<float>>(),
      kept_by_rule<off_diagonal, true, accumulators<take_second<d>>, wide_types<d>>(),
      kept_by_rule<column_gt, true, accumulators<plus<i32>>, case_types<i32>>(),
      kept_by_value<less<float>, false, accumulators<minus<float>>, case_types<float>>(),
      kept_by_value<not_equal<i32>, true, accumulators<plus<i32>>, case_types<i32>>()};
}

}  // namespace heddle::testing
