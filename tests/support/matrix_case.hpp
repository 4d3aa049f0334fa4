// matrix_case.hpp - mxm of operands drawn from a seed, by heddle and by the dense reference.
#pragma once
#include <heddle/ops/mxm/mxm.hpp>

#include "tests/support/product_case.hpp"

namespace heddle::testing {

/// Which operand the output is as well.
enum class shared_output { none, mask, left, right };

/// C<mask> = C accum (A B), each of A and B possibly transposed.
template <class W, class A, class B, class M> struct matrix_case {
  unsigned seed = 0;
  bool transpose_a = false, transpose_b = false, replace = false, pattern_a = false, pattern_b = false;
  mask_kind kind = mask_kind::none;
  shared_output same = shared_output::none;
  heddle::schedule schedule;
  dense_matrix<W> c;
  dense_matrix<A> a;
  dense_matrix<B> b;
  dense_matrix<M> mask;

  friend std::ostream& operator<<(std::ostream& out, matrix_case const& m) {
    char const* const sharing[] = {"", ", C is the mask", ", C is A", ", C is B"};
    return out << "seed " << m.seed << ": mxm" << (m.transpose_a ? ", A transposed" : "")
               << (m.transpose_b ? ", B transposed" : "") << (m.pattern_a ? ", A a pattern" : "")
               << (m.pattern_b ? ", B a pattern" : "") << ", mask " << name_of(m.kind) << (m.replace ? ", replace" : "")
               << sharing[static_cast<int>(m.same)] << ", schedule " << m.schedule.name() << "\n  A " << m.a.rows
               << " x " << m.a.cols << ": " << print(m.a) << "\n  B " << m.b.rows << " x " << m.b.cols << ": "
               << print(m.b) << "\n  C: " << print(m.c) << "\n  mask: " << print(m.mask);
  }
};

// C takes the place of an operand of its own type and shape.
template <class W, class A, class B, class M> void draw_sharing(random_source& random, matrix_case<W, A, B, M>& m) {
  auto const share = [&](auto& operand, shared_output same) {
    if constexpr (std::is_same_v<std::remove_cvref_t<decltype(operand)>, dense_matrix<W>>) {
      if (operand.rows != m.c.rows || operand.cols != m.c.cols || !random.chance(12)) return;
      operand = m.c;
      m.same = same;
    }
  };
  if (m.kind != mask_kind::none) share(m.mask, shared_output::mask);
  if (m.same == shared_output::none && !m.pattern_a) share(m.a, shared_output::left);
  if (m.same == shared_output::none && !m.pattern_b) share(m.b, shared_output::right);
}

template <class W, class A, class B, class M> matrix_case<W, A, B, M> draw_matrix_case(unsigned seed, int scale = 1) {
  random_source random(seed);
  matrix_case<W, A, B, M> m;
  m.seed = seed;
  m.transpose_a = seed % 2 == 1;
  m.transpose_b = seed / 2 % 2 == 1;
  m.replace = seed / 4 % 2 == 1;
  m.kind = all_mask_kinds[seed / 8 % 5];
  size_type const rows = scale * draw_size(random), inner = random.chance(30) ? rows : scale * draw_size(random);
  size_type const cols = random.chance(30) ? inner : scale * draw_size(random);
  m.a = m.transpose_a ? draw_matrix<A>(random, inner, rows, draw_density(random, scale))
                      : draw_matrix<A>(random, rows, inner, draw_density(random, scale));
  m.b = m.transpose_b ? draw_matrix<B>(random, cols, inner, draw_density(random, scale))
                      : draw_matrix<B>(random, inner, cols, draw_density(random, scale));
  m.pattern_a = draw_pattern(random, m.a);
  m.pattern_b = draw_pattern(random, m.b);
  m.c = draw_matrix<W>(random, rows, cols, draw_density(random, scale));
  if (m.kind != mask_kind::none) m.mask = draw_matrix<M>(random, rows, cols, draw_density(random, scale));
  draw_sharing(random, m);
  m.schedule = draw_schedule(random);
  return m;
}

inline namespace HEDDLE_TOOLCHAIN {  // instantiated in .cpp and .cu files alike, where products differ

template <index_type I, index_type O, class SR, class Accum, class W, class A, class B, class M>
dense_matrix<W> by_heddle(executor const& exec, SR const& sr, Accum const& accumulator,
                          matrix_case<W, A, B, M> const& m) {
  auto const accum = heddle_accumulator(accumulator);
  auto const own_a = make_either<A, I, O>(m.a, m.pattern_a, exec);
  auto const own_b = make_either<B, I, O>(m.b, m.pattern_b, exec);
  auto const own_mask = make_matrix<M, I, O>(m.mask, exec);
  auto c = make_matrix<W, I, O>(m.c, exec);
  descriptor const d{.replace = m.replace, .schedule = m.schedule};
  auto const multiply = [&](auto const& mask, auto const& a, auto const& b) {
    if (m.transpose_a && m.transpose_b) return mxm(c, mask, accum, sr, transpose(a), transpose(b), d);
    if (m.transpose_a) return mxm(c, mask, accum, sr, transpose(a), b, d);
    if (m.transpose_b) return mxm(c, mask, accum, sr, a, transpose(b), d);
    return mxm(c, mask, accum, sr, a, b, d);
  };
  auto const same_or = [&](auto const& own, shared_output same) -> auto const& {
    if constexpr (std::is_same_v<std::remove_cvref_t<decltype(own)>, matrix<W, I, O>>)
      return m.same == same ? c : own;
    else
      return own;
  };
  auto const& a = same_or(own_a, shared_output::left);
  auto const& b = same_or(own_b, shared_output::right);
  if (m.kind == mask_kind::none) {
    multiply(no_mask, a, b);
  } else {
    multiply(make_mask(m.kind, same_or(own_mask, shared_output::mask)), a, b);
  }
  return to_dense(c);
}

template <class SR, class Accum, class W, class A, class B, class M>
dense_matrix<W> by_reference(SR const& sr, Accum const& accum, matrix_case<W, A, B, M> const& m) {
  auto const t = reference::mxm(sr, m.transpose_a ? transposed(m.a) : m.a, m.transpose_b ? transposed(m.b) : m.b);
  dense_matrix<W> result = m.c;
  result.cells = reference::written(m.c.cells, m.kind, m.mask.cells, accum, m.replace, t.cells);
  return result;
}

}  // namespace HEDDLE_TOOLCHAIN
}  // namespace heddle::testing
