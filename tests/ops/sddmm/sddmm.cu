// sddmm.cu - products of two dense matrices at the entries of a mask over algebras of the user's, compiled by nvcc:
// kernels read both operands as they are stored.
#include "tests/support/mixed_semirings.hpp"
#include "tests/support/sddmm_check.hpp"
#include "tests/support/user_semirings.hpp"

using namespace heddle;
using namespace heddle::testing;

EXECUTOR_CASE("sampled products of structs agree with the reference, in order where that matters [sanitize]") {
  check_drawn_sampled_products<operand_types<walks, walks, walks, walks, bool>>(exec, count_walks{}, {}, 30);
  check_drawn_sampled_products<operand_types<affine_map, affine_map, affine_map, affine_map, bool>>(
      exec, compose_affine{}, {}, 30);
}

EXECUTOR_CASE("sampled products whose sums have no neutral element agree with the reference, by nvcc [sanitize]") {
  check_drawn_sampled_products<operand_types<int>>(exec, semiring<any_monoid<int>, pair<int>>{}, {}, 30);
  check_drawn_sampled_products<operand_types<int>>(exec, semiring<lor_monoid<int>, times<int>>{}, logical_or<int>{},
                                                   30);
}

EXECUTOR_CASE("sampled products over three types, by positions and of wide indices, compiled by nvcc [sanitize]") {
  check_drawn_sampled_products<operand_types<offer, offer, float, std::uint32_t, bool>>(exec, cheapest_offer{},
                                                                                        add_costs{}, 30);
  check_drawn_sampled_products<operand_types<std::int64_t, std::int64_t, float, std::int32_t, bool>>(
      exec, weigh_places{}, {}, 30);
  check_drawn_sampled_products<operand_types<float, float, float, float, bool, std::int64_t, std::int64_t>>(
      exec, max_times<float>{}, {}, 30);
}
