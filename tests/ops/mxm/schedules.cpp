// schedules.cpp - matrix products over the common semirings: every method under every schedule.
#include "tests/support/mxm_check.hpp"

using namespace heddle;
using namespace heddle::testing;

EXECUTOR_CASE("mxm over plus_times agrees with the reference under every schedule") {
  check_products(exec, plus_times<float>{}, 1, plus<float>{});
}

EXECUTOR_CASE("mxm over min_plus agrees with the reference under every schedule") {
  check_products(exec, min_plus<double>{}, 2);
}

EXECUTOR_CASE("mxm over lor_land agrees with the reference under every schedule") {
  check_products(exec, lor_land{}, 3);
}

EXECUTOR_CASE("mxm over any_pair agrees with the reference under every schedule") {
  check_products(exec, any_pair<bool>{}, 4, logical_and<bool>{});
}
