// graphblas_numbers.cpp - operators that take a number beside an operand, as SuiteSparse:GraphBLAS has them.
#include "tests/oracle/answer_writing.hpp"
#include "tests/support/cases/positions.hpp"

namespace heddle::testing::graphblas {

namespace {

GrB_IndexUnaryOp index_op_named(op_code op, type_code t) {
  bool const wide = t == type_code::i64;
  switch (op) {
    case op_code::row_index:
      return wide ? GrB_ROWINDEX_INT64 : GrB_ROWINDEX_INT32;
    case op_code::column_index:
      return wide ? GrB_COLINDEX_INT64 : GrB_COLINDEX_INT32;
    case op_code::diagonal_index:
      return wide ? GrB_DIAGINDEX_INT64 : GrB_DIAGINDEX_INT32;
    case op_code::tril:
      return GrB_TRIL;
    case op_code::triu:
      return GrB_TRIU;
    case op_code::on_diagonal:
      return GrB_DIAG;
    case op_code::off_diagonal:
      return GrB_OFFDIAG;
    case op_code::row_le:
      return GrB_ROWLE;
    case op_code::row_gt:
      return GrB_ROWGT;
    case op_code::column_le:
      return GrB_COLLE;
    case op_code::column_gt:
      return GrB_COLGT;
    default:
      return with_names(t, [&](auto names, auto) { return names.comparison(op); });
  }
}

// SuiteSparse's DIAGINDEX is j - (i + s), the C API's and ours j - i + s.
std::int64_t number_of(drawn_case const& c) { return c.multiply == op_code::diagonal_index ? -c.line : c.line; }

entries of_vector(drawn_case const& c, mistake m) {
  answer_writing const how(c, m);
  vector w, u, mask;
  scalar s;
  make_vector(w, c.w);
  make_vector(u, c.a);
  make_scalar(s, c.family->b, c.b.value.at(0));
  if (how.masked) make_vector(mask, c.mask);
  GrB_Vector const open = mask;
  operation const what = c.family->what;
  type_code const domain = c.family->domain;
  if (what == operation::bind_first) {
    check(GrB_Vector_apply_BinaryOp1st_Scalar(w, open, how.accum, op_named(c.multiply, domain), s, u, how.how));
  } else if (what == operation::bind_second) {
    check(GrB_Vector_apply_BinaryOp2nd_Scalar(w, open, how.accum, op_named(c.multiply, domain), u, s, how.how));
  } else if (what == operation::index_vector) {
    check(GrB_Vector_apply_IndexOp_INT64(w, open, how.accum, index_op_named(c.multiply, domain), u, c.line, how.how));
  } else if (is_rule(c.multiply)) {
    check(GrB_Vector_select_INT64(w, open, how.accum, index_op_named(c.multiply, domain), u, c.line, how.how));
  } else {
    check(GrB_Vector_select_Scalar(w, open, how.accum, index_op_named(c.multiply, domain), u, s, how.how));
  }
  return entries_of(w, c.family->w);
}

entries of_matrix(drawn_case const& x, mistake m) {
  operation const what = x.family->what;
  answer_writing const how(x, m, what == operation::bind_first_matrix ? GrB_INP1 : GrB_INP0);
  matrix c, a, mask;
  scalar s;
  make_matrix(c, x.w);
  make_matrix(a, x.a);
  make_scalar(s, x.family->b, x.b.value.at(0));
  if (how.masked) make_matrix(mask, x.mask);
  GrB_Matrix const open = mask;
  type_code const domain = x.family->domain;
  if (what == operation::bind_first_matrix) {
    check(GrB_Matrix_apply_BinaryOp1st_Scalar(c, open, how.accum, op_named(x.multiply, domain), s, a, how.how));
  } else if (what == operation::bind_second_matrix) {
    check(GrB_Matrix_apply_BinaryOp2nd_Scalar(c, open, how.accum, op_named(x.multiply, domain), a, s, how.how));
  } else if (what == operation::index_matrix) {
    check(GrB_Matrix_apply_IndexOp_INT64(c, open, how.accum, index_op_named(x.multiply, domain), a, number_of(x),
                                         how.how));
  } else if (is_rule(x.multiply)) {
    check(GrB_Matrix_select_INT64(c, open, how.accum, index_op_named(x.multiply, domain), a, x.line, how.how));
  } else {
    check(GrB_Matrix_select_Scalar(c, open, how.accum, index_op_named(x.multiply, domain), a, s, how.how));
  }
  return entries_of(c, x.family->w);
}

}  // namespace

entries answer_with_number(drawn_case const& c, mistake m) {
  if (c.w.rows == 0 || c.w.cols == 0) return c.w;
  return writes_matrix(c.family->what) ? of_matrix(c, m) : of_vector(c, m);
}

}  // namespace heddle::testing::graphblas
