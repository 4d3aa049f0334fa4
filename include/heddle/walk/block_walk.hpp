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
/// `Many`: shares may be longer than Threads * Items atoms or, staged, max_tiles tiles, and are walked chunk by chunk.
/// Without it they may not, which saves registers where they are dearest.
template <class V, int Threads, int Items, bool Staged, bool Many> struct block_storage {
  using value_type = V;
  static constexpr int threads = Threads, items = Items, capacity = Threads * Items;
  static constexpr bool many = Many;
  static constexpr int long_row = capacity >= 1024 ? 64 : 8;  // longer ones are summed by a whole warp
  /// What the lanes of a row are chosen for: a half of a block of 256 sums as the whole does, in two passes.
  static constexpr int shared_out = Threads == 128 ? 256 : Threads;
  static constexpr int max_tiles = Staged ? (capacity < 1024 ? capacity : 1024) : 1 << 30;

  V values[capacity];
  V carry;  // of the tile that the last chunk left open
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
  static constexpr bool staged = needs_tiles<Value, Close>;
  static_assert(Block::threads == Storage::threads);

  HEDDLE_FN block_reducer(Block& block, Storage& storage, Tiles const& tiles, block_share<V> const& share,
                          Value const& value, Monoid const& add, Close const& close)
      : block(block), storage(storage), tiles(tiles), share(share), value(value), add(add), close(close) {}

  HEDDLE_FN void run() {
    at = share.begin;
    next = share.end;
    if constexpr (Storage::many) {
      walk_chunks();
    } else {
      walk_chunk();
    }
  }

 private:
  HEDDLE_FN void walk_chunks() {
    for (;; carries = true) {
      next = chunk_end(tiles, at, share.end, share.leave_empty ? min_of(4096, Storage::max_tiles) : Storage::max_tiles,
                       Storage::capacity);
      walk_chunk();
      if (next == share.end) return;
      block.sync();  // the carry is written and the values may be overwritten
      at = share.leave_empty ? skip_empty_tiles(tiles, next, share.end) : next;
      if (at == share.end) return;
    }
  }

  // A row of the chunk, and which of the values are its.
  struct row_range {
    int row, from, to;
  };

  HEDDLE_FN void walk_chunk() {
    atoms = static_cast<int>(next.atom - at.atom);
    if constexpr (staged) {
      stage_offsets(block, storage.offsets, tiles, at, next);
      block.sync();
    }
    V read[Storage::items];
    read_values(read);
    rows = static_cast<int>(next.tile - at.tile) + (next.tile < static_cast<size_type>(tiles.num_tiles()));
    lanes = 1;
    while (lanes < Block::warp_lanes && rows * lanes * 2 <= Storage::shared_out) lanes *= 2;
    first_of_chunk = rows > 0 ? static_cast<size_type>(tiles.first_atom(at.tile)) : 0;
    row_range mine = range_of(block.rank() / lanes);  // on its way while the values are
    V const carried = has_carry() ? storage.carry : add.identity();
#pragma unroll
    for (int j = 0; j < Storage::items; ++j) {
      int const i = j * Storage::threads + block.rank();
      if (i < atoms) storage.values[i] = read[j];
    }
    if constexpr (Storage::many) {
      if (block.any(mine.row == 0 && mine.to == atoms && atoms > 4 * Storage::long_row)) fold_values(mine);
    } else {
      block.sync();
    }
    reduce_rows(mine, carried);
  }

  HEDDLE_FN bool has_carry() const { return Storage::many && carries; }

  // Loads of all items are issued before the first is used. Full chunks, the usual ones, need no tests, and nearly full
  // ones are read as if they were full: what follows them belongs to the next share.
  HEDDLE_FN void read_values(V (&read)[Storage::items]) const {
    int const skipped = atoms_after_terminal();
    if (skipped > 0) {
      read_some(read, skipped);
    } else if (may_read_all()) {
#pragma unroll
      for (int j = 0; j < Storage::items; ++j) read[j] = read_value(at.atom + block.rank() + j * Storage::threads);
    } else if (atoms > 0) {
      read_part<0>(read);
    }
  }

  HEDDLE_FN bool may_read_all() const {
    if (staged || atoms <= Storage::capacity - Storage::capacity / 16) return atoms == Storage::capacity;
    return at.atom + Storage::capacity <= static_cast<size_type>(tiles.num_atoms());
  }

  // Without a test for each: threads beyond the end read the last atom again, so that their loads are under way
  // together.
  template <int From> HEDDLE_FN void read_part(V (&read)[Storage::items]) const {
    constexpr int to = min_of(From + 4, Storage::items);
#pragma unroll
    for (int j = From; j < to; ++j) {
      read[j] = read_value(at.atom + min_of(j * Storage::threads + block.rank(), atoms - 1));
    }
    if constexpr (to < Storage::items) {
      if (to * Storage::threads < atoms) read_part<to>(read);
    }
  }

  HEDDLE_FN void read_some(V (&read)[Storage::items], int skipped) const {
#pragma unroll
    for (int j = 0; j < Storage::items; ++j) {
      int const i = j * Storage::threads + block.rank();
      if (i < atoms) read[j] = i < skipped ? V(add.identity()) : read_value(at.atom + i);
    }
  }

  HEDDLE_FN V read_value(size_type atom) const {
    if constexpr (staged) {
      int const i = static_cast<int>(atom - at.atom);
      size_type const tile = at.tile + row_of_atom(storage.offsets, static_cast<int>(next.tile - at.tile), i);
      return is_open(close, tile) ? V(value_at(value, tile, atom)) : V(add.identity());
    } else if constexpr (requires { value.streamed(atom); }) {
      return value.streamed(atom);
    } else {
      return value(atom);
    }
  }

  // Atoms of the chunk that need not be read, as their tile has come to a terminal value in an earlier chunk.
  HEDDLE_FN int atoms_after_terminal() const {
    if constexpr (has_terminal<Monoid>) {
      if (has_carry() && is_final(add, storage.carry)) {
        size_type const last = at.tile < next.tile ? static_cast<size_type>(tiles.first_atom(at.tile + 1)) : next.atom;
        return static_cast<int>(last - at.atom);
      }
    }
    return 0;
  }

  // Only the first row may have begun before the chunk, and only the last may go on after it.
  HEDDLE_FN row_range range_of(int row) const {
    if (row >= rows) return {row, 0, 0};
    size_type const tile = at.tile + row;
    int const from = row == 0 ? 0 : static_cast<int>(tiles.first_atom(tile) - at.atom);
    int const to = tile < next.tile ? static_cast<int>(tiles.first_atom(tile + 1) - at.atom) : atoms;
    return {row, from, to};
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

  // Loops are the same for all lanes of a warp, which also sum its long rows together.
  HEDDLE_FN void reduce_rows(row_range range, V const& carried) {
    auto group = block.group(lanes), warp = block.group(Block::warp_lanes);
    int const at_once = Storage::threads / lanes, before = warp.lane() / lanes;
    while (range.row - before < rows) {
      row_range const after = range_of(range.row + at_once);
      bool const is_long = lanes < Block::warp_lanes && range.to - range.from > Storage::long_row;
      V sum = is_long ? V(add.identity()) : sum_values(range.from, range.to, group.lane(), lanes);
      if (lanes > 1) sum = group.reduce(sum, add);
      reduce_long_rows(warp, range, is_long, sum);
      if (range.row < rows && group.lane() == 0) finish_row(range, sum, carried);
      range = after;
    }
  }

  template <class Group> HEDDLE_FN void reduce_long_rows(Group& warp, row_range range, bool is_long, V& sum) const {
    for (int owner; (owner = warp.first(is_long)) >= 0;) {
      int const from = warp.broadcast(range.from, owner), to = warp.broadcast(range.to, owner);
      V const total = warp.reduce(sum_values(from, to, warp.lane(), Block::warp_lanes), add);
      V const known = warp.broadcast(total, 0);
      if (warp.lane() == owner) sum = known;
      if (warp.lane() / lanes == owner / lanes) is_long = false;
    }
  }

  // All atoms are in the first row, so every warp sums a part of them and leaves one value.
  HEDDLE_FN void fold_values(row_range& first) {
    auto warp = block.group(Block::warp_lanes);
    constexpr int warps = Storage::threads / Block::warp_lanes;
    V const part = warp.reduce(sum_values(0, atoms, block.rank(), Storage::threads), add);
    block.sync();
    if (warp.lane() == 0) storage.values[block.rank() / Block::warp_lanes] = part;
    block.sync();
    if (first.row == 0) first.to = warps;
  }

  // By one thread a row: close it, or hand it on as the carry or as a partial.
  HEDDLE_FN void finish_row(row_range const& range, V sum, V const& carried) {
    size_type const tile = at.tile + range.row;
    bool const is_first = range.row == 0, closes = tile < next.tile;
    bool const whole = !is_first || first_of_chunk >= share.begin.atom;  // the share holds the tile's beginning
    bool const is_empty = range.from == range.to && (!is_first || first_of_chunk == at.atom);
    if (is_first && has_carry()) sum = add(carried, sum);
    if (Storage::many && !closes && !(next == share.end)) {
      storage.carry = sum;
    } else if (!whole) {
      *share.head = sum;
    } else if (closes) {
      if (!(Storage::many && share.leave_empty && is_empty)) close(tile, sum);
    } else if (!is_empty) {
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
  size_type first_of_chunk = 0;  // first atom of the tile in which the chunk begins
  int atoms = 0, rows = 0, lanes = 1;
  bool carries = false;
};

}  // namespace detail

/// Functors may have `streamed(atom)` beside `(atom)`: the same value, read past the first-level cache (load_once),
/// which pays here, where neighbouring threads read neighbouring atoms once, and would hurt the other walks.
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
