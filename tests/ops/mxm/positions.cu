// positions.cu - matrix products whose multiplication asks for positions, compiled by nvcc.
#include "tests/support/mixed_check.hpp"

using namespace heddle;
using namespace heddle::testing;

EXECUTOR_CASE("mxm gives positions under every schedule and method, compiled by nvcc") {
  check_products_of<float, std::uint32_t>(exec, compose_places{}, 4);
}

EXECUTOR_CASE("mxm gives positions in rows longer than any table [sanitize]") {
  check_long_rows(exec, compose_places{});
}
