// matrix_products.cpp - mxm by all methods, over every monoid and multiplication.
#include "tests/oracle/families.hpp"
#include "tests/support/cases/families.hpp"

namespace heddle::testing {

namespace {

template <class T, class Types = case_types<T>> case_family mxm_of() {
  return families::mxm<drawn_semiring<T>, accumulators<drawn_op<typename Types::W>>, Types>();
}

}  // namespace

// case_types<output, left, right, mask, index, offset>
std::vector<case_family> drawn_matrix_products() {
  using d = double;
  using i16 = std::int16_t;
  using i32 = std::int32_t;
  using i64 = std::int64_t;
  return {mxm_of<bool>(),
          mxm_of<std::int8_t>(),
          mxm_of<std::uint16_t>(),
          mxm_of<i32>(),
          mxm_of<std::uint64_t>(),
          mxm_of<float>(),
          mxm_of<d>(),
          mxm_of<i64, wide_types<i64>>(),
          mxm_of<float, case_types<float, float, float, float, i32, i64>>(),
          mxm_of<i32, case_types<i64, bool, i16, d>>(),
          mxm_of<d, case_types<float, i32, d, i64>>()};
}

}  // namespace heddle::testing
