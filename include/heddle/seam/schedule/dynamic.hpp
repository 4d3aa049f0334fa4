// dynamic.hpp - blocks claim shares of consecutive tiles from a counter, whoever is done takes the next.
// Burtscher, Nasre & Pingali, "A Quantitative Study of Irregular Programs on GPUs", IISWC 2012; OpenMP's
// schedule(dynamic).
#pragma once
#include <heddle/seam/walk/walks.hpp>

namespace heddle::schedules {

struct dynamic {
  int tiles_per_worker = 0;  // of a share; 0: the plan chooses by the mean length of the rows

  static constexpr std::string_view name = "dynamic";
  static constexpr std::string_view summary =
      "blocks claim runs of rows from a counter; for costs that nobody foresees";
  static constexpr std::string_view explanation =
      "The rows are cut into runs of equal number. As many blocks as fit on the GPU at once each claim a run from a "
      "counter, walk it, and claim the next, so that a block which met long rows or slow memory takes fewer. Nothing "
      "is searched for and no row is cut; one giant row still keeps one block busy to the end. Results do not depend "
      "on who claimed what.";
  HEDDLE_FN static constexpr auto parameters() {
    return std::tuple{parameter{"tiles_per_worker", &dynamic::tiles_per_worker}};
  }
  static constexpr share_source source = share_source::claims;
  HEDDLE_FN static constexpr by_block_rows walked_by() { return {}; }

  template <tile_set Tiles> HEDDLE_FN constexpr size_type workers(Tiles const& tiles) const {
    return whole_workers(tiles, run());
  }
  template <tile_set Tiles> HEDDLE_FN constexpr path_point boundary(Tiles const& tiles, size_type worker) const {
    return whole_boundary(tiles, run(), worker);
  }
  HEDDLE_FN constexpr int run() const { return tiles_per_worker > 0 ? tiles_per_worker : 64; }
  friend HEDDLE_FN constexpr bool operator==(dynamic, dynamic) = default;
};

}  // namespace heddle::schedules
