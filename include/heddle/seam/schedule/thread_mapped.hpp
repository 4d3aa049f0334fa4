// thread_mapped.hpp - one tile a thread.
// Osama, Porumbescu & Owens, "A Programming Model for GPU Load Balancing", PPoPP 2023; "BS" of the literature.
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
  HEDDLE_FN static constexpr auto parameters() {
    return std::tuple{parameter{"tiles_per_worker", &thread_mapped::tiles_per_worker}};
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

}  // namespace heddle::schedules
