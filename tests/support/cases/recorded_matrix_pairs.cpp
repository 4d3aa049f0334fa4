// recorded_matrix_pairs.cpp - element-wise operations on matrices, transpose and kronecker, whose answers are recorded.
#include "tests/support/cases/families.hpp"
#include "tests/support/cases/recorded.hpp"

namespace heddle::testing {

std::vector<case_family> recorded_matrix_pairs() {
  using namespace families;
  using d = double;
  using i32 = std::int32_t;
  using i64 = std::int64_t;
  using u8 = std::uint8_t;
  return {of_pairs<operation::mult_matrices, times<float>, accumulators<plus<float>>, case_types<float>>(),
          of_pairs<operation::mult_matrices, minus<i64>, accumulators<minimum<i64>>, wide_types<i64>>(),
          of_pairs<operation::add_matrices, plus<d>, accumulators<minus<d>>, case_types<d>>(),
          of_pairs<operation::add_matrices, minus<i32>, accumulators<take_second<i32>>, case_types<i32>>(),
          of_pairs<operation::add_matrices, less<float>, accumulators<logical_or<bool>>, case_types<bool, float>>(),
          of_pairs<operation::union_matrices, minus<float>, accumulators<take_first<float>>,
                   case_types<float, float, float, bool, i32, i64>>(),
          of_pairs<operation::kronecker, times<float>, accumulators<plus<float>>, case_types<float>>(),
          of_pairs<operation::kronecker, minus<u8>, accumulators<times<u8>>, wide_types<u8>>(),
          transpose_into<accumulators<minus<float>>, case_types<float>>(),
          transpose_into<accumulators<plus<d>>, case_types<d, i32, i32, bool>>()};
}

}  // namespace heddle::testing
