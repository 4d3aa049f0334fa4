// launch_grid.cuh - in place of the header of that name, for kernels that a CPU runs: three blocks, as threads.
#pragma once
#include <heddle/base/executor.hpp>
#include <heddle/detail/executor/check.cuh>

#include "tests/emulated/cpu/emulated.hpp"

namespace heddle::gpu {

inline int step_blocks(executor const&) { return 3; }

template <class Kernel, class... Arguments>
bool launch_whole_grid(executor const& exec, int, Kernel* kernel, Arguments const&... arguments) {
  emulated::run(static_cast<unsigned>(step_blocks(exec)), kernel, arguments...);
  return true;
}
template <class Kernel, class... Arguments>
void launch_step(executor const& exec, int, Kernel* kernel, Arguments const&... arguments) {
  emulated::run(static_cast<unsigned>(step_blocks(exec)), kernel, arguments...);
}

}  // namespace heddle::gpu
