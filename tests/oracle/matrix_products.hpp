// matrix_products.hpp - mxm of random operands, by heddle and by SuiteSparse:GraphBLAS.
#pragma once
#include <heddle/ops/mxm/mxm.hpp>

#include "tests/oracle/comparison.hpp"

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
               << sharing[static_cast<int>(m.same)] << ", schedule " << m.schedule.name() << ", host\n  A " << m.a.rows
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

template <class W, class A, class B, class M> matrix_case<W, A, B, M> draw_matrix_case(unsigned seed) {
  random_source random(seed);
  matrix_case<W, A, B, M> m;
  m.seed = seed;
  m.transpose_a = seed % 2 == 1;
  m.transpose_b = seed / 2 % 2 == 1;
  m.replace = seed / 4 % 2 == 1;
  m.kind = all_mask_kinds[seed / 8 % 5];
  size_type const rows = draw_size(random), inner = random.chance(30) ? rows : draw_size(random);
  size_type const cols = random.chance(30) ? inner : draw_size(random);
  m.a = m.transpose_a ? draw_matrix<A>(random, inner, rows, draw_density(random))
                      : draw_matrix<A>(random, rows, inner, draw_density(random));
  m.b = m.transpose_b ? draw_matrix<B>(random, cols, inner, draw_density(random))
                      : draw_matrix<B>(random, inner, cols, draw_density(random));
  m.pattern_a = draw_pattern(random, m.a);
  m.pattern_b = draw_pattern(random, m.b);
  m.c = draw_matrix<W>(random, rows, cols, draw_density(random));
  if (m.kind != mask_kind::none) m.mask = draw_matrix<M>(random, rows, cols, draw_density(random));
  draw_sharing(random, m);
  m.schedule = draw_schedule(random);
  return m;
}

template <class SR, class Accum, class W, class A, class B, class M>
dense_matrix<W> by_graphblas(SR const& sr, Accum const& accum, matrix_case<W, A, B, M> const& m) {
  // SuiteSparse 7.4 calls a masked accumulation with a matrix of no rows or columns a mismatch of dimensions.
  bool const no_products = m.c.cells.empty() || m.a.cells.empty() || m.b.cells.empty();
  if (no_products && !std::is_same_v<Accum, no_accumulator>) {
    dense_matrix<W> result = m.c;
    result.cells =
        reference::written(m.c.cells, m.kind, m.mask.cells, accum, m.replace, dense_vector<W>(m.c.cells.size()));
    return result;
  }
  graphblas::semiring semiring;
  graphblas::matrix c, a, b, mask;
  graphblas::descriptor descriptor;
  graphblas::make(semiring, sr);
  graphblas::make(c, m.c);
  graphblas::make(a, m.a);
  graphblas::make(b, m.b);
  if (m.kind != mask_kind::none) graphblas::make(mask, m.mask);
  graphblas::make(descriptor, {m.kind, m.replace, m.transpose_a, m.transpose_b});
  graphblas::check(GrB_mxm(c, mask, graphblas::of<W>::op(accum), semiring, a, b, descriptor));
  return graphblas::cells_of<W>(c, m.c.rows, m.c.cols);
}

template <index_type I, index_type O, class SR, class Accum, class W, class A, class B, class M>
dense_matrix<W> by_heddle(SR const& sr, Accum const& accumulator, matrix_case<W, A, B, M> const& m) {
  auto const accum = heddle_accumulator(accumulator);
  auto const own_a = make_either<A, I, O>(m.a, m.pattern_a);
  auto const own_b = make_either<B, I, O>(m.b, m.pattern_b);
  auto const own_mask = make_matrix<M, I, O>(m.mask);
  auto c = make_matrix<W, I, O>(m.c);
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

/// Every mask x replace x pair of transposes twice (80 cases), the rest drawn.
template <class Types, class SR, class Accum> void compare_matrix_products(SR const& sr, Accum const& accum) {
  graphblas::start();
  unsigned const first_seed = 80 * seed_of<Types, SR, Accum>();
  for (unsigned seed = first_seed; seed < first_seed + 80; ++seed) {
    auto const m = draw_matrix_case<typename Types::W, typename Types::A, typename Types::B, typename Types::M>(seed);
    INFO(m, "\n  semiring and accumulator: ", detail::type_name<SR>(), ", ", detail::type_name<Accum>());
    auto const expected = by_graphblas(sr, accum, m);
    auto const result = by_heddle<typename Types::I, typename Types::O>(sr, accum, m);
    INFO("SuiteSparse: ", print(expected), "\n  heddle: ", print(result));
    CHECK((result == expected));
  }
}

/// The same under several accumulators.
template <class Types, class... Accums, class SR> void compare_mxm_under(SR const& sr, Accums const&... accums) {
  (compare_matrix_products<Types>(sr, accums), ...);
}

}  // namespace heddle::testing
