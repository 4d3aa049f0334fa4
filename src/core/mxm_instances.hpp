// mxm_instances.hpp - emits the precompiled GPU entry points of mxm: kernels in src/cuda, or, without CUDA, stubs that
// throw in src/stub.
#pragma once
#include <heddle/ops/mxm/device.hpp>

#include "src/core/run.hpp"

namespace heddle::detail {

template <class SR> void emit_products_of() {
  using D = domain_of<SR>;
  using I = std::int32_t;
  emit<cuda::fill_problem<SR, D, D, I, I>>();
  emit<cuda::dot_problem<SR, D, D, I, I>>();
  if constexpr (!needs_presence<add_of<SR>>()) emit<cuda::full_problem<SR, D, D, I, I>>();
}

template <class... SRs> void emit_products(type_list<SRs...>) { (emit_products_of<SRs>(), ...); }

}  // namespace heddle::detail
