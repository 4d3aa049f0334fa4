// wide.cpp - matrix-vector products of matrices with 64-bit offsets, and with 64-bit indices too.
#include "tests/support/schedule_check.hpp"

using namespace heddle;
using namespace heddle::testing;

namespace {

template <class SR, index_type I, index_type O> void check_wide(executor const& exec, SR const& sr, domain_of<SR> one) {
  for (tile_case const& tiles : small_battery(1500, 3500)) {
    format_check<SR, I, O>(exec, sr, matrix_of<domain_of<SR>>(tiles)).all(one);
  }
}

}  // namespace

EXECUTOR_CASE("64-bit offsets give the same products as 32-bit ones") {
  check_wide<plus_times<double>, std::int32_t, std::int64_t>(exec, {}, 3.0);
}

EXECUTOR_CASE("64-bit indices and offsets give the same products as 32-bit ones") {
  check_wide<min_plus<double>, std::int64_t, std::int64_t>(exec, {}, 1.0);
}
