// merge_steps.cuh - a tile of the merge path in a block: in shared memory, by keys that hold row and index; a thread
// finds where its steps begin, and takes them one by one.
#pragma once
#include <heddle/detail/executor/elementwise.cuh>
#include <heddle/ops/detail/merge/merged_tiles.hpp>

namespace heddle::gpu::merging {

using detail::merged_source;
using detail::path_of_either_width;

constexpr int threads = detail::merged_tiles_view::threads,
              steps_of_thread = detail::merged_tiles_view::steps_of_thread;
constexpr int most_keys = threads * steps_of_thread;
static_assert(threads == launch_threads);

// A tile as its block sees it.
struct tile_of_block {
  path_of_either_width const& path;
  size_type first_row, x, y;  // of its first step
  int rows, in_a, in_b;       // rows that begin in it; entries

  __device__ int steps() const { return in_a + in_b; }
};

__device__ int bits_of(size_type count) { return 64 - __clzll(count); }

// Keys of A's entries and then of B's: the row, from the tile's first on, above `shift` bits of the index. The
// uppermost bit tells B's from A's while rows are spread.
template <class Key> constexpr int bits_of_key = 8 * sizeof(Key);

template <class Index, class Key> __device__ void load_keys(tile_of_block const& tile, Key* keys) {
  constexpr int at_once = 5;
  auto const* const of_a = static_cast<Index const*>(tile.path.a.indices.data) + tile.x;
  auto const* const of_b = static_cast<Index const*>(tile.path.b.indices.data) + tile.y - tile.in_a;
  for (int first = static_cast<int>(threadIdx.x); first < tile.steps(); first += at_once * threads) {
    Index loaded[at_once];
#pragma unroll
    for (int k = 0; k < at_once; ++k) {
      int const at = first + k * threads;
      if (at < tile.steps()) loaded[k] = (at < tile.in_a ? of_a : of_b)[at];
    }
#pragma unroll
    for (int k = 0; k < at_once; ++k) {
      int const at = first + k * threads;
      if (at < tile.steps()) keys[at] = static_cast<Key>(loaded[k]);
    }
  }
}

// The greatest value of all threads before this one; of_warps: [threads / 32].
__device__ unsigned greatest_before(unsigned mine, unsigned* of_warps) {
  int const lane = static_cast<int>(threadIdx.x % 32), warp = static_cast<int>(threadIdx.x / 32);
  for (int distance = 1; distance < 32; distance *= 2) {
    unsigned const other = __shfl_up_sync(~0u, mine, distance);
    if (lane >= distance) mine = max_of(mine, other);
  }
  if (lane == 31) of_warps[warp] = mine;
  unsigned before = __shfl_up_sync(~0u, mine, 1);
  if (lane == 0) before = 0;
  __syncthreads();
  for (int other = 0; other < warp; ++other) before = max_of(before, of_warps[other]);
  return before;
}

// Rows are marked where they begin, and spread from there over their entries.
template <class Key> __device__ void add_rows(tile_of_block const& tile, int shift, Key* keys, unsigned* of_warps) {
  unsigned const of_b = 1u << min_of(bits_of_key<Key> - 1 - shift, 31);
  auto const mark = [&](auto const& operand, size_type row, size_type before, int entries, int at, unsigned flag) {
    size_type const begin = operand.first(row), place = begin - before;
    if (place < entries && operand.first(row + 1) > begin) {
      keys[at + static_cast<int>(place)] |= static_cast<Key>(flag | static_cast<unsigned>(row - tile.first_row))
                                            << shift;
    }
  };
  for (int r = 1 + static_cast<int>(threadIdx.x); r <= tile.rows; r += threads) {
    mark(tile.path.a, tile.first_row + r, tile.x, tile.in_a, 0, 0);
    mark(tile.path.b, tile.first_row + r, tile.y, tile.in_b, tile.in_a, of_b);
  }
  __syncthreads();
  int const first = static_cast<int>(threadIdx.x) * steps_of_thread,
            end = min_of(first + steps_of_thread, tile.steps());
  auto const row_at = [&](int at) { return static_cast<unsigned>(keys[at] >> shift) | (at == tile.in_a ? of_b : 0); };
  unsigned greatest = 0;
  for (int at = first; at < end; ++at) greatest = max_of(greatest, row_at(at));
  greatest = greatest_before(greatest, of_warps);
  Key const of_index = (Key{1} << shift) - 1;
  for (int at = first; at < end; ++at) {
    greatest = max_of(greatest, row_at(at));
    keys[at] = (keys[at] & of_index) | static_cast<Key>(greatest & ~of_b) << shift;
  }
  __syncthreads();
}

// Steps of a thread, from `step` of its tile on: x and y stand at the next entries, counted from the tile's first ones.

template <class Key> class keyed_steps {
 public:
  int x, y;

  __device__ keyed_steps(tile_of_block const& tile, Key const* keys, int step)
      : in_a_(tile.in_a), in_b_(tile.in_b), of_a_(keys), of_b_(keys + tile.in_a) {
    int from = max_of(0, step - in_b_), to = min_of(step, in_a_);
    while (from < to) {
      int const middle = (from + to) / 2;
      if (of_a_[middle] <= of_b_[step - 1 - middle]) {
        from = middle + 1;
      } else {
        to = middle;
      }
    }
    x = from;
    y = step - from;
    if (x > 0 && y < in_b_ && of_a_[x - 1] == of_b_[y]) ++y;
    a_ = key_of_a();
    b_ = key_of_b();
  }
  __device__ bool takes_a() const { return a_ <= b_; }
  __device__ bool takes_b() const { return b_ <= a_; }
  __device__ void advance(bool takes_a, bool takes_b) {
    x += takes_a;
    y += takes_b;
    if (takes_a) a_ = key_of_a();
    if (takes_b) b_ = key_of_b();
  }

 private:
  __device__ Key key_of_a() const { return x < in_a_ ? of_a_[x] : ~Key{0}; }
  __device__ Key key_of_b() const { return y < in_b_ ? of_b_[y] : ~Key{0}; }

  int in_a_, in_b_;
  Key const *of_a_, *of_b_;
  Key a_, b_;
};

// Where indices are too wide for keys, or a tile lies among very many empty rows: from memory, row by row.
class walked_steps {
 public:
  int x, y;

  __device__ walked_steps(tile_of_block const& tile, int step) : x(tile.in_a), y(tile.in_b), tile_(tile) {
    size_type const at = tile.x + tile.y + step;
    if (step >= tile.steps()) return;
    row_ = tile.path.row_of(at);
    size_type const all_x = tile.path.a.first(row_) + tile.path.consumed_of_a(row_, at), all_y = at - all_x;
    x = static_cast<int>(all_x - tile.x);
    y = static_cast<int>(all_y - tile.y) + tile.path.joined(row_, all_x, all_y);
    look();
  }
  __device__ bool takes_a() const { return a_ <= b_; }
  __device__ bool takes_b() const { return b_ <= a_; }
  __device__ void advance(bool takes_a, bool takes_b) {
    x += takes_a;
    y += takes_b;
    look();
  }

 private:
  __device__ void look() {
    size_type const all_x = tile_.x + x, all_y = tile_.y + y;
    if (all_x + all_y == tile_.path.steps()) return;
    if (all_x + all_y >= tile_.path.first(row_ + 1)) row_ = tile_.path.row_of(all_x + all_y);
    constexpr size_type above = std::numeric_limits<size_type>::max();
    a_ = all_x < tile_.path.a.first(row_ + 1) ? tile_.path.a.indices[all_x] : above;
    b_ = all_y < tile_.path.b.first(row_ + 1) ? tile_.path.b.indices[all_y] : above;
  }

  tile_of_block const& tile_;
  size_type row_ = 0, a_ = 0, b_ = 0;
};

// What the steps of a thread come to.
struct results_of_thread {
  unsigned steps = 0;                      // bit s: its step s has a result
  merged_source sources[steps_of_thread];  // step by step; where there is none, of neither
};

// Steps [step, end). `filtered`: of an operand some entries are not kept.
template <bool filtered, class Steps>
__device__ void take_steps(tile_of_block const& tile, Steps& steps, int step, int end, results_of_thread& results) {
  auto const &a = tile.path.a, &b = tile.path.b;
  int at = steps.x + steps.y;
#pragma unroll
  for (int k = 0; k < steps_of_thread; ++k) {
    results.sources[k] = {0};
    if (at >= end) continue;
    bool const takes_a = steps.takes_a(), takes_b = steps.takes_b();
    bool has_a = takes_a, has_b = takes_b;
    if constexpr (filtered) {
      has_a = takes_a && (!a.kept || a.kept[tile.x + steps.x]);
      has_b = takes_b && (!b.kept || b.kept[tile.y + steps.y]);
    }
    if (tile.path.both ? has_a && has_b : has_a || has_b) {
      results.steps |= 1u << (at - step);
      results.sources[k] = merged_source::of(steps.x, steps.y, has_a, has_b);
    }
    at += takes_a + takes_b;
    steps.advance(takes_a, takes_b);
  }
}

template <class Steps>
__device__ void take_steps(tile_of_block const& tile, Steps&& steps, int step, results_of_thread& results) {
  int const end = min_of(step + steps_of_thread, tile.steps());
  if (tile.path.a.kept || tile.path.b.kept) {
    take_steps<true>(tile, steps, step, end, results);
  } else {
    take_steps<false>(tile, steps, step, end, results);
  }
}

template <class Key>
__device__ void merge_by_keys(tile_of_block const& tile, int shift, int step, Key* keys, unsigned* of_warps,
                              results_of_thread& results) {
  if (tile.path.a.indices.wide) {
    load_keys<std::int64_t>(tile, keys);
  } else {
    load_keys<std::int32_t>(tile, keys);
  }
  __syncthreads();
  if (tile.rows > 0) add_rows(tile, shift, keys, of_warps);
  take_steps(tile, keyed_steps<Key>(tile, keys, min_of(step, tile.steps())), step, results);
}

}  // namespace heddle::gpu::merging
