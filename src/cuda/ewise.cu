// ewise.cu - element-wise products of two vectors on the GPU.
#include <heddle/cuda/elementwise.cuh>
#include <heddle/ops/ewise/ewise.hpp>

namespace heddle::cuda {

template <class Op, class T, class I> void ewise(executor const& exec, ewise_problem<Op, T, I> const& problem) {
  for_each_index(exec, problem.n, problem);
}

}  // namespace heddle::cuda

#include "src/core/instantiate.hpp"

namespace heddle::detail {
void emit_ewises() { emit_ewise_all(precompiled_elements{}); }
}  // namespace heddle::detail
