// combine.cuh - results that many threads come to at once: a monoid's sum by atomic exchange, and claims of positions.
#pragma once
#include <cstring>
#include <heddle/detail/cuda/ordered.cuh>
#include <heddle/semirings/monoids.hpp>
#include <heddle/semirings/operators.hpp>

namespace heddle::gpu {

/// What other multiprocessors may have written since the kernel began, of 1, 4, 8, 16 or 32 bytes.
template <class T> __device__ T load_fresh(T const* at) {
  T value;
  if constexpr (sizeof(T) % 16 == 0) {
    int4 bits[sizeof(T) / 16];
    for (unsigned k = 0; k < sizeof(T) / 16; ++k) bits[k] = __ldcg(reinterpret_cast<int4 const*>(at) + k);
    memcpy(&value, bits, sizeof(T));
  } else {
    using word = std::conditional_t<sizeof(T) == 1, unsigned char,
                                    std::conditional_t<sizeof(T) == 4, unsigned, unsigned long long>>;
    static_assert(sizeof(T) == sizeof(word));
    word const bits = *reinterpret_cast<word const volatile*>(at);
    memcpy(&value, &bits, sizeof(T));
  }
  return value;
}

/// Minimum and maximum of numbers are one instruction: those of floating-point numbers compare their bits, as whole
/// numbers where the sign bit is clear, and the other way round where it is set.
template <class Add> inline constexpr bool is_native_min = false;
template <class T> inline constexpr bool is_native_min<min_monoid<T>> = std::is_arithmetic_v<T> && sizeof(T) >= 4;
template <class Add> inline constexpr bool is_native_max = false;
template <class T> inline constexpr bool is_native_max<max_monoid<T>> = std::is_arithmetic_v<T> && sizeof(T) >= 4;
template <class Add> inline constexpr bool is_native_sum = false;
template <class T> inline constexpr bool is_native_sum<plus_monoid<T>> = std::is_integral_v<T> && sizeof(T) >= 4;

/// *target = the smaller (larger) one of it and `value`, atomically. Returns what it was. NaN: see exchange.
template <bool is_min, class D> __device__ D exchange_natively(D* target, D value) {
  using word = std::conditional_t<sizeof(D) == 4, unsigned, unsigned long long>;
  using number = std::conditional_t<sizeof(D) == 4, int, long long>;
  number bits, old;
  memcpy(&bits, &value, sizeof(D));
  bool const reversed = std::is_floating_point_v<D> && bits < 0;
  if (std::is_unsigned_v<D> || reversed) {
    word* const at = reinterpret_cast<word*>(target);
    old = static_cast<number>(is_min != reversed ? atomicMin(at, static_cast<word>(bits))
                                                 : atomicMax(at, static_cast<word>(bits)));
  } else {
    number* const at = reinterpret_cast<number*>(target);
    old = is_min ? atomicMin(at, bits) : atomicMax(at, bits);
  }
  memcpy(&value, &old, sizeof(D));
  return value;
}

/// *target = add(*target, value), atomically, for monoids where the order does not matter; of bool, idempotent ones.
/// Returns what it was. Of whole numbers sums, minima and maxima are one instruction.
template <class Add, class D> __device__ D combine(Add const& add, D* target, D value) {
  constexpr bool is_extreme = std::is_integral_v<D> && (is_native_min<Add> || is_native_max<Add>);
  if constexpr (std::is_same_v<D, bool>) {
    bool const old = load_fresh(target), sum = add(old, value);
    if (sum != old) *target = sum;  // all writers of a byte write the same
    return old;
  } else if constexpr (is_native_sum<Add>) {
    using word = std::conditional_t<sizeof(D) == 4, unsigned, unsigned long long>;
    word bits;
    memcpy(&bits, &value, sizeof(D));
    bits = atomicAdd(reinterpret_cast<word*>(target), bits);
    memcpy(&value, &bits, sizeof(D));
    return value;
  } else if constexpr (is_extreme) {
    D const seen = load_fresh(target);  // most values change nothing, and many may meet at one place
    return add(seen, value) == seen ? seen : exchange_natively<is_native_min<Add>>(target, value);
  } else {
    using word = std::conditional_t<sizeof(D) == 4, unsigned, unsigned long long>;
    word* const at = reinterpret_cast<word*>(target);
    word seen = *reinterpret_cast<word volatile*>(at);
    for (;;) {
      D old;
      memcpy(&old, &seen, sizeof(D));
      D const sum = add(old, value);
      word wanted;
      memcpy(&wanted, &sum, sizeof(D));
      if (wanted == seen) return old;
      word const found = atomicCAS(at, seen, wanted);
      if (found == seen) return old;
      seen = found;
    }
  }
}

/// The value by which memory that `exchange` works on begins: NaN gives way to every number.
template <class Add, class D> __device__ D begin_of_exchange(D value) {
  if constexpr ((is_native_min<Add> || is_native_max<Add>)&&std::is_floating_point_v<D>) {
    if (value == value) return value;
    using word = std::conditional_t<sizeof(D) == 4, unsigned, unsigned long long>;
    word const bits = is_native_max<Add> ? ~word(0) : ~word(0) >> 1;
    memcpy(&value, &bits, sizeof(D));
  }
  return value;
}

/// The same sooner, where `value` is no NaN and memory began with begin_of_exchange.
template <class Add, class D> __device__ D exchange(Add const& add, D* target, D value) {
  if constexpr (is_native_min<Add> || is_native_max<Add>) {
    return exchange_natively<is_native_min<Add>>(target, value);
  } else {
    return combine(add, target, value);
  }
}

/// Sets present[i] and tells whether this call was the first to do so.
__device__ inline bool claim(primitives::byte* present, size_type i) {
  if (*reinterpret_cast<primitives::byte volatile*>(present + i)) return false;
  unsigned* const word = reinterpret_cast<unsigned*>(present + (i & ~size_type{3}));
  unsigned const bit = 1u << (8 * (i & 3));
  return (atomicOr(word, bit) & bit) == 0;
}

/// The same in a set of bits.
__device__ inline bool claim_bit(unsigned* bits, size_type i) {
  unsigned const bit = 1u << (i & 31);
  return (atomicOr(bits + (i >> 5), bit) & bit) == 0;
}

}  // namespace heddle::gpu
