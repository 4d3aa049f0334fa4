// group_mapped.hpp - tiles to groups of lanes; a warp and a block are the groups with names of their own.
// Osama, Porumbescu & Owens, "A Programming Model for GPU Load Balancing", PPoPP 2023; flattened: Busato & Bombieri,
// "An Efficient Load Balancing Technique for Graph Traversal", HPEC 2017, "scan-based".
#pragma once
#include <heddle/seam/walk/walks.hpp>

namespace heddle::schedules {

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
  HEDDLE_FN static constexpr auto parameters() {
    return std::tuple{parameter{"lanes", &group_mapped::lanes},
                      parameter{"tiles_per_worker", &group_mapped::tiles_per_worker}};
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
  HEDDLE_FN static constexpr auto parameters() {
    return std::tuple{parameter{"tiles_per_worker", &warp_mapped::tiles_per_worker}};
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
  HEDDLE_FN static constexpr auto parameters() {
    return std::tuple{parameter{"tiles_per_worker", &block_mapped::tiles_per_worker}};
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

}  // namespace heddle::schedules
