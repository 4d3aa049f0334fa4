// emulated.hpp - as much of CUDA's language as kernels of steps need, on a CPU: a block is a thread of the system,
// which gives it shared memory, and its threads take turns on it, each with a stack of its own. One block runs at a
// time, until it waits for another. Exchanges of a warp and barriers wait for all that take part; where one never comes
// the program says which, and ends.
#pragma once
#include <setjmp.h>
#include <ucontext.h>

#include <condition_variable>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>
#include <tuple>
#include <type_traits>
#include <vector>

#define __device__
#define __global__
#define __shared__ static thread_local
#define __launch_bounds__(...)
#define __grid_constant__

namespace emulated {

inline constexpr unsigned threads_of_a_block = 64, lanes = 32;

struct extent {
  unsigned x, y = 1, z = 1;
};

// Who has come to a barrier, and how often all have.
struct gathering {
  unsigned arrived = 0, times = 0;
};

struct device_thread {
  ucontext_t start;
  jmp_buf stopped;  // where it goes on: without the system calls of swapcontext
  bool begun = false, done = false;
  unsigned exchanges = 0, barriers = 0;
};

class turns_of_blocks;

struct block {
  unsigned number, of;
  std::function<void()> body;
  device_thread threads[threads_of_a_block];
  ucontext_t outside;
  gathering warps[threads_of_a_block / lanes], all;
  int votes[3] = {0, 0, 0};
  unsigned current = 0;
  long in_vain = 0;  // turns since something came about
  turns_of_blocks* turns = nullptr;
};
inline thread_local block* here = nullptr;

inline device_thread& self() { return here->threads[here->current]; }

// The next thread of the block that is not done, the caller's own if there is no other.
inline unsigned next_thread() {
  unsigned next = here->current;
  do { next = (next + 1) % threads_of_a_block; } while (here->threads[next].done && next != here->current);
  return next;
}
[[noreturn]] inline void go_on(unsigned thread) {
  here->current = thread;
  if (self().begun) _longjmp(self().stopped, 1);
  self().begun = true;
  setcontext(&self().start);
  std::abort();
}
inline void take_turns() {
  unsigned const next = next_thread();
  if (next != here->current && _setjmp(self().stopped) == 0) go_on(next);
}
// Which block runs.
class turns_of_blocks {
 public:
  explicit turns_of_blocks(unsigned blocks) : done_(blocks, false) {}

  void wait_for(unsigned block) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return running_ == block; });
  }
  // The next that is not done runs, if any.
  void pass_on(bool is_done) {
    std::lock_guard const lock(mutex_);
    unsigned const blocks = static_cast<unsigned>(done_.size());
    done_[running_] = is_done;
    for (unsigned k = 0; k < blocks; ++k) {
      running_ = (running_ + 1) % blocks;
      if (!done_[running_]) break;
    }
    changed_.notify_all();
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  unsigned running_ = 0;
  std::vector<bool> done_;
};

// For who waits for another block: first threads of its own do what they can.
inline void wait_for_others() {
  here->in_vain = 0;
  for (unsigned k = 0; k < 2; ++k) take_turns();
  here->turns->pass_on(false);
  here->turns->wait_for(here->number);
}

inline void meet(gathering& at, unsigned expected, char const* what) {
  unsigned const before = at.times;
  if (++at.arrived == expected) {
    at = {0, before + 1};
    here->in_vain = 0;
    return;
  }
  while (at.times == before) {
    if (++here->in_vain > 4'000'000) {
      std::fprintf(stderr, "emulated: block %u waits for ever at %s\n", here->number, what);
      std::abort();
    }
    take_turns();
  }
}

// What the lanes of a warp have given, until the next exchange but one.
template <class T> T const* exchanged(unsigned mask, T const& value) {
  if (mask != ~0u) std::abort();
  static thread_local T given[threads_of_a_block / lanes][2][lanes];
  unsigned const warp = here->current / lanes, side = self().exchanges++ & 1;
  given[warp][side][here->current % lanes] = value;
  meet(here->warps[warp], lanes, "an exchange of a warp");
  return given[warp][side];
}
inline int count_votes(bool vote) {
  unsigned const at = self().barriers++ % 3;
  here->votes[at] += vote;
  meet(here->all, threads_of_a_block, "a barrier of the block");
  here->votes[(at + 2) % 3] = 0;
  return here->votes[at];
}

inline void run_thread() {
  here->body();
  self().done = true;
  here->in_vain = 0;
  unsigned const next = next_thread();
  if (next == here->current) setcontext(&here->outside);
  go_on(next);
}

inline constexpr std::size_t stack_bytes = 1 << 16;

inline void run_block(unsigned number, unsigned blocks, std::function<void()> const& body, char* stacks,
                      turns_of_blocks* turns) {
  turns->wait_for(number);
  auto const own = std::make_unique<block>();
  own->turns = turns;
  own->number = number;
  own->of = blocks;
  own->body = body;
  here = own.get();
  for (device_thread& each : own->threads) {
    getcontext(&each.start);
    each.start.uc_stack.ss_sp = stacks;
    stacks += stack_bytes;
    each.start.uc_stack.ss_size = stack_bytes;
    each.start.uc_link = nullptr;
    makecontext(&each.start, run_thread, 0);
  }
  own->threads[0].begun = true;
  swapcontext(&own->outside, &own->threads[0].start);
  turns->pass_on(true);
}

inline constexpr std::size_t of_block = threads_of_a_block * stack_bytes;

// The stacks of all threads, the same for every kernel of a thread of the system.
inline char* stacks_of(unsigned blocks) {
  static thread_local std::vector<char> stacks;
  stacks.resize(blocks * of_block);
  return stacks.data();
}

/// kernel(arguments...) by all threads of so many blocks. Of a thread of the system one kernel runs at a time.
template <class... Parameters, class... Arguments>
void run(unsigned blocks, void (*kernel)(Parameters...), Arguments const&... arguments) {
  std::tuple<std::decay_t<Parameters>...> const given{arguments...};
  char* const stacks = stacks_of(blocks);
  turns_of_blocks turns(blocks);
  std::vector<std::thread> all;
  for (unsigned number = 0; number < blocks; ++number) {
    all.emplace_back(
        run_block, number, blocks, [&] { std::apply(kernel, given); }, stacks + number * of_block, &turns);
  }
  for (std::thread& each : all) each.join();
}

}  // namespace emulated

#define threadIdx (emulated::extent{emulated::here->current})
#define blockDim (emulated::extent{emulated::threads_of_a_block})
#define blockIdx (emulated::extent{emulated::here->number})
#define gridDim (emulated::extent{emulated::here->of})

struct alignas(16) int4 {
  int x, y, z, w;
};

inline void __syncthreads() { emulated::count_votes(false); }
inline int __syncthreads_or(int vote) { return emulated::count_votes(vote != 0) > 0; }
inline int __syncthreads_and(int vote) {
  return emulated::count_votes(vote != 0) == static_cast<int>(emulated::threads_of_a_block);
}

inline int __syncthreads_count(int vote) { return emulated::count_votes(vote != 0); }

// Groups of `width` lanes, all of whose warp come.
template <class T> T __shfl_sync(unsigned mask, T value, int from, unsigned width = emulated::lanes) {
  unsigned const first = emulated::here->current % emulated::lanes / width * width;
  return emulated::exchanged(mask, value)[first + static_cast<unsigned>(from) % width];
}
template <class T> T __shfl_up_sync(unsigned mask, T value, unsigned by, unsigned width = emulated::lanes) {
  unsigned const lane = emulated::here->current % emulated::lanes;
  T const* const all = emulated::exchanged(mask, value);
  return lane % width >= by ? all[lane - by] : value;
}
template <class T> T __shfl_down_sync(unsigned mask, T value, unsigned by, unsigned width = emulated::lanes) {
  unsigned const lane = emulated::here->current % emulated::lanes;
  T const* const all = emulated::exchanged(mask, value);
  return lane % width + by < width ? all[lane + by] : value;
}
inline void __syncwarp(unsigned mask = ~0u) { emulated::exchanged(mask, 0); }
inline unsigned __ballot_sync(unsigned mask, bool vote) {
  bool const* const all = emulated::exchanged(mask, vote);
  unsigned bits = 0;
  for (unsigned k = 0; k < emulated::lanes; ++k) bits |= unsigned{all[k]} << k;
  return bits;
}
inline int __any_sync(unsigned mask, bool vote) { return __ballot_sync(mask, vote) != 0; }
inline unsigned __reduce_add_sync(unsigned mask, unsigned value) {
  unsigned const* const all = emulated::exchanged(mask, value);
  unsigned sum = 0;
  for (unsigned k = 0; k < emulated::lanes; ++k) sum += all[k];
  return sum;
}
inline unsigned __reduce_max_sync(unsigned mask, unsigned value) {
  unsigned const* const all = emulated::exchanged(mask, value);
  unsigned most = 0;
  for (unsigned k = 0; k < emulated::lanes; ++k) most = all[k] > most ? all[k] : most;
  return most;
}

inline int __popc(unsigned bits) { return __builtin_popcount(bits); }
inline int __ffs(unsigned bits) { return __builtin_ffs(static_cast<int>(bits)); }
template <class T> T __ldg(T const* at) { return *at; }
template <class T> T __ldcg(T const* at) {
  if constexpr (std::is_arithmetic_v<T>) return *static_cast<T const volatile*>(at);
  return *at;
}

template <class T> T atomicAdd(T* at, std::type_identity_t<T> value) {
  return __atomic_fetch_add(at, value, __ATOMIC_SEQ_CST);
}
template <class T> T atomicOr(T* at, std::type_identity_t<T> bits) {
  return __atomic_fetch_or(at, bits, __ATOMIC_SEQ_CST);
}
template <class T> T atomicAnd(T* at, std::type_identity_t<T> bits) {
  return __atomic_fetch_and(at, bits, __ATOMIC_SEQ_CST);
}
template <class T> T atomicExch(T* at, std::type_identity_t<T> value) {
  return __atomic_exchange_n(at, value, __ATOMIC_SEQ_CST);
}
template <class T> T atomicCAS(T* at, std::type_identity_t<T> expected, std::type_identity_t<T> value) {
  __atomic_compare_exchange_n(at, &expected, value, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
  return expected;
}
template <class T> T atomicMin(T* at, std::type_identity_t<T> value) {
  T old = __atomic_load_n(at, __ATOMIC_SEQ_CST);
  while (value < old && !__atomic_compare_exchange_n(at, &old, value, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST)) {}
  return old;
}
template <class T> T atomicMax(T* at, std::type_identity_t<T> value) {
  T old = __atomic_load_n(at, __ATOMIC_SEQ_CST);
  while (value > old && !__atomic_compare_exchange_n(at, &old, value, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST)) {}
  return old;
}
