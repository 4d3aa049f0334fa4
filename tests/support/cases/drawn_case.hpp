// drawn_case.hpp - one call of one operation: operands, operators, mask, schedule; and the families that they come
// from.
#pragma once
#include <array>
#include <heddle/base/executor.hpp>
#include <heddle/descriptor.hpp>
#include <heddle/index_set.hpp>
#include <string>

#include "tests/support/cases/entries.hpp"
#include "tests/support/random_cases.hpp"

namespace heddle::testing {

/// Operands by their slots: `w` is what is written, `a` and `b` the left and right operand (of mxv the matrix and u).
enum class operation : unsigned char {
  mxv,            // w<mask> = w accum (A u)
  vxm,            // w<mask> = w accum (u A)
  mxm,            // C<mask> = C accum (A B)
  reduce_rows,    // w<mask> = w accum (sums of A's rows)
  reduce_matrix,  // the sum of A, as one entry
  reduce_vector,  // the sum of u (slot b), as one entry
  ewise_mult,     // w<mask> = w accum op(u, v)
  select,         // w<mask> = w accum (u where op(u, v))
  assign_vector,  // w<mask> = w accum u (slot b)
  assign_scalar,  // w<mask> = w accum s
  apply_index,    // w(i) = i
  cast_vector,    // u (slot b) with elements of w's type
  cast_matrix,    // A with elements of C's type
  transpose,      // A^T
  build_vector,   // from entries (slot b) in any order, duplicates combined
  build_matrix,   // the same
  spmv,           // y = alpha A x + beta y
  ewise_add,      // w<mask> = w accum (u + v), + any operator
  ewise_union,    // the same, |alpha| and |beta| in place of what is not there
  mult_matrices,  // C<mask> = C accum (A .* B): ewise_mult of matrices, and so on
  add_matrices,
  union_matrices,
  transpose_into,  // C<mask> = C accum A^T
  kronecker,       // C<mask> = C accum kron(A, B)
  // at chosen positions, of which `rows` and `columns` of the case tell, and `line`
  extract_vector,  // w<mask> = w accum u(I) (slot b)
  extract_matrix,  // C<mask> = C accum A(I, J)
  extract_column,  // w<mask> = w accum A(I, line)
  assign_part,     // w<mask>(I) = w(I) accum u (slot b), or a scalar
  assign_matrix,   // C<mask>(I, J) = C(I, J) accum A, or a scalar (slot b)
  assign_row,      // C<mask>(line, J) = C(line, J) accum u
  assign_column,   // C<mask>(I, line) = C(I, line) accum u
  subassign_part,  // the same with a mask of the part
  subassign_matrix,
  subassign_row,
  subassign_column,
  diag,      // u (slot b) as diagonal `line` of a matrix
  diagonal,  // diagonal `line` of A
  // by operators that take a number: a scalar s (slot b), or `line` where they ask for positions
  bind_first,         // w<mask> = w accum op(s, u) (slot a)
  bind_second,        // w<mask> = w accum op(u, s)
  index_vector,       // w<mask> = w accum op(u, i, line)
  select_vector,      // w<mask> = w accum (u where it keeps a rule, of positions or of values)
  bind_first_matrix,  // the same of matrices
  bind_second_matrix,
  index_matrix,
  select_matrix
};

enum class slot : unsigned char { w, a, b, mask };

struct drawn_case;

/// Chosen positions, and how they are given to the library.
struct drawn_selection {
  enum class kind : unsigned char { all, range, list } how{};
  index_range range;
  std::vector<std::int64_t> at;
};

/// What cases have in common: operation, element types, and the operators that may be drawn. run is the one function
/// that is instantiated for them.
struct case_family {
  std::string name;
  operation what{};
  type_code domain{}, w{}, a{}, b{}, mask{};
  std::vector<std::array<op_code, 2>> algebras;  // add and multiply, or the one operator that there is
  std::vector<op_code> accums;                   // none among them
  entries (*run)(executor const&, drawn_case const&) = nullptr;
};

struct drawn_case {
  case_family const* family = nullptr;
  unsigned seed = 0;
  op_code add{}, multiply{}, accum{};
  mask_kind kind = mask_kind::none;
  bool replace = false, transpose_a = false, transpose_b = false, pattern_a = false, pattern_b = false;
  bool columns_at_hand = false, placed = false;
  std::array<held, 4> form{};
  std::array<slot, 4> object{slot::w, slot::a, slot::b, slot::mask};  // which operand's object this one is
  direction way{};
  heddle::schedule schedule;
  int threads = 1;
  double alpha = 1, beta = 0;
  entries w, a, b, mask;
  drawn_selection chosen_rows, chosen_columns;  // of a vector the first
  size_type line = 0;
  bool scalar = false;

  bool shares(slot s) const { return object[static_cast<int>(s)] != s; }
  bool aliased() const { return shares(slot::a) || shares(slot::b) || shares(slot::mask); }
  held form_of(slot s) const { return form[static_cast<int>(s)]; }
  entries const& operand(slot s) const {
    entries const* const all[] = {&w, &a, &b, &mask};
    return *all[static_cast<int>(s)];
  }
};

std::ostream& operator<<(std::ostream& out, drawn_case const& c);

/// Is there a mask, an accumulator? Are results sums of products, is anything written into what was there?
bool writes_into(operation what);
bool is_product(operation what);
/// Is op(u, v) of vectors, op(A, B) of matrices of one shape, combined position by position? Is C a matrix?
bool pairs_vectors(operation what);
bool pairs_matrices(operation what);
/// Are there chosen positions? Is the output a matrix, is the mask one?
bool is_of_parts(operation what);
bool writes_matrix(operation what);
bool masks_matrix(operation what);
/// Is it diag or diagonal, of diagonal `line`?
bool is_diagonal(operation what);
/// Does an operator take a number beside the operand in slot a?
bool takes_number(operation what);

/// The same case for a family's name and a seed wherever it is drawn: only the generator's own output is used.
drawn_case draw(case_family const& family, unsigned seed);
/// The same for operations at chosen positions.
drawn_case draw_with_parts(case_family const& family, unsigned seed);

}  // namespace heddle::testing
