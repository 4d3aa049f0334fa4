// parts.cpp - extract, assign and subassign at chosen positions, of many types and accumulators.
#include "tests/oracle/families.hpp"
#include "tests/support/cases/part_families.hpp"

namespace heddle::testing {

namespace {

using families::part_call;

template <part_call Call, class Types> void add_assignments_to_parts(std::vector<case_family>& all_families) {
  using accum = accumulators<drawn_op<typename Types::W>>;
  all_families.push_back(families::to_vector_part<Call, accum, Types>());
  all_families.push_back(families::to_matrix_part<Call, accum, Types>());
  all_families.push_back(families::to_row<Call, accum, Types>());
  all_families.push_back(families::to_column<Call, accum, Types>());
}

template <class Types> void add_parts(std::vector<case_family>& all_families) {
  using accum = accumulators<drawn_op<typename Types::W>>;
  all_families.push_back(families::extract_vector<accum, Types>());
  all_families.push_back(families::extract_matrix<accum, Types>());
  all_families.push_back(families::extract_column<accum, Types>());
  add_assignments_to_parts<part_call::assign, Types>(all_families);
  add_assignments_to_parts<part_call::subassign, Types>(all_families);
}

}  // namespace

std::vector<case_family> drawn_parts() {
  std::vector<case_family> all_families;
  add_parts<case_types<double>>(all_families);
  add_parts<case_types<bool>>(all_families);
  add_parts<case_types<std::int64_t, std::int16_t, std::int16_t, std::int64_t>>(all_families);
  add_parts<wide_types<std::uint32_t>>(all_families);
  return all_families;
}

}  // namespace heddle::testing
