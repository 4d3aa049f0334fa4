// recorded_rearrangements.cpp - casts, transposes, building and numbering, whose answers are recorded; and the list of
// all families that are.
#include "tests/support/cases/families.hpp"
#include "tests/support/cases/recorded.hpp"

namespace heddle::testing {

std::vector<case_family> recorded_rearrangements() {
  using namespace families;
  using d = double;
  using i8 = std::int8_t;
  using i32 = std::int32_t;
  using i64 = std::int64_t;
  return {apply_index<i32>(),
          apply_index<i64>(),
          cast_vector<i32, float>(),
          cast_vector<float, d>(),
          cast_vector<i8, i64>(),
          cast_vector<bool, std::uint16_t>(),
          cast_vector<f16, float>(),
          cast_vector<d, bf16>(),
          cast_vector<d, std::uint64_t, i64>(),
          cast_matrix<d, float>(),
          cast_matrix<i8, i32>(),
          cast_matrix<float, f16>(),
          transposed<case_types<float>>(),
          transposed<case_types<i8>>(),
          transposed<wide_types<d>>(),
          diag<case_types<float>>(),
          diag<case_types<i8>>(),
          diag<wide_types<d>>(),
          diagonal<case_types<float>>(),
          diagonal<case_types<bool>>(),
          diagonal<wide_types<i64>>(),
          build_vector<float, plus<float>>(),
          build_vector<i64, minus<i64>, i64>(),
          build_matrix<take_second<float>, case_types<float>>(),
          build_matrix<plus<i32>, case_types<i32>>(),
          build_matrix<minimum<d>, wide_types<d>>()};
}

std::vector<case_family> recorded_families() {
  std::vector<case_family> all;
  for (auto const& part : {recorded_real_products(), recorded_integer_products(), recorded_matrix_products(),
                           recorded_sums(), recorded_elementwise(), recorded_matrix_pairs(), recorded_rearrangements(),
                           recorded_parts(), recorded_numbers()}) {
    all.insert(all.end(), part.begin(), part.end());
  }
  return all;
}

}  // namespace heddle::testing
