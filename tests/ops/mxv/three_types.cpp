// three_types.cpp - products of a float matrix and unsigned numbers over a struct domain, on the host.
#include "tests/support/mixed_check.hpp"

using namespace heddle;
using namespace heddle::testing;

TEST_CASE("a struct domain over a float matrix and an unsigned vector agrees with the reference on the host") {
  check_semiring_of<float, std::uint32_t>(host_executor(), cheapest_offer{}, 2.5f);
  check_semiring_of<float, std::uint32_t>(host_executor(), compose_readings{}, 2.5f);
}

TEST_CASE("products over three types write as mask, accumulator and replace say on the host") {
  check_mixed_vectors<offer>(host_executor(), cheapest_offer{}, no_accumulator{});
  check_mixed_vectors<offer>(host_executor(), cheapest_offer{}, add_costs{});
  check_mixed_vectors<double>(host_executor(), cheapest_offer{}, no_accumulator{});
  check_mixed_matrices<offer>(host_executor(), cheapest_offer{}, no_accumulator{});
  check_mixed_matrices<offer>(host_executor(), cheapest_offer{}, add_costs{});
  check_mixed_matrices<double>(host_executor(), cheapest_offer{}, no_accumulator{});
}

TEST_CASE("mxm of float by unsigned over a struct domain agrees with the reference on the host") {
  check_products_of<float, std::uint32_t>(host_executor(), cheapest_offer{}, 3, cheaper_offer{});
  check_products_of<float, std::uint32_t>(host_executor(), compose_readings{}, 4);
}

TEST_CASE("a library's semiring called from a .cpp on a GPU reads converted copies of numbers" *
          doctest::skip(!cuda_available())) {
  check_mixed_vectors<float>(cuda_executor(), min_plus<double>{}, no_accumulator{});
  check_mixed_matrices<float>(cuda_executor(), min_plus<double>{}, no_accumulator{});
}
