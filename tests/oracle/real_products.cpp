// real_products.cpp - mxv and vxm over every monoid and multiplication of floating-point numbers and of bool.
#include "tests/oracle/families.hpp"
#include "tests/support/cases/families.hpp"

namespace heddle::testing {

std::vector<case_family> drawn_real_products() {
  using namespace families;
  using d = double;
  return {mxv<drawn_semiring<float>, accumulators<drawn_op<float>>>(),
          mxv<drawn_semiring<d>, accumulators<drawn_op<d>>>(),
          mxv<drawn_semiring<bool>, accumulators<drawn_op<bool>>>(),
          vxm<drawn_semiring<float>, accumulators<drawn_op<float>>>(),
          vxm<drawn_semiring<bool>, accumulators<drawn_op<bool>>>()};
}

}  // namespace heddle::testing
