// scan_walk.hpp - a block reduces the atoms of its share by a segmented scan: values staged in shared memory, a bit for
// every atom that begins a tile, each thread the sums of a run of neighbouring atoms in place, warps what their lanes
// hand on. No lane waits for the longer tile of another. On an H200 R-MAT 16 took 21.6 us by block_walk, 18.0 by this.
// Segmented scans for sparse products: Blelloch, Heroux & Zagha, CMU-CS-93-173; bits in place of offsets: Liu & Vinter,
// "CSR5", ICS 2015.
#pragma once
#include <heddle/detail/walk/marked_walk.hpp>
#include <heddle/detail/walk/row_sums.hpp>

namespace heddle::detail {

/// What scan_walk keeps in memory that its threads share. A thread has Items neighbouring values and a slot behind
/// them: what the threads of its warp before it have of the tile of its first atom, or, that of the first thread of a
/// warp, what the warp has of the tile that it leaves open. With the slots, threads that read at once read from
/// different banks.
template <class V, int Threads, int Items> struct scan_storage {
  static constexpr int threads = Threads, items = Items, capacity = Threads * Items, shared_out = Threads;
  static constexpr bool many = false, looks_back = true;
  static_assert(32 % Items == 0);

  few<V, Threads*(Items + 1)> values;
  few<unsigned, ceil_div(capacity, 32)> marks;

  HEDDLE_FN V& value(int i) { return values[i + i / Items]; }
  HEDDLE_FN V& slot(int thread) { return values[thread * (Items + 1) + Items]; }
};

template <class Block, class Storage, class Tiles, class Value, class Monoid, class Close>
class scan_reducer : row_sums<Block, Storage, Tiles, Monoid, Close> {
  using base = row_sums<Block, Storage, Tiles, Monoid, Close>;
  using base::add, base::at, base::atoms, base::block, base::next, base::rows, base::share, base::storage, base::tiles;
  using row_range = typename base::row_range;
  static constexpr int items = Storage::items, threads = Storage::threads, lanes = Block::warp_lanes;

 public:
  using V = typename Monoid::value_type;
  static_assert(Block::threads == threads && lanes <= 32);

  HEDDLE_FN scan_reducer(Block& given_block, Storage& given_storage, Tiles const& given_tiles,
                         block_share<V> const& given_share, Value const& given_value, Monoid const& given_add,
                         Close const& given_close)
      : base(given_block, given_storage, given_tiles, given_share, given_add, given_close), value(given_value) {}

  HEDDLE_FN void run() {
    at = share.begin;
    next = share.end;
    atoms = static_cast<int>(next.atom - at.atom);
    for (int i = block.rank(); i * 32 < Storage::capacity; i += threads) storage.marks[i] = 0;
    few<V, items> read;
    read_values(read);
    base::count_rows();
    row_range const mine = base::range_of(block.rank());  // on its way while the values are
    base::find_parts_of_head();
    block.sync();
    for (row_range range = mine; range.row < rows; range = base::range_of(range.row + threads)) {
      if (range.from < range.to) block.set_bits(storage.marks, range.from / 32, 1u << (range.from % 32));
    }
    HEDDLE_UNROLL
    for (int j = 0; j < items; ++j) storage.value(j * threads + block.rank()) = read[j];
    block.sync();
    scan_values();
    block.sync();
    for (row_range range = mine; range.row < rows; range = base::range_of(range.row + threads)) {
      base::finish_row(range, range.from < range.to ? sum_of(range) : neutral_of(add), neutral_of(add));
    }
    base::close_head();
  }

 private:
  // Places behind the share's end are scanned too, and what comes of it is not used.
  HEDDLE_FN void read_values(few<V, items>& read) const {
    auto const read_one = [&](size_type atom) { return V(streamed(value, atom)); };
    if (base::may_read_all(false)) return base::read_all(read, read_one);
    HEDDLE_UNROLL
    for (int j = 0; j < items; ++j) read[j] = neutral_of(add);
    if (atoms > 0) base::template read_part<0>(read, read_one);
  }

  // Values become the sums up to them, from the beginning of their tile or of their thread's run.
  HEDDLE_FN void scan_values() {
    int const first = block.rank() * items;
    unsigned const marks = storage.marks[first / 32] >> (first % 32);
    V* const run = storage.values + block.rank() * (items + 1);
    V sum = run[0];
    HEDDLE_UNROLL
    for (int j = 1; j < items; ++j) {
      V const one = run[j];
      sum = marks >> j & 1 ? one : V(add(sum, one));
      run[j] = sum;
    }
    hand_on_in_warp(sum, (marks & (~0u >> (32 - items))) != 0);
  }

  // What lanes have of the tile that their run leaves open, summed up to each lane since the last that begins a tile.
  HEDDLE_FN void hand_on_in_warp(V sum, bool begins_tile) {
    auto warp = block.group(lanes);
    int const lane = warp.lane();
    unsigned const up_to_mine = warp.ballot(begins_tile) & (~0u >> (31 - lane));
    int const since = up_to_mine ? lane - highest_bit(up_to_mine) : lane;
    HEDDLE_UNROLL
    for (int offset = 1; offset < lanes; offset *= 2) {
      V const below = warp.below(sum, offset);
      if (since >= offset) sum = add(below, sum);
    }
    V const before = warp.below(sum, 1), all = warp.broadcast(sum, lanes - 1);
    storage.slot(block.rank()) = lane > 0 ? before : all;
  }

  // Of a row with atoms here: of its last run, of the warp's runs before that, of the warps before that.
  HEDDLE_FN V sum_of(row_range const& range) {
    int const last = range.to - 1, run = last / items, warp = run / lanes;
    V sum = storage.value(last);
    if (range.from >= run * items) return sum;
    if (run % lanes > 0) sum = add(storage.slot(run), sum);
    for (int other = warp - 1; other >= 0 && range.from < (other + 1) * lanes * items; --other) {
      sum = add(storage.slot(other * lanes), sum);
    }
    return sum;
  }

  Value const& value;
};

/// A share of at most Storage::capacity atoms, otherwise as block_walk does it, for functors of an atom alone and sinks
/// that refuse no tile. The groups of `Block` supply ballot(mine), beside what block_walk asks for.
template <class Block, class Storage, tile_set Tiles, class Value, class Monoid, class Close>
HEDDLE_FN void scan_walk(Block& block, Storage& storage, Tiles const& tiles,
                         block_share<typename Monoid::value_type> const& share, Value const& value, Monoid const& add,
                         Close const& close) {
  scan_reducer<Block, Storage, Tiles, Value, Monoid, Close>(block, storage, tiles, share, value, add, close).run();
}

}  // namespace heddle::detail
