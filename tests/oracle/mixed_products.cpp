// mixed_products.cpp - mxv and vxm where operands, output and mask differ in type, or count by 64 bits.
#include "tests/oracle/families.hpp"
#include "tests/support/cases/families.hpp"

namespace heddle::testing {

// case_types<output, matrix, vector, mask, index, offset>
std::vector<case_family> drawn_mixed_products() {
  using namespace families;
  using d = double;
  using i8 = std::int8_t;
  using u8 = std::uint8_t;
  using i16 = std::int16_t;
  using i32 = std::int32_t;
  using u32 = std::uint32_t;
  using i64 = std::int64_t;
  return {mxv<drawn_semiring<i32>, accumulators<drawn_op<i64>>, case_types<i64, u8, i16, float>>(),
          mxv<drawn_semiring<i64>, accumulators<drawn_op<i8>>, case_types<i8, i64, bool, i64>>(),
          mxv<drawn_semiring<d>, accumulators<drawn_op<float>>, case_types<float, i32, float, float>>(),
          vxm<drawn_semiring<float>, accumulators<drawn_op<d>>, case_types<d, bool, d, d>>(),
          mxv<drawn_semiring<u32>, accumulators<drawn_op<bool>>, case_types<bool, u32, u32, bool>>(),
          mxv<drawn_semiring<i8>, accumulators<drawn_op<i8>>, wide_types<i8>>(),
          vxm<drawn_semiring<d>, accumulators<drawn_op<d>>, case_types<d, d, d, d, i32, i64>>(),
          mxv<drawn_semiring<i16>, accumulators<drawn_op<i16>>, case_types<i16, i16, i16, i16, i64, i32>>(),
          mxv<max_second<i64>, accumulators<drawn_op<i64>>, wide_types<i64>>(),
          mxv<plus_min<u32>, accumulators<drawn_op<u32>>>()};
}

}  // namespace heddle::testing
