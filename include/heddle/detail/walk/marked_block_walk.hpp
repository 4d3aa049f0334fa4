// marked_block_walk.hpp - a block walks a share whose atoms that begin a tile are marked, one bit each. Lanes take runs
// of four neighbouring atoms, a segmented scan over the lanes sums what stands between marks, and the warps meet once,
// at the end. Values stay in registers; sums alone pass through shared memory, to lanes that close neighbouring tiles.
// No offsets are read but for the tile that a share found open. A block waits for one read of entries and one gather,
// and the first-level cache is the gathers'. In a trial on an H200, in f32 and f64, a collaboration graph took 9.5 and
// 12.3 us by scan_walk, and 8.2 and 9.5 by this with a sink that also scales; a web graph 16.7 and 21.3, 13.7 and 16.3.
// Bit flags: Liu & Vinter, "CSR5", ICS 2015. Segmented scan of a warp: Sengupta, Harris & Garland, NVR-2008-003.
#pragma once
#include <heddle/detail/walk/fix_up.hpp>
#include <heddle/detail/walk/look_back.hpp>
#include <heddle/detail/walk/marked_walk.hpp>

namespace heddle::detail {

/// What the threads of a block share: of every warp the sums of tiles that it closes next, a lane each, what it has of
/// the tile that it found open, which tile that is if it ends in the warp's part, else -1, and what it has of the tile
/// that it leaves open.
template <class V, int Warps, int Lanes> struct marked_storage {
  few<V, Warps * Lanes> ended;
  few<V, Warps> found_open, left_open;
  few<std::int32_t, Warps> first_tile;
};

template <class Block, class Tiles, class Value, class Monoid, class Close> class marked_block_reducer {
  using arrays = decltype(std::declval<Value const&>().entries());
  using column = typename arrays::column;
  using entry = typename arrays::entry;
  static constexpr int run = 4, lanes = Block::warp_lanes, warps = Block::threads / lanes, stretch = lanes * run;
  static constexpr int lanes_of_word = min_of(lanes, 32 / run);  // whose marks stand in one word
  static_assert(warps <= lanes && lanes <= 32);

 public:
  using V = typename Monoid::value_type;
  using storage_type = marked_storage<V, warps, lanes>;

  HEDDLE_FN marked_block_reducer(Block& given_block, storage_type& given_storage, Tiles const& given_tiles,
                                 marked_tiles const& given_marked, size_type given_share, Value const& given_value,
                                 Monoid const& given_add, Close const& given_close, cut_values<V> const& given_cuts)
      : block(given_block),
        storage(given_storage),
        tiles(given_tiles),
        marked(given_marked),
        share(given_share),
        value(given_value),
        add(given_add),
        close(given_close),
        cuts(given_cuts) {}

  HEDDLE_FN void walk() {
    int const span = static_cast<int>(ceil_div(marked.atoms_per_share, warps * stretch)) * stretch;
    size_type const begin = share * marked.atoms_per_share;
    int at = warp() * span;  // within the share: registers are dear here, and what can be found again is not kept
    int const atoms = static_cast<int>(min_of(marked.atoms_per_share, marked.num_atoms - begin));
    int const to = at + min_of(span, atoms - at);
    size_type const first = begin + at;
    rank = load_if(at < to, marked.open + first / stretch, 0) +
           static_cast<int>(load_if(at < to, marked.marks + first / 32, 0u) >> (first % 32) & 1);
    open_sum = neutral_of(add);
    HEDDLE_ROLLED
    for (; at < to; at += stretch) take_stretch(at, atoms);
    if (lane() == 0) {
      if (!has_ended) storage.first_tile[warp()] = -1;
      storage.left_open[warp()] = open_sum;
    }
    block.sync();
    if (block.rank() < lanes) close_between_warps();
  }

 private:
  HEDDLE_FN int lane() const { return block.rank() % lanes; }
  HEDDLE_FN int warp() const { return block.rank() / lanes; }

  // From that place within the share on. Behind the last atom the last again: no tile ends there.
  HEDDLE_FN void take_stretch(int at, int atoms) {
    arrays const from = value.entries();
    size_type const begin = share * marked.atoms_per_share;
    column const* const some_columns = from.columns + begin;
    entry const* const some_values = from.values + begin;
    bool const aligned = reinterpret_cast<std::uintptr_t>(from.columns) % 16 == 0 &&
                         reinterpret_cast<std::uintptr_t>(from.values) % 16 == 0;
    int const mine = at + lane() * run;
    few<column, run> columns;
    few<entry, run> entries;
    HEDDLE_UNROLL
    for (int k = 0; k < run; ++k) entries[k] = from.one;
    if (aligned && at + stretch <= atoms) {
      load_run_if<run>(true, some_columns + mine, columns);
      load_run_if<run>(from.values != nullptr, some_values + mine, entries);
    } else {
      HEDDLE_UNROLL
      for (int k = 0; k < run; ++k) {
        int const i = min_of(mine + k, atoms - 1);
        columns[k] = some_columns[i];
        if (from.values) entries[k] = some_values[i];
      }
    }
    std::uint32_t const* const words = marked.marks + (begin + mine) / 32;
    std::uint32_t const word = load_if(true, words, 0u), next = load_if(true, words + 1, 0u);
    few<V, run> read;
    HEDDLE_UNROLL
    for (int k = 0; k < run; ++k) read[k] = value.of(columns[k], entries[k]);
    unsigned ends = word >> 1 | next << 31;  // a tile ends before the next begins
    if constexpr (stretch < 32) ends = ends >> ((begin + at) % 32) & ((1u << stretch % 32) - 1);
    sum_run(ends, read);
  }

  // word: bits of the atoms that end a tile, of the lane's run among them.
  HEDDLE_FN void sum_run(unsigned word, V* read) {
    auto group = block.group(lanes);
    int const shift = lane() * run % 32;
    unsigned const ends = word >> shift & ((1u << run) - 1);
    int before = count_bits(word & ((1u << shift) - 1)), all = count_bits(word);
    if constexpr (lanes_of_word < lanes) count_other_words<lanes, lanes_of_word>(group, lane(), before, all);
    // On its way while the sums are made; few stretches have more ends than lanes.
    std::int32_t tile = load_if(lane() < all, marked.tiles + rank + lane(), 0);
    V sum = read[0];
    HEDDLE_UNROLL
    for (int k = 1; k < run; ++k) sum = ends >> (k - 1) & 1 ? read[k] : V(add(sum, read[k]));
    if (ends >> (run - 1) & 1) sum = neutral_of(add);
    if (lane() == 0 && !ends) sum = add(open_sum, sum);
    unsigned const with_end = group.ballot(ends != 0), up_to_mine = with_end & (~0u >> (31 - lane()));
    int const since = up_to_mine ? lane() - highest_bit(up_to_mine) : lane();
    HEDDLE_UNROLL
    for (int offset = 1; offset < lanes; offset *= 2) {
      V const below = group.below(sum, offset);
      if (since >= offset) sum = add(below, sum);
    }
    V open = group.below(sum, 1);
    if (lane() == 0) open = open_sum;
    open_sum = group.broadcast(sum, lanes - 1);
    if (!with_end) return;
    HEDDLE_UNROLL
    for (int k = 0; k < run; ++k) {
      open = k > 0 && ends >> (k - 1) & 1 ? read[k] : V(add(open, read[k]));
      read[k] = open;
    }
    V* const ended = storage.ended + warp() * lanes;
    HEDDLE_ROLLED
    for (int from = 0; from < all; from += lanes) {
      int at = before - from;
      HEDDLE_UNROLL
      for (int k = 0; k < run; ++k) {
        bool const is_end = ends >> k & 1;
        if (is_end && at >= 0 && at < lanes) ended[at] = read[k];
        at += is_end;
      }
      group.sync();
      int const i = from + lane();
      std::int32_t const next = load_if(i + lanes < all, marked.tiles + rank + i + lanes, 0);
      if (i < all) close_or_keep(i, tile, ended[lane()]);
      tile = next;
      group.sync();
    }
    has_ended = true;
    rank += all;
  }

  // The end of that number in a stretch.
  HEDDLE_FN void close_or_keep(int i, std::int32_t tile, V const& sum) {
    if (i > 0 || has_ended) return close(static_cast<size_type>(tile), sum);
    storage.found_open[warp()] = sum;
    storage.first_tile[warp()] = tile;
  }

  // By the first warp, a lane for each warp: the tiles that warps found open. One of them may have begun before the
  // share, and one may go on behind it.
  HEDDLE_FN void close_between_warps() {
    size_type const begin = share * marked.atoms_per_share;
    bool const cut_begin = !marked.is_first(begin);
    bool const cut_end = !marked.is_first(min_of(begin + marked.atoms_per_share, marked.num_atoms));
    auto group = block.group(lanes);
    std::int32_t tile = lane() < warps ? storage.first_tile[lane()] : -1;
    V sum = neutral_of(add);
    bool is_head = false;
    if (tile >= 0) {
      sum = storage.found_open[lane()];
      int const other = take_left_open(lane() - 1, sum);
      is_head = cut_begin && other < 0;
      if (!is_head) close(static_cast<size_type>(tile), sum);
    }
    int const head = group.first(is_head);
    if (lane() == 0) {
      V left = neutral_of(add);
      bool const any_ended = take_left_open(warps - 1, left) >= 0;
      if (cut_end) hand_on(any_ended || !cut_begin ? cuts.tails : cuts.heads, left);
    }
    if (head < 0) return;
    sum = group.broadcast(sum, head);
    tile = group.broadcast(tile, head);
    if constexpr (fits_slot<V>) {
      if (cuts.slot_of) return close_by_looking_back(group, static_cast<size_type>(tile), sum);
    }
    if (lane() == 0) cuts.heads[share] = sum;
  }

  // sum = what the warps down from `other` left open, to the last in which a tile ended, and sum; which warp that is.
  HEDDLE_FN int take_left_open(int other, V& sum) const {
    for (; other >= 0; --other) {
      sum = add(storage.left_open[other], sum);
      if (storage.first_tile[other] >= 0) break;
    }
    return other;
  }

  HEDDLE_FN void hand_on(V* partials, V const& sum) const {
    if constexpr (fits_slot<V>) {
      if (cuts.slot_of) return cuts.slot_of[share].put(sum);
    }
    partials[share] = sum;
  }

  template <class Group> HEDDLE_FN void close_by_looking_back(Group& group, size_type tile, V const& sum) {
    size_type const began_in = static_cast<size_type>(tiles.first_atom(tile)) / marked.atoms_per_share;
    share_place<V> const place{nullptr, cuts.slot_of, share};
    if (share - began_in == 1) {
      if (lane() == 0) close(tile, add(place.slot_of[share - 1].take(), sum));
      return;
    }
    V const before = look_back(group, place, static_cast<int>(share - began_in), add);
    if (lane() == 0) close(tile, add(before, sum));
  }

  Block& block;
  storage_type& storage;
  Tiles const& tiles;
  marked_tiles const& marked;
  size_type const share;
  Value const& value;
  Monoid const& add;
  Close const& close;
  cut_values<V> const& cuts;
  int rank = 0;            // place of the tile that is open
  V open_sum{};            // what the warp has of it
  bool has_ended = false;  // a tile has, in the warp's part
};

/// The share of that number, by all threads of the block together: closes every tile with atoms that ends in it, or
/// leaves the parts of those that it cuts in `cuts`, as block_walk does. Empty tiles are closed by somebody else. Sums
/// keep the order of atoms; how they are bracketed depends on the share alone. Runs are read in one go where the arrays
/// of entries begin at a multiple of 16 bytes. A place is four atoms for each lane of a warp; atoms_per_share must be a
/// multiple of it and fit an int. `storage` is a marked_storage of the block's warps and lanes.
template <class Block, class Storage, tile_set Tiles, reads_entries Value, class Monoid, class Close>
HEDDLE_FN void marked_block_walk(Block& block, Storage& storage, Tiles const& tiles, marked_tiles const& marked,
                                 size_type share, Value const& value, Monoid const& add, Close const& close,
                                 cut_values<typename Monoid::value_type> const& cuts) {
  marked_block_reducer<Block, Tiles, Value, Monoid, Close>(block, storage, tiles, marked, share, value, add, close,
                                                           cuts)
      .walk();
}

}  // namespace heddle::detail
