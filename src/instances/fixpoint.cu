// fixpoint.cu - fixpoints over the precompiled semirings that are searched by.
#include <heddle/ops/fixpoint/device.hpp>

#include "src/instances/run.hpp"
#if defined(__CUDACC__)
#include <heddle/ops/fixpoint/device.cuh>
#endif

namespace heddle::detail {

template <class I, class O, class... SRs> void emit_searches(type_list<SRs...>) {
  (emit<gpu::fixpoint_problem<SRs, domain_of<SRs>, I, O>>(), ...);
}

void emit_fixpoints() {
  emit_searches<std::int32_t, std::int32_t>(gpu::precompiled_searches{});
  emit_searches<std::int32_t, std::int64_t>(gpu::precompiled_wide_searches{});
  emit_searches<std::int64_t, std::int64_t>(gpu::precompiled_wide_searches{});
}

}  // namespace heddle::detail
