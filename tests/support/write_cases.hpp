// write_cases.hpp - one way of writing a vector drawn from a seed: mask, accumulator, replace, and the forms in which
// operands lie. For operations on vectors whose result t(i) the dense reference knows.
#pragma once
#include <doctest/doctest.h>

#include "tests/support/random_cases.hpp"

namespace heddle::testing {

/// What an operation meets. W: the output's elements; M: the mask's.
template <class W, class M = bool> struct write_case {
  size_type size = 0;
  dense_vector<W> old;
  dense_vector<M> mask;
  mask_kind kind = mask_kind::none;
  bool replace = false, accumulates = false;
  held old_held = held::sparse, mask_held = held::sparse;

  explicit write_case(random_source& random) : write_case(random, draw_size(random)) {}
  write_case(random_source& random, size_type length) : size(length) {
    old = draw_vector<W>(random, size, draw_density(random));
    mask = draw_vector<M>(random, size, draw_density(random));
    kind = all_mask_kinds[random.below(5)];
    replace = random.chance(50);
    accumulates = random.chance(50);
    old_held = draw_held(random);
    mask_held = draw_held(random);
  }

  friend std::ostream& operator<<(std::ostream& out, write_case const& c) {
    return out << "w " << print(c.old) << " (" << name_of(c.old_held) << "), mask " << name_of(c.kind) << ' '
               << print(c.mask) << " (" << name_of(c.mask_held) << "), replace " << c.replace << ", accumulates "
               << c.accumulates;
  }
};

/// operate(w, mask, accum, descriptor) for the mask and accumulator of the case; what it leaves in w must be what the
/// reference writes of t.
template <class W, class M, class Accum, class T, class Operate>
void check_written(executor const& exec, write_case<W, M> const& c, Accum const& accum, dense_vector<T> const& t,
                   Operate const& operate) {
  INFO(exec.description(), ": ", c);
  auto w = make_vector<W>(c.old, c.old_held, exec);
  auto const mask = make_vector<M>(c.mask, c.mask_held, exec);
  descriptor const d{.replace = c.replace};
  auto const accumulated = [&](auto const& chosen_mask) {
    c.accumulates ? operate(w, chosen_mask, accum, d) : operate(w, chosen_mask, no_accum, d);
  };
  c.kind == mask_kind::none ? accumulated(no_mask) : accumulated(make_mask(c.kind, mask));
  auto const expected = c.accumulates ? reference::written(c.old, c.kind, c.mask, accum, c.replace, t)
                                      : reference::written(c.old, c.kind, c.mask, no_accumulator{}, c.replace, t);
  auto const found = to_dense(w);
  INFO("found ", print(found), ", expected ", print(expected));
  CHECK(found == expected);
  CHECK_EQ(w.nvals(), std::count_if(expected.begin(), expected.end(), [](auto const& x) { return x.has_value(); }));
  CHECK(to_dense(mask) == c.mask);
}

}  // namespace heddle::testing
