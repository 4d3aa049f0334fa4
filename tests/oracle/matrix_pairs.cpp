// matrix_pairs.cpp - ewise_mult, ewise_add and ewise_union of matrices, transpose and kronecker, by every operator.
#include "tests/oracle/families.hpp"
#include "tests/support/cases/families.hpp"

namespace heddle::testing {

namespace {

template <operation What, class T, class Types = case_types<T>> case_family matrix_pairs_of() {
  return families::of_pairs<What, drawn_op<T>, accumulators<drawn_op<typename Types::W>>, Types, T>();
}
template <operation What, class... Ts> void add_matrix_pairs(std::vector<case_family>& all) {
  (all.push_back(matrix_pairs_of<What, Ts>()), ...);
}

}  // namespace

std::vector<case_family> drawn_matrix_pairs() {
  using enum operation;
  using d = double;
  using i16 = std::int16_t;
  using i32 = std::int32_t;
  using i64 = std::int64_t;
  std::vector<case_family> all;
  add_matrix_pairs<mult_matrices, bool, std::uint8_t, float, i64>(all);
  add_matrix_pairs<add_matrices, bool, std::int8_t, i32, d>(all);
  add_matrix_pairs<union_matrices, std::uint16_t, float, i64>(all);
  add_matrix_pairs<kronecker, bool, i32, d>(all);
  all.push_back(matrix_pairs_of<mult_matrices, d, case_types<d, i16, float, bool>>());
  all.push_back(matrix_pairs_of<add_matrices, d, case_types<float, float, i16, d>>());
  all.push_back(matrix_pairs_of<union_matrices, d, case_types<d, i16, float>>());
  all.push_back(matrix_pairs_of<kronecker, d, case_types<d, i16, float, float>>());
  all.push_back(matrix_pairs_of<mult_matrices, float, wide_types<float>>());
  all.push_back(matrix_pairs_of<add_matrices, i64, case_types<i64, i64, i64, i64, i32, i64>>());
  all.push_back(matrix_pairs_of<kronecker, i64, wide_types<i64>>());
  all.push_back(families::transpose_into<accumulators<drawn_op<bool>>, case_types<bool>>());
  all.push_back(families::transpose_into<accumulators<drawn_op<float>>, case_types<float>>());
  all.push_back(families::transpose_into<accumulators<drawn_op<d>>, case_types<d, i16, i16, bool>>());
  all.push_back(families::transpose_into<accumulators<drawn_op<i64>>, wide_types<i64>>());
  return all;
}

}  // namespace heddle::testing
