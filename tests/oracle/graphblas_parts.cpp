// graphblas_parts.cpp - extract, assign and subassign at chosen positions as SuiteSparse:GraphBLAS does them.
#include <algorithm>

#include "tests/oracle/answer_writing.hpp"

namespace heddle::testing::graphblas {

namespace {

struct chosen {
  std::vector<GrB_Index> at;
  explicit chosen(drawn_selection const& s) : at(s.at.begin(), s.at.end()) { at.reserve(1); }
  GrB_Index const* data() const { return at.data(); }
  GrB_Index count() const { return at.size(); }
};

}  // namespace

entries answer_with_parts(drawn_case const& c, mistake m) {
  using enum operation;
  operation const what = c.family->what;
  if (c.w.rows == 0 || c.w.cols == 0) return c.w;
  answer_writing const how(c, m);
  chosen const rows(c.chosen_rows), columns(c.chosen_columns);
  GrB_Index const line = static_cast<GrB_Index>(c.line);
  bool const into_matrix = writes_matrix(what), by_matrix = masks_matrix(what);
  vector w, u, vector_mask;
  matrix result, a, matrix_mask;
  scalar value;
  into_matrix ? make_matrix(result, c.w) : make_vector(w, c.w);
  if (how.masked) by_matrix ? make_matrix(matrix_mask, c.mask) : make_vector(vector_mask, c.mask);
  if (c.scalar) {
    make_scalar(value, c.family->b, c.b.value.at(0));
  } else {
    by_matrix || what == extract_column ? make_matrix(a, c.a) : make_vector(u, c.b);
  }
  GrB_Vector const open = vector_mask;
  GrB_Matrix const opens = matrix_mask;
  GrB_Descriptor const d = how.how;
  GrB_BinaryOp const accum = how.accum;
  GrB_Index const *const I = rows.data(), *const J = columns.data(), ni = rows.count(), nj = columns.count();
  switch (what) {
    case extract_vector:
      check(GrB_Vector_extract(w, open, accum, u, I, ni, d));
      break;
    case extract_matrix:
      check(GrB_Matrix_extract(result, opens, accum, a, I, ni, J, nj, d));
      break;
    case extract_column:
      check(GrB_Col_extract(w, open, accum, a, I, ni, line, d));
      break;
    case assign_part:
      check(c.scalar ? GrB_Vector_assign_Scalar(w, open, accum, value, I, ni, d)
                     : GrB_Vector_assign(w, open, accum, u, I, ni, d));
      break;
    case assign_matrix:
      check(c.scalar ? GrB_Matrix_assign_Scalar(result, opens, accum, value, I, ni, J, nj, d)
                     : GrB_Matrix_assign(result, opens, accum, a, I, ni, J, nj, d));
      break;
    case assign_row:
      check(GrB_Row_assign(result, open, accum, u, line, J, nj, d));
      break;
    case assign_column:
      check(GrB_Col_assign(result, open, accum, u, I, ni, line, d));
      break;
    case subassign_part:
      check(c.scalar ? GxB_Vector_subassign_Scalar(w, open, accum, value, I, ni, d)
                     : GxB_Vector_subassign(w, open, accum, u, I, ni, d));
      break;
    case subassign_matrix:
      check(c.scalar ? GxB_Matrix_subassign_Scalar(result, opens, accum, value, I, ni, J, nj, d)
                     : GxB_Matrix_subassign(result, opens, accum, a, I, ni, J, nj, d));
      break;
    case subassign_row:
      check(GxB_Row_subassign(result, open, accum, u, line, J, nj, d));
      break;
    default:
      check(GxB_Col_subassign(result, open, accum, u, I, ni, line, d));
  }
  return into_matrix ? entries_of(static_cast<GrB_Matrix>(result), c.family->w)
                     : entries_of(static_cast<GrB_Vector>(w), c.family->w);
}

entries answer_with_diagonal(drawn_case const& c) {
  if (c.family->what == operation::diag) {
    GrB_Index const rows = static_cast<GrB_Index>(c.b.rows + (c.line < 0 ? -c.line : c.line));
    vector v;
    matrix result;
    make_vector(v, c.b);
    check(GrB_Matrix_new(result.address(), type_named(c.family->w), rows, rows));
    if (rows > 0) check(GxB_Matrix_diag(result, v, c.line, nullptr));
    return entries_of(static_cast<GrB_Matrix>(result), c.family->w);
  }
  size_type const k = c.transpose_a ? -c.line : c.line;  // of a transpose the one on the other side
  size_type const in_rows = c.a.rows + std::min<size_type>(k, 0), in_columns = c.a.cols - std::max<size_type>(k, 0);
  GrB_Index const length = static_cast<GrB_Index>(std::max<size_type>(0, std::min(in_rows, in_columns)));
  matrix a;
  vector result;
  make_matrix(a, c.a);
  check(GrB_Vector_new(result.address(), type_named(c.family->w), length));
  if (length > 0) check(GxB_Vector_diag(result, a, k, nullptr));
  return entries_of(static_cast<GrB_Vector>(result), c.family->w);
}

}  // namespace heddle::testing::graphblas
