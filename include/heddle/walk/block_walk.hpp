// block_walk.hpp - a block reduces the atoms of its share: values staged in shared memory, then each row summed by as
// many lanes as the rows of the share leave free. Lanes take rows, not diagonals: the textbook merge of Merrill &
// Garland (SC16) inside the block, each thread serially merging its items, was measured half as fast.
//
// `Block` supplies `threads`, `warp_lanes`, rank(), sync(), any() and group(lanes); CUDA and the test emulator each
// provide one, so that the same source runs on the CPU under test.
#pragma once
#include <heddle/walk/chunk.hpp>
#include <heddle/walk/partial.hpp>
#include <heddle/walk/thread_walk.hpp>
#include <heddle/walk/traits.hpp>

namespace heddle {

/// What block_walk keeps in memory that its threads share. `Staged`: offsets too, for functors that ask for the tile.
template <class V, int Threads, int Items, bool Staged> struct block_storage {
  using value_type = V;
  static constexpr int threads = Threads, items = Items, capacity = Threads * Items;
  // Rows longer than this are summed by a warp each. No two of them begin in the same stretch of this length, so
  // their list needs neither a counter nor an order.
  static constexpr int long_row = capacity >= 1024 ? 64 : capacity >= 64 ? capacity / 16 : 4;
  static constexpr int num_slots = (capacity + long_row - 1) / long_row;
  static constexpr int max_tiles = Staged ? (capacity < 1024 ? capacity : 1024) : 1 << 30;

  // Row of the chunk, and which of the values are its. `whole`: the share holds the row's beginning. `is_empty`: and
  // nothing of the row up to the end of the chunk.
  struct row_range {
    int row, from, to;
    bool whole, is_empty;
  };

  V values[capacity];
  V carry;                   // of the tile that the last chunk left open
  V warp_sums[32];           // one a warp, when all atoms of the chunk are in one tile
  int long_rows[num_slots];  // row of the chunk, or -1
  detail::staged_offsets<Staged ? max_tiles : 0> offsets;
};

/// Functors that ask for the tile, and sinks that may refuse one, need its offsets staged.
template <class Value, class Close>
inline constexpr bool needs_tiles = detail::takes_tile<Value> || detail::has_open<Close>;

/// The share [begin, end). `head` and `tail`, where not null, receive the partials of the tiles it cuts; a share that
/// lies inside one tile leaves a head. `leave_empty`: empty tiles are closed by somebody else, so stretches of them
/// may be jumped over.
template <class V> struct block_share {
  path_point begin, end;
  V* head = nullptr;
  V* tail = nullptr;
  bool leave_empty = false;
};

namespace detail {

template <class Block, class Storage, class Tiles, class Value, class Monoid, class Close> class block_reducer {
 public:
  using V = typename Monoid::value_type;
  using row_range = typename Storage::row_range;
  static constexpr bool staged = needs_tiles<Value, Close>;
  static_assert(Block::threads == Storage::threads && Block::threads / Block::warp_lanes <= 32);

  HEDDLE_FN block_reducer(Block& block, Storage& storage, Tiles const& tiles, block_share<V> const& share,
                          Value const& value, Monoid const& add, Close const& close)
      : block(block), storage(storage), tiles(tiles), share(share), value(value), add(add), close(close) {}

  HEDDLE_FN void run() {
    at = share.begin;
    for (carries = false;; carries = true) {
      next = chunk_end(tiles, at, share.end, share.leave_empty ? 4096 : Storage::max_tiles, Storage::capacity);
      if constexpr (staged) next = within_staging();
      walk_chunk();
      if (next == share.end) return;
      block.sync();  // the carry is written and the values may be overwritten
      at = share.leave_empty ? skip_empty_tiles(tiles, next, share.end) : next;
      if (at == share.end) return;
    }
  }

 private:
  HEDDLE_FN path_point within_staging() const {
    return chunk_end(tiles, at, next, Storage::max_tiles, Storage::capacity);
  }

  HEDDLE_FN void walk_chunk() {
    int const atoms = static_cast<int>(next.atom - at.atom);
    rows = static_cast<int>(next.tile - at.tile) + (next.tile < static_cast<size_type>(tiles.num_tiles()));
    for (int i = block.rank(); i < Storage::num_slots; i += Storage::threads) storage.long_rows[i] = -1;
    if constexpr (staged) {
      stage_offsets(block, storage.offsets, tiles, at, next);
      block.sync();
    }
    V read[Storage::items];
    read_values(read, atoms);
    bool const one_row = rows > 0 && atoms > 0 && range_of(0).to == atoms;
    lanes = 1;
    while (lanes < Block::warp_lanes && rows * lanes * 2 <= Storage::threads) lanes *= 2;
    row_range const mine = range_of(block.rank() / lanes);  // read while the values are on their way
    V const carried = carries ? storage.carry : add.identity();
#pragma unroll
    for (int j = 0; j < Storage::items; ++j) {
      int const i = j * Storage::threads + block.rank();
      if (i < atoms) storage.values[i] = read[j];
    }
    block.sync();
    if (one_row) {
      reduce_one_row(atoms, carried);
    } else if (lanes == 1) {
      reduce_rows(mine, carried);
    } else {
      reduce_rows_by_lanes(mine, carried);
    }
  }

  // Loads of all items are issued before the first is used.
  HEDDLE_FN void read_values(V (&read)[Storage::items], int atoms) const {
    int const skipped = atoms_after_terminal();
#pragma unroll
    for (int j = 0; j < Storage::items; ++j) {
      int const i = j * Storage::threads + block.rank();
      if (i < atoms) read[j] = i < skipped ? V(add.identity()) : read_value(i);
    }
  }

  HEDDLE_FN V read_value(int i) const {
    if constexpr (staged) {
      size_type const tile = at.tile + row_of_atom(storage.offsets, static_cast<int>(next.tile - at.tile), i);
      return is_open(close, tile) ? V(value_at(value, tile, at.atom + i)) : V(add.identity());
    } else {
      return value(at.atom + i);
    }
  }

  // Atoms of the chunk that need not be read, as their tile has come to a terminal value in an earlier chunk.
  HEDDLE_FN int atoms_after_terminal() const {
    if constexpr (has_terminal<Monoid>) {
      if (carries && is_final(add, storage.carry)) return range_of(0).to;
    }
    return 0;
  }

  HEDDLE_FN row_range range_of(int row) const {
    if (row >= rows) return {row, 0, 0, true, true};
    size_type const first = tiles.first_atom(at.tile + row), last = tiles.first_atom(at.tile + row + 1);
    return {row, static_cast<int>(max_of(first, at.atom) - at.atom),
            static_cast<int>(min_of(last, next.atom) - at.atom), first >= share.begin.atom,
            first >= share.begin.atom && first == min_of(last, next.atom)};
  }

  // Interleaved where the order of atoms does not matter, else a contiguous run for each lane.
  HEDDLE_FN V sum_values(int from, int to, int lane, int lanes) const {
    int step = lanes, first = from + lane;
    if constexpr (!may_interleave<Monoid>()) {
      int const run = (to - from + lanes - 1) / lanes;
      first = min_of(from + lane * run, to);
      to = min_of(first + run, to);
      step = 1;
    }
    V sum = add.identity();
    for (int i = first; i < to; i += step) sum = add(sum, storage.values[i]);
    return sum;
  }

  // Rows beyond the reach of one thread or group are left to whole warps.
  HEDDLE_FN bool set_aside(row_range const& range, int lane) {
    if (lanes == Block::warp_lanes || range.to - range.from <= Storage::long_row) return false;
    if (lane == 0) storage.long_rows[range.from / Storage::long_row] = range.row;
    return true;
  }

  HEDDLE_FN void reduce_rows(row_range range, V const& carried) {
    bool found_long = false;
    for (; range.row < rows; range = range_of(range.row + Storage::threads)) {
      if (set_aside(range, 0)) {
        found_long = true;
      } else {
        finish_row(range, sum_values(range.from, range.to, 0, 1), carried);
      }
    }
    if (block.any(found_long)) reduce_long_rows(carried);
  }

  HEDDLE_FN void reduce_rows_by_lanes(row_range const& range, V const& carried) {
    auto group = block.group(lanes);
    bool const is_long = set_aside(range, group.lane());
    V const part = is_long ? V(add.identity()) : sum_values(range.from, range.to, group.lane(), lanes);
    V const sum = group.reduce(part, add);
    if (range.row < rows && !is_long && group.lane() == 0) finish_row(range, sum, carried);
    if (block.any(is_long)) reduce_long_rows(carried);
  }

  HEDDLE_FN void reduce_long_rows(V const& carried) {
    auto warp = block.group(Block::warp_lanes);
    constexpr int warps = Storage::threads / Block::warp_lanes;
    for (int slot = block.rank() / Block::warp_lanes; slot < Storage::num_slots; slot += warps) {
      if (storage.long_rows[slot] < 0) continue;
      row_range const range = range_of(storage.long_rows[slot]);
      V const sum = warp.reduce(sum_values(range.from, range.to, warp.lane(), Block::warp_lanes), add);
      if (warp.lane() == 0) finish_row(range, sum, carried);
    }
  }

  // All atoms are in the first row; rows after it are empty.
  HEDDLE_FN void reduce_one_row(int atoms, V const& carried) {
    auto warp = block.group(Block::warp_lanes);
    constexpr int warps = Storage::threads / Block::warp_lanes;
    V const sum = warp.reduce(sum_values(0, atoms, block.rank(), Storage::threads), add);
    if (warp.lane() == 0) storage.warp_sums[block.rank() / Block::warp_lanes] = sum;
    block.sync();
    for (int row = block.rank(); row < rows; row += Storage::threads) {
      V total = add.identity();
      for (int i = 0; row == 0 && i < warps; ++i) total = add(total, storage.warp_sums[i]);
      finish_row(range_of(row), total, carried);
    }
  }

  // By one thread a row: close it, or hand it on as the carry or as a partial.
  HEDDLE_FN void finish_row(row_range const& range, V sum, V const& carried) {
    size_type const tile = at.tile + range.row;
    if (range.row == 0) sum = add(carried, sum);
    bool const closes = tile < next.tile;
    if (!closes && !(next == share.end)) {
      storage.carry = sum;
    } else if (!range.whole) {
      *share.head = sum;
    } else if (closes) {
      if (!(share.leave_empty && range.is_empty)) close(tile, sum);
    } else if (!range.is_empty) {
      *share.tail = sum;
    }
  }

  Block& block;
  Storage& storage;
  Tiles const& tiles;
  block_share<V> const& share;
  Value const& value;
  Monoid const& add;
  Close const& close;
  path_point at, next;
  int rows = 0, lanes = 1;  // of the chunk
  bool carries = false;
};

}  // namespace detail

/// All threads of the block call it together. Tiles wholly in the share are closed by one thread each, through
/// close(tile, sum); what is summed in which order depends on the share alone.
template <class Block, class Storage, tile_set Tiles, class Value, class Monoid, class Close>
HEDDLE_FN void block_walk(Block& block, Storage& storage, Tiles const& tiles,
                          block_share<typename Monoid::value_type> const& share, Value const& value, Monoid const& add,
                          Close const& close) {
  detail::block_reducer<Block, Storage, Tiles, Value, Monoid, Close>(block, storage, tiles, share, value, add, close)
      .run();
}

}  // namespace heddle
