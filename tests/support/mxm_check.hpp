// mxm_check.hpp - one semiring's matrix products against the dense reference, under every schedule and method.
#pragma once
#include <doctest/doctest.h>

#include <heddle/ops/mxm/mxm.hpp>

#include "tests/support/executors.hpp"
#include "tests/support/schedule_check.hpp"

namespace heddle::testing {

/// One product: the operands decide which method is taken.
template <class C, class A = C, class B = A> struct product_operands {
  char const* name;
  dense_matrix<A> a;
  dense_matrix<B> b;
  dense_matrix<C> c;
  dense_matrix<bool> mask;
  mask_kind kind = mask_kind::none;
};

/// A few rows are long, most are short.
template <class T> dense_matrix<T> draw_skewed(random_source& random, size_type rows, size_type cols) {
  dense_matrix<T> result(rows, cols);
  for (size_type i = 0; i < rows; ++i) {
    int const percent = i % 16 == 5 ? 95 : i % 3 == 0 ? 0 : 6;
    for (size_type j = 0; j < cols; ++j) {
      if (random.chance(percent)) result(i, j) = draw_value<T>(random);
    }
  }
  return result;
}

template <class C, class A = C, class B = A> std::vector<product_operands<C, A, B>> draw_products(unsigned seed) {
  random_source random(seed);
  auto const a = draw_skewed<A>(random, 61, 47);
  auto const b = draw_skewed<B>(random, 47, 83);
  auto const c = draw_matrix<C>(random, 61, 83, 30);
  auto const few = draw_matrix<bool>(random, 61, 83, 1), half = draw_matrix<bool>(random, 61, 83, 50);
  auto const slim = draw_matrix<B>(random, 47, 6, 100);
  auto const slim_c = draw_matrix<C>(random, 61, 6, 50);
  auto const row_a = draw_matrix<A>(random, 1, 300, 90), column_a = draw_matrix<A>(random, 300, 1, 90);
  auto const row_b = draw_matrix<B>(random, 1, 300, 90), column_b = draw_matrix<B>(random, 300, 1, 90);
  auto const empty = dense_matrix<B>(47, 83);
  return {{"all entries", a, b, c, {}, mask_kind::none},
          {"few entries of a mask", a, b, c, few, mask_kind::structural},
          {"few entries of a value mask", a, b, c, few, mask_kind::value},
          {"half of the entries masked", a, b, c, half, mask_kind::value},
          {"complement of a mask", a, b, c, half, mask_kind::structural_complement},
          {"complement of a value mask", a, b, c, few, mask_kind::complement},
          {"a full right operand", a, slim, slim_c, {}, mask_kind::none},
          {"a row by a column", row_a, column_b, dense_matrix<C>(1, 1), {}, mask_kind::none},
          {"a column by a row", column_a, row_b, dense_matrix<C>(300, 300), {}, mask_kind::none},
          {"an empty right operand", a, empty, c, half, mask_kind::structural}};
}

template <class T> std::string difference(dense_matrix<T> const& found, dense_matrix<T> const& expected) {
  return difference(found.cells, expected.cells);
}

inline namespace HEDDLE_TOOLCHAIN {  // instantiated in .cpp and .cu files alike, where products differ

/// C<mask, replace> = C accum (A B) under every schedule, with A and B as they are and as transposes of theirs.
template <class SR, index_type I = std::int32_t, index_type O = std::int32_t, class A, class B, class Accum>
void check_product(executor const& exec, SR const& sr, product_operands<domain_of<SR>, A, B> const& p,
                   Accum const& accum, bool replace) {
  using T = domain_of<SR>;
  auto expected = p.c;
  constexpr bool accumulates = !std::is_same_v<Accum, no_accum_type>;
  auto const t = reference::mxm(sr, p.a, p.b).cells;
  if constexpr (accumulates) {
    expected.cells = reference::written(p.c.cells, p.kind, p.mask.cells, accum, replace, t);
  } else {
    expected.cells = reference::written(p.c.cells, p.kind, p.mask.cells, no_accumulator{}, replace, t);
  }
  auto const a = make_matrix<A, I, O>(p.a, exec), a_turned = make_matrix<A, I, O>(transposed(p.a), exec);
  auto const b = make_matrix<B, I, O>(p.b, exec), b_turned = make_matrix<B, I, O>(transposed(p.b), exec);
  auto const mask = make_matrix<bool, I, O>(p.mask, exec);
  auto const old = make_matrix<T, I, O>(p.c, exec);
  for (schedule const& s : schedule_variants()) {
    auto const expect = [&](auto const& left, auto const& right) {
      auto c = old;
      descriptor const d{.replace = replace, .schedule = s};
      if (p.kind == mask_kind::none) {
        mxm(c, no_mask, accum, sr, left, right, d);
      } else {
        mxm(c, make_mask(p.kind, mask), accum, sr, left, right, d);
      }
      INFO(p.name, ", ", detail::type_name<SR>(), ", replace ", replace, ", accumulates ", accumulates, ", schedule ",
           s.name(), ", ", exec.description());
      CHECK_EQ(difference(to_dense(c), expected), "");
    };
    expect(a, b);
    expect(transpose(a_turned), transpose(b_turned));
  }
}

/// All products, of A by B, without an accumulator and with those that are given.
template <class A, class B, index_type I = std::int32_t, index_type O = std::int32_t, class SR, class... Accums>
void check_products_of(executor const& exec, SR const& sr, unsigned seed, Accums const&... accums) {
  bool replace = false;
  for (auto const& p : draw_products<domain_of<SR>, A, B>(seed)) {
    check_product<SR, I, O>(exec, sr, p, no_accum, replace = !replace);
    (check_product<SR, I, O>(exec, sr, p, accums, !replace), ...);
  }
}
template <class SR, index_type I = std::int32_t, index_type O = std::int32_t, class... Accums>
void check_products(executor const& exec, SR const& sr, unsigned seed, Accums const&... accums) {
  check_products_of<domain_of<SR>, domain_of<SR>, I, O>(exec, sr, seed, accums...);
}

}  // namespace HEDDLE_TOOLCHAIN
}  // namespace heddle::testing
