// driver_cases.cuh - schedules and tile sets for the drivers' tests on the GPU.
#pragma once
#include <doctest/doctest.h>

#include <heddle/seam/plan/plan.hpp>
#include <tests/support/executors.hpp>
#include <tests/support/schedules.hpp>
#include <tests/support/tile_battery.hpp>

namespace heddle::testing {

// A partition of the user's: shares of every length, walked by whom the test says.
struct uneven_shares {
  walk by = by_block_rows{};
  walk walked_by() const { return by; }
  template <tile_set Tiles> size_type workers(Tiles const& tiles) const {
    return max_of(ceil_div(path_length(path_end(tiles)), 97), size_type{1});
  }
  template <tile_set Tiles> path_point boundary(Tiles const& tiles, size_type worker) const {
    size_type const last = path_length(path_end(tiles)), n = workers(tiles);
    if (worker >= n) return path_end(tiles);
    return path_search(tiles, min_of(worker / 3 * 291 + worker % 3 * 11, last));
  }
};

inline std::vector<schedule> driver_schedules() {
  std::vector<schedule> all = schedule_variants();
  for (int const items : {1024, 2048, 4096}) {
    all.push_back(schedules::merge_path{items});
    all.push_back(schedules::nonzero_split{items});
  }
  for (walk const by : {walk(by_block_rows{}), walk(by_group{8}), walk(by_thread{})}) {
    all.push_back(uneven_shares{by});
  }
  return all;
}

template <class V> struct keep {
  V* values;
  unsigned* times;
  __device__ void operator()(size_type tile, V const& v) const {
    values[tile] = v;
    atomicAdd(times + tile, 1u);
  }
};

inline std::vector<tile_case> few_cases() {
  std::vector<tile_case> few;
  for (tile_case const& c : tile_battery()) {
    if (c.name == "giant between empties" || c.name == "random 8" || c.name == "no tiles") few.push_back(c);
  }
  return few;
}

}  // namespace heddle::testing
