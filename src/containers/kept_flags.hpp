// kept_flags.hpp - those of many elements whose flag is set, side by side, on a GPU.
#pragma once
#include <heddle/base/memory.hpp>
#include <heddle/detail/executor/integers.hpp>

#include "src/with_cuda.hpp"

namespace heddle::gpu {

/// How many flags are set before every so many of them, and in all.
struct flag_ranks {
  static constexpr size_type length = 256, piece = 16;  // flags of a stretch, and of one of its pieces
  buffer<size_type> before = {};                        // of stretch s; behind the last, all
  buffer<primitives::byte> within = {};                 // of piece p, in its stretch
  size_type count = 0;
};

/// Of n flags, any nonzero byte being set; reads back their count. Work O(n).
flag_ranks rank_flags(executor const& exec, primitives::byte const* flags, size_type n);

/// Elements of `width` bytes, from where and to where; `from` null: none.
struct kept_values {
  void* to = nullptr;
  void const* from = nullptr;
  std::size_t width = 4;
};

/// indices_to[r] = indices_from[i], and values.to[r] = values.from[i], for every i < n whose flag is set, r being how
/// many are set before. `indices_from` without data: i itself. One launch.
void keep_flagged(executor const& exec, flag_ranks const& ranks, primitives::byte const* flags, size_type n,
                  integers_out indices_to, integers indices_from, kept_values const& values = {});

/// Elements that one block moves, in four rounds.
inline constexpr size_type most_kept_at_once = 16384;

/// The same of n <= most_kept_at_once elements, to where there is room for all of them. Reads back how many there are.
/// One launch.
size_type keep_few(executor const& exec, primitives::byte const* flags, size_type n, integers_out indices_to,
                   integers indices_from, kept_values const& values = {});

/// to[k] = how many of n flags are set before at[k] <= n, for k < count. Work O(count).
void ranks_at(executor const& exec, flag_ranks const& ranks, primitives::byte const* flags, size_type n, integers at,
              size_type count, integers_out to);

}  // namespace heddle::gpu
