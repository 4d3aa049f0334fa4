// vector_loop.hpp - out[k] = value(k), written so that compilers make vectors of it: at -O2 too, where g++ takes loops
// of a fixed length whose steps it knows to be apart, and of 256 bits where the processor has them.
#pragma once
#include <heddle/detail/executor/parallel_for.hpp>

namespace heddle::host {

inline constexpr size_type block_length = 64;  // positions at once, as bits of a word

/// One value in the place of an array.
template <class T> struct same_value {
  T one;
  constexpr T const& operator[](size_type) const { return one; }
};

namespace vectors {

/// `Apart`: value(k) reads no out[j] of another j, and has no other effect; so out may be what it reads at k.
template <bool Apart, class D, class Value>
[[gnu::always_inline]] inline void store_blocks(D* out, size_type begin, size_type end, Value const value) {
  size_type i = begin;
  if constexpr (Apart) {
    for (; i + block_length <= end; i += block_length) {
#if defined(__clang__)
#pragma clang loop vectorize(assume_safety)
#else
#pragma GCC ivdep
#endif
      for (size_type k = 0; k < block_length; ++k) out[i + k] = value(i + k);
    }
  } else if constexpr (sizeof(D) <= 8) {
    for (; i + block_length <= end; i += block_length) {
      D block[block_length];  // which nothing that value does can meet
      for (size_type k = 0; k < block_length; ++k) block[k] = value(i + k);
      for (size_type k = 0; k < block_length; ++k) out[i + k] = block[k];
    }
  }
  for (; i < end; ++i) out[i] = value(i);
}

template <bool Apart, class D, class Value> void store(D* out, size_type begin, size_type end, Value const value) {
  store_blocks<Apart>(out, begin, end, value);
}

// Whether a second body for wide vectors is worth it: nvcc does not know what the processor of the host has.
#if defined(__x86_64__) && !defined(__AVX2__) && !defined(__CUDACC__)
#define HEDDLE_WIDE_VECTORS 1
template <bool Apart, class D, class Value>
[[gnu::target("avx2")]] void store_wide(D* out, size_type begin, size_type end, Value const value) {
  store_blocks<Apart>(out, begin, end, value);
}
inline bool use_wide() { return __builtin_cpu_supports("avx2") != 0; }
#else
#define HEDDLE_WIDE_VECTORS 0
#endif

}  // namespace vectors

/// out[k] = value(k) for k in [begin, end). `Apart`: no value reads what is written for another, nor has an effect of
/// its own; else steps happen in order. Both give the same bits.
template <bool Apart, class D, class Value>
void store_values(D* out, size_type begin, size_type end, Value const& value) {
#if HEDDLE_WIDE_VECTORS
  if constexpr (std::is_arithmetic_v<D> && sizeof(D) <= 8) {
    if (end - begin >= block_length && vectors::use_wide()) {
      return vectors::store_wide<Apart>(out, begin, end, value);
    }
  }
#endif
  vectors::store<Apart>(out, begin, end, value);
}

/// body(begin, end) for runs of [0, n) that are made of whole blocks. `cheap`: a number costs a nanosecond at most, so
/// that threads would come too late for few.
template <class Body> void for_each_vector_run(int threads, size_type n, bool cheap, Body const& body) {
  int const most = n < (cheap ? 4 : 1) * serial_below ? 1 : threads;
  size_type const length = ceil_div(max_of(serial_below / 4, n / (size_type{32} * most)), block_length) * block_length;
  for_each_run(most, n, length, body);
}

/// A functor over positions that a host calls for runs of them: `f.run(begin, end)` is f(i) for i in [begin, end).
/// `is_cheap`: as for_each_vector_run has it.
template <class F>
concept run_functor = requires(F const& f) {
  f.run(size_type{0}, size_type{1});
};

}  // namespace heddle::host
