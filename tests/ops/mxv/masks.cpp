// masks.cpp - mxv and vxm under masks, accumulators and replace, in all forms of their operands, on the host and
// on the GPU, against the dense reference.
#include "tests/support/executors.hpp"
#include "tests/support/vector_case.hpp"
#include "tests/support/write_check.hpp"

using namespace heddle;
using namespace heddle::testing;

namespace {

template <class Types, class SR, class Accum>
void check_mxv_written(executor const& exec, SR const& sr, Accum const& accum) {
  check_drawn_writes<Types>(
      exec, sr, accum, draw_vector_case<typename Types::W, typename Types::A, typename Types::B, typename Types::M>);
}

}  // namespace

EXECUTOR_CASE("plus_times writes as mask, accumulator and replace say") {
  using types = operand_types<float>;
  check_mxv_written<types>(exec, plus_times<float>{}, no_accumulator{});
  check_mxv_written<types>(exec, plus_times<float>{}, plus<float>{});
  check_mxv_written<types>(exec, plus_times<float>{}, minus<float>{});
}

EXECUTOR_CASE("min_plus writes as mask, accumulator and replace say") {
  using types = operand_types<double, double, double, double, bool>;
  check_mxv_written<types>(exec, min_plus<double>{}, no_accumulator{});
  check_mxv_written<types>(exec, min_plus<double>{}, minimum<double>{});
  check_mxv_written<types>(exec, min_plus<double>{}, take_second<double>{});
}

EXECUTOR_CASE("any_pair writes as mask, accumulator and replace say") {
  using types = operand_types<bool>;
  check_mxv_written<types>(exec, any_pair<bool>{}, no_accumulator{});
  check_mxv_written<types>(exec, lor_land{}, logical_or<bool>{});
}

EXECUTOR_CASE("operands of other types than the semiring's are converted") {
  check_mxv_written<operand_types<float, double, std::int32_t, bool, std::uint8_t>>(exec, plus_times<float>{},
                                                                                    no_accumulator{});
  check_mxv_written<operand_types<float, double, std::int32_t, bool, std::uint8_t>>(exec, plus_times<float>{},
                                                                                    plus<double>{});
}
