// number_families.hpp - families of cases of operators that take a number beside an operand.
#pragma once
#include "tests/support/cases/families.hpp"
#include "tests/support/cases/run_numbers.hpp"

namespace heddle::testing::families {

/// Where an operator's operands stand: the number before a vector's entry, behind it, and the same of matrices.
enum class bound_to : unsigned char { before_vector, behind_vector, before_matrix, behind_matrix };

template <bound_to Place> constexpr bool of_matrix = Place >= bound_to::before_matrix;

/// D: what the operator takes.
template <bound_to Place, class Op, class Accums, class Types, class D = typename Types::A> case_family bound() {
  constexpr operation all[] = {operation::bind_first, operation::bind_second, operation::bind_first_matrix,
                               operation::bind_second_matrix};
  constexpr bool first = Place == bound_to::before_vector || Place == bound_to::before_matrix;
  return of_types<Types>(all[static_cast<int>(Place)], type_of<D>, operators_of<Op>(), accums_of(Accums{}),
                         running::bound<Types, of_matrix<Place>, first, Op, Accums>);
}

template <class Op> std::vector<std::array<op_code, 2>> position_operators(bool matrix) {
  using enum op_code;
  std::vector<std::array<op_code, 2>> all;
  if constexpr (!is_drawn<Op>) {
    all = {{none, code_of(Op{})}};
  } else if constexpr (std::is_same_v<Op, drawn_rule>) {
    all = {{none, row_le}, {none, row_gt}};
    for (op_code const op : {tril, triu, on_diagonal, off_diagonal, column_le, column_gt}) {
      if (matrix) all.push_back({none, op});
    }
  } else {
    all = {{none, row_index}};
    for (op_code const op : {column_index, diagonal_index}) {
      if (matrix) all.push_back({none, op});
    }
  }
  return all;
}

/// T: the type of the numbers.
template <class T, class Number, bool Matrix, class Accums, class Types> case_family index_applied() {
  return of_types<Types>(Matrix ? operation::index_matrix : operation::index_vector, type_of<T>,
                         position_operators<Number>(Matrix), accums_of(Accums{}),
                         running::numbered_by<Types, Matrix, Number, Accums>);
}
template <class Keep, bool Matrix, class Accums, class Types> case_family kept_by_rule() {
  return of_types<Types>(Matrix ? operation::select_matrix : operation::select_vector, type_code::i64,
                         position_operators<Keep>(Matrix), accums_of(Accums{}),
                         running::selected_by<Types, Matrix, Keep, Accums>);
}
template <class Keep, bool Matrix, class Accums, class Types> case_family kept_by_value() {
  return of_types<Types>(Matrix ? operation::select_matrix : operation::select_vector, type_of<typename Types::A>,
                         operators_of<Keep>(), accums_of(Accums{}), running::selected_by<Types, Matrix, Keep, Accums>);
}

}  // namespace heddle::testing::families
