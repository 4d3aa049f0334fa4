// vector_case.hpp - mxv and vxm of operands drawn from a seed, by heddle and by the dense reference.
#pragma once
#include <heddle/ops/vxm/vxm.hpp>

#include "tests/support/product_case.hpp"

namespace heddle::testing {

/// Which operand the output is as well.
enum class alias { none, mask, operand };

/// One product: w<mask> = w accum (A u), or u A where `by_vector`.
template <class W, class A, class U, class M> struct vector_case {
  unsigned seed = 0;
  bool by_vector = false, transpose = false, replace = false, pattern = false;
  mask_kind kind = mask_kind::none;
  alias same = alias::none;
  held w_held{}, u_held{}, mask_held{};
  direction way{};
  heddle::schedule schedule;
  dense_matrix<A> a;
  dense_vector<W> w;
  dense_vector<U> u;
  dense_vector<M> mask;

  friend std::ostream& operator<<(std::ostream& out, vector_case const& c) {
    return out << "seed " << c.seed << ": " << (c.by_vector ? "vxm" : "mxv") << (c.transpose ? ", A transposed" : "")
               << (c.pattern ? ", A a pattern" : "") << ", mask " << name_of(c.kind) << ' ' << name_of(c.mask_held)
               << (c.replace ? ", replace" : "") << (c.same == alias::mask ? ", w is the mask" : "")
               << (c.same == alias::operand ? ", w is u" : "") << ", w " << name_of(c.w_held) << ", u "
               << name_of(c.u_held) << ", " << name_of(c.way) << ", schedule " << c.schedule.name() << "\n  A "
               << c.a.rows << " x " << c.a.cols << ": " << print(c.a) << "\n  u: " << print(c.u)
               << "\n  w: " << print(c.w) << "\n  mask: " << print(c.mask);
  }
};

template <class W, class A, class U, class M> void draw_alias(random_source& random, vector_case<W, A, U, M>& c) {
  if constexpr (std::is_same_v<W, M>) {
    if (c.kind != mask_kind::none && random.chance(12)) {
      c.same = alias::mask;
      c.mask = c.w;
      return;
    }
  }
  if constexpr (std::is_same_v<W, U>) {
    if (c.u.size() == c.w.size() && random.chance(12)) {
      c.same = alias::operand;
      c.u = c.w;
    }
  }
}

template <class W, class A, class U, class M> vector_case<W, A, U, M> draw_vector_case(unsigned seed, int scale = 1) {
  random_source random(seed);
  vector_case<W, A, U, M> c;
  c.seed = seed;
  c.by_vector = seed % 2 == 1;
  c.transpose = seed / 2 % 2 == 1;
  c.replace = seed / 4 % 2 == 1;
  c.kind = all_mask_kinds[seed / 8 % 5];
  size_type const rows = scale * draw_size(random), cols = random.chance(30) ? rows : scale * draw_size(random);
  c.a = draw_matrix<A>(random, rows, cols, draw_density(random, scale));
  c.pattern = draw_pattern(random, c.a);
  bool const output_is_rows = c.by_vector == c.transpose;
  c.w = draw_vector<W>(random, output_is_rows ? rows : cols, draw_density(random, scale));
  c.u = draw_vector<U>(random, output_is_rows ? cols : rows, draw_density(random, scale));
  if (c.kind != mask_kind::none)
    c.mask = draw_vector<M>(random, output_is_rows ? rows : cols, draw_density(random, scale));
  draw_alias(random, c);
  c.w_held = draw_held(random);
  c.u_held = draw_held(random);
  c.mask_held = draw_held(random);
  c.way = draw_direction(random);
  c.schedule = draw_schedule(random);
  return c;
}

inline namespace HEDDLE_TOOLCHAIN {  // instantiated in .cpp and .cu files alike, where products differ

template <index_type I, index_type O, class SR, class Accum, class W, class A, class U, class M>
dense_vector<W> by_heddle(executor const& exec, SR const& sr, Accum const& accumulator,
                          vector_case<W, A, U, M> const& c) {
  auto const accum = heddle_accumulator(accumulator);
  auto const a = make_either<A, I, O>(c.a, c.pattern, exec);
  auto const own_u = make_vector<U, I>(c.u, c.u_held, exec);
  auto const own_mask = make_vector<M, I>(c.mask, c.mask_held, exec);
  auto w = make_vector<W, I>(c.w, c.w_held, exec);
  descriptor const d{.replace = c.replace, .schedule = c.schedule, .direction = c.way};
  auto const multiply = [&](auto const& mask, auto const& u) {
    if (c.by_vector && c.transpose) return vxm(w, mask, accum, sr, u, transpose(a), d);
    if (c.by_vector) return vxm(w, mask, accum, sr, u, a, d);
    if (c.transpose) return mxv(w, mask, accum, sr, transpose(a), u, d);
    return mxv(w, mask, accum, sr, a, u, d);
  };
  auto const with_mask = [&](auto const& u) {
    if (c.kind == mask_kind::none) return multiply(no_mask, u);
    if constexpr (std::is_same_v<W, M>)
      return multiply(make_mask(c.kind, c.same == alias::mask ? w : own_mask), u);
    else
      return multiply(make_mask(c.kind, own_mask), u);
  };
  if constexpr (std::is_same_v<W, U>) {
    with_mask(c.same == alias::operand ? w : own_u);
  } else {
    with_mask(own_u);
  }
  return to_dense(w);
}

template <class SR, class Accum, class W, class A, class U, class M>
dense_vector<W> by_reference(SR const& sr, Accum const& accum, vector_case<W, A, U, M> const& c) {
  auto const a = c.transpose ? transposed(c.a) : c.a;
  auto const t = c.by_vector ? reference::vxm(sr, c.u, a) : reference::mxv(sr, a, c.u);
  return reference::written(c.w, c.kind, c.mask, accum, c.replace, t);
}

}  // namespace HEDDLE_TOOLCHAIN
}  // namespace heddle::testing
