// recorded_products.hpp - families of mxv and vxm of which the library has GPU kernels for a plain C++ compiler; others
// do not compile.
#pragma once
#include "tests/support/cases/families.hpp"
#include "tests/support/cases/recorded.hpp"

namespace heddle::testing::compiled {

template <class SR, class Accums, class Types = case_types<domain_of<SR>>> case_family mxv() {
  static_assert(gpu::is_compiled_in<SR, typename Types::I, typename Types::O>);
  return families::mxv<SR, Accums, Types>();
}

template <class SR, class Accums, class Types = case_types<domain_of<SR>>> case_family vxm() {
  static_assert(gpu::is_compiled_in<decltype(flip(SR{})), typename Types::I, typename Types::O>);
  return families::vxm<SR, Accums, Types>();
}

}  // namespace heddle::testing::compiled
