// draw_values.hpp - values of every type, of kinds for which sums are the same in every order.
#pragma once
#include "tests/support/cases/drawn_case.hpp"

namespace heddle::testing {

/// How the values of a case are made. Sums of floating-point numbers are exact for each kind that is drawn for them:
/// what one kind leaves out (zeros of both signs, infinities of both signs) would make the order of a sum matter.
enum class value_kind : unsigned char {
  whole,     // near zero on both sides; reals without zero, so that no product is -0
  natural,   // 0 to 8
  powers,    // of two, 1/8 to 8, of both signs
  infinite,  // 1 to 8 and infinity
  tiny,      // multiples of the least denormal, times or plus small numbers
  extreme,   // reals of all magnitudes; only where results are single operations or minima and maxima
  positive,  // the same above zero
  wild       // integers of all magnitudes, which wrap
};

/// A kind that suits the operators and element types of the case.
value_kind draw_kind(random_source& random, drawn_case const& c);

/// A value for every entry of `e`; `s`: whose they are.
void draw_values(random_source& random, entries& e, value_kind kind, slot s);

}  // namespace heddle::testing
