// whole_tiles.hpp - partitions that give every worker the same number of tiles, and cut none: for a thread, a group of
// lanes, a warp or a block, or for blocks that claim them from a counter.
// Osama, Porumbescu & Owens, "A Programming Model for GPU Load Balancing", PPoPP 2023; "BS" of the literature;
// flattened: Busato & Bombieri, "An Efficient Load Balancing Technique for Graph Traversal", HPEC 2017, "scan-based";
// dynamic: Burtscher, Nasre & Pingali, "A Quantitative Study of Irregular Programs on GPUs", IISWC 2012; OpenMP's
// schedule(dynamic).
#pragma once
#include <heddle/seam/walk/walks.hpp>

namespace heddle::schedules {

struct thread_mapped {
  int tiles_per_worker = 1;

  static constexpr std::string_view name = "thread_mapped";
  static constexpr std::string_view summary = "one row a thread; best for short rows of equal length";
  static constexpr std::string_view explanation =
      "Every thread takes one row (or tiles_per_worker of them) and walks its nonzeros alone: no table, no "
      "synchronisation, nothing to combine. A warp waits for its longest row. thread_mapped+gathering sets rows of "
      "more "
      "than 32 nonzeros aside for all lanes of the warp, those of more than 256 for the whole block. Osama, Porumbescu "
      "& Owens, PPoPP 2023; gathering: Merrill, Garland & Grimshaw, PPoPP 2012.";
  HEDDLE_FN static constexpr auto parameters(auto const& f) {
    return f(parameter{"tiles_per_worker", &thread_mapped::tiles_per_worker});
  }
  static constexpr share_source source = share_source::computed;
  HEDDLE_FN static constexpr by_thread walked_by() { return {}; }

  HEDDLE_FN constexpr int run() const { return tiles_per_worker; }
  template <tile_set Tiles> HEDDLE_FN constexpr size_type workers(Tiles const& tiles) const {
    return whole_workers(tiles, tiles_per_worker);
  }
  template <tile_set Tiles> HEDDLE_FN constexpr path_point boundary(Tiles const& tiles, size_type worker) const {
    return whole_boundary(tiles, tiles_per_worker, worker);
  }
  friend HEDDLE_FN constexpr bool operator==(thread_mapped, thread_mapped) = default;
};

/// `lanes` threads: 2, 4, 8, 16 or 32.
struct group_mapped {
  int lanes = 8;
  int tiles_per_worker = 1;

  static constexpr std::string_view name = "group_mapped";
  static constexpr std::string_view summary = "a row to a group of lanes (8 unless told); best for rows of 8 to 64";
  static constexpr std::string_view explanation =
      "A group of lanes takes a row and strides over its nonzeros together. Flattened (group_mapped+flattened) it "
      "takes "
      "as many rows as it has lanes, prefix-sums their lengths in shared memory, deals the nonzeros of all out evenly "
      "and finds the row of each by binary search in the sums, so that short and long rows keep all lanes busy. Osama, "
      "Porumbescu & Owens, PPoPP 2023; Busato & Bombieri, 2017.";
  HEDDLE_FN static constexpr auto parameters(auto const& f) {
    return f(parameter{"lanes", &group_mapped::lanes}, parameter{"tiles_per_worker", &group_mapped::tiles_per_worker});
  }
  static constexpr share_source source = share_source::computed;
  HEDDLE_FN constexpr by_group walked_by() const { return {lanes}; }

  HEDDLE_FN constexpr int run() const { return tiles_per_worker; }
  template <tile_set Tiles> HEDDLE_FN constexpr size_type workers(Tiles const& tiles) const {
    return whole_workers(tiles, tiles_per_worker);
  }
  template <tile_set Tiles> HEDDLE_FN constexpr path_point boundary(Tiles const& tiles, size_type worker) const {
    return whole_boundary(tiles, tiles_per_worker, worker);
  }
  friend HEDDLE_FN constexpr bool operator==(group_mapped, group_mapped) = default;
};

struct warp_mapped {
  int tiles_per_worker = 1;

  static constexpr std::string_view name = "warp_mapped";
  static constexpr std::string_view summary = "a row to a warp of 32 lanes; best for rows of 64 and more";
  static constexpr std::string_view explanation =
      "The 32 lanes of a warp take a row, stride over its nonzeros side by side and combine what they found. Short "
      "rows leave lanes idle, very long ones keep one warp busy while others are done. Bell & Garland, SC09 (\"CSR "
      "vector\"); Osama, Porumbescu & Owens, PPoPP 2023.";
  HEDDLE_FN static constexpr auto parameters(auto const& f) {
    return f(parameter{"tiles_per_worker", &warp_mapped::tiles_per_worker});
  }
  static constexpr share_source source = share_source::computed;
  HEDDLE_FN static constexpr by_group walked_by() { return {32}; }

  HEDDLE_FN constexpr int run() const { return tiles_per_worker; }
  template <tile_set Tiles> HEDDLE_FN constexpr size_type workers(Tiles const& tiles) const {
    return whole_workers(tiles, tiles_per_worker);
  }
  template <tile_set Tiles> HEDDLE_FN constexpr path_point boundary(Tiles const& tiles, size_type worker) const {
    return whole_boundary(tiles, tiles_per_worker, worker);
  }
  friend HEDDLE_FN constexpr bool operator==(warp_mapped, warp_mapped) = default;
};

struct block_mapped {
  int tiles_per_worker = 1;

  static constexpr std::string_view name = "block_mapped";
  static constexpr std::string_view summary = "a row to a block of 256 threads; best for few, very long rows";
  static constexpr std::string_view explanation =
      "A block of 256 threads takes a row (or tiles_per_worker rows, whose nonzeros it walks end to end). Made for few "
      "rows of thousands of nonzeros; on short rows a block is launched for a handful of them each. Osama, Porumbescu "
      "& Owens, PPoPP 2023.";
  HEDDLE_FN static constexpr auto parameters(auto const& f) {
    return f(parameter{"tiles_per_worker", &block_mapped::tiles_per_worker});
  }
  static constexpr share_source source = share_source::computed;
  HEDDLE_FN static constexpr by_block_rows walked_by() { return {}; }

  HEDDLE_FN constexpr int run() const { return tiles_per_worker; }
  template <tile_set Tiles> HEDDLE_FN constexpr size_type workers(Tiles const& tiles) const {
    return whole_workers(tiles, tiles_per_worker);
  }
  template <tile_set Tiles> HEDDLE_FN constexpr path_point boundary(Tiles const& tiles, size_type worker) const {
    return whole_boundary(tiles, tiles_per_worker, worker);
  }
  friend HEDDLE_FN constexpr bool operator==(block_mapped, block_mapped) = default;
};

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
  HEDDLE_FN static constexpr auto parameters(auto const& f) {
    return f(parameter{"tiles_per_worker", &dynamic::tiles_per_worker});
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
