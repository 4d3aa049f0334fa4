// three_types.cu - matrix products of float by unsigned over a struct domain, compiled by nvcc: kernels read both as
// they are stored.
#include "tests/support/mixed_check.hpp"

using namespace heddle;
using namespace heddle::testing;

EXECUTOR_CASE("mxm of float by unsigned over a struct domain agrees with the reference, compiled by nvcc") {
  check_products_of<float, std::uint32_t>(exec, cheapest_offer{}, 3, cheaper_offer{});
  check_long_rows(exec, cheapest_offer{});
}

EXECUTOR_CASE("mxm over three types writes as mask, accumulator and replace say, compiled by nvcc [sanitize]") {
  check_mixed_matrices<offer>(exec, cheapest_offer{}, no_accumulator{});
  check_mixed_matrices<offer>(exec, cheapest_offer{}, add_costs{});
  check_mixed_matrices<double>(exec, cheapest_offer{}, no_accumulator{}, 1);
}
