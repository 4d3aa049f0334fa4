// schedules.cpp - matrix-vector products over the common semirings: every schedule, format and adversarial matrix.
#include "tests/support/schedule_check.hpp"

using namespace heddle;
using namespace heddle::testing;

EXECUTOR_CASE("plus_times agrees with the reference under every schedule and format") {
  check_semiring(exec, plus_times<float>{}, 3.0f);
}

EXECUTOR_CASE("min_plus agrees with the reference under every schedule and format") {
  check_semiring(exec, min_plus<double>{}, -2.0);
}

EXECUTOR_CASE("max_times agrees with the reference under every schedule and format") {
  check_semiring(exec, max_times<float>{}, -1.0f);
}
