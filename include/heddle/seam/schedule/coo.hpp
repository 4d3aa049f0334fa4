// coo.hpp - one atom a lane: the row of every nonzero is read from an array, or told by marks where rows begin, and
// runs of one row are combined by a segmented scan. Bell & Garland, "Implementing Sparse Matrix-Vector Multiplication
// on Throughput-Oriented Processors", SC09; "EP", edge-based, of Nasre, Burtscher & Pingali, IPDPS 2013; bit flags: Liu
// & Vinter, "CSR5", ICS 2015.
#pragma once
#include <heddle/seam/schedule/nonzero_split.hpp>

namespace heddle::schedules {

struct coo {
  int atoms_per_worker = 0;  // of a warp; 0: the plan chooses

  static constexpr std::string_view name = "coo";
  static constexpr std::string_view summary = "one nonzero a lane, with the row of each read beside it; blind to rows";
  static constexpr std::string_view explanation =
      "Nonzeros are dealt to warps in equal runs, one to a lane at a time, and the row of each is read from an array "
      "beside it, as in coordinate storage: four bytes more a nonzero, and no offsets. Lanes on the same row combine "
      "by a segmented scan in order; rows that two warps share are combined by a second pass. The shape of the rows "
      "does not matter at all. In coo+marks a bit for each nonzero tells where rows begin, and a list which have any: "
      "an eighth of a byte more a nonzero, four nonzeros a lane at a time, and far fewer steps. Bell & Garland, SC09; "
      "\"edge-based\" of Nasre, Burtscher & Pingali, IPDPS 2013; Liu & Vinter, ICS 2015.";
  HEDDLE_FN static constexpr auto parameters() {
    return std::tuple{parameter{"atoms_per_worker", &coo::atoms_per_worker}};
  }
  static constexpr share_source source = share_source::table;
  HEDDLE_FN static constexpr by_segments walked_by() { return {}; }
  HEDDLE_FN constexpr size_type equal_atoms() const { return atoms(); }

  template <tile_set Tiles> HEDDLE_FN constexpr size_type workers(Tiles const& tiles) const {
    return nonzero_split{atoms()}.workers(tiles);
  }
  template <tile_set Tiles> HEDDLE_FN constexpr path_point boundary(Tiles const& tiles, size_type worker) const {
    return nonzero_split{atoms()}.boundary(tiles, worker);
  }
  HEDDLE_FN constexpr int atoms() const { return atoms_per_worker > 0 ? atoms_per_worker : 512; }
  friend HEDDLE_FN constexpr bool operator==(coo, coo) = default;
};

}  // namespace heddle::schedules
