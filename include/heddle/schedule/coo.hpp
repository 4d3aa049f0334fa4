// coo.hpp - one atom a lane: the row of every nonzero is read from an array, or told by marks where rows begin, and
// runs of one row are combined by a segmented scan. Bell & Garland, "Implementing Sparse Matrix-Vector Multiplication
// on Throughput-Oriented Processors", SC09; "EP", edge-based, of Nasre, Burtscher & Pingali, IPDPS 2013; bit flags: Liu
// & Vinter, "CSR5", ICS 2015.
#pragma once
#include <heddle/schedule/nonzero_split.hpp>

namespace heddle {

struct coo {
  int atoms_per_worker = 0;  // of a warp; 0: the plan chooses; with marks rounded up to a multiple of 128
  bool marked = false;       // a bit tells where a row begins, and no row is read

  static constexpr std::string_view name = "coo";
  static constexpr std::string_view summary = "one nonzero a lane, with the row of each read beside it; blind to rows";
  static constexpr std::string_view explanation =
      "Nonzeros are dealt to warps in equal runs, one to a lane at a time, and the row of each is read from an array "
      "beside it, as in coordinate storage: four bytes more a nonzero, and no offsets. Lanes on the same row combine "
      "by a segmented scan in order; rows that two warps share are combined by a second pass. The shape of the rows "
      "does not matter at all. With marked a bit for each nonzero tells where rows begin, and a list which have any: "
      "an eighth of a byte more a nonzero, four nonzeros a lane at a time, and far fewer steps; masked products and "
      "loops over nonzeros give each row to "
      "the warp. Bell & Garland, SC09; \"edge-based\" of Nasre, Burtscher & Pingali, IPDPS 2013; Liu & Vinter, ICS "
      "2015.";
  static constexpr auto parameters() {
    return std::tuple{parameter{"atoms_per_worker", &coo::atoms_per_worker}, parameter{"marked", &coo::marked}};
  }
  constexpr scope walked_by() const { return {marked ? walker::group : walker::segments, 32}; }

  template <tile_set Tiles> HEDDLE_FN constexpr size_type workers(Tiles const& tiles) const {
    return nonzero_split{atoms()}.workers(tiles);
  }
  template <tile_set Tiles> HEDDLE_FN constexpr path_point boundary(Tiles const& tiles, size_type worker) const {
    return nonzero_split{atoms()}.boundary(tiles, worker);
  }
  HEDDLE_FN constexpr int atoms() const {
    int const asked = atoms_per_worker > 0 ? atoms_per_worker : 512;
    return marked && asked <= (1 << 30) ? (asked + 127) / 128 * 128 : asked;
  }
  friend constexpr bool operator==(coo, coo) = default;
};

}  // namespace heddle
