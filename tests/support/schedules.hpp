// schedules.hpp - the schedules that a test runs: every name, with parameters that bring out its corners.
#pragma once
#include <heddle/schedule/schedule.hpp>

namespace heddle::testing {

/// All of the table by name, then with options set and with shares so small that most rows are cut.
inline std::vector<schedule> schedule_variants() {
  std::vector<schedule> all;
  for (std::string const& name : schedule::names()) all.push_back(schedule::parse(name));
  for (char const* text : {"thread_mapped:tiles_per_worker=7",
                           "thread_mapped:warp_gathering=1",
                           "thread_mapped:block_gathering=1",
                           "thread_mapped:tiles_per_worker=2,warp_gathering=1,block_gathering=1",
                           "block_mapped:tiles_per_worker=40",
                           "group_mapped:lanes=2",
                           "group_mapped:lanes=4",
                           "group_mapped:lanes=16",
                           "group_mapped:lanes=32",
                           "group_mapped:tiles_per_worker=5",
                           "group_mapped:lanes=2,flattened=1",
                           "group_mapped:lanes=32,flattened=1",
                           "group_mapped:lanes=64,flattened=1,tiles_per_worker=2",
                           "group_mapped:lanes=256,flattened=1",
                           "group_mapped:lanes=8,warp_gathering=1,block_gathering=1",
                           "group_mapped:lanes=32,flattened=1,warp_gathering=1,block_gathering=1",
                           "merge_path:items_per_worker=1",
                           "merge_path:items_per_worker=37",
                           "merge_path:items_per_worker=100",
                           "merge_path:items_per_worker=9000",
                           "nonzero_split:atoms_per_worker=1",
                           "nonzero_split:atoms_per_worker=37",
                           "nonzero_split:atoms_per_worker=100",
                           "nonzero_split:atoms_per_worker=9000",
                           "nonzero_split:at_tile_ends=1",
                           "nonzero_split:atoms_per_worker=100,at_tile_ends=1",
                           "nonzero_split:atoms_per_worker=37,by_rows=1",
                           "nonzero_split:atoms_per_worker=3072,by_rows=1",
                           "nonzero_split:atoms_per_worker=1000,at_tile_ends=1,by_rows=1",
                           "nonzero_split:scanned=1",
                           "nonzero_split:atoms_per_worker=1,scanned=1",
                           "nonzero_split:atoms_per_worker=37,scanned=1",
                           "nonzero_split:atoms_per_worker=4096,scanned=1",
                           "nonzero_split:atoms_per_worker=9000,scanned=1",
                           "nonzero_split:atoms_per_worker=1000,at_tile_ends=1,scanned=1",
                           "binned:atoms_per_lane=1",
                           "binned:atoms_per_lane=3",
                           "cut_tiles:max_atoms=1",
                           "cut_tiles:max_atoms=5,lanes=1",
                           "cut_tiles:max_atoms=300,lanes=32",
                           "dynamic:tiles_per_worker=1",
                           "dynamic:tiles_per_worker=33",
                           "coo:atoms_per_worker=1",
                           "coo:atoms_per_worker=37",
                           "coo:atoms_per_worker=200",
                           "coo:marked=1",
                           "coo:atoms_per_worker=128,marked=1"}) {
    all.push_back(schedule::parse(text));
  }
  return all;
}

}  // namespace heddle::testing
