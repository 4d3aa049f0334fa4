// row_sums.hpp - what the walks of a block share: the rows of a chunk, each summed by as many lanes as the rows leave
// free, then closed or handed on.
#pragma once
#include <heddle/detail/walk/look_back.hpp>
#include <heddle/detail/walk/thread_walk.hpp>
#include <heddle/seam/walk/traits.hpp>

namespace heddle::detail {

/// The share [begin, end). `head` and `tail`, where not null, receive the partials of the tiles it cuts; a share that
/// lies inside one tile leaves a head. With `place.slot_of` none is left there: shares look back. `leave_empty`: empty
/// tiles are closed by somebody else, so stretches of them may be jumped over.
template <class V> struct block_share {
  path_point begin, end;
  V* head = nullptr;
  V* tail = nullptr;
  bool leave_empty = false;
  share_place<V> place = {};
};

// Functors may have streamed(atom): the same value, read past the first-level cache (load_once).
template <class Value> HEDDLE_FN auto streamed(Value const& value, size_type atom) {
  if constexpr (requires { value.streamed(atom); }) {
    return value.streamed(atom);
  } else {
    return value(atom);
  }
}

// What a lane takes of [from, to): first, first + step, ... below `to`. Interleaved where the order of atoms does not
// matter, else a contiguous run for each lane.
struct lane_run {
  int first, to, step;
};

template <class Monoid> HEDDLE_FN lane_run run_of_lane(int from, int to, int lane, int lanes) {
  if constexpr (is_commutative<Monoid>()) {
    return {from + lane, to, lanes};
  } else {
    int const run = (to - from + lanes - 1) / lanes, first = min_of(from + lane * run, to);
    return {first, min_of(first + run, to), 1};
  }
}

// `Storage` says how many threads there are, from which length on a whole warp sums a row (long_row), between how many
// threads rows are shared out (shared_out), whether shares are walked chunk by chunk (many), and whether they may look
// back (looks_back): where nobody does, the code for it still costs 3 to 6 % on an H200.
template <class Block, class Storage, class Tiles, class Monoid, class Close> class row_sums {
 public:
  using V = typename Monoid::value_type;

 protected:
  static constexpr bool may_look_back = Storage::looks_back && fits_slot<V>;

  HEDDLE_FN row_sums(Block& of_block, Storage& in_storage, Tiles const& of_tiles, block_share<V> const& of_share,
                     Monoid const& by, Close const& close_tile)
      : block(of_block), storage(in_storage), tiles(of_tiles), share(of_share), add(by), close(close_tile) {}

  // Full chunks, the usual ones, need no tests, and nearly full ones are read as if they were full, unless they must
  // not be: what follows them belongs to the next share.
  HEDDLE_FN bool may_read_all(bool exactly) const {
    if (exactly || atoms <= Storage::capacity - Storage::capacity / 16) return atoms == Storage::capacity;
    return at.atom + Storage::capacity <= static_cast<size_type>(tiles.num_atoms());
  }

  // Loads of all items are issued before the first is used.
  template <std::size_t Items, class Read> HEDDLE_FN void read_all(V (&read)[Items], Read const& read_one) const {
    HEDDLE_UNROLL
    for (int j = 0; j < static_cast<int>(Items); ++j) read[j] = read_one(at.atom + block.rank() + j * Storage::threads);
  }

  // Without a test for each: threads beyond the end read the last atom again, so that their loads are under way
  // together. Four times `threads` atoms that would all be beyond the end are not read.
  template <int From, std::size_t Items, class Read>
  HEDDLE_FN void read_part(V (&read)[Items], Read const& read_one) const {
    constexpr int to = min_of(From + 4, static_cast<int>(Items));
    HEDDLE_UNROLL
    for (int j = From; j < to; ++j) {
      read[j] = read_one(at.atom + min_of(j * Storage::threads + block.rank(), atoms - 1));
    }
    if constexpr (to < static_cast<int>(Items)) {
      if (to * Storage::threads < atoms) read_part<to>(read, read_one);
    }
  }

  // A row of the chunk, and which of its atoms are the row's.
  struct row_range {
    int row, from, to;
  };

  // The chunk is [at, next).
  HEDDLE_FN void count_rows() {
    rows = static_cast<int>(next.tile - at.tile) + (next.tile < static_cast<size_type>(tiles.num_tiles()));
    lanes = 1;
    while (lanes < Block::warp_lanes && rows * lanes * 2 <= Storage::shared_out) lanes *= 2;
    first_of_chunk = rows > 0 ? static_cast<size_type>(tiles.first_atom(at.tile)) : 0;
  }

  HEDDLE_FN bool has_carry() const { return Storage::many && carries; }

  // Only the first row may have begun before the chunk, and only the last may go on after it.
  HEDDLE_FN row_range range_of(int row) const {
    if (row >= rows) return {row, 0, 0};
    size_type const tile = at.tile + row;
    int const from = row == 0 ? 0 : static_cast<int>(tiles.first_atom(tile) - at.atom);
    int const to = tile < next.tile ? static_cast<int>(tiles.first_atom(tile + 1) - at.atom) : atoms;
    return {row, from, to};
  }

  // All atoms are in the first row, and too many for one warp. All threads get the same answer, and are in step then.
  HEDDLE_FN bool is_one_long_row(row_range const& mine) {
    return block.any(mine.row == 0 && mine.to == atoms && atoms > 4 * Storage::long_row);
  }

  // sums(from, to, lane, lanes) is a lane's part of these atoms.
  // Loops are the same for all lanes of a warp, which also sum its long rows together.
  template <class Sums> HEDDLE_FN void reduce_rows(row_range range, V const& carried, Sums const& sums) {
    auto group = block.group(lanes), warp = block.group(Block::warp_lanes);
    int const at_once = Storage::threads / lanes, before = warp.lane() / lanes;
    while (range.row - before < rows) {
      row_range const after = range_of(range.row + at_once);
      bool const is_long = lanes < Block::warp_lanes && range.to - range.from > Storage::long_row;
      V sum = is_long ? neutral_of(add) : sums(range.from, range.to, group.lane(), lanes);
      if (lanes > 1) sum = group.reduce(sum, add);
      reduce_long_rows(warp, range, is_long, sum, sums);
      if (range.row < rows && group.lane() == 0) finish_row(range, sum, carried);
      range = after;
    }
  }

  template <class Group, class Sums>
  HEDDLE_FN void reduce_long_rows(Group& warp, row_range range, bool is_long, V& sum, Sums const& sums) const {
    for (int owner; (owner = warp.first(is_long)) >= 0;) {
      int const from = warp.broadcast(range.from, owner), to = warp.broadcast(range.to, owner);
      V const total = warp.reduce(sums(from, to, warp.lane(), Block::warp_lanes), add);
      V const known = warp.broadcast(total, 0);
      if (warp.lane() == owner) sum = known;
      if (warp.lane() / lanes == owner / lanes) is_long = false;
    }
  }

  // By one thread a row: close it, or hand it on as the carry or as a partial.
  HEDDLE_FN void finish_row(row_range const& range, V sum, V const& carried) {
    size_type const tile = at.tile + range.row;
    bool const is_first = range.row == 0, closes = tile < next.tile;
    bool const whole = !is_first || first_of_chunk >= share.begin.atom;  // the share holds the tile's beginning
    bool const is_empty = range.from == range.to && (!is_first || first_of_chunk == at.atom);
    if (is_first && has_carry()) sum = add(carried, sum);
    if constexpr (Storage::many) {
      if (!closes && !(next == share.end)) {
        storage.carry = sum;
        return;
      }
    }
    if (!whole) {
      if (closes && looks_back()) {
        head = sum;
      } else {
        hand_on(share.head, sum);
      }
    } else if (closes) {
      if (!(Storage::many && share.leave_empty && is_empty)) close(tile, sum);
    } else if (!is_empty) {
      hand_on(share.tail, sum);
    }
  }

  HEDDLE_FN bool looks_back() const { return may_look_back && share.place.slot_of != nullptr; }

  HEDDLE_FN void hand_on(V* partial, V const& sum) const {
    if constexpr (may_look_back) {
      if (share.place.slot_of) return share.place.slot_of[share.place.share].put(sum);
    }
    *partial = sum;
  }

  // Where shares look back, the first warp closes the tile that this one found open.
  HEDDLE_FN bool closes_head() const {
    bool const closes = share.begin.tile < share.end.tile && first_of_chunk < share.begin.atom;
    return looks_back() && closes && block.rank() < Block::warp_lanes;
  }

  // By all threads, after count_rows and while values are on their way.
  HEDDLE_FN void find_parts_of_head() {
    if constexpr (may_look_back) {
      if (!closes_head()) return;
      auto warp = block.group(Block::warp_lanes);
      parts_of_head = count_parts(warp, share.place, share.begin.tile, first_of_chunk);
    }
  }

  // By all threads, after the rows.
  HEDDLE_FN void close_head() {
    if constexpr (may_look_back) {
      if (!closes_head()) return;
      auto warp = block.group(Block::warp_lanes);
      V const before = look_back(warp, share.place, parts_of_head, add);
      if (warp.lane() == 0) close(share.begin.tile, add(before, head));
    }
  }

  Block& block;
  Storage& storage;
  Tiles const& tiles;
  block_share<V> const& share;
  Monoid const& add;
  Close const& close;
  path_point at, next;
  size_type first_of_chunk = 0;  // first atom of the tile in which the chunk begins
  int atoms = 0, rows = 0, lanes = 1;
  bool carries = false;
  int parts_of_head = 0;
  V head{};  // of the first row, on thread 0, where the share found it open and closes it
};

}  // namespace heddle::detail
