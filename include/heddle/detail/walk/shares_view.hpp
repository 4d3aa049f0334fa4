// shares_view.hpp - from a share's number to where it begins and ends: the one answer for hosts and kernels, for
// reductions, visits and traces.
#pragma once
#include <heddle/seam/tiles/tile_set.hpp>

namespace heddle::seam {

/// The shares of a plan. Where one begins is computed (whole tiles), stands in a table, or is a tile of a list.
struct shares_view {
  path_point const* points = nullptr;   // [workers + 1]
  std::int64_t const* order = nullptr;  // [workers]: share w is the tile order[w]
  size_type workers = 0;
  int tiles_per_share = 0;        // where there is neither
  size_type atoms_per_share = 0;  // > 0: equal atoms, so that only the tile has to be read from the table

  template <class Tiles> HEDDLE_FN path_point begin(Tiles const& tiles, size_type share) const {
    return points ? from_table(tiles, share) : of_tile(tiles, first_tile(share));
  }
  template <class Tiles> HEDDLE_FN path_point end(Tiles const& tiles, size_type share) const {
    if (points) return from_table(tiles, share + 1);
    return of_tile(tiles, order ? first_tile(share) + 1 : first_tile(share + 1));
  }
  /// Where there is a table.
  template <class Tiles> HEDDLE_FN path_point from_table(Tiles const& tiles, size_type share) const {
    if (atoms_per_share == 0) return points[share];
    return {points[share].tile, min_of(share * atoms_per_share, static_cast<size_type>(tiles.num_atoms()))};
  }

 private:
  HEDDLE_FN size_type first_tile(size_type share) const { return order ? order[share] : share * tiles_per_share; }
  template <class Tiles> static HEDDLE_FN path_point of_tile(Tiles const& tiles, size_type tile) {
    size_type const at = min_of(tile, static_cast<size_type>(tiles.num_tiles()));
    return {at, static_cast<size_type>(tiles.first_atom(at))};
  }
};

}  // namespace heddle::seam
