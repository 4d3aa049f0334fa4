// logic.cpp - matrix-vector products over truth values and 32-bit integers: every schedule, format and adversarial
// matrix.
#include "tests/support/schedule_check.hpp"

using namespace heddle;
using namespace heddle::testing;

EXECUTOR_CASE("lor_land agrees with the reference under every schedule and format") {
  check_semiring(exec, lor_land{}, true);
}

EXECUTOR_CASE("any_pair agrees with the reference under every schedule and format") {
  check_semiring(exec, any_pair<bool>{}, true);
}

EXECUTOR_CASE("min_first agrees with the reference under every schedule and format") {
  check_semiring(exec, min_first<std::int32_t>{}, 4);
}
