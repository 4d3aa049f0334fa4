// entry_walk.hpp - a block copies the entries of its share into its shared memory in bulk, then lanes take rows and
// gather what these multiply: neighbouring lanes work on neighbouring rows, which on regular matrices gather
// neighbouring elements, where the entries of one row gather distant ones.
// After CSR-Stream of Greathouse & Daga, "Efficient Sparse Matrix-Vector Multiplication on GPUs Using the CSR Storage
// Format", SC 2014, which copies products. On an H200 the 27-point stencil of 109 M nonzeros took 260 us by block_walk,
// 232 by this.
#pragma once
#include <heddle/detail/walk/row_sums.hpp>

namespace heddle::detail {

/// Sizes of entry_walk, whose threads share nothing but the entries themselves.
template <int Threads, int Items> struct entry_storage {
  static constexpr int threads = Threads, items = Items, capacity = Threads * Items, shared_out = Threads;
  static constexpr bool many = false, looks_back = false;
};

/// Copied arrays keep their place within so many bytes. Bulk copies ask for 16; a line of shared memory and of the
/// caches has 128, and copies of lines that are cut differently read a quarter of the lines twice (H200: 5 %).
inline constexpr int copied_line = 128;

/// Bytes that an array of `n` elements takes in shared memory, wherever it begins in device memory.
template <class T> HEDDLE_FN constexpr int copied_bytes(int n) {
  if constexpr (std::is_same_v<T, no_columns>) return 0;
  return (n * static_cast<int>(sizeof(T)) + copied_line - 1) / copied_line * copied_line + copied_line;
}

template <class Block, class Storage, class Tiles, class Value, class Monoid, class Close>
class entry_reducer : row_sums<Block, Storage, Tiles, Monoid, Close> {
  using base = row_sums<Block, Storage, Tiles, Monoid, Close>;
  using base::add, base::at, base::atoms, base::block, base::close, base::lanes, base::next, base::rows, base::share;
  using arrays = decltype(std::declval<Value const&>().entries());
  using column = typename arrays::column;
  using entry = typename arrays::entry;
  static constexpr bool has_columns = !std::is_same_v<column, no_columns>;

 public:
  using V = typename Monoid::value_type;
  static_assert(Block::threads == Storage::threads);

  HEDDLE_FN entry_reducer(Block& of_block, Storage& in_storage, unsigned char* in_room, Tiles const& of_tiles,
                          block_share<V> const& of_share, Value const& of_entry, Monoid const& by,
                          Close const& close_tile)
      : base(of_block, in_storage, of_tiles, of_share, by, close_tile), value(of_entry), room(in_room) {}

  HEDDLE_FN void run() {
    at = share.begin;
    next = share.end;
    atoms = static_cast<int>(next.atom - at.atom);
    copy_entries();
    base::count_rows();
    auto range = base::range_of(block.rank() / lanes);  // on its way while the entries are
    block.wait_for_copies();
    auto group = block.group(lanes);
    int const rows_at_once = Storage::threads / lanes, before = block.rank() % Block::warp_lanes / lanes;
    while (range.row - before < rows) {  // all lanes of a warp do
      auto const after = base::range_of(range.row + rows_at_once);
      bool const wanted = range.row < rows && is_open(close, at.tile + range.row);
      V sum = wanted ? sum_of_entries(range.from, range.to, group.lane()) : neutral_of(add);
      if (lanes > 1) sum = group.reduce(sum, add);
      if (range.row < rows && group.lane() == 0) base::finish_row(range, sum, neutral_of(add));
      range = after;
    }
  }

 private:
  // Where there is no array of values, all entries are the first of a copied array of one.
  HEDDLE_FN void copy_entries() {
    arrays const from = value.entries();
    if constexpr (has_columns) columns = block.copy_in(room, from.columns + at.atom, atoms);
    unsigned char* const behind = room + copied_bytes<column>(Storage::capacity);
    if (from.values) {
      values = block.copy_in(behind, from.values + at.atom, atoms);
    } else {
      if (block.rank() == 0) *reinterpret_cast<entry*>(behind) = from.one;
      values = reinterpret_cast<entry const*>(behind);
    }
    values_mask = from.values ? -1 : 0;
    block.end_of_copies();
  }

  // Functors may have `column_of(atom, stored)` beside `of`, where what they store of a column is not all of it.
  HEDDLE_FN auto column_at(int i) const {
    if constexpr (requires { value.column_of(at.atom + i, columns[i]); }) {
      return value.column_of(at.atom + i, columns[i]);
    } else if constexpr (has_columns) {
      return columns[i];
    } else {
      return column();
    }
  }

  // A lane's part of a row. What four entries multiply is gathered together; behind the last it is the last one's
  // again, so that no test keeps a load waiting.
  HEDDLE_FN V sum_of_entries(int from, int to, int lane) const {
    constexpr int at_once = 4;
    lane_run const run = run_of_lane<Monoid>(from, to, lane, lanes);
    V sum = neutral_of(add);
    for (int i = run.first; i < run.to; i += at_once * run.step) {
      V gathered[at_once];
      HEDDLE_UNROLL
      for (int j = 0; j < at_once; ++j) {
        int const k = min_of(i + j * run.step, run.to - 1);
        gathered[j] = value.of(column_at(k), values[k & values_mask]);
      }
      HEDDLE_UNROLL
      for (int j = 0; j < at_once; ++j) {
        if (i + j * run.step < run.to) sum = add(sum, gathered[j]);
      }
    }
    return sum;
  }

  Value const& value;
  unsigned char* room;
  column const* columns = nullptr;
  entry const* values = nullptr;
  int values_mask = 0;
};

/// Bytes of shared memory for the entries of a share of `capacity` atoms.
template <class Arrays> HEDDLE_FN constexpr int entry_room(int capacity, bool has_values) {
  return copied_bytes<typename Arrays::column>(capacity) +
         copied_bytes<typename Arrays::entry>(has_values ? capacity : 1);
}

/// A share of at most Storage::capacity atoms, otherwise as block_walk does it: right for any tiles, and fast where
/// they are of nearly one length, since the lanes of a warp wait for the longest of theirs. `Block` supplies, beside
/// what block_walk asks for, copy_in(room, from, n), which gives the place in `room` where the n elements will be,
/// end_of_copies() and wait_for_copies(). `room`: entry_room bytes that the threads share, aligned to copied_line. No
/// atom of a tile that is not open is evaluated.
template <class Block, class Storage, tile_set Tiles, reads_entries Value, class Monoid, class Close>
HEDDLE_FN void entry_walk(Block& block, Storage& storage, unsigned char* room, Tiles const& tiles,
                          block_share<typename Monoid::value_type> const& share, Value const& value, Monoid const& add,
                          Close const& close) {
  entry_reducer<Block, Storage, Tiles, Value, Monoid, Close>(block, storage, room, tiles, share, value, add, close)
      .run();
}

}  // namespace heddle::detail
