// graphblas.cpp - every operation as SuiteSparse:GraphBLAS does it.
#include "tests/oracle/graphblas.hpp"

#include <algorithm>

#include "tests/oracle/objects.hpp"

namespace heddle::testing::graphblas {

/// Vectors and matrices of the case; an operand that it does not have stays null.
struct question::operands {
  vector w, a, b, mask;
  matrix c, left, right, matrix_mask;
  semiring algebra;
  GrB_Monoid monoid = nullptr;
};

namespace {

/// How one answer is written: what the case says, or what a mistake makes of it.
struct writing {
  descriptor how;
  GrB_BinaryOp accum = nullptr;
  bool masked = false;

  writing(drawn_case const& c, mistake m, bool transposes = true) {
    bool const into = writes_into(c.family->what);
    masked = into && c.kind != mask_kind::none && m != mistake::mask_ignored;
    if (into && m != mistake::accumulator_ignored) {
      accum = op_named(c.accum, c.family->w, m == mistake::operands_swapped);
    }
    check(GrB_Descriptor_new(how.address()));
    // Its hash method, SuiteSparse's own choice for some masks, never returns on some products of 7.4
    // (saxpy3_sym_mff).
    set(GxB_AxB_METHOD, static_cast<GrB_Desc_Value>(GxB_AxB_GUSTAVSON));
    if (into && c.replace && m != mistake::replace_ignored) set(GrB_OUTP, GrB_REPLACE);
    bool const structural = c.kind == mask_kind::structural || c.kind == mask_kind::structural_complement;
    bool const complemented = c.kind == mask_kind::complement || c.kind == mask_kind::structural_complement;
    if (masked && structural) set(GrB_MASK, GrB_STRUCTURE);
    if (masked && complemented && m != mistake::complement_lost) set(GrB_MASK, GrB_COMP);
    if (!transposes) return;
    bool const by_vector = c.family->what == operation::vxm;
    if (by_vector ? false : c.transpose_a) set(GrB_INP0, GrB_TRAN);
    if (by_vector ? c.transpose_a : c.transpose_b) set(GrB_INP1, GrB_TRAN);
  }

 private:
  void set(GrB_Desc_Field field, GrB_Desc_Value value) { check(GrB_Descriptor_set(how, field, value)); }
};

bool has_matrix(operation what) {
  return what == operation::mxv || what == operation::vxm || what == operation::mxm || what == operation::reduce_rows ||
         what == operation::reduce_matrix || what == operation::cast_matrix || what == operation::transpose ||
         what == operation::spmv || writes_matrix(what);
}

entries one_entry(type_code type, GrB_Scalar s, GrB_Monoid monoid) {
  entries e{type, 1, 1, {0}, {}, {}};
  with_names(type, [&]<class Names, class T>(Names, T) {
    std::conditional_t<detail::is_short_real<T>, float, T> value{};
    if (Names::get(&value, s) == GrB_NO_VALUE) check(GxB_Monoid_identity(&value, monoid));
    e.value.push_back(to_raw(static_cast<T>(value)));
  });
  return e;
}

}  // namespace

question::question(drawn_case const& c) : case_(c), made_(std::make_unique<operands>()) {
  start();
  operation const what = c.family->what;
  operands& o = *made_;
  type_code const domain = c.family->domain;
  if (is_of_parts(what) || is_diagonal(what) || takes_number(what)) return;  // made for every answer
  if (writes_matrix(what)) {
    make_matrix(o.c, c.w);
    if (what != operation::transpose_into) make_matrix(o.right, c.b);
    if (c.kind != mask_kind::none) make_matrix(o.matrix_mask, c.mask);
  } else if (what != operation::build_vector && what != operation::build_matrix) {
    make_vector(o.w, c.w);
    make_vector(o.b, c.b);
    if (c.kind != mask_kind::none) make_vector(o.mask, c.mask);
  }
  if (has_matrix(what)) {
    make_matrix(o.left, c.a);
  } else if (pairs_vectors(what)) {
    make_vector(o.a, c.a);
  }
  o.monoid = monoid_named(c.add, domain);
  if (is_product(what) || what == operation::spmv) {
    check(GrB_Semiring_new(o.algebra.address(), o.monoid, op_named(c.multiply, domain)));
  }
}

question::~question() = default;

namespace {

// SuiteSparse 7.4 calls a masked accumulation of products with an operand of no rows or columns a mismatch of
// dimensions: the products are none, then, and an empty operand is assigned.
bool lacks_products(drawn_case const& c) { return c.a.rows == 0 || c.a.cols == 0 || c.b.rows == 0 || c.b.cols == 0; }

/// A vector and its mask, written by run(w, mask, accum, descriptor) as a mistake would have it.
template <class Run> entries written(drawn_case const& c, mistake m, GrB_Vector old, GrB_Vector mask, Run const& run) {
  writing const how(c, m);
  vector w;
  check(GrB_Vector_dup(w.address(), old));
  GrB_Vector const open = how.masked ? mask : nullptr;
  check(run(static_cast<GrB_Vector>(w), open, how.accum, static_cast<GrB_Descriptor>(how.how)));
  return entries_of(w, c.family->w);
}

entries matrix_product(drawn_case const& c, mistake m, GrB_Matrix old, GrB_Matrix mask, GrB_Semiring algebra,
                       GrB_Matrix a, GrB_Matrix b) {
  if (c.w.rows == 0 || c.w.cols == 0) return c.w;
  GrB_Index const rows = static_cast<GrB_Index>(c.w.rows), cols = static_cast<GrB_Index>(c.w.cols);
  writing const how(c, m);
  GrB_Matrix const open = how.masked ? mask : nullptr;
  matrix result;
  check(GrB_Matrix_dup(result.address(), old));
  if (lacks_products(c)) {
    matrix none;
    check(GrB_Matrix_new(none.address(), type_named(c.family->w), rows, cols));
    check(GrB_Matrix_assign(result, open, how.accum, none, GrB_ALL, rows, GrB_ALL, cols, writing(c, m, false).how));
  } else {
    check(GrB_mxm(result, open, how.accum, algebra, a, b, how.how));
  }
  return entries_of(result, c.family->w);
}

entries vector_product(drawn_case const& c, mistake m, GrB_Vector old, GrB_Vector mask, GrB_Semiring algebra,
                       GrB_Matrix a, GrB_Vector u) {
  if (c.w.rows == 0) return c.w;
  if (lacks_products(c)) {
    vector none;
    GrB_Index const size = static_cast<GrB_Index>(c.w.rows);
    check(GrB_Vector_new(none.address(), type_named(c.family->w), size));
    GrB_Vector const nothing = none;
    return written(c, m, old, mask, [&](GrB_Vector w, GrB_Vector open, GrB_BinaryOp accum, GrB_Descriptor) {
      return GrB_Vector_assign(w, open, accum, nothing, GrB_ALL, size, writing(c, m, false).how);
    });
  }
  return written(c, m, old, mask, [&](GrB_Vector w, GrB_Vector open, GrB_BinaryOp accum, GrB_Descriptor how) {
    return c.family->what == operation::vxm ? GrB_vxm(w, open, accum, algebra, u, a, how)
                                            : GrB_mxv(w, open, accum, algebra, a, u, how);
  });
}

// What stands in a union for the entries that u or v, A or B lack.
void make_filling(scalar& made, type_code type, double drawn) {
  with_type(type, [&]<class T>(T) {
    int const value = static_cast<int>(drawn < 0 ? -drawn : drawn);
    make_scalar(made, type, to_raw(static_cast<T>(value)));
  });
}

entries pair_of_vectors(drawn_case const& c, mistake m, GrB_Vector old, GrB_Vector mask, GrB_Vector u, GrB_Vector v) {
  GrB_BinaryOp const op = op_named(c.multiply, c.family->domain);
  scalar alpha, beta;
  make_filling(alpha, c.family->a, c.alpha);
  make_filling(beta, c.family->b, c.beta);
  return written(c, m, old, mask, [&](GrB_Vector w, GrB_Vector open, GrB_BinaryOp accum, GrB_Descriptor how) {
    if (c.family->what == operation::ewise_mult) return GrB_Vector_eWiseMult_BinaryOp(w, open, accum, op, u, v, how);
    if (c.family->what == operation::ewise_add) return GrB_Vector_eWiseAdd_BinaryOp(w, open, accum, op, u, v, how);
    return GxB_Vector_eWiseUnion(w, open, accum, op, u, alpha, v, beta, how);
  });
}

entries pair_of_matrices(drawn_case const& c, mistake m, GrB_Matrix old, GrB_Matrix mask, GrB_Matrix a, GrB_Matrix b) {
  if (c.w.rows == 0 || c.w.cols == 0) return c.w;
  writing const how(c, m);
  GrB_Matrix const open = how.masked ? mask : nullptr;
  GrB_BinaryOp const op = op_named(c.multiply, c.family->domain);
  matrix result;
  check(GrB_Matrix_dup(result.address(), old));
  switch (c.family->what) {
    case operation::mult_matrices:
      check(GrB_Matrix_eWiseMult_BinaryOp(result, open, how.accum, op, a, b, how.how));
      break;
    case operation::add_matrices:
      check(GrB_Matrix_eWiseAdd_BinaryOp(result, open, how.accum, op, a, b, how.how));
      break;
    case operation::union_matrices: {
      scalar alpha, beta;
      make_filling(alpha, c.family->a, c.alpha);
      make_filling(beta, c.family->b, c.beta);
      check(GxB_Matrix_eWiseUnion(result, open, how.accum, op, a, alpha, b, beta, how.how));
      break;
    }
    case operation::kronecker:
      check(GrB_Matrix_kronecker_BinaryOp(result, open, how.accum, op, a, b, how.how));
      break;
    default:
      check(GrB_transpose(result, open, how.accum, a, how.how));
  }
  return entries_of(result, c.family->w);
}

// u where op(u, v), as a vector: the comparison's truth is the mask.
void select_entries(vector& kept, drawn_case const& c, GrB_Vector u, GrB_Vector v) {
  GrB_Index const size = static_cast<GrB_Index>(c.a.rows);
  vector truth;
  check(GrB_Vector_new(truth.address(), GrB_BOOL, size));
  check(GrB_Vector_new(kept.address(), type_named(c.family->a), size));
  check(GrB_Vector_eWiseMult_BinaryOp(truth, nullptr, nullptr, op_named(c.multiply, c.family->domain), u, v, nullptr));
  GrB_UnaryOp const identity = with_names(c.family->a, [](auto names, auto) { return names.identity(); });
  check(GrB_Vector_apply(kept, truth, nullptr, identity, u, nullptr));
}

// y = alpha (A x) + beta y, as BLAS has it: what is multiplied by 0 is not there, and every row has a sum.
entries scaled(drawn_case const& c, GrB_Vector y, GrB_Semiring algebra, GrB_Matrix a, GrB_Vector x) {
  type_code const domain = c.family->domain;
  GrB_Index const size = static_cast<GrB_Index>(c.w.rows);
  GrB_BinaryOp const plus = op_named(op_code::plus, domain), times = op_named(op_code::times, domain);
  writing const how(c, mistake::none);
  vector sum, result;
  check(GrB_Vector_new(sum.address(), type_named(domain), size));
  check(GrB_Vector_new(result.address(), type_named(domain), size));
  check(GrB_Vector_assign_FP64(sum, nullptr, nullptr, 0.0, GrB_ALL, size, nullptr));
  if (c.alpha != 0 && !lacks_products(c)) { check(GrB_mxv(sum, nullptr, plus, algebra, a, x, how.how)); }
  double const alpha = c.alpha == 0 ? 1 : c.alpha;
  check(GrB_Vector_apply_BinaryOp1st_FP64(result, nullptr, nullptr, times, alpha, sum, nullptr));
  if (c.beta != 0) check(GrB_Vector_apply_BinaryOp1st_FP64(result, nullptr, plus, times, c.beta, y, nullptr));
  return entries_of(result, c.family->w);
}

}  // namespace

entries question::answer(mistake m) const {
  drawn_case const& c = case_;
  operands const& o = *made_;
  operation const what = c.family->what;
  type_code const domain = c.family->domain;
  if (is_of_parts(what)) return answer_with_parts(c, m);
  if (is_diagonal(what)) return answer_with_diagonal(c);
  if (takes_number(what)) return answer_with_number(c, m);
  if (what == operation::mxm) return matrix_product(c, m, o.c, o.matrix_mask, o.algebra, o.left, o.right);
  if (writes_matrix(what)) return pair_of_matrices(c, m, o.c, o.matrix_mask, o.left, o.right);
  if (is_product(what)) return vector_product(c, m, o.w, o.mask, o.algebra, o.left, o.b);
  if (what == operation::spmv) return scaled(c, o.w, o.algebra, o.left, o.b);
  GrB_Index const size = static_cast<GrB_Index>(c.w.rows);
  auto const write = [&](auto const& run) { return written(c, m, o.w, o.mask, run); };
  switch (what) {
    case operation::reduce_rows:
      if (c.w.rows == 0) return c.w;
      return write([&](GrB_Vector w, GrB_Vector mask, GrB_BinaryOp accum, GrB_Descriptor how) {
        return GrB_Matrix_reduce_Monoid(w, mask, accum, o.monoid, o.left, how);
      });
    case operation::ewise_mult:
    case operation::ewise_add:
    case operation::ewise_union:
      return pair_of_vectors(c, m, o.w, o.mask, o.a, o.b);
    case operation::select: {
      vector kept;
      select_entries(kept, c, o.a, o.b);
      return write([&](GrB_Vector w, GrB_Vector mask, GrB_BinaryOp accum, GrB_Descriptor how) {
        return GrB_Vector_assign(w, mask, accum, kept, GrB_ALL, size, how);
      });
    }
    case operation::assign_vector:
      return write([&](GrB_Vector w, GrB_Vector mask, GrB_BinaryOp accum, GrB_Descriptor how) {
        return GrB_Vector_assign(w, mask, accum, o.b, GrB_ALL, size, how);
      });
    case operation::assign_scalar: {
      scalar value;
      make_scalar(value, c.family->b, c.b.value.at(0));
      return write([&](GrB_Vector w, GrB_Vector mask, GrB_BinaryOp accum, GrB_Descriptor how) {
        return GrB_Vector_assign_Scalar(w, mask, accum, value, GrB_ALL, size, how);
      });
    }
    case operation::apply_index:
      return write([&](GrB_Vector w, GrB_Vector, GrB_BinaryOp, GrB_Descriptor) {
        GrB_IndexUnaryOp const op = c.family->w == type_code::i64 ? GrB_ROWINDEX_INT64 : GrB_ROWINDEX_INT32;
        return GrB_Vector_apply_IndexOp_INT64(w, nullptr, nullptr, op, o.w, 0, nullptr);
      });
    case operation::cast_vector: {
      vector result;
      check(GrB_Vector_new(result.address(), type_named(c.family->w), static_cast<GrB_Index>(c.b.rows)));
      check(GrB_Vector_assign(result, nullptr, nullptr, o.b, GrB_ALL, static_cast<GrB_Index>(c.b.rows), nullptr));
      return entries_of(result, c.family->w);
    }
    case operation::cast_matrix: {
      matrix result;
      GrB_Index const rows = static_cast<GrB_Index>(c.a.rows), cols = static_cast<GrB_Index>(c.a.cols);
      check(GrB_Matrix_new(result.address(), type_named(c.family->w), rows, cols));
      check(GrB_Matrix_assign(result, nullptr, nullptr, o.left, GrB_ALL, rows, GrB_ALL, cols, nullptr));
      return entries_of(result, c.family->w);
    }
    case operation::transpose: {
      matrix result;
      check(GrB_Matrix_new(result.address(), type_named(c.family->w), static_cast<GrB_Index>(c.a.cols),
                           static_cast<GrB_Index>(c.a.rows)));
      if (c.a.rows > 0 && c.a.cols > 0) check(GrB_transpose(result, nullptr, nullptr, o.left, nullptr));
      return entries_of(result, c.family->w);
    }
    case operation::build_vector: {
      vector result;
      make_vector(result, c.b, op_named(c.multiply, domain));
      return entries_of(result, c.family->w);
    }
    case operation::build_matrix: {
      matrix result;
      make_matrix(result, c.a, op_named(c.multiply, domain));
      return entries_of(result, c.family->w);
    }
    default:
      break;
  }
  scalar sum;
  check(GrB_Scalar_new(sum.address(), type_named(domain)));
  check(what == operation::reduce_matrix ? GrB_Matrix_reduce_Monoid_Scalar(sum, nullptr, o.monoid, o.left, nullptr)
                                         : GrB_Vector_reduce_Monoid_Scalar(sum, nullptr, o.monoid, o.b, nullptr));
  return one_entry(domain, sum, o.monoid);
}

bool question::sums_two() const {
  drawn_case const& c = case_;
  if (c.w.rows == 0 || c.w.cols == 0 || lacks_products(c)) return false;
  operands const& o = *made_;
  writing const how(c, mistake::accumulator_ignored);
  entries counts;
  if (c.family->what == operation::mxm) {
    matrix t;
    check(GrB_Matrix_new(t.address(), GrB_INT64, static_cast<GrB_Index>(c.w.rows), static_cast<GrB_Index>(c.w.cols)));
    GrB_Matrix const mask = how.masked ? static_cast<GrB_Matrix>(o.matrix_mask) : nullptr;
    check(GrB_mxm(t, mask, nullptr, GxB_PLUS_PAIR_INT64, o.left, o.right, how.how));
    counts = entries_of(t, type_code::i64);
  } else {
    vector t;
    GrB_Vector const mask = how.masked ? static_cast<GrB_Vector>(o.mask) : nullptr;
    check(GrB_Vector_new(t.address(), GrB_INT64, static_cast<GrB_Index>(c.w.rows)));
    check(c.family->what == operation::vxm ? GrB_vxm(t, mask, nullptr, GxB_PLUS_PAIR_INT64, o.b, o.left, how.how)
                                           : GrB_mxv(t, mask, nullptr, GxB_PLUS_PAIR_INT64, o.left, o.b, how.how));
    counts = entries_of(t, type_code::i64);
  }
  return std::any_of(counts.value.begin(), counts.value.end(), [](raw_value v) { return v >= 2; });
}

}  // namespace heddle::testing::graphblas
