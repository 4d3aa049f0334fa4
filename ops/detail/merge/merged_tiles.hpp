// merged_tiles.hpp - which entries of two operands the results of a merge are made of, found on a GPU before any value
// is touched: tiles of the merge path, as many steps each.
#pragma once
#include <heddle/base/memory.hpp>
#include <heddle/ops/detail/merge/merge_path.hpp>

namespace heddle::detail {

/// Entries x of A and y of B that a result is made of, counted from the first ones of its tile.
struct merged_source {
  static constexpr int bits = 12;
  std::uint32_t word;

  HEDDLE_FN static constexpr merged_source of(int x, int y, bool has_a, bool has_b) {
    return {static_cast<std::uint32_t>(x | y << bits | has_a << (2 * bits) | has_b << (2 * bits + 1))};
  }
  HEDDLE_FN constexpr int x() const { return word & ((1 << bits) - 1); }
  HEDDLE_FN constexpr int y() const { return word >> bits & ((1 << bits) - 1); }
  HEDDLE_FN constexpr bool has_a() const { return word >> (2 * bits) & 1; }
  HEDDLE_FN constexpr bool has_b() const { return word >> (2 * bits + 1) & 1; }
};

/// The tiles as kernels see them.
struct merged_tiles_view {
  static constexpr int threads = 256, steps_of_thread = 15;
  static constexpr size_type stride = threads * steps_of_thread;  // between the results of tiles
  static constexpr size_type steps = stride - 1;                  // of a tile; of one that ends in a join one more

  merged_source const* sources;  // of result k of tile t: [t * stride + k]
  size_type const* first;        // results before a tile; behind the last, all
  size_type const* x;            // entries of A before it
  size_type const* y;            // and of B

  HEDDLE_FN size_type length(size_type tile) const { return first[tile + 1] - first[tile]; }
};
static_assert(merged_tiles_view::stride < 1 << merged_source::bits);

}  // namespace heddle::detail

namespace heddle::gpu {

struct merged_tiles {
  size_type tiles = 0, count = 0;  // results in all
  buffer<size_type> first = {}, x = {}, y = {};
  buffer<std::uint32_t> sources = {};
  buffer<std::uint32_t> ranks = {};  // results of a tile before a thread's steps, and those of its steps that have one

  detail::merged_tiles_view view() const {
    return {reinterpret_cast<detail::merged_source const*>(sources.data()), first.data(), x.data(), y.data()};
  }
};

/// Shares of the path are merged_tiles_view::steps long. Work O(rows + entries); 4 bytes for every entry until the
/// result is there. Reads back the number of results.
merged_tiles merge_tiles(executor const& exec, detail::path_of_either_width const& path);

/// offsets[r] = results before row r, for r <= rows.
void merged_offsets(executor const& exec, detail::path_of_either_width const& path, merged_tiles const& tiles,
                    integers_out offsets);

}  // namespace heddle::gpu
