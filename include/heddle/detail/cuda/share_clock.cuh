// share_clock.cuh - how long a share is walked, for kernels whose value functor asks for it; nothing for all others.
#pragma once
#include <heddle/base/types.hpp>

namespace heddle::gpu {

template <class Value>
concept timed_value = requires(Value const& value) {
  value.cycles;      // unsigned long long*: [num_shares], 0 where the share was not walked yet
  value.num_shares;  // larger numbers are threads without a share
};

__device__ inline long long clock_now() { return clock64(); }

/// From its making to its end; of the threads that walk the share the slowest counts.
template <class Value> class share_clock {
 public:
  __device__ share_clock(Value const&, size_type) {}
};

template <timed_value Value> class share_clock<Value> {
 public:
  __device__ share_clock(Value const& value, size_type share) : value_(value), share_(share), begin_(clock_now()) {}
  share_clock(share_clock const&) = delete;
  __device__ ~share_clock() {
    if (share_ >= value_.num_shares) return;
    atomicMax(value_.cycles + share_, static_cast<unsigned long long>(clock_now() - begin_));
  }

 private:
  Value const& value_;
  size_type share_;
  long long begin_;
};

}  // namespace heddle::gpu
