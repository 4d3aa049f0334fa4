// caller.cu - what the caller of the library did to the CUDA runtime before, and what he finds after.
#include <doctest/doctest.h>

#include <heddle/detail/cuda/dependent_launch.cuh>
#include <heddle/ops/mxv/mxv.hpp>

#include "tests/cuda/old_code/old_code.cuh"
#include "tests/support/executors.hpp"

namespace heddle::testing {
namespace {

void leave_an_error_behind() {
  void* none = nullptr;
  CHECK_EQ(cudaMalloc(&none, std::size_t{1} << 60), cudaErrorMemoryAllocation);
  CHECK_EQ(cudaPeekAtLastError(), cudaErrorMemoryAllocation);
}

GPU_CASE("an error that the caller left behind is not ours: launches, scans and sums go on (gpu)") {
  executor const exec = cuda_executor();
  auto const a = matrix<float>::build(3, 3, {0, 1, 2, 2}, {1, 2, 0, 1}, {1, 2, 3, 4}, plus<float>{}, exec);
  auto const u = vector<float>::filled(3, 1, exec);
  vector<float> w(3, exec);
  leave_an_error_behind();
  CHECK_NOTHROW(mxv(w, plus_times<float>{}, a, u));
  buffer<std::int32_t> counts(exec, std::vector<std::int32_t>{3, 4, 5, 0});
  leave_an_error_behind();
  CHECK_NOTHROW(primitives::exclusive_sum(exec, counts.data(), counts.data(), 3));
  CHECK(counts.to_host() == std::vector<std::int32_t>{0, 3, 7, 12});
  leave_an_error_behind();
  CHECK(w.get(2) == 7.0f);
}

GPU_CASE("the settings of the device's own memory pool stay the caller's (gpu)") {
  cudaMemPool_t pool;
  gpu::check(cudaDeviceGetDefaultMemPool(&pool, 0), "pool");
  std::uint64_t before = 0, after = 0, used = 0, used_after = 0;
  gpu::check(cudaMemPoolGetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &before), "threshold");
  gpu::check(cudaMemPoolGetAttribute(pool, cudaMemPoolAttrUsedMemCurrent, &used), "used");
  executor const exec = cuda_executor();
  buffer<std::int64_t> const some(exec, 1000000);
  gpu::check(cudaMemPoolGetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &after), "threshold");
  gpu::check(cudaMemPoolGetAttribute(pool, cudaMemPoolAttrUsedMemCurrent, &used_after), "used");
  CHECK_EQ(before, after);
  CHECK_EQ(used, used_after);
}

GPU_CASE("the GPU's default executor is the same at every call (gpu)") {
  CHECK(default_executor() == default_executor());
  CHECK(default_executor(0) == default_executor());
  CHECK_FALSE(default_executor() == cuda_executor());
  CHECK_THROWS_AS((void)default_executor(1000), cuda_error);
  auto const a = matrix<float>::build(1, 1, {0}, {0}, {2}, plus<float>{}, default_executor());
  vector<float> w(1, default_executor());
  mxv(w, plus_times<float>{}, a, vector<float>::filled(1, 3, default_executor()));
  CHECK(w.get(0) == 6.0f);
}

__global__ void kernel_of_today() { gpu::wait_for_kernel_before(); }

GPU_CASE("only code that waits for the kernel before it is launched early, whatever the GPU could run (gpu)") {
  gpu::device_guard const guard(cuda_executor());
  CHECK_FALSE(old_code_waits());
  cudaFuncAttributes today{};
  gpu::check(cudaFuncGetAttributes(&today, kernel_of_today), "kernel_of_today");
  CHECK_EQ(gpu::waits_for_kernel_before(0, kernel_of_today, "kernel_of_today"), today.ptxVersion >= 90);
  CHECK_FALSE(old_code_waits());
}

}  // namespace
}  // namespace heddle::testing
