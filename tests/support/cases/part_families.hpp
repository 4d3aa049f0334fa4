// part_families.hpp - families of cases of operations at chosen positions.
#pragma once
#include "tests/support/cases/families.hpp"
#include "tests/support/cases/run_parts.hpp"

namespace heddle::testing::families {

using running::part_call;

template <class Types, class Source, class Accums> case_family part(operation what, decltype(case_family::run) run) {
  return of_types<Types>(what, type_of<Source>, {{op_code::none, op_code::none}}, accums_of(Accums{}), run);
}

template <class Accums, class Types> case_family extract_vector() {
  return part<Types, typename Types::B, Accums>(operation::extract_vector,
                                                running::vector_part<Types, part_call::extract, Accums>);
}
template <class Accums, class Types> case_family extract_matrix() {
  return part<Types, typename Types::A, Accums>(operation::extract_matrix,
                                                running::matrix_part<Types, part_call::extract, Accums>);
}
template <class Accums, class Types> case_family extract_column() {
  return part<Types, typename Types::A, Accums>(operation::extract_column, running::column_of_matrix<Types, Accums>);
}
template <part_call Call, class Accums, class Types> case_family to_vector_part() {
  return part<Types, typename Types::B, Accums>(
      Call == part_call::assign ? operation::assign_part : operation::subassign_part,
      running::vector_part<Types, Call, Accums>);
}
template <part_call Call, class Accums, class Types> case_family to_matrix_part() {
  return part<Types, typename Types::A, Accums>(
      Call == part_call::assign ? operation::assign_matrix : operation::subassign_matrix,
      running::matrix_part<Types, Call, Accums>);
}
template <part_call Call, class Accums, class Types> case_family to_row() {
  return part<Types, typename Types::B, Accums>(
      Call == part_call::assign ? operation::assign_row : operation::subassign_row,
      running::line_part<Types, Call, true, Accums>);
}
template <part_call Call, class Accums, class Types> case_family to_column() {
  return part<Types, typename Types::B, Accums>(
      Call == part_call::assign ? operation::assign_column : operation::subassign_column,
      running::line_part<Types, Call, false, Accums>);
}

}  // namespace heddle::testing::families
