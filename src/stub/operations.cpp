// operations.cpp - what operations ask of a GPU in a build without CUDA: everything says that there is none.
#include "src/core/index_instances.hpp"
#include "src/core/instantiate.hpp"
#include "src/core/mxm_instances.hpp"
#include "src/core/reduce_instances.hpp"
#include "src/core/spmv_instances.hpp"

namespace heddle::detail {
void emit_stubs() {
  emit_mxv_all(precompiled_semirings{});
  emit_mxv_wide(precompiled_wide{});
  emit_writes(precompiled_elements{});
  emit_all_pairs(precompiled_elements{});
  emit_products(cuda::precompiled_products{});
  emit_all_index_work();
  emit_all_reductions();
  emit_spmv_of_reals();
  emit_halves<f16>();
  emit_halves<bf16>();
}
}  // namespace heddle::detail
