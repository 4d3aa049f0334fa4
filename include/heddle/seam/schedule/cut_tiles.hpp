// cut_tiles.hpp - tiles longer than a threshold become several; every piece then goes to a thread or a group.
// "NS", node splitting, of Nasre, Burtscher & Pingali, "Data-Driven Versus Topology-driven Irregular Computations on
// GPUs", IPDPS 2013.
#pragma once
#include <heddle/seam/walk/walks.hpp>

namespace heddle::schedules {

struct cut_tiles {
  int max_atoms = 0;  // of a piece; 0: from the histogram of the rows' lengths
  int lanes = 8;      // that walk a piece: 1, 2, 4, 8, 16 or 32

  static constexpr std::string_view name = "cut_tiles";
  static constexpr std::string_view summary = "rows longer than a threshold become several pieces, each for 8 lanes";
  static constexpr std::string_view explanation =
      "A row of more than max_atoms nonzeros is cut into as few pieces of equal length as that allows; the others stay "
      "whole. A group of lanes takes a piece. The threshold comes from the histogram of row lengths in ten bins: "
      "(number of the tallest bin / 10) x the longest row, at least 32 and at most 64 nonzeros a lane. Pieces of one "
      "row are combined in order by a second pass. Nasre, Burtscher & Pingali, IPDPS 2013 (\"node splitting\").";
  HEDDLE_FN static constexpr auto parameters() {
    return std::tuple{parameter{"max_atoms", &cut_tiles::max_atoms}, parameter{"lanes", &cut_tiles::lanes}};
  }
  static constexpr share_source source = share_source::table;
  HEDDLE_FN constexpr by_group walked_by() const { return {lanes}; }

  /// Pieces that a tile of this length becomes: at least one.
  HEDDLE_FN constexpr size_type pieces(size_type length) const {
    return max_of(ceil_div(length, threshold()), size_type{1});
  }
  /// Where piece `i` of the tile begins, counted from its first atom.
  HEDDLE_FN constexpr size_type begin_of_piece(size_type length, size_type i) const {
    return min_of(i * ceil_div(length, pieces(length)), length);
  }
  HEDDLE_FN constexpr int threshold() const { return max_atoms > 0 ? max_atoms : 256; }
  friend HEDDLE_FN constexpr bool operator==(cut_tiles, cut_tiles) = default;
};

}  // namespace heddle::schedules
