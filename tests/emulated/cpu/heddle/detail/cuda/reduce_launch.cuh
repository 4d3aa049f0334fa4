// reduce_launch.cuh - in place of the header of that name, for kernels that visit entries and reduce nothing.
#pragma once
#include <heddle/detail/executor/check.cuh>
#include <heddle/detail/walk/fix_up.hpp>
#include <heddle/seam/plan/plan.hpp>
#include <heddle/seam/sinks.hpp>

#include "tests/emulated/cpu/emulated.hpp"
//
#include <heddle/detail/cuda/block.cuh>

namespace heddle::gpu {

inline constexpr int block_threads = static_cast<int>(emulated::threads_of_a_block);

namespace kernels {

template <class Storage> struct raw_storage { alignas(16) unsigned char bytes[sizeof(Storage)]; };

}  // namespace kernels
}  // namespace heddle::gpu
