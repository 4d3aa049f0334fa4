// write_check.hpp - many drawn cases of a product, written under masks, accumulators and replace, against the dense
// reference.
#pragma once
#include <doctest/doctest.h>

#include <heddle/detail/executor/toolchain.hpp>

#include "tests/support/draws.hpp"
#include "tests/support/random_cases.hpp"

namespace heddle::testing {
inline namespace HEDDLE_TOOLCHAIN {  // instantiated in .cpp and .cu files alike, where products differ

/// draw(seed, 1) gives a case; every operation x mask x replace x transpose comes `rounds` times, the rest is drawn.
template <class Types, class SR, class Accum, class Draw>
void check_drawn_writes(executor const& exec, SR const& sr, Accum const& accum, Draw const& draw, unsigned rounds = 4) {
  unsigned const first_seed = 80 * seed_of<Types, SR, Accum>();
  for (unsigned seed = first_seed; seed < first_seed + draws(40 * rounds); ++seed) {
    auto const drawn = draw(seed, 1);
    INFO(drawn, "\n  ", detail::type_name<SR>(), ", ", detail::type_name<Accum>(), ", ", exec.description());
    auto const expected = by_reference(sr, accum, drawn);
    auto const result = by_heddle<typename Types::I, typename Types::O>(exec, sr, accum, drawn);
    INFO("expected: ", print(expected), "\n  found: ", print(result));
    CHECK((result == expected));
  }
}

}  // namespace HEDDLE_TOOLCHAIN
}  // namespace heddle::testing
