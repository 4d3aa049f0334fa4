// dense_lanes.hpp - how lanes share out the columns of a dense operand, a few neighbouring ones loaded and stored at
// once, and where shares leave parts of the rows that they cut.
#pragma once
#include <heddle/base/types.hpp>
#include <heddle/seam/walk/traits.hpp>

namespace heddle::detail {

/// Columns that a lane has of a row where they are read one by one, and those of a value so large that registers would
/// not hold more.
template <class V> HEDDLE_FN constexpr int columns_of_lane() { return sizeof(V) <= 8 ? 4 : 1; }

/// Lanes that have all of `columns`, up to a warp, as the exponent of a power of two: kernels shift by it.
HEDDLE_FN constexpr int lane_bits_for(size_type columns, int of_lane) {
  int bits = 0;
  while (bits < 5 && (static_cast<size_type>(of_lane) << bits) < columns) ++bits;
  return bits;
}

/// Parts of the rows that shares cut: of share w and column j heads[w * columns + j], of the row that it found open,
/// and tails[w * columns + j], of the one that it leaves open. Null where no row is cut.
template <class V> struct dense_cuts {
  V* heads = nullptr;
  V* tails = nullptr;
};

/// Bytes to which packs are aligned: all of theirs where that is a power of two up to 16.
template <class T, int Width> HEDDLE_FN constexpr std::size_t pack_alignment() {
  constexpr std::size_t bytes = sizeof(T) * static_cast<std::size_t>(Width);
  return Width > 1 && bytes <= 16 && std::has_single_bit(bytes) ? bytes : alignof(T);
}

template <class T, int Width> struct alignas(pack_alignment<T, Width>()) dense_pack { few<T, Width> value; };

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

}  // namespace heddle::detail
