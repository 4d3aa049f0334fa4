// masks.cpp - mxm under masks, accumulators and replace, of matrices of all shapes, on the host and on the GPU,
// against the dense reference.
#include "tests/support/executors.hpp"
#include "tests/support/matrix_case.hpp"
#include "tests/support/write_check.hpp"

using namespace heddle;
using namespace heddle::testing;

namespace {

template <class Types, class SR, class Accum>
void check_mxm_written(executor const& exec, SR const& sr, Accum const& accum) {
  check_drawn_writes<Types>(
      exec, sr, accum, draw_matrix_case<typename Types::W, typename Types::A, typename Types::B, typename Types::M>);
}

}  // namespace

EXECUTOR_CASE("mxm over plus_times writes as mask, accumulator and replace say") {
  check_mxm_written<operand_types<std::int32_t>>(exec, plus_times<std::int32_t>{}, no_accumulator{});
  check_mxm_written<operand_types<std::int32_t>>(exec, plus_times<std::int32_t>{}, plus<std::int32_t>{});
}

EXECUTOR_CASE("mxm over any_pair writes as mask, accumulator and replace say") {
  check_mxm_written<operand_types<bool>>(exec, any_pair<bool>{}, no_accumulator{});
}

EXECUTOR_CASE("mxm converts operands of other types than the semiring's") {
  check_mxm_written<operand_types<float, double, std::int32_t, bool, std::uint8_t>>(exec, plus_times<float>{},
                                                                                    no_accumulator{});
}
