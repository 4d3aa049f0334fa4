// check.cuh - CUDA calls turned into exceptions, and the current device put back.
#pragma once
#include <cuda_runtime_api.h>

#include <heddle/base/error.hpp>
#include <heddle/base/executor.hpp>

namespace heddle::gpu {

/// Throws cuda_error `WHAT: cudaErrorName: explanation` unless `status` is success. `check(cudaGetLastError(),
/// "kernel")` after a launch.
inline void check(cudaError_t status, char const* what) {
  if (status == cudaSuccess) return;
  cudaGetLastError();  // so that an error that is no more than a refused call is not reported twice
  throw cuda_error(detail::concat(what, ": ", cudaGetErrorName(status), ": ", cudaGetErrorString(status)));
}

/// Makes a device current, and puts the one that was current back at the end of the scope. A refused call of the
/// caller's own, whose error nobody has asked for, is forgotten: else the next launch, of ours or of CUB, would be
/// blamed for it.
class device_guard {
 public:
  explicit device_guard(int device) {
    cudaGetLastError();
    check(cudaGetDevice(&previous_), "cudaGetDevice");
    if (device != previous_) check(cudaSetDevice(device), "cudaSetDevice");
    changed_ = device != previous_;
  }
  explicit device_guard(executor const& exec) : device_guard(exec.device()) {}
  device_guard(device_guard const&) = delete;
  device_guard& operator=(device_guard const&) = delete;
  ~device_guard() {
    if (changed_) cudaSetDevice(previous_);
  }

 private:
  int previous_ = 0;
  bool changed_ = false;
};

inline cudaStream_t stream_of(executor const& exec) { return static_cast<cudaStream_t>(exec.stream()); }

/// Whether kernels that are launched now may run beside others of this executor's, with which they share its zeros: the
/// user records them into a graph, or nobody can say. Of a device_loop no two kernels run at once.
inline bool may_run_beside_others(executor const& exec) {
  if (exec.state().recording()) return false;
  cudaStreamCaptureStatus status = cudaStreamCaptureStatusNone;
  bool const known = cudaStreamIsCapturing(stream_of(exec), &status) == cudaSuccess;
  if (!known) cudaGetLastError();
  return !known || status != cudaStreamCaptureStatusNone;
}

}  // namespace heddle::gpu
