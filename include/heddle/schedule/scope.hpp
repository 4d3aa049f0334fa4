// scope.hpp - who walks a share: a thread, a group of lanes, a block, a block that deals tiles out, or lanes over
// segments; on the CPU always a core with the thread walk.
#pragma once
#include <heddle/types.hpp>

namespace heddle {

enum class walker : std::uint8_t { thread, group, dealt, segments, block };

/// `lanes` threads walk each share together: 1 for a thread, a power of two up to 32 for a group, more for a block.
struct scope {
  walker by = walker::thread;
  int lanes = 1;
  /// walker::dealt: tiles are dealt to lanes, and longer ones than these are set aside, for the lanes of a warp or for
  /// the whole block; 0: none are.
  int warp_above = 0, block_above = 0;
  /// walker::dealt: the atoms of all tiles of a group, laid end to end by a prefix sum, are dealt evenly to its lanes.
  bool flattened = false;
  /// walker::block: the atoms' operands are copied first, then lanes take tiles (see entry_walk).
  bool by_rows = false;
  /// walker::block: tiles are summed by a segmented scan, not by lanes that each take one (see scan_walk).
  bool scanned = false;
  friend constexpr bool operator==(scope, scope) = default;
};

/// The same where long tiles are set aside: those of more than 32 atoms for a warp, of more than 256 for the block.
HEDDLE_FN constexpr scope gathered(scope by, bool for_warp, bool for_block) {
  if (!for_warp && !for_block) return by;
  return {walker::dealt, by.lanes, for_warp ? 32 : 0, for_block ? 256 : 0, by.flattened};
}

}  // namespace heddle
