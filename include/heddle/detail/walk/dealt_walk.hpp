// dealt_walk.hpp - a block takes as many tiles as it has threads and deals them out: the longest to the whole block,
// long ones to a warp, the rest to groups of lanes, tile by tile or with their atoms laid end to end.
// Merrill, Garland & Grimshaw, "Scalable GPU Graph Traversal", PPoPP 2012; MapGraph's "dynamic scheduling" (Fu,
// Personick & Thompson, GRADES 2014); the prefix sum over a group: Osama, Porumbescu & Owens, PPoPP 2023.
#pragma once
#include <heddle/detail/walk/group_walk.hpp>

namespace heddle::detail {

/// How tiles are dealt out: to groups of `lanes`; tiles of more atoms than warp_above are set aside for the lanes of a
/// warp, of more than block_above for the whole block, 0: none are; flattened: the atoms of all tiles of a group, laid
/// end to end, are dealt evenly to its lanes. Groups are of 1, 2, 4, 8, 16 or 32 lanes, flattened ones of as many as a
/// block has, or fewer.
struct dealing {
  int lanes = 1, warp_above = 0, block_above = 0;
  bool flattened = false;
};

/// What dealt_walk keeps in memory that its threads share.
template <class V, int Threads, int Items> struct dealt_storage {
  static constexpr int threads = Threads, items = Items;
  few<V, Threads * Items> values;
  few<size_type, Threads> first;  // first atom of the thread's tile
  few<size_type, Threads> ends;   // atoms of the tiles of the group up to and with the thread's, for flattened groups
  few<size_type, Threads> lengths;
};

/// The whole block as a group of lanes; the values of its warps are combined in their order.
template <class Block, class V> class block_team {
 public:
  HEDDLE_FN block_team(Block& block, V* values) : block_(block), values_(values) {}
  HEDDLE_FN int lane() const { return block_.rank(); }
  HEDDLE_FN int lanes() const { return Block::threads; }
  HEDDLE_FN bool any(bool mine) { return block_.any(mine); }
  HEDDLE_FN void sync() { block_.sync(); }

  template <class Monoid> HEDDLE_FN V reduce(V const& v, Monoid const& add) {
    auto warp = block_.group(Block::warp_lanes);
    V sum = warp.reduce(v, add);
    if (warp.lane() == 0) values_[block_.rank() / Block::warp_lanes] = sum;
    block_.sync();
    if (block_.rank() == 0) {
      for (int i = 1; i < Block::threads / Block::warp_lanes; ++i) sum = add(sum, values_[i]);
    }
    block_.sync();
    return sum;
  }

 private:
  Block& block_;
  V* values_;
};

template <class Block, class Storage, class Tiles, class Value, class Monoid, class Close> class tile_dealer {
 public:
  using V = typename Monoid::value_type;
  static_assert(Block::threads == Storage::threads);

  HEDDLE_FN tile_dealer(Block& given_block, Storage& given_storage, Tiles const& given_tiles, dealing const& given_by,
                        Value const& given_value, Monoid const& given_add, Close const& given_close)
      : block(given_block),
        storage(given_storage),
        tiles(given_tiles),
        by(given_by),
        value(given_value),
        add(given_add),
        close(given_close) {}

  // Tiles base + [0, threads), as far as there are any. Atoms of tiles that are set aside no longer count.
  HEDDLE_FN void run(size_type base) {
    first_tile = base;
    size_type const tile = base + block.rank();
    exists = tile < static_cast<size_type>(tiles.num_tiles());
    bool const reads = exists && is_open(close, tile);
    storage.first[block.rank()] = exists ? static_cast<size_type>(tiles.first_atom(tile)) : 0;
    length = reads ? length_of(tiles, tile) : 0;
    if (by.block_above > 0 && block.any(length > by.block_above)) take_by_block();
    if (by.warp_above > 0) take_by_warp();
    if (!by.flattened) return walk_tile_by_tile();
    if (by.lanes <= Block::warp_lanes && (by.lanes & (by.lanes - 1)) == 0) {
      auto group = block.lone_group(by.lanes);
      return walk_flattened(group);
    }
    walk_flattened_together(by.lanes);
  }

 private:
  HEDDLE_FN void finish(int rank, V const& sum) { close(first_tile + rank, sum); }

  template <class Group> HEDDLE_FN V reduce_tile(Group& group, int rank, size_type atoms) {
    size_type const from = storage.first[rank];
    return group_reduce_atoms(group, first_tile + rank, from, from + atoms, value, add);
  }

  HEDDLE_FN void set_aside() {
    length = 0;
    exists = false;
  }

  HEDDLE_FN void take_by_block() {
    storage.lengths[block.rank()] = length;
    block.sync();
    block_team<Block, V> team(block, storage.values);
    for (int rank = 0; rank < Block::threads; ++rank) {
      size_type const atoms = storage.lengths[rank];
      if (atoms <= by.block_above) continue;
      V const sum = reduce_tile(team, rank, atoms);
      if (block.rank() == 0) finish(rank, sum);
      if (block.rank() == rank) set_aside();
    }
    block.sync();
  }

  HEDDLE_FN void take_by_warp() {
    auto warp = block.group(Block::warp_lanes);
    int const before = block.rank() - warp.lane();
    block.sync();  // first atoms of all lanes are written
    for (int owner; (owner = warp.first(length > by.warp_above)) >= 0;) {
      size_type const atoms = warp.broadcast(length, owner);
      V const sum = reduce_tile(warp, before + owner, atoms);
      if (warp.lane() == 0) finish(before + owner, sum);
      if (warp.lane() == owner) set_aside();
    }
  }

  // All lanes of a group on one of its tiles after the other.
  HEDDLE_FN void walk_tile_by_tile() {
    storage.lengths[block.rank()] = exists ? length : size_type{-1};
    block.sync();
    auto group = block.lone_group(by.lanes);
    int const before = block.rank() - group.lane();
    for (int rank = before; rank < before + group.lanes(); ++rank) {
      size_type const atoms = storage.lengths[rank];
      if (atoms < 0) continue;
      V const sum = reduce_tile(group, rank, atoms);
      if (group.lane() == 0) finish(rank, sum);
    }
    block.sync();
  }

  // Atoms `at`, at + 1, ... of the group's tiles laid end to end, as many as it stages at once; [begin, end) of them
  // belong to the calling lane's tile.
  template <class Group> HEDDLE_FN void stage(Group& group, size_type at, size_type total) {
    int const lanes = group.lanes(), before = block.rank() - group.lane();
    V* const staged = storage.values + before * Storage::items;
    HEDDLE_UNROLL
    for (int j = 0; j < Storage::items; ++j) {
      int const i = j * lanes + group.lane();
      if (at + i < total) staged[i] = value_of(before, lanes, at + i);
    }
  }

  HEDDLE_FN V value_of(int before, int lanes, size_type k) const {
    int from = before, to = before + lanes - 1;
    while (from < to) {
      int const middle = (from + to) / 2;
      if (storage.ends[middle] <= k) {
        from = middle + 1;
      } else {
        to = middle;
      }
    }
    size_type const begin = from == before ? 0 : storage.ends[from - 1];
    return value_at(value, first_tile + from, storage.first[from] + (k - begin));
  }

  HEDDLE_FN void add_staged(V& sum, int before, int lanes, size_type at) const {
    size_type const end = storage.ends[block.rank()], begin = end - length;
    size_type const from = max_of(begin, at) - at,
                    to = min_of(end - at, static_cast<size_type>(lanes) * Storage::items);
    V const* const staged = storage.values + before * Storage::items;
    for (size_type i = from; i < to; ++i) sum = add(sum, staged[i]);
  }

  // ends[] of the group of `most_lanes` or fewer: inclusive sums of its lanes' lengths, by doubling steps. `Sync`
  // separates them, which are as many in every group.
  template <class Sync> HEDDLE_FN void sum_lengths(int lane, int most_lanes, Sync const& sync) {
    int const rank = block.rank();
    storage.ends[rank] = length;
    for (int step = 1; step < most_lanes; step *= 2) {
      sync();
      size_type const below = lane >= step ? storage.ends[rank - step] : 0;
      sync();
      storage.ends[rank] += below;
    }
    sync();
  }

  template <class Group> HEDDLE_FN void walk_flattened(Group& group) {
    int const lanes = group.lanes(), before = block.rank() - group.lane();
    auto const sync = [&] { group.sync(); };
    sum_lengths(group.lane(), lanes, sync);
    size_type const total = storage.ends[before + lanes - 1];
    V sum = neutral_of(add);
    for (size_type at = 0; at < total; at += static_cast<size_type>(lanes) * Storage::items) {
      stage(group, at, total);
      group.sync();
      add_staged(sum, before, lanes, at);
      group.sync();
    }
    if (exists) finish(block.rank(), sum);
    block.sync();
  }

  // Groups of more than a warp, or of a size that does not divide one: all of the block go round together as often as
  // the one with most atoms.
  HEDDLE_FN void walk_flattened_together(int most_lanes) {
    int const before = block.rank() / most_lanes * most_lanes, lanes = min_of(most_lanes, Block::threads - before);
    wide_group const group{block.rank() - before, lanes};
    auto const sync = [&] { block.sync(); };
    sum_lengths(group.lane(), most_lanes, sync);
    size_type const total = storage.ends[before + lanes - 1];
    V sum = neutral_of(add);
    for (size_type at = 0; block.any(at < total); at += static_cast<size_type>(lanes) * Storage::items) {
      stage(group, at, total);
      block.sync();
      add_staged(sum, before, lanes, at);
    }
    if (exists) finish(block.rank(), sum);
    block.sync();
  }

  struct wide_group {
    int lane_, lanes_;
    HEDDLE_FN int lane() const { return lane_; }
    HEDDLE_FN int lanes() const { return lanes_; }
  };

  Block& block;
  Storage& storage;
  Tiles const& tiles;
  dealing const& by;
  Value const& value;
  Monoid const& add;
  Close const& close;
  size_type first_tile = 0, length = 0;
  bool exists = false;  // and is not yet closed
};

/// Closes tiles first_tile + [0, threads) through close(tile, sum), each by one thread; all threads of the block call
/// it together. `Block` supplies, beyond what block_walk asks for, lone_group(lanes): lanes that may diverge from the
/// rest of their warp.
template <class Block, class Storage, tile_set Tiles, class Value, class Monoid, class Close>
HEDDLE_FN void dealt_walk(Block& block, Storage& storage, Tiles const& tiles, size_type first_tile, dealing const& by,
                          Value const& value, Monoid const& add, Close const& close) {
  tile_dealer<Block, Storage, Tiles, Value, Monoid, Close>(block, storage, tiles, by, value, add, close)
      .run(first_tile);
}

}  // namespace heddle::detail
