// nonzero_split.hpp - give every worker an equal number of atoms; a device-wide binary search finds its first tile.
// Baxter, moderngpu; Busato & Bombieri, "Efficient Load Balancing Techniques for Graph Traversal", HPEC 2017.
#pragma once
#include <heddle/schedule/partition.hpp>

namespace heddle {

struct nonzero_split {
  int atoms_per_worker = 0;   // 0: the plan chooses it by the shape of the rows, and by_rows or scanned
  bool at_tile_ends = false;  // boundaries move back to where the tile begins, so that none is cut
  bool by_rows = false;       // a block copies its nonzeros, at most 3072, then gathers for neighbouring rows together
  bool scanned = false;  // a block sums by a segmented scan, which takes as long whatever the rows' lengths; values
                         // of at most 8 bytes, 16 KB of them a share, in products without masks, else as without

  static constexpr std::string_view name = "nonzero_split";
  static constexpr std::string_view summary =
      "equal nonzeros a block, by binary search; fastest where rows are regular";
  static constexpr std::string_view explanation =
      "Nonzeros are dealt out evenly; a binary search in the row offsets finds the row in which each share begins "
      "(\"device-wide binary search\", \"work-oriented\"). A little cheaper than merge_path, but a share may get "
      "millions of empty rows, which are then closed by a pass of their own. With at_tile_ends shares end where rows "
      "end, nearly equal where rows are short, and nothing is left to combine. With by_rows a block first copies its "
      "nonzeros to shared memory, then lanes take rows, so that neighbours gather for neighbouring rows: fastest where "
      "rows are of nearly one length. With scanned a block sums its rows by a segmented scan, in which no lane "
      "waits for the longer row of another: fastest where lengths differ most. Baxter, moderngpu; Busato & Bombieri, "
      "HPEC 2017; "
      "Greathouse & Daga, SC 2014; Blelloch, Heroux & Zagha, CMU-CS-93-173.";
  static constexpr auto parameters() {
    return std::tuple{parameter{"atoms_per_worker", &nonzero_split::atoms_per_worker},
                      parameter{"at_tile_ends", &nonzero_split::at_tile_ends},
                      parameter{"by_rows", &nonzero_split::by_rows}, parameter{"scanned", &nonzero_split::scanned}};
  }
  constexpr scope walked_by() const {
    return {.by = walker::block, .lanes = 256, .by_rows = by_rows, .scanned = scanned};
  }

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
  friend constexpr bool operator==(nonzero_split, nonzero_split) = default;
};

}  // namespace heddle
