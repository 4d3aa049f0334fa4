// run_numbers.hpp - drawn cases of operators that take a number beside an operand, by the library: bound to one side,
// or with a position.
#pragma once
#include "tests/support/cases/positions.hpp"
#include "tests/support/cases/run.hpp"

namespace heddle::testing::running {

/// call(w, mask, accum, u, descriptor) for vectors, or for matrices, A as it is or transposed.
template <class Types, class Accums, class Call>
entries on_vector(executor const& exec, drawn_case const& c, Call const& call) {
  using I = typename Types::I;
  auto w = to_vector<typename Types::W, I>(c.w, c.form_of(slot::w), exec);
  auto const own_u = to_vector<typename Types::A, I>(c.a, c.form_of(slot::a), exec);
  auto const own_mask = to_vector<typename Types::M, I>(c.mask, c.form_of(slot::mask), exec);
  auto const& u = *resolved(c, slot::a, own_u, slot::w, w);
  auto const& m = *resolved(c, slot::mask, own_mask, slot::w, w, slot::a, own_u);
  descriptor const d = descriptor_of(c);
  with_writing<Accums>(c, m, [&](auto const& mask, auto const& accum) { call(w, mask, accum, u, d); });
  return entries_of(w);
}
template <class Types, class Accums, class Call>
entries on_matrix(executor const& exec, drawn_case const& x, Call const& call) {
  using I = typename Types::I;
  using O = typename Types::O;
  auto c = to_matrix<typename Types::W, I, O>(x.w, false, false, exec);
  auto const own_a = to_matrix<typename Types::A, I, O>(x.a, x.pattern_a, x.columns_at_hand, exec);
  auto const own_mask = to_matrix<typename Types::M, I, O>(x.mask, false, false, exec);
  auto const& a = *resolved(x, slot::a, own_a, slot::w, c);
  auto const& m = *resolved(x, slot::mask, own_mask, slot::w, c, slot::a, own_a);
  descriptor const d = descriptor_of(x);
  auto const operand = x.transpose_a ? detail::operand(transpose(a)) : detail::operand(a);
  with_writing<Accums>(x, m, [&](auto const& mask, auto const& accum) { call(c, mask, accum, operand, d); });
  return entries_of(c);
}
template <class Types, bool Matrix, class Accums, class Call>
entries on_either(executor const& exec, drawn_case const& c, Call const& call) {
  if constexpr (Matrix) {
    return on_matrix<Types, Accums>(exec, c, call);
  } else {
    return on_vector<Types, Accums>(exec, c, call);
  }
}

/// op(s, u) where `First`, else op(u, s).
template <class Types, bool Matrix, bool First, class Op, class Accums>
entries bound(executor const& exec, drawn_case const& c) {
  auto const op = operator_for<Op>(c.multiply);
  auto const s = from_raw<typename Types::B>(c.b.value.at(0));
  return on_either<Types, Matrix, Accums>(
      exec, c, [&](auto& w, auto const& mask, auto const& accum, auto const& u, descriptor const& d) {
        if constexpr (First) {
          apply(w, mask, accum, bind_first(op, s), u, d);
        } else {
          apply(w, mask, accum, bind_second(op, s), u, d);
        }
      });
}

/// op(u, i, j, line): a number made of each entry's position.
template <class Types, bool Matrix, class Number, class Accums>
entries numbered_by(executor const& exec, drawn_case const& c) {
  auto const op = operator_for<Number>(c.multiply);
  return on_either<Types, Matrix, Accums>(
      exec, c, [&](auto& w, auto const& mask, auto const& accum, auto const& u, descriptor const& d) {
        apply_index(w, mask, accum, op, u, c.line, d);
      });
}

/// u where it keeps a rule: of its position and `line`, or of its value and a scalar.
template <class Types, bool Matrix, class Keep, class Accums>
entries selected_by(executor const& exec, drawn_case const& c) {
  auto const keep = operator_for<Keep>(c.multiply);
  return on_either<Types, Matrix, Accums>(
      exec, c, [&](auto& w, auto const& mask, auto const& accum, auto const& u, descriptor const& d) {
        if constexpr (std::is_same_v<Keep, drawn_rule> || detail::is_position_rule<Keep>) {
          heddle::select(w, mask, accum, keep, u, c.line, d);
        } else {
          heddle::select(w, mask, accum, keep, u, from_raw<typename Types::B>(c.b.value.at(0)), d);
        }
      });
}

}  // namespace heddle::testing::running
