// architecture.cuh - what the code that a GPU will run was compiled for.
#pragma once
#include <heddle/executor.hpp>
#include <limits>

namespace heddle::cuda {

/// Whether the executor's GPU runs code in which __CUDA_ARCH__ >= 900: it is a Hopper or later, and this file is
/// compiled for one that it can take the code of.
inline bool runs_hopper_code(executor const& exec) {
  int first = std::numeric_limits<int>::max();
  for (int const architecture : {__CUDA_ARCH_LIST__}) {
    if (architecture >= 900 && architecture < first) first = architecture;
  }
  return exec.architecture() >= first;
}

}  // namespace heddle::cuda
