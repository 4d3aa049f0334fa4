// tuning.hpp - the numbers that kernels and plans share, as one value.
#pragma once
#include <heddle/base/types.hpp>

namespace heddle::detail {

/// Measured on an H200, where nothing else is said for f32 / f64; kernels for other GPUs use the same.
struct tuning {
  int multiprocessors = 132;  // of the GPU that the numbers were measured on

  /// A block, and as many items a thread as its staging bytes allow. All resident blocks of a multiprocessor together
  /// stay under about 150 KB of shared memory: above 160 KB the first-level cache, which serves the gathers, starves.
  int threads = 256, max_items = 16;
  int staged_bytes = 16 * 1024;
  /// Values larger than this are not staged: a share for a block goes to a warp.
  std::size_t max_staged_bytes = 64;
  /// Values larger than this are not scanned: lanes take tiles.
  std::size_t max_scanned_bytes = 8;

  /// Of the walk that copies entries first: threads, entries a thread, and bytes of entries that a block may hold.
  /// 27-point stencil of 109 M nonzeros, in a trial: 192 x 16 227 / 336 us, 256 x 16 228 / 341, 128 x 16 228 / 338,
  /// 256 x 8 250 / 371, and so on band and grid.
  int copying_threads = 192, copied_items = 16;
  int max_copied_bytes = 64 * 1024;

  /// Of the walk between marks: threads, of whose warps each takes 128 neighbouring items at a time. In a trial, blocks
  /// of 128 and of 256, and of 256 or 512 items a warp: a collaboration graph 7.9 / 9.8 us, 8.1 / 9.9, 8.6 / 10.4.
  int marked_threads = 128;

  /// Shares look back where there are at most so many for each multiprocessor, of which 8 are resident at once, and
  /// where a tile lies in at most so many. On an H100, in f32 and against a launch that combines: a web graph in 1571
  /// shares 19.9 us, 22.1; roads in 1313 21.9, 23.6; but a graph of clauses in 3786 38.8, 35.9.
  size_type looking_back = 12, max_run = 256;
  /// The same for shares between marks: all of them. 213,000 of 512 items did; a launch that combines was not compared.
  size_type marked_looking_back = 1 << 20;

  /// Items of a share for a block: where rows are regular or columns near; else; where columns are scattered, or shares
  /// would be few; at least.
  size_type long_share = 4096, usual_share = 2048, short_share = 1024, least_share = 512;
  /// Shares for each multiprocessor under which they are made shorter: some stay idle, the last to run keep others
  /// waiting.
  size_type fewest_shares = 2, even_shares = 16;
  /// Warps that a multiprocessor holds, and threads.
  size_type resident_warps = 64, resident_threads = 2048;
  /// Shares with more tiles than this are mostly empty ones; a pass over all tiles closes these instead.
  size_type many_tiles = 1 << 16;

  /// Chosen rows of which every block of a visit scans the lengths itself, where there are no more: a launch less, and
  /// nothing to search for in memory.
  int unscanned_tiles = 2048;

  /// Items a thread for partial results of so many bytes: a power of two.
  HEDDLE_FN constexpr int items_of(std::size_t value_bytes) const {
    int items = max_items;
    while (items > 1 && items * threads * static_cast<int>(value_bytes) > staged_bytes) items /= 2;
    return items;
  }
  /// Blocks that registers must leave room for on a multiprocessor; of 256 threads, 8 are all that can be resident.
  /// Long shares, of regular rows, want all 8; short ones, of uneven rows, want the registers (7 to 9 % on power-law
  /// rows), and so do structs; walks of chunks would spill.
  HEDDLE_FN constexpr int blocks_of_rows(int items, std::size_t value_bytes, bool in_chunks) const {
    if (in_chunks) return 4;
    if (value_bytes > 8) return value_bytes > 16 ? 4 : 6;
    return items <= 4 ? 5 : 8;
  }
  HEDDLE_FN constexpr int blocks_of_marks(std::size_t value_bytes) const {
    return value_bytes <= 4 ? 16 : value_bytes <= 8 ? 12 : 8;
  }
  HEDDLE_FN constexpr int blocks_of_whole_tiles(std::size_t value_bytes) const {
    return value_bytes <= 4 ? 8 : value_bytes <= 16 ? 6 : 4;
  }
  HEDDLE_FN constexpr int blocks_of_copies(std::size_t value_bytes) const { return value_bytes <= 4 ? 8 : 6; }
  /// Entries that a block copies at once.
  HEDDLE_FN constexpr int most_copied() const { return copying_threads * copied_items; }
  /// Of an entry, so that as many fit; less 512 bytes for places within lines.
  HEDDLE_FN constexpr std::size_t most_entry_bytes() const {
    return static_cast<std::size_t>((max_copied_bytes - 512) / most_copied());
  }
  friend HEDDLE_FN constexpr bool operator==(tuning const&, tuning const&) = default;
};

inline constexpr tuning gpu_tuning{};

}  // namespace heddle::detail
