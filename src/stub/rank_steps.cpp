// rank_steps.cpp - passes of PageRank on a GPU in a build without CUDA.
#include "src/stub/no_cuda.hpp"
#include "src/traverse/rank_step.hpp"

namespace heddle::gpu {

template <index_type O> void sum_rank_steps(executor const&, size_type, detail::rank_step<O> const&, double*, double*) {
  no_cuda();
}

#include "src/traverse/rank_step_instances.inc"

}  // namespace heddle::gpu
