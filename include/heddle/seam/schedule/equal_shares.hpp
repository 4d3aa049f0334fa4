// equal_shares.hpp - partitions that give every worker as much as any other, and cut tiles for it: tiles plus atoms, or
// atoms, for blocks or one a lane.
// merge_path: Merrill & Garland, "Merge-based Parallel Sparse Matrix-Vector Multiplication", SC16.
// nonzero_split: a device-wide binary search finds the first tile of a worker. Baxter, moderngpu; Busato & Bombieri,
// "Efficient Load Balancing Techniques for Graph Traversal", HPEC 2017.
// coo: the row of every nonzero is read from an array, or told by marks where rows begin, and runs of one row are
// combined by a segmented scan. Bell & Garland, "Implementing Sparse Matrix-Vector Multiplication on
// Throughput-Oriented Processors", SC09; "EP", edge-based, of Raval et al., "Dynamic Load Balancing Strategies for
// Graph Applications on GPUs", 2017; bit flags: Liu & Vinter, "CSR5", ICS 2015.
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
  HEDDLE_FN static constexpr auto parameters(auto const& f) {
    return f(parameter{"items_per_worker", &merge_path::items_per_worker});
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
  HEDDLE_FN static constexpr auto parameters(auto const& f) {
    return f(parameter{"atoms_per_worker", &nonzero_split::atoms_per_worker},
             parameter{"at_tile_ends", &nonzero_split::at_tile_ends});
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
      "\"edge-based\" of Raval et al., 2017; Liu & Vinter, ICS 2015.";
  HEDDLE_FN static constexpr auto parameters(auto const& f) {
    return f(parameter{"atoms_per_worker", &coo::atoms_per_worker});
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
