// devices.hpp - what a process with a thread for each of several GPUs asks of these.
#pragma once
#include <heddle/base/executor.hpp>
#include <vector>

namespace heddle::gpu {

// Kernels and copies of each of the devices may reach what executors of the others allocate, where the machine can do
// that.
void let_reach_each_other(std::vector<int> const& devices);

// The device is current in this thread, where there is such a device.
void make_current(int device) noexcept;

// Bytes of its device that nobody has; 0 where the device does not tell.
double free_memory(executor const& exec) noexcept;

// A kernel or a copy has gone wrong in such a way that the device does no more work for this process.
bool is_lost(executor const& exec) noexcept;

}  // namespace heddle::gpu
