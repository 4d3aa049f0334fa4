// run_parts.hpp - drawn cases of operations at chosen positions, by the library.
#pragma once
#include <heddle/ops/extract/extract.hpp>
#include <heddle/ops/subassign/subassign.hpp>

#include "tests/support/cases/run.hpp"

namespace heddle::testing::running {

template <index_type I> index_set<I> index_set_of(drawn_selection const& s) {
  using kind = drawn_selection::kind;
  if (s.how == kind::all) return all;
  if (s.how == kind::range) return s.range;
  return std::vector<I>(s.at.begin(), s.at.end());
}

/// w<mask> = w accum u(I), or, where `Assigns`, w(I) = w(I) accum u, or a scalar.
enum class part_call : unsigned char { extract, assign, subassign };
template <class Types, part_call Call, class Accums> entries vector_part(executor const& exec, drawn_case const& c) {
  using I = typename Types::I;
  auto w = to_vector<typename Types::W, I>(c.w, c.form_of(slot::w), exec);
  auto const own_u = to_vector<typename Types::B, I>(c.b, c.form_of(slot::b), exec);
  auto const own_mask = to_vector<typename Types::M, I>(c.mask, c.form_of(slot::mask), exec);
  auto const& u = *resolved(c, slot::b, own_u, slot::w, w);
  auto const& m = *resolved(c, slot::mask, own_mask, slot::w, w, slot::b, own_u);
  auto const at = index_set_of<I>(c.chosen_rows);
  descriptor const d = descriptor_of(c);
  with_writing<Accums>(c, m, [&](auto const& mask, auto const& accum) {
    if constexpr (Call == part_call::extract) {
      extract(w, mask, accum, u, at, d);
    } else if (c.scalar) {
      auto const value = from_raw<typename Types::B>(c.b.value.at(0));
      Call == part_call::assign ? assign(w, mask, accum, value, at, d) : subassign(w, mask, accum, value, at, d);
    } else {
      Call == part_call::assign ? assign(w, mask, accum, u, at, d) : subassign(w, mask, accum, u, at, d);
    }
  });
  return entries_of(w);
}

template <class Types, part_call Call, class Accums> entries matrix_part(executor const& exec, drawn_case const& x) {
  using I = typename Types::I;
  using O = typename Types::O;
  auto c = to_matrix<typename Types::W, I, O>(x.w, false, false, exec);
  auto const own_a = to_matrix<typename Types::A, I, O>(x.a, x.pattern_a, x.columns_at_hand, exec);
  auto const own_mask = to_matrix<typename Types::M, I, O>(x.mask, false, false, exec);
  auto const& a = *resolved(x, slot::a, own_a, slot::w, c);
  auto const& m = *resolved(x, slot::mask, own_mask, slot::w, c, slot::a, own_a);
  auto const rows = index_set_of<I>(x.chosen_rows), columns = index_set_of<I>(x.chosen_columns);
  descriptor const d = descriptor_of(x);
  with_writing<Accums>(x, m, [&](auto const& mask, auto const& accum) {
    auto const call = [&](auto const& source) {
      if constexpr (Call == part_call::extract) {
        if constexpr (requires { detail::operand(source); }) extract(c, mask, accum, source, rows, columns, d);
      } else if constexpr (Call == part_call::assign) {
        assign(c, mask, accum, source, rows, columns, d);
      } else {
        subassign(c, mask, accum, source, rows, columns, d);
      }
    };
    if (x.scalar) return call(from_raw<typename Types::B>(x.b.value.at(0)));
    x.transpose_a ? call(transpose(a)) : call(a);
  });
  return entries_of(c);
}

template <class Types, class Accums> entries column_of_matrix(executor const& exec, drawn_case const& c) {
  using I = typename Types::I;
  auto w = to_vector<typename Types::W, I>(c.w, c.form_of(slot::w), exec);
  auto const a = to_matrix<typename Types::A, I, typename Types::O>(c.a, c.pattern_a, c.columns_at_hand, exec);
  auto const own_mask = to_vector<typename Types::M, I>(c.mask, c.form_of(slot::mask), exec);
  auto const& m = *resolved(c, slot::mask, own_mask, slot::w, w);
  auto const at = index_set_of<I>(c.chosen_rows);
  descriptor const d = descriptor_of(c);
  with_writing<Accums>(c, m, [&](auto const& mask, auto const& accum) {
    c.transpose_a ? extract(w, mask, accum, transpose(a), at, c.line, d) : extract(w, mask, accum, a, at, c.line, d);
  });
  return entries_of(w);
}

/// A row of C, or a column.
template <class Types, part_call Call, bool Row, class Accums>
entries line_part(executor const& exec, drawn_case const& x) {
  using I = typename Types::I;
  auto c = to_matrix<typename Types::W, I, typename Types::O>(x.w, false, x.columns_at_hand, exec);
  auto const own_u = to_vector<typename Types::B, I>(x.b, x.form_of(slot::b), exec);
  auto const own_mask = to_vector<typename Types::M, I>(x.mask, x.form_of(slot::mask), exec);
  auto const& m = *resolved(x, slot::mask, own_mask, slot::b, own_u);
  auto const at = index_set_of<I>(Row ? x.chosen_columns : x.chosen_rows);
  descriptor const d = descriptor_of(x);
  with_writing<Accums>(x, m, [&](auto const& mask, auto const& accum) {
    if constexpr (Call == part_call::assign) {
      Row ? assign(c, mask, accum, own_u, x.line, at, d) : assign(c, mask, accum, own_u, at, x.line, d);
    } else {
      Row ? subassign(c, mask, accum, own_u, x.line, at, d) : subassign(c, mask, accum, own_u, at, x.line, d);
    }
  });
  return entries_of(c);
}

}  // namespace heddle::testing::running
