// devices.hpp - what a process with several GPUs, or several streams of one, asks of these.
#pragma once
#include <heddle/base/executor.hpp>
#include <span>
#include <vector>

namespace heddle::gpu {

// Kernels and copies of each of the devices may reach what executors of the others allocate, where the machine can do
// that.
void let_reach_each_other(std::vector<int> const& devices);

// Whether kernels of a device may reach what the executor allocates.
bool may_reach(executor const& owner, int device);

// The device is current in this thread, where there is such a device.
void make_current(int device) noexcept;

// Work given to `later` from now on begins after all work given to `earlier` so far.
void order(executor const& earlier, executor const& later);

struct copy_between {
  executor const *from, *to;
  void const* source;
  void* destination;
  std::size_t bytes;
};

// Copies from device to device, all at once: behind what was given so far to the executors of all of them, and before
// what is given to these afterwards.
void copy_at_once(std::span<copy_between const> copies);

// Bytes of its device that nobody has; 0 where the device does not tell.
double free_memory(executor const& exec) noexcept;

// A kernel or a copy has gone wrong in such a way that the device does no more work for this process.
bool is_lost(executor const& exec) noexcept;

}  // namespace heddle::gpu
