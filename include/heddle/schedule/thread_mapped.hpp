// thread_mapped.hpp - one tile a thread.
// Osama, Porumbescu & Owens, "A Programming Model for GPU Load Balancing", PPoPP 2023; "BS" of the literature. Setting
// long tiles aside: Merrill, Garland & Grimshaw, "Scalable GPU Graph Traversal", PPoPP 2012.
#pragma once
#include <heddle/schedule/partition.hpp>

namespace heddle {

struct thread_mapped {
  int tiles_per_worker = 1;
  bool warp_gathering = false;   // tiles of more than 32 atoms are set aside for all lanes of the warp
  bool block_gathering = false;  // tiles of more than 256 for all threads of the block

  static constexpr std::string_view name = "thread_mapped";
  static constexpr std::string_view summary = "one row a thread; best for short rows of equal length";
  static constexpr std::string_view explanation =
      "Every thread takes one row (or tiles_per_worker of them) and walks its nonzeros alone: no table, no "
      "synchronisation, nothing to combine. A warp waits for its longest row. With warp_gathering rows of more than 32 "
      "nonzeros are set aside for all lanes of the warp, with block_gathering those of more than 256 for the whole "
      "block. Osama, Porumbescu & Owens, PPoPP 2023; gathering: Merrill, Garland & Grimshaw, PPoPP 2012.";
  static constexpr auto parameters() {
    return std::tuple{parameter{"tiles_per_worker", &thread_mapped::tiles_per_worker},
                      parameter{"warp_gathering", &thread_mapped::warp_gathering},
                      parameter{"block_gathering", &thread_mapped::block_gathering}};
  }
  constexpr scope walked_by() const { return gathered({walker::thread, 1}, warp_gathering, block_gathering); }

  template <tile_set Tiles> HEDDLE_FN constexpr size_type workers(Tiles const& tiles) const {
    return whole_workers(tiles, tiles_per_worker);
  }
  template <tile_set Tiles> HEDDLE_FN constexpr path_point boundary(Tiles const& tiles, size_type worker) const {
    return whole_boundary(tiles, tiles_per_worker, worker);
  }
  friend constexpr bool operator==(thread_mapped, thread_mapped) = default;
};

}  // namespace heddle
