// three_types.cu - products of a float matrix and unsigned numbers over a struct domain, compiled by nvcc: kernels read
// both as they are stored.
#include "tests/support/mixed_check.hpp"

using namespace heddle;
using namespace heddle::testing;

EXECUTOR_CASE(
    "a struct domain over a float matrix and an unsigned vector agrees with the reference, compiled by nvcc") {
  check_semiring_of<float, std::uint32_t>(exec, cheapest_offer{}, 2.5f);
}

EXECUTOR_CASE("mxv and vxm over three types write as mask, accumulator and replace say, compiled by nvcc [sanitize]") {
  check_mixed_vectors<offer>(exec, cheapest_offer{}, no_accumulator{});
  check_mixed_vectors<offer>(exec, cheapest_offer{}, cheaper_offer{});
  check_mixed_vectors<double>(exec, cheapest_offer{}, no_accumulator{}, 1);
  check_mixed_vectors<offer>(exec, cheapest_offer{}, add_costs{}, 1);
}
