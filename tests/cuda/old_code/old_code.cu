// old_code.cu - compiled for the virtual architecture 8.0: a newer GPU runs what its driver makes of it.
#include <heddle/detail/cuda/dependent_launch.cuh>

#include "tests/cuda/old_code/old_code.cuh"

namespace heddle::testing {

namespace {

__global__ void old_kernel() { gpu::wait_for_kernel_before(); }

}  // namespace

bool old_code_waits() { return gpu::waits_for_kernel_before(0, old_kernel, "old_kernel"); }

}  // namespace heddle::testing
