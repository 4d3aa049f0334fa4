// matrix_write_case.hpp - one way of writing a matrix drawn from a seed: mask, accumulator, replace. For operations
// whose result the dense reference knows.
#pragma once
#include <doctest/doctest.h>

#include "tests/support/random_cases.hpp"

namespace heddle::testing {

/// What an operation meets. W: the output's elements; M: the mask's.
template <class W, class M = bool> struct matrix_write_case {
  dense_matrix<W> old;
  dense_matrix<M> mask;
  mask_kind kind = mask_kind::none;
  bool replace = false, accumulates = false;

  matrix_write_case(random_source& random, size_type rows, size_type cols)
      : matrix_write_case(random, rows, cols, rows, cols) {}
  /// The mask has a shape of its own.
  matrix_write_case(random_source& random, size_type rows, size_type cols, size_type mask_rows, size_type mask_cols) {
    old = draw_matrix<W>(random, rows, cols, draw_density(random));
    mask = draw_matrix<M>(random, mask_rows, mask_cols, draw_density(random));
    kind = all_mask_kinds[random.below(5)];
    replace = random.chance(50);
    accumulates = random.chance(50);
  }

  friend std::ostream& operator<<(std::ostream& out, matrix_write_case const& c) {
    return out << "C " << c.old.rows << " x " << c.old.cols << ' ' << print(c.old) << ", mask " << name_of(c.kind)
               << ' ' << print(c.mask) << ", replace " << c.replace << ", accumulates " << c.accumulates;
  }
};

/// operate(c, mask, accum, descriptor) for the mask and the accumulator of the case must leave what is expected.
template <class W, class M, class Accum, class Operate>
void check_result(executor const& exec, matrix_write_case<W, M> const& x, Accum const& accum,
                  dense_matrix<W> const& expected, Operate const& operate) {
  INFO(exec.description(), ": ", x);
  auto c = make_matrix<W>(x.old, exec);
  auto const mask = make_matrix<M>(x.mask, exec);
  descriptor const d{.replace = x.replace};
  auto const accumulated = [&](auto const& chosen_mask) {
    x.accumulates ? operate(c, chosen_mask, accum, d) : operate(c, chosen_mask, no_accum, d);
  };
  x.kind == mask_kind::none ? accumulated(no_mask) : accumulated(make_mask(x.kind, mask));
  auto const found = to_dense(c);
  INFO("found ", print(found), ", expected ", print(expected));
  CHECK((found == expected));
  CHECK((to_dense(mask) == x.mask));
}

}  // namespace heddle::testing
