// block_walk.hpp - a block reduces the atoms of its share: values staged in shared memory, then each row summed by as
// many lanes as the rows of the share leave free. Lanes take rows, not diagonals: the textbook merge of Merrill &
// Garland (SC16) inside the block, each thread serially merging its items, was measured half as fast.
//
// `Block` supplies `threads`, `warp_lanes`, rank(), sync(), any(), set_bits(words, i, bits) and group(lanes); CUDA and
// the test emulator each provide one, so that the same source runs on the CPU under test.
#pragma once
#include <heddle/detail/walk/chunk.hpp>
#include <heddle/detail/walk/row_sums.hpp>
#include <heddle/detail/walk/thread_walk.hpp>

namespace heddle::detail {

/// What a block must know of an atom beside its value: nothing, whether its tile is open, or the tile.
enum class staging : std::uint8_t { none, open_atoms, tiles };

/// For functors that ask for the tile, and for sinks that may refuse one.
template <class Value, class Close>
inline constexpr staging staging_of = takes_tile<Value> ? staging::tiles
                                      : has_open<Close> ? staging::open_atoms
                                                        : staging::none;

/// What block_walk keeps in memory that its threads share: offsets where functors ask for the tile, a bit for each atom
/// of an open one where sinks may refuse some. `Many`: shares may be longer than Threads * Items atoms or, with
/// offsets, max_tiles tiles, and are walked chunk by chunk. Without it they may not, which saves registers where they
/// are dearest.
template <class V, int Threads, int Items, staging Staged, bool Many> struct block_storage {
  using value_type = V;
  static constexpr int threads = Threads, items = Items, capacity = Threads * Items;
  static constexpr bool many = Many, looks_back = false;
  static constexpr staging staged = Staged;
  static constexpr int long_row = capacity >= 1024 ? 64 : 8;  // longer ones are summed by a whole warp
  static constexpr int shared_out = Threads;
  static constexpr int max_tiles = Staged == staging::tiles ? (capacity < 1024 ? capacity : 1024) : 1 << 30;

  few<V, capacity> values;
  V carry;  // of the tile that the last chunk left open
  staged_offsets<Staged == staging::tiles ? max_tiles : 0> offsets;
  few<unsigned, (Staged == staging::open_atoms ? ceil_div(capacity, 32) : 1)> open;
};

template <class Block, class Storage, class Tiles, class Value, class Monoid, class Close>
class block_reducer : row_sums<Block, Storage, Tiles, Monoid, Close> {
  using base = row_sums<Block, Storage, Tiles, Monoid, Close>;
  using base::add, base::at, base::atoms, base::block, base::carries, base::close, base::has_carry, base::next,
      base::rows, base::share, base::storage, base::tiles;
  using row_range = typename base::row_range;

 public:
  using V = typename Monoid::value_type;
  static constexpr staging staged = staging_of<Value, Close>;
  static_assert(Block::threads == Storage::threads && Storage::staged == staged);

  HEDDLE_FN block_reducer(Block& given_block, Storage& given_storage, Tiles const& given_tiles,
                          block_share<V> const& given_share, Value const& given_value, Monoid const& given_add,
                          Close const& given_close)
      : base(given_block, given_storage, given_tiles, given_share, given_add, given_close), value(given_value) {}

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

  // A lane's part of the values of a row.
  struct sums_of_values {
    Storage const& storage;
    Monoid const& add;
    HEDDLE_FN V operator()(int from, int to, int lane, int lanes) const {
      lane_run const run = run_of_lane<Monoid>(from, to, lane, lanes);
      V sum = neutral_of(add);
      for (int i = run.first; i < run.to; i += run.step) sum = add(sum, storage.values[i]);
      return sum;
    }
  };

  HEDDLE_FN void walk_chunk() {
    atoms = static_cast<int>(next.atom - at.atom);
    if constexpr (staged == staging::tiles) {
      stage_offsets(block, storage.offsets, tiles, at, next);
      block.sync();
    }
    V read[Storage::items];
    row_range mine;
    if constexpr (staged == staging::open_atoms) {
      mine = first_range();
      read_open_values(read, mine);
    } else {
      read_values(read);
      mine = first_range();  // on its way while the values are
    }
    V const carried = has_carry() ? storage.carry : neutral_of(add);
    HEDDLE_UNROLL
    for (int j = 0; j < Storage::items; ++j) {
      int const i = j * Storage::threads + block.rank();
      if (i < atoms) storage.values[i] = read[j];
    }
    if constexpr (Storage::many) {
      if (base::is_one_long_row(mine)) fold_values(mine);
    } else {
      block.sync();
    }
    base::reduce_rows(mine, carried, sums_of_values{storage, add});
  }

  HEDDLE_FN row_range first_range() {
    base::count_rows();
    return base::range_of(block.rank() / base::lanes);
  }

  // Of a row that an earlier chunk left with a terminal value no more need be read.
  HEDDLE_FN bool is_to_be_read(row_range const& range) const {
    if constexpr (has_terminal<Monoid>) {
      if (range.row == 0 && has_carry() && is_final(add, storage.carry)) return false;
    }
    return range.from < range.to && close.open(at.tile + range.row);
  }

  // All threads get the same answer.
  HEDDLE_FN bool is_in_first_row() const {
    return rows > 0 && static_cast<size_type>(tiles.first_atom(at.tile + 1)) >= next.atom;
  }

  // Rows are asked once each, by as many lanes as are there for them.
  HEDDLE_FN void mark_open_atoms(row_range range) {
    bool is_open = is_to_be_read(range);
    for (int word = block.rank(); word * 32 < Storage::capacity; word += Storage::threads) storage.open[word] = 0;
    block.sync();
    int const lane = block.rank() % base::lanes;
    while (range.row < rows) {
      for (int word = range.from / 32 + lane; is_open && word * 32 < range.to; word += base::lanes) {
        int const from = max_of(range.from - word * 32, 0), to = min_of(range.to - word * 32, 32);
        block.set_bits(storage.open, word, ~0u >> (32 - to) & ~0u << from);
      }
      range = base::range_of(range.row + Storage::threads / base::lanes);
      is_open = is_to_be_read(range);
    }
    block.sync();
  }

  HEDDLE_FN void read_open_values(V (&read)[Storage::items], row_range const& mine) {
    if (is_in_first_row()) {
      if (close.open(at.tile)) return read_values(read);
      HEDDLE_UNROLL
      for (int j = 0; j < Storage::items; ++j) read[j] = neutral_of(add);
      return;
    }
    mark_open_atoms(mine);
    HEDDLE_UNROLL
    for (int j = 0; j < Storage::items; ++j) {
      int const i = j * Storage::threads + block.rank();
      bool const is_open = storage.open[i / 32] >> (i % 32) & 1;
      read[j] = is_open ? V(streamed(value, at.atom + i)) : neutral_of(add);
    }
  }

  HEDDLE_FN void read_values(V (&read)[Storage::items]) const {
    auto const read_one = [&](size_type atom) { return read_value(atom); };
    int const skipped = atoms_after_terminal();
    if (skipped > 0) {
      read_some(read, skipped);
    } else if (base::may_read_all(staged == staging::tiles)) {
      base::read_all(read, read_one);
    } else if (atoms > 0) {
      base::template read_part<0>(read, read_one);
    }
  }

  HEDDLE_FN void read_some(V (&read)[Storage::items], int skipped) const {
    HEDDLE_UNROLL
    for (int j = 0; j < Storage::items; ++j) {
      int const i = j * Storage::threads + block.rank();
      if (i < atoms) read[j] = i < skipped ? neutral_of(add) : read_value(at.atom + i);
    }
  }

  HEDDLE_FN V read_value(size_type atom) const {
    if constexpr (staged == staging::tiles) {
      int const i = static_cast<int>(atom - at.atom);
      size_type const tile = at.tile + row_of_atom(storage.offsets, static_cast<int>(next.tile - at.tile), i);
      return is_open(close, tile) ? V(value_at(value, tile, atom)) : neutral_of(add);
    } else {
      return streamed(value, atom);
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

  // All atoms are in the first row, so every warp sums a part of them and leaves one value.
  HEDDLE_FN void fold_values(row_range& first) {
    auto warp = block.group(Block::warp_lanes);
    constexpr int warps = Storage::threads / Block::warp_lanes;
    V const part = warp.reduce(sums_of_values{storage, add}(0, atoms, block.rank(), Storage::threads), add);
    block.sync();
    if (warp.lane() == 0) storage.values[block.rank() / Block::warp_lanes] = part;
    block.sync();
    if (first.row == 0) first.to = warps;
  }

  Value const& value;
};

/// Functors may have `streamed(atom)` beside `(atom)`: the same value, read past the first-level cache (load_once),
/// which pays here, where neighbouring threads read neighbouring atoms once, and would hurt the other walks.
/// All threads of the block call it together. Tiles wholly in the share are closed by one thread each, through
/// close(tile, sum); what is summed in which order depends on the share alone.
template <class Block, class Storage, tile_set Tiles, class Value, class Monoid, class Close>
HEDDLE_FN void block_walk(Block& block, Storage& storage, Tiles const& tiles,
                          block_share<typename Monoid::value_type> const& share, Value const& value, Monoid const& add,
                          Close const& close) {
  block_reducer<Block, Storage, Tiles, Value, Monoid, Close>(block, storage, tiles, share, value, add, close).run();
}

}  // namespace heddle::detail
