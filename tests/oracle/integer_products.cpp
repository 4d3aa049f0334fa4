// integer_products.cpp - mxv and vxm over every monoid and multiplication of integers.
#include "tests/oracle/families.hpp"
#include "tests/support/cases/families.hpp"

namespace heddle::testing {

namespace {

template <class T> case_family mxv_of() { return families::mxv<drawn_semiring<T>, accumulators<drawn_op<T>>>(); }

}  // namespace

std::vector<case_family> drawn_integer_products() {
  using u32 = std::uint32_t;
  return {mxv_of<std::int8_t>(),
          mxv_of<std::uint8_t>(),
          mxv_of<std::int16_t>(),
          mxv_of<std::uint16_t>(),
          mxv_of<std::int32_t>(),
          mxv_of<std::uint64_t>(),
          families::vxm<drawn_semiring<u32>, accumulators<drawn_op<u32>>>(),
          families::vxm<drawn_semiring<std::int64_t>, accumulators<drawn_op<std::int64_t>>>()};
}

}  // namespace heddle::testing
