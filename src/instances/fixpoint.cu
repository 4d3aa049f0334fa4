// fixpoint.cu - fixpoints over the precompiled semirings that are searched by.
#include <heddle/ops/fixpoint/device.hpp>

#include "src/instances/run.hpp"
#if defined(__CUDACC__)
#include <heddle/ops/fixpoint/device.cuh>
#endif

namespace heddle::detail {

void emit_fixpoints() {
  auto const one = []<class SR, class I, class O>(instance<SR, I, O>) {
    emit<gpu::fixpoint_problem<SR, domain_of<SR>, I, O>>();
  };
  emit_narrow(precompiled_searches{}, one);
  emit_wide(precompiled_wide_searches{}, one);
}

}  // namespace heddle::detail
