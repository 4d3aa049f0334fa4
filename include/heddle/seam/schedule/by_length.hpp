// by_length.hpp - partitions that look at how long a tile is: those longer than a threshold become several pieces, or
// all are sorted into bins by the power of two of their length, each bin launched in a shape of its own.
// cut_tiles: "NS", node splitting, of Raval, Nasre, Kumar, Vasudevan, Vadhiyar & Pingali, "Dynamic Load Balancing
// Strategies for Graph Applications on GPUs", 2017.
// binned: "SQ", supplementary queues, of Busato & Bombieri, "Efficient Load Balancing Techniques for Graph Traversal
// Applications on GPUs"; Ashari et al., "Fast Sparse Matrix-Vector Multiplication on GPUs for Graph Applications",
// SC14.
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
      "row are combined in order by a second pass. Raval et al., 2017 (\"node splitting\").";
  HEDDLE_FN static constexpr auto parameters(auto const& f) {
    return f(parameter{"max_atoms", &cut_tiles::max_atoms}, parameter{"lanes", &cut_tiles::lanes});
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

struct binned {
  int atoms_per_lane = 8;  // about as many as a lane should get

  static constexpr std::string_view name = "binned";
  static constexpr std::string_view summary =
      "rows sorted into power-of-two bins by length, each launched in its shape";
  static constexpr std::string_view explanation =
      "Rows are sorted, once, into bins by the power of two of their length. Each bin is launched in a shape of its "
      "own: a thread a row for the shortest, groups of 2 to 32 lanes in between, a block a row for the longest, so "
      "that neighbours work alike. The price is the list of rows, scattered writes, and up to seven launches. Busato & "
      "Bombieri (\"supplementary queues\"); Ashari et al., SC14.";
  HEDDLE_FN static constexpr auto parameters(auto const& f) {
    return f(parameter{"atoms_per_lane", &binned::atoms_per_lane});
  }

  static constexpr int num_bins = 64;
  /// 0 for an empty tile, else one more than the power of two that its length reaches.
  HEDDLE_FN static constexpr int bin_of(size_type length) {
    int bin = 0;
    for (; length > 0; length /= 2) ++bin;
    return bin;
  }
  static constexpr share_source source = share_source::order;
  HEDDLE_FN static constexpr by_group walked_by() { return {}; }
  /// Who walks the tiles of a bin where the schedule names no walk; neighbouring bins walked alike are launched
  /// together.
  HEDDLE_FN constexpr walk walked_by(int bin) const {
    size_type const longest = bin < num_bins - 1 ? size_type{1} << bin : size_type{1} << 62;
    int lanes = 1;
    while (lanes < 32 && longest > static_cast<size_type>(atoms_per_lane) * lanes) lanes *= 2;
    if (longest > size_type{detail::gpu_tuning.threads} * atoms_per_lane) return by_block_rows{};
    return by_group{lanes};
  }
  friend HEDDLE_FN constexpr bool operator==(binned, binned) = default;
};

}  // namespace heddle::schedules
