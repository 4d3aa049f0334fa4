// mxm_masks.cpp - mxm under masks, accumulators and replace, of matrices of all shapes, on the host and on the GPU,
// against the dense reference.
#include "tests/support/executors.hpp"
#include "tests/support/matrix_case.hpp"

using namespace heddle;
using namespace heddle::testing;

namespace {

/// Every mask x replace x pair of transposes `rounds` times, the rest drawn.
template <class Types, class SR, class Accum>
void check_written(executor const& exec, SR const& sr, Accum const& accum, unsigned rounds = 4) {
  unsigned const first_seed = 80 * seed_of<Types, SR, Accum>();
  for (unsigned seed = first_seed; seed < first_seed + 40 * rounds; ++seed) {
    auto const m = draw_matrix_case<typename Types::W, typename Types::A, typename Types::B, typename Types::M>(seed);
    INFO(m, "\n  ", detail::type_name<SR>(), ", ", detail::type_name<Accum>(), ", ", exec.description());
    auto const expected = by_reference(sr, accum, m);
    auto const result = by_heddle<typename Types::I, typename Types::O>(exec, sr, accum, m);
    INFO("expected: ", print(expected), "\n  found: ", print(result));
    CHECK((result == expected));
  }
}

}  // namespace

EXECUTOR_CASE("mxm over plus_times writes as mask, accumulator and replace say") {
  check_written<operand_types<std::int32_t>>(exec, plus_times<std::int32_t>{}, no_accumulator{});
  check_written<operand_types<std::int32_t>>(exec, plus_times<std::int32_t>{}, plus<std::int32_t>{});
}

EXECUTOR_CASE("mxm over any_pair writes as mask, accumulator and replace say") {
  check_written<operand_types<bool>>(exec, any_pair<bool>{}, no_accumulator{});
}

EXECUTOR_CASE("mxm converts operands of other types than the semiring's") {
  check_written<operand_types<float, double, std::int32_t, bool, std::uint8_t>>(exec, plus_times<float>{},
                                                                                no_accumulator{});
}
