// dense_pack.hpp - a few neighbouring columns of a row of a dense matrix, loaded and stored at once.
#pragma once
#include <heddle/base/types.hpp>

namespace heddle::seam {

/// Bytes to which packs are aligned: all of theirs where that is a power of two up to 16.
template <class T, int Width> HEDDLE_FN constexpr std::size_t pack_alignment() {
  constexpr std::size_t bytes = sizeof(T) * static_cast<std::size_t>(Width);
  return Width > 1 && bytes <= 16 && std::has_single_bit(bytes) ? bytes : alignof(T);
}

template <class T, int Width> struct alignas(pack_alignment<T, Width>()) dense_pack { detail::few<T, Width> value; };

/// The pack that begins there, aligned as packs are. The data must not change while the kernel runs.
template <int Width, class T> HEDDLE_FN inline dense_pack<T, Width> load_pack(T const* from) {
  using pack = dense_pack<T, Width>;
#if defined(__CUDA_ARCH__)
  if constexpr (sizeof(pack) == alignof(pack) && sizeof(pack) >= 4 && sizeof(pack) <= 16) {
    using word = std::conditional_t<sizeof(pack) == 16, uint4, std::conditional_t<sizeof(pack) == 8, uint2, unsigned>>;
    word const bits = __ldg(reinterpret_cast<word const*>(from));
    pack result;
    memcpy(&result, &bits, sizeof(pack));
    return result;
  } else
#endif
  {
    pack result;
    for (int v = 0; v < Width; ++v) result.value[v] = from[v];
    return result;
  }
}

/// Stores a pack that is not read again soon.
template <class T, int Width> HEDDLE_FN inline void store_pack(T* to, dense_pack<T, Width> const& pack) {
#if defined(__CUDA_ARCH__)
  if constexpr (sizeof(pack) == 16 && alignof(dense_pack<T, Width>) == 16) {
    uint4 bits;
    memcpy(&bits, &pack, 16);
    __stcs(reinterpret_cast<uint4*>(to), bits);
  } else
#endif
  {
    for (int v = 0; v < Width; ++v) to[v] = pack.value[v];
  }
}

}  // namespace heddle::seam
