// positions.cpp - products of positions: mxv, vxm and mxm over 32-bit and 64-bit integers.
#include "tests/oracle/families.hpp"
#include "tests/support/cases/families.hpp"

namespace heddle::testing {

namespace {

template <class SR, class T = domain_of<SR>> using types = case_types<T, float, T, T>;
template <class SR> case_family positions_mxv() {
  return families::mxv<SR, accumulators<drawn_op<domain_of<SR>>>, types<SR>>();
}
template <class SR> case_family vxm_of() {
  return families::vxm<SR, accumulators<drawn_op<domain_of<SR>>>, types<SR>>();
}
template <class SR> case_family positions_mxm() {
  return families::mxm<SR, accumulators<drawn_op<domain_of<SR>>>, types<SR>>();
}

}  // namespace

std::vector<case_family> drawn_positions() {
  using i32 = std::int32_t;
  using i64 = std::int64_t;
  return {positions_mxv<min_firsti<i32>>(), positions_mxv<max_firstj<i64>>(), vxm_of<min_firstj<i32>>(),
          vxm_of<max_secondj<i32>>(),       positions_mxm<max_firsti<i64>>(), positions_mxm<min_firstj<i32>>(),
          positions_mxm<max_secondj<i32>>()};
}

}  // namespace heddle::testing
