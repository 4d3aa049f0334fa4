// sddmm_check.hpp - C<mask> = C accum (A (+.*) B) for dense A and B and a sparse C, against the dense reference: in
// both layouts, with room between lines, under masks of values and of structure.
#pragma once
#include <heddle/ops/sddmm/sddmm.hpp>

#include "tests/support/draws.hpp"
#include "tests/support/spmm_check.hpp"

namespace heddle::testing {
inline namespace HEDDLE_TOOLCHAIN {  // instantiated in .cpp and .cu files alike, where mxm differs

/// One product, and how its operands lie.
template <class W, class A, class B, class M> struct sampled_case {
  size_type rows = 0, inner = 0, cols = 0;
  std::vector<A> a;  // row after row
  std::vector<B> b;
  dense_matrix<W> c;
  dense_matrix<M> mask;
  standing a_how, b_how;
  heddle::schedule schedule;
  bool structural = false, replace = false, pattern = false, into_mask = false;

  explicit sampled_case(random_source& random)
      : rows(draw_size(random)),
        inner(random.pick<size_type>({0, 1, 2, 3, 4, 5, 7, 8, 9, 16, 31, 64, 100, 300})),
        cols(draw_size(random)),
        a(draw_rows<A>(random, rows * inner)),
        b(draw_rows<B>(random, inner * cols)),
        c(draw_matrix<W>(random, rows, cols, draw_density(random))),
        mask(draw_matrix<M>(random, rows, cols, draw_density(random))),
        a_how(draw_standing(random)),
        b_how(draw_standing(random)),
        schedule(draw_schedule(random)),
        structural(random.chance(50)),
        replace(random.chance(50)),
        pattern(draw_pattern(random, mask)) {
    if constexpr (std::is_same_v<W, M>) {
      into_mask = !pattern && random.chance(12);
      if (into_mask) mask = c;
    }
  }

  friend std::ostream& operator<<(std::ostream& out, sampled_case const& s) {
    return out << s.rows << " x " << s.inner << " by " << s.inner << " x " << s.cols << ", A " << text_of(s.a_how)
               << ", B " << text_of(s.b_how) << ", mask " << (s.structural ? "structural " : "") << print(s.mask)
               << (s.pattern ? ", a pattern" : "") << (s.into_mask ? ", C is the mask" : "")
               << (s.replace ? ", replace" : "") << ", schedule " << s.schedule.text() << ", C " << print(s.c);
  }
};

template <class T> dense_matrix<T> full_matrix_of(std::vector<T> const& by_rows, size_type rows, size_type cols) {
  dense_matrix<T> result(rows, cols);
  for (std::size_t k = 0; k < by_rows.size(); ++k) result.cells[k] = by_rows[k];
  return result;
}

template <index_type I, index_type O, class SR, class Accum, class W, class A, class B, class M>
void check_sampled_product(executor const& exec, SR const& sr, Accum const& accum, sampled_case<W, A, B, M> const& s) {
  INFO(s, ", ", exec.description());
  placed_dense<A> a(exec, s.a, s.rows, s.inner, s.a_how);
  placed_dense<B> b(exec, s.b, s.inner, s.cols, s.b_how);
  auto const own_mask = make_either<M, I, O>(s.mask, s.pattern, exec);
  auto c = make_matrix<W, I, O>(s.c, exec);
  auto const multiply = [&](auto const& mask) {
    mask_kind const kind = s.structural ? mask_kind::structural : mask_kind::value;
    mxm(c, make_mask(kind, mask), heddle_accumulator(accum), sr, a.matrix(), b.matrix(),
        {.replace = s.replace, .schedule = s.schedule});
  };
  if constexpr (std::is_same_v<W, M>) {
    s.into_mask ? multiply(c) : multiply(own_mask);
  } else {
    multiply(own_mask);
  }
  auto const t = reference::mxm(sr, full_matrix_of(s.a, s.rows, s.inner), full_matrix_of(s.b, s.inner, s.cols));
  auto const kind = s.structural ? mask_kind::structural : mask_kind::value;
  CHECK_EQ(difference(to_dense(c).cells, reference::written(s.c.cells, kind, s.mask.cells, accum, s.replace, t.cells)),
           "");
  CHECK(a.rest_untouched());
  CHECK(b.rest_untouched());
}

/// Types: operand_types of the semiring's domain.
template <class Types, class SR, class Accum = no_accumulator>
void check_drawn_sampled_products(executor const& exec, SR const& sr, Accum const& accum = {}, unsigned cases = 60) {
  unsigned const first_seed = 70 * seed_of<Types, SR, Accum>();
  for (unsigned seed = first_seed; seed < first_seed + draws(cases); ++seed) {
    random_source random(seed);
    CAPTURE(seed);
    sampled_case<typename Types::W, typename Types::A, typename Types::B, typename Types::M> const drawn(random);
    check_sampled_product<typename Types::I, typename Types::O>(exec, sr, accum, drawn);
  }
}

/// Every schedule over products of a few sizes.
template <class SR> void check_scheduled_sampled_products(executor const& exec, SR const& sr, unsigned seed) {
  using D = domain_of<SR>;
  for (unsigned const last = seed + 4; seed < last; ++seed) {
    random_source random(seed);
    sampled_case<D, D, D, bool> drawn(random);
    for (schedule const& s : schedule_variants()) {
      drawn.schedule = s;
      check_sampled_product<std::int32_t, std::int32_t>(exec, sr, no_accumulator{}, drawn);
    }
  }
}

}  // namespace HEDDLE_TOOLCHAIN
}  // namespace heddle::testing
