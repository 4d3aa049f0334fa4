// recorded_parts.cpp - extract, assign and subassign at chosen positions, whose answers are recorded.
#include "tests/support/cases/part_families.hpp"
#include "tests/support/cases/recorded.hpp"

namespace heddle::testing {

std::vector<case_family> recorded_parts() {
  using namespace families;
  using d = double;
  using i16 = std::int16_t;
  using i32 = std::int32_t;
  using i64 = std::int64_t;
  using u8 = std::uint8_t;
  constexpr auto whole = part_call::assign, sub = part_call::subassign;
  return {extract_vector<accumulators<minus<float>>, case_types<float>>(),
          extract_vector<accumulators<plus<d>>, case_types<d, i16, i16, bool, i64, i64>>(),
          extract_matrix<accumulators<minus<float>>, case_types<float>>(),
          extract_matrix<accumulators<take_second<u8>>, case_types<u8, u8, u8, bool>>(),
          extract_matrix<accumulators<minimum<d>>, wide_types<d>>(),
          extract_column<accumulators<minus<i32>>, case_types<i32>>(),
          to_vector_part<whole, accumulators<minus<float>>, case_types<float>>(),
          to_vector_part<whole, accumulators<plus<i64>>, case_types<i64, i16, i16, bool, i64, i64>>(),
          to_vector_part<sub, accumulators<minus<i32>>, case_types<i32>>(),
          to_matrix_part<whole, accumulators<minus<float>>, case_types<float>>(),
          to_matrix_part<whole, accumulators<plus<d>>, wide_types<d>>(),
          to_matrix_part<sub, accumulators<minus<i32>>, case_types<i32>>(),
          to_row<whole, accumulators<minus<float>>, case_types<float>>(),
          to_row<sub, accumulators<plus<i64>>, case_types<i64, i64, i64, bool>>(),
          to_column<whole, accumulators<minus<d>>, case_types<d>>(),
          to_column<sub, accumulators<plus<float>>, case_types<float>>()};
}

}  // namespace heddle::testing
