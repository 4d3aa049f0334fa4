// run.hpp - a drawn case by the library: one function a family. Only what is instantiated here costs compile time.
#pragma once
#include <heddle/ops/apply/apply.hpp>
#include <heddle/ops/apply/cast.hpp>
#include <heddle/ops/assign/assign.hpp>
#include <heddle/ops/diag/diag.hpp>
#include <heddle/ops/ewise/ewise.hpp>
#include <heddle/ops/kronecker/kronecker.hpp>
#include <heddle/ops/mxm/mxm.hpp>
#include <heddle/ops/reduce/reduce.hpp>
#include <heddle/ops/select/select.hpp>
#include <heddle/ops/spmv/spmv.hpp>
#include <heddle/ops/transpose/transpose.hpp>
#include <heddle/ops/vxm/vxm.hpp>

#include "tests/support/cases/operands.hpp"
#include "tests/support/cases/operators.hpp"

namespace heddle::testing {

/// Element types of a family: output, operands, mask; and what numbers rows and entries.
template <class W_, class A_ = W_, class B_ = A_, class M_ = W_, class I_ = std::int32_t, class O_ = std::int32_t>
struct case_types {
  using W = W_;
  using A = A_;
  using B = B_;
  using M = M_;
  using I = I_;
  using O = O_;
};
template <class T, class I = std::int64_t> using wide_types = case_types<T, T, T, T, I, std::int64_t>;

/// Accumulators that a family may draw, besides none.
template <class... Accums> struct accumulators {};

namespace running {

inline descriptor descriptor_of(drawn_case const& c) {
  descriptor d{.replace = c.replace, .schedule = c.schedule, .direction = c.way};
  if (c.placed) d.locality = locality{.least_coverage = 0, .least_entries = 0};
  return d;
}

template <class... Accums, class Visit> void with_accum(op_code asked, accumulators<Accums...>, Visit const& visit) {
  if (asked == op_code::none) return visit(no_accum);
  bool done = false;
  auto const attempt = [&]<class Accum>(Accum) {
    if constexpr (is_drawn<Accum>) {
      visit(operator_for<Accum>(asked));
      done = true;
    } else if (!done && code_of(Accum{}) == asked) {
      visit(Accum{});
      done = true;
    }
  };
  (attempt(Accums{}), ...);
  if (!done) throw std::logic_error("an accumulator that the family does not have");
}

/// visit(mask, accum) for the mask and the accumulator of the case.
template <class Accums, class Mask, class Visit>
void with_writing(drawn_case const& c, Mask const& mask, Visit const& visit) {
  with_accum(c.accum, Accums{}, [&](auto const& accum) {
    c.kind == mask_kind::none ? visit(no_mask, accum) : visit(make_mask(c.kind, mask), accum);
  });
}

template <class Types, operation What, class SR, class Accums>
entries product_with_vector(executor const& exec, drawn_case const& c) {
  using W = typename Types::W;
  using I = typename Types::I;
  auto const sr = semiring_for<SR>(c.add, c.multiply);
  auto w = to_vector<W, I>(c.w, c.form_of(slot::w), exec);
  auto const a = to_matrix<typename Types::A, I, typename Types::O>(c.a, c.pattern_a, c.columns_at_hand, exec);
  auto const own_u = to_vector<typename Types::B, I>(c.b, c.form_of(slot::b), exec);
  auto const own_mask = to_vector<typename Types::M, I>(c.mask, c.form_of(slot::mask), exec);
  auto const& u = *resolved(c, slot::b, own_u, slot::w, w);
  auto const& m = *resolved(c, slot::mask, own_mask, slot::w, w, slot::b, own_u);
  descriptor const d = descriptor_of(c);
  with_writing<Accums>(c, m, [&](auto const& mask, auto const& accum) {
    if constexpr (What == operation::mxv) {
      c.transpose_a ? mxv(w, mask, accum, sr, transpose(a), u, d) : mxv(w, mask, accum, sr, a, u, d);
    } else {
      c.transpose_a ? vxm(w, mask, accum, sr, u, transpose(a), d) : vxm(w, mask, accum, sr, u, a, d);
    }
  });
  return entries_of(w);
}

template <class Types, class SR, class Accums> entries product_of_matrices(executor const& exec, drawn_case const& x) {
  using I = typename Types::I;
  using O = typename Types::O;
  auto const sr = semiring_for<SR>(x.add, x.multiply);
  auto c = to_matrix<typename Types::W, I, O>(x.w, false, false, exec);
  auto const own_a = to_matrix<typename Types::A, I, O>(x.a, x.pattern_a, x.columns_at_hand, exec);
  auto const own_b = to_matrix<typename Types::B, I, O>(x.b, x.pattern_b, x.columns_at_hand, exec);
  auto const own_mask = to_matrix<typename Types::M, I, O>(x.mask, false, false, exec);
  auto const& a = *resolved(x, slot::a, own_a, slot::w, c);
  auto const& b = *resolved(x, slot::b, own_b, slot::w, c, slot::a, own_a);
  auto const& m = *resolved(x, slot::mask, own_mask, slot::w, c, slot::a, own_a, slot::b, own_b);
  descriptor const d = descriptor_of(x);
  with_writing<Accums>(x, m, [&](auto const& mask, auto const& accum) {
    auto const multiply = [&](auto const& left) {
      x.transpose_b ? mxm(c, mask, accum, sr, left, transpose(b), d) : mxm(c, mask, accum, sr, left, b, d);
    };
    x.transpose_a ? multiply(transpose(a)) : multiply(a);
  });
  return entries_of(c);
}

template <class Types, class Monoid, class Accums> entries sums_of_rows(executor const& exec, drawn_case const& c) {
  using I = typename Types::I;
  auto const add = operator_for<Monoid>(c.add);
  auto w = to_vector<typename Types::W, I>(c.w, c.form_of(slot::w), exec);
  auto const a = to_matrix<typename Types::A, I, typename Types::O>(c.a, c.pattern_a, c.columns_at_hand, exec);
  auto const own_mask = to_vector<typename Types::M, I>(c.mask, c.form_of(slot::mask), exec);
  auto const& m = *resolved(c, slot::mask, own_mask, slot::w, w);
  descriptor const d = descriptor_of(c);
  with_writing<Accums>(c, m, [&](auto const& mask, auto const& accum) {
    c.transpose_a ? reduce(w, mask, accum, add, transpose(a), d) : reduce(w, mask, accum, add, a, d);
  });
  return entries_of(w);
}

template <class Types, class Monoid> entries sum_of_matrix(executor const& exec, drawn_case const& c) {
  auto const add = operator_for<Monoid>(c.add);
  auto const a = to_matrix<typename Types::A, typename Types::I, typename Types::O>(c.a, c.pattern_a, false, exec);
  return entries_of(c.transpose_a ? reduce(add, transpose(a)) : reduce(add, a));
}

template <class Types, class Monoid> entries sum_of_vector(executor const& exec, drawn_case const& c) {
  auto const u = to_vector<typename Types::B, typename Types::I>(c.b, c.form_of(slot::b), exec);
  return entries_of(reduce(operator_for<Monoid>(c.add), u));
}

/// alpha or beta of a union: small, and not below zero.
template <class T> T filling(double drawn) { return static_cast<T>(static_cast<int>(drawn < 0 ? -drawn : drawn)); }

template <class Types, operation What, class Op, class Accums>
entries elementwise(executor const& exec, drawn_case const& c) {
  using I = typename Types::I;
  auto const op = operator_for<Op>(c.multiply);
  auto w = to_vector<typename Types::W, I>(c.w, c.form_of(slot::w), exec);
  auto const own_u = to_vector<typename Types::A, I>(c.a, c.form_of(slot::a), exec);
  auto const own_v = to_vector<typename Types::B, I>(c.b, c.form_of(slot::b), exec);
  auto const own_mask = to_vector<typename Types::M, I>(c.mask, c.form_of(slot::mask), exec);
  auto const& u = *resolved(c, slot::a, own_u, slot::w, w);
  auto const& v = *resolved(c, slot::b, own_v, slot::w, w, slot::a, own_u);
  auto const& m = *resolved(c, slot::mask, own_mask, slot::w, w, slot::a, own_u, slot::b, own_v);
  descriptor const d = descriptor_of(c);
  with_writing<Accums>(c, m, [&](auto const& mask, auto const& accum) {
    if constexpr (What == operation::select) {
      select_with(w, mask, accum, op, u, v, d);
    } else if constexpr (What == operation::ewise_mult) {
      ewise_mult(w, mask, accum, op, u, v, d);
    } else if constexpr (What == operation::ewise_add) {
      ewise_add(w, mask, accum, op, u, v, d);
    } else {
      auto const alpha = filling<typename Types::A>(c.alpha);
      ewise_union(w, mask, accum, op, u, alpha, v, filling<typename Types::B>(c.beta), d);
    }
  });
  return entries_of(w);
}

template <class Types, operation What, class Op, class Accums>
entries pairs_of_matrices(executor const& exec, drawn_case const& x) {
  using I = typename Types::I;
  using O = typename Types::O;
  auto const op = operator_for<Op>(x.multiply);
  auto c = to_matrix<typename Types::W, I, O>(x.w, false, false, exec);
  auto const own_a = to_matrix<typename Types::A, I, O>(x.a, x.pattern_a, x.columns_at_hand, exec);
  auto const own_b = to_matrix<typename Types::B, I, O>(x.b, x.pattern_b, x.columns_at_hand, exec);
  auto const own_mask = to_matrix<typename Types::M, I, O>(x.mask, false, false, exec);
  auto const& a = *resolved(x, slot::a, own_a, slot::w, c);
  auto const& b = *resolved(x, slot::b, own_b, slot::w, c, slot::a, own_a);
  auto const& m = *resolved(x, slot::mask, own_mask, slot::w, c, slot::a, own_a, slot::b, own_b);
  descriptor const d = descriptor_of(x);
  auto const alpha = filling<typename Types::A>(x.alpha);
  auto const beta = filling<typename Types::B>(x.beta);
  with_writing<Accums>(x, m, [&](auto const& mask, auto const& accum) {
    auto const call = [&](auto const& left, auto const& right) {
      if constexpr (What == operation::kronecker) kronecker(c, mask, accum, op, left, right, d);
      if constexpr (What == operation::mult_matrices) ewise_mult(c, mask, accum, op, left, right, d);
      if constexpr (What == operation::add_matrices) ewise_add(c, mask, accum, op, left, right, d);
      if constexpr (What == operation::union_matrices) ewise_union(c, mask, accum, op, left, alpha, right, beta, d);
    };
    // An operand's type does not tell whether it is transposed, so that one instantiation serves all four.
    auto const left = x.transpose_a ? detail::operand(transpose(a)) : detail::operand(a);
    auto const right = x.transpose_b ? detail::operand(transpose(b)) : detail::operand(b);
    call(left, right);
  });
  return entries_of(c);
}

template <class Types, class Accums> entries transposed_into(executor const& exec, drawn_case const& x) {
  using I = typename Types::I;
  using O = typename Types::O;
  auto c = to_matrix<typename Types::W, I, O>(x.w, false, false, exec);
  auto const own_a = to_matrix<typename Types::A, I, O>(x.a, x.pattern_a, x.columns_at_hand, exec);
  auto const own_mask = to_matrix<typename Types::M, I, O>(x.mask, false, false, exec);
  auto const& a = *resolved(x, slot::a, own_a, slot::w, c);
  auto const& m = *resolved(x, slot::mask, own_mask, slot::w, c, slot::a, own_a);
  descriptor const d = descriptor_of(x);
  with_writing<Accums>(x, m, [&](auto const& mask, auto const& accum) {
    x.transpose_a ? heddle::transpose(c, mask, accum, transpose(a), d) : heddle::transpose(c, mask, accum, a, d);
  });
  return entries_of(c);
}

template <class Types, bool Scalar, class Accums> entries assigned(executor const& exec, drawn_case const& c) {
  using I = typename Types::I;
  auto w = to_vector<typename Types::W, I>(c.w, c.form_of(slot::w), exec);
  auto const own_u = to_vector<typename Types::B, I>(c.b, c.form_of(slot::b), exec);
  auto const own_mask = to_vector<typename Types::M, I>(c.mask, c.form_of(slot::mask), exec);
  auto const& u = *resolved(c, slot::b, own_u, slot::w, w);
  auto const& m = *resolved(c, slot::mask, own_mask, slot::w, w, slot::b, own_u);
  descriptor const d = descriptor_of(c);
  with_writing<Accums>(c, m, [&](auto const& mask, auto const& accum) {
    if constexpr (Scalar) {
      assign(w, mask, accum, from_raw<typename Types::B>(c.b.value.at(0)), d);
    } else {
      assign(w, mask, accum, u, d);
    }
  });
  return entries_of(w);
}

template <class I> entries numbered(executor const& exec, drawn_case const& c) {
  auto w = to_vector<I, I>(c.w, c.form_of(slot::w), exec);
  apply_index(w);
  return entries_of(w);
}

template <class To, class From, class I> entries cast_of_vector(executor const& exec, drawn_case const& c) {
  return entries_of(cast<To>(to_vector<From, I>(c.b, c.form_of(slot::b), exec)));
}

template <class To, class From> entries cast_of_matrix(executor const& exec, drawn_case const& c) {
  using I = std::int32_t;
  return entries_of(cast<To>(to_matrix<From, I, I>(c.a, c.pattern_a, c.columns_at_hand, exec)));
}

template <class Types> entries transpose_of_matrix(executor const& exec, drawn_case const& c) {
  auto const a =
      to_matrix<typename Types::A, typename Types::I, typename Types::O>(c.a, c.pattern_a, c.columns_at_hand, exec);
  return entries_of(c.transpose_a ? transpose(transpose(a)).transposed().transposed().transposed() : a.transposed());
}

template <class Types> entries diagonal_matrix(executor const& exec, drawn_case const& c) {
  return entries_of(diag(to_vector<typename Types::B, typename Types::I>(c.b, c.form_of(slot::b), exec), c.line));
}

template <class Types> entries diagonal_of_matrix(executor const& exec, drawn_case const& c) {
  auto const a =
      to_matrix<typename Types::A, typename Types::I, typename Types::O>(c.a, c.pattern_a, c.columns_at_hand, exec);
  return entries_of(c.transpose_a ? diagonal(transpose(a), c.line) : diagonal(a, c.line));
}

template <class T, class Op, class I> entries built_vector(executor const& exec, drawn_case const& c) {
  std::vector<T> values;
  for (raw_value const v : c.b.value) values.push_back(from_raw<T>(v));
  std::vector<I> const at(c.b.row.begin(), c.b.row.end());
  return entries_of(vector<T, I>::build(c.b.rows, at, values, operator_for<Op>(c.multiply), exec));
}

template <class Types, class Op> entries built_matrix(executor const& exec, drawn_case const& c) {
  using T = typename Types::A;
  using I = typename Types::I;
  std::vector<T> values;
  for (raw_value const v : c.a.value) values.push_back(from_raw<T>(v));
  std::vector<I> const rows(c.a.row.begin(), c.a.row.end()), cols(c.a.col.begin(), c.a.col.end());
  if (rows.empty()) return entries_of(matrix<T, I, typename Types::O>(c.a.rows, c.a.cols, exec));
  return entries_of(matrix<T, I, typename Types::O>::build(c.a.rows, c.a.cols, rows, cols, values,
                                                           operator_for<Op>(c.multiply), exec));
}

template <class Types> entries scaled_product(executor const& exec, drawn_case const& c) {
  using I = typename Types::I;
  auto y = to_vector<typename Types::W, I>(c.w, c.form_of(slot::w), exec);
  auto const a = to_matrix<typename Types::A, I, typename Types::O>(c.a, c.pattern_a, c.columns_at_hand, exec);
  auto const x = to_vector<typename Types::B, I>(c.b, c.form_of(slot::b), exec);
  descriptor d = descriptor_of(c);
  d.replace = false;
  using scalar = detail::sum_type<typename Types::W, typename Types::A, typename Types::B>;
  auto const alpha = static_cast<scalar>(c.alpha), beta = static_cast<scalar>(c.beta);
  c.transpose_a ? spmv(y, alpha, transpose(a), x, beta, d) : spmv(y, alpha, a, x, beta, d);
  return entries_of(y);
}

}  // namespace running
}  // namespace heddle::testing
