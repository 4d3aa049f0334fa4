// merge_path.hpp - give every worker an equal number of tiles plus atoms.
// Merrill & Garland, "Merge-based Parallel Sparse Matrix-Vector Multiplication", SC16.
#pragma once
#include <heddle/seam/walk/walks.hpp>

namespace heddle::seam {

/// Point where diagonal `d` crosses the path: the largest number of tiles closed with d items consumed.
template <tile_set Tiles> HEDDLE_FN constexpr path_point path_search(Tiles const& tiles, size_type d) {
  path_point const end = path_end(tiles);
  size_type from = max_of(d - end.atom, size_type{0}), to = min_of(d, end.tile);
  while (from < to) {
    size_type const middle = from + (to - from) / 2;
    if (static_cast<size_type>(tiles.first_atom(middle + 1)) <= d - middle - 1) {
      from = middle + 1;  // tile `middle` closes before diagonal d
    } else {
      to = middle;
    }
  }
  return {from, d - from};
}

}  // namespace heddle::seam

namespace heddle::schedules {

struct merge_path {
  int items_per_worker = 0;  // tiles + atoms; 0: the plan chooses by the shape of the rows

  static constexpr std::string_view name = "merge_path";
  static constexpr std::string_view summary =
      "equal rows + nonzeros a block, by diagonal search; robust on every shape";
  static constexpr std::string_view explanation =
      "Rows and nonzeros together are dealt out evenly: the path that merges the list of row ends with the list of "
      "nonzeros is cut at equal distances, by a binary search along a diagonal. No row is too long and no run of empty "
      "rows too many. A row that is cut leaves partial sums, which a second pass combines in order. Merrill & Garland, "
      "SC16.";
  HEDDLE_FN static constexpr auto parameters() {
    return std::tuple{parameter{"items_per_worker", &merge_path::items_per_worker}};
  }
  static constexpr share_source source = share_source::table;
  HEDDLE_FN static constexpr by_block_rows walked_by() { return {}; }

  template <tile_set Tiles> HEDDLE_FN constexpr size_type workers(Tiles const& tiles) const {
    return ceil_div(path_length(path_end(tiles)), items());
  }
  template <tile_set Tiles> HEDDLE_FN constexpr path_point boundary(Tiles const& tiles, size_type worker) const {
    return path_search(tiles, min_of(worker * items(), path_length(path_end(tiles))));
  }
  HEDDLE_FN constexpr int items() const { return items_per_worker > 0 ? items_per_worker : 2048; }
  friend HEDDLE_FN constexpr bool operator==(merge_path, merge_path) = default;
};

}  // namespace heddle::schedules
