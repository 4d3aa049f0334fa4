// partition.hpp - the contract of a schedule: a monotone map from worker number to a point on the path.
#pragma once
#include <heddle/schedule/scope.hpp>
#include <heddle/tiles/offset_tiles.hpp>

namespace heddle {

/// Worker w of [0, workers(tiles)) owns the path from boundary(tiles, w) to boundary(tiles, w + 1). A partition must
/// begin at {0, 0}, end at path_end(tiles), never go back, and give the same answer whenever it is asked; coverage and
/// disjointness follow. `check_partition` (schedule/conformance.hpp) tells what a partition got wrong.
template <class S, class Tiles = offset_tiles<std::int32_t>>
concept partition = requires(S const& s, Tiles const& tiles, size_type worker) {
  { s.workers(tiles) } -> std::convertible_to<size_type>;
  { s.boundary(tiles, worker) } -> std::same_as<path_point>;
};

/// Parts of whole-tile partitions: `tiles_per_worker` consecutive tiles each, nothing is ever cut.
struct whole_tiles {
  int tiles_per_worker = 1;

  template <tile_set Tiles> HEDDLE_FN constexpr size_type workers(Tiles const& tiles) const {
    return ceil_div(tiles.num_tiles(), tiles_per_worker);
  }
  template <tile_set Tiles> HEDDLE_FN constexpr path_point boundary(Tiles const& tiles, size_type worker) const {
    size_type const tile = min_of(worker * tiles_per_worker, static_cast<size_type>(tiles.num_tiles()));
    return {tile, static_cast<size_type>(tiles.first_atom(tile))};
  }
  friend constexpr bool operator==(whole_tiles, whole_tiles) = default;
};

}  // namespace heddle
