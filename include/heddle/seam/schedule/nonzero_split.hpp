// nonzero_split.hpp - give every worker an equal number of atoms; a device-wide binary search finds its first tile.
// Baxter, moderngpu; Busato & Bombieri, "Efficient Load Balancing Techniques for Graph Traversal", HPEC 2017.
#pragma once
#include <heddle/seam/walk/walks.hpp>

namespace heddle::schedules {

struct nonzero_split {
  int atoms_per_worker = 0;   // 0: the plan chooses it by the shape of the rows, and a walk where none is given
  bool at_tile_ends = false;  // boundaries move back to where the tile begins, so that none is cut

  static constexpr std::string_view name = "nonzero_split";
  static constexpr std::string_view summary =
      "equal nonzeros a block, by binary search; what `auto` takes for most matrices";
  static constexpr std::string_view explanation =
      "Nonzeros are dealt out evenly; a binary search in the row offsets finds the row in which each share begins "
      "(\"device-wide binary search\", \"work-oriented\"). A little cheaper than merge_path, but a share may get "
      "millions of empty rows, which are then closed by a pass of their own. With at_tile_ends shares end where rows "
      "end, nearly equal where rows are short, and nothing is left to combine. In nonzero_split+entries a block first "
      "copies its nonzeros to shared memory, then lanes take rows, so that neighbours gather for neighbouring rows: "
      "fastest where rows are of nearly one length. In nonzero_split+scan a block sums its rows by a segmented scan, "
      "in "
      "which no lane waits for the longer row of another: fastest where lengths differ most. Baxter, moderngpu; Busato "
      "& Bombieri, HPEC 2017; Greathouse & Daga, SC 2014; Blelloch, Heroux & Zagha, CMU-CS-93-173.";
  HEDDLE_FN static constexpr auto parameters() {
    return std::tuple{parameter{"atoms_per_worker", &nonzero_split::atoms_per_worker},
                      parameter{"at_tile_ends", &nonzero_split::at_tile_ends}};
  }
  static constexpr share_source source = share_source::table;
  HEDDLE_FN static constexpr by_block_rows walked_by() { return {}; }
  HEDDLE_FN constexpr size_type equal_atoms() const { return at_tile_ends ? 0 : atoms(); }

  template <tile_set Tiles> HEDDLE_FN constexpr size_type workers(Tiles const& tiles) const {
    return max_of(ceil_div(tiles.num_atoms(), atoms()), static_cast<size_type>(tiles.num_tiles() > 0));
  }
  template <tile_set Tiles> HEDDLE_FN constexpr path_point boundary(Tiles const& tiles, size_type worker) const {
    if (worker <= 0) return {};
    if (worker >= workers(tiles)) return path_end(tiles);
    size_type const atom = worker * atoms(), tile = tile_of_atom(tiles, atom, 0, tiles.num_tiles());
    return {tile, at_tile_ends ? static_cast<size_type>(tiles.first_atom(tile)) : atom};
  }
  HEDDLE_FN constexpr int atoms() const { return atoms_per_worker > 0 ? atoms_per_worker : 2048; }
  friend HEDDLE_FN constexpr bool operator==(nonzero_split, nonzero_split) = default;
};

}  // namespace heddle::schedules
