// spmm.cu - products of sparse matrices with dense ones over algebras of the user's, compiled by nvcc: kernels read
// both operands as they are stored.
#include "tests/support/mixed_semirings.hpp"
#include "tests/support/spmm_check.hpp"
#include "tests/support/user_semirings.hpp"

using namespace heddle;
using namespace heddle::testing;

EXECUTOR_CASE("products with dense matrices of structs agree with sums, in order where that matters [sanitize]") {
  check_drawn_dense_products<walks, walks, walks>(exec, count_walks{}, {}, 30);
  check_drawn_dense_products<affine_map, affine_map, affine_map>(exec, compose_affine{}, {}, 30);
  check_scheduled_dense_products(exec, compose_affine{}, 3, 60);
}

EXECUTOR_CASE("products with dense matrices whose sums have no neutral element, compiled by nvcc [sanitize]") {
  check_drawn_dense_products<int, int, int>(exec, semiring<any_monoid<int>, pair<int>>{}, {}, 30);
  check_drawn_dense_products<int, int, int>(exec, semiring<lor_monoid<int>, times<int>>{}, logical_or<int>{}, 30);
}

EXECUTOR_CASE("products with dense matrices over three types and by positions, compiled by nvcc [sanitize]") {
  check_drawn_dense_products<offer, float, std::uint32_t>(exec, cheapest_offer{}, add_costs{}, 30);
  check_drawn_dense_products<std::int64_t, float, std::int32_t>(exec, weigh_places{}, {}, 30);
}

EXECUTOR_CASE("products with dense matrices of wide offsets and indices, and of halves, compiled by nvcc [sanitize]") {
  check_drawn_dense_products<float, float, float, min_plus<float>, minimum<float>, std::int32_t, std::int64_t>(
      exec, min_plus<float>{}, {}, 30);
  check_drawn_dense_products<double, double, double, plus_second<double>, no_accumulator, std::int64_t, std::int64_t>(
      exec, plus_second<double>{}, {}, 30);
  check_drawn_dense_products<float, f16, f16>(exec, plus_times<float>{}, {}, 30);
  check_scheduled_dense_products<max_times<float>>(exec, max_times<float>{}, 8, 60);
}
