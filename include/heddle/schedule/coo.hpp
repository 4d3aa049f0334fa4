// coo.hpp - one atom a lane: the row of every nonzero is read from an array, and runs of one row are combined by a
// segmented scan.
// Bell & Garland, "Implementing Sparse Matrix-Vector Multiplication on Throughput-Oriented Processors", SC09; "EP",
// edge-based, of Nasre, Burtscher & Pingali, IPDPS 2013.
#pragma once
#include <heddle/schedule/nonzero_split.hpp>

namespace heddle {

struct coo {
  int atoms_per_worker = 0;  // of a warp; 0: the plan chooses

  static constexpr std::string_view name = "coo";
  static constexpr std::string_view summary = "one nonzero a lane, with the row of each read beside it; blind to rows";
  static constexpr std::string_view explanation =
      "Nonzeros are dealt to warps in equal runs, one to a lane at a time, and the row of each is read from an array "
      "beside it, as in coordinate storage: four bytes more a nonzero, and no offsets. Lanes on the same row combine "
      "by a segmented scan in order; rows that two warps share are combined by a second pass. The shape of the rows "
      "does not matter at all. Bell & Garland, SC09; \"edge-based\" of Nasre, Burtscher & Pingali, IPDPS 2013.";
  static constexpr auto parameters() { return std::tuple{parameter{"atoms_per_worker", &coo::atoms_per_worker}}; }
  constexpr scope walked_by() const { return {walker::segments, 32}; }

  template <tile_set Tiles> HEDDLE_FN constexpr size_type workers(Tiles const& tiles) const {
    return nonzero_split{atoms()}.workers(tiles);
  }
  template <tile_set Tiles> HEDDLE_FN constexpr path_point boundary(Tiles const& tiles, size_type worker) const {
    return nonzero_split{atoms()}.boundary(tiles, worker);
  }
  HEDDLE_FN constexpr int atoms() const { return atoms_per_worker > 0 ? atoms_per_worker : 512; }
  friend constexpr bool operator==(coo, coo) = default;
};

}  // namespace heddle
