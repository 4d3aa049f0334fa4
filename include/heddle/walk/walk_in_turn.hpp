// walk_in_turn.hpp - a block that stays walks many shares in turn, the boundaries of the next on their way.
// Calling ahead for the next shares' entries, into the second-level cache or into registers, was measured to gain
// nothing on an H200: eight such blocks side by side hide each other's waiting.
#pragma once
#include <heddle/walk/block_walk.hpp>
#include <heddle/walk/fix_up.hpp>

namespace heddle {

/// The shares first, first + stride, ... of a block.
struct walking_turns {
  size_type first = 0, stride = 1;
};

/// block_walk for every share of the block's turns. `shares` has `workers` and boundary(tiles, worker); every share
/// must fit into `storage`, which is not one for many. All threads of the block call it together.
template <class Block, class Storage, tile_set Tiles, class Shares, class Value, class Monoid, class Close>
HEDDLE_FN void walk_in_turn(Block& block, Storage& storage, Tiles const& tiles, Shares const& shares,
                            walking_turns const& turns, Value const& value, Monoid const& add, Close const& close,
                            cut_values<typename Monoid::value_type> const& cuts) {
  static_assert(!Storage::many);
  if (turns.first >= shares.workers) return;
  path_point begin = shares.boundary(tiles, turns.first), end = shares.boundary(tiles, turns.first + 1);
  for (size_type worker = turns.first; worker < shares.workers; worker += turns.stride) {
    block_share<typename Monoid::value_type> const share{
        .begin = begin, .end = end, .head = cuts.heads + worker, .tail = cuts.tails + worker};
    size_type const next = worker + turns.stride;
    if (next < shares.workers) {
      begin = shares.boundary(tiles, next);
      end = shares.boundary(tiles, next + 1);
    }
    block_walk(block, storage, tiles, share, value, add, close);
    block.sync();  // before the staged values are overwritten
  }
}

}  // namespace heddle
