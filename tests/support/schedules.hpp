// schedules.hpp - the schedules that a test runs: every name, with parameters that bring out its corners.
#pragma once
#include <heddle/seam/schedule/schedule.hpp>

namespace heddle::testing {

/// All of the table by name, then with options set and with shares so small that most rows are cut.
inline std::vector<schedule> schedule_variants() {
  std::vector<schedule> all;
  for (std::string const& name : schedule::names()) all.push_back(schedule::parse(name));
  for (char const* text : {"thread_mapped:tiles_per_worker=7",
                           "thread_mapped+gathering:block_above=0",
                           "thread_mapped+gathering:warp_above=0",
                           "thread_mapped:tiles_per_worker=2+gathering",
                           "thread_mapped+asking",
                           "group_mapped:tiles_per_worker=3+asking",
                           "block_mapped:tiles_per_worker=40",
                           "group_mapped:lanes=2",
                           "group_mapped:lanes=4",
                           "group_mapped:lanes=16",
                           "group_mapped:lanes=32",
                           "group_mapped:tiles_per_worker=5",
                           "group_mapped+flattened:lanes=2",
                           "group_mapped+flattened",
                           "group_mapped:tiles_per_worker=2+flattened:lanes=64",
                           "group_mapped+flattened:lanes=256",
                           "group_mapped+flattened:lanes=24",
                           "group_mapped+flattened:lanes=100,block_above=256",
                           "group_mapped+gathering:lanes=8",
                           "group_mapped+flattened:lanes=32,warp_above=32,block_above=256",
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
                           "nonzero_split:atoms_per_worker=37+entries",
                           "nonzero_split:atoms_per_worker=3072+entries",
                           "nonzero_split:atoms_per_worker=1000,at_tile_ends=1+entries",
                           "nonzero_split+scan",
                           "nonzero_split:atoms_per_worker=1+scan",
                           "nonzero_split:atoms_per_worker=37+scan",
                           "nonzero_split:atoms_per_worker=4096+scan",
                           "nonzero_split:atoms_per_worker=9000+scan",
                           "nonzero_split:atoms_per_worker=1000,at_tile_ends=1+scan",
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
                           "coo+marks",
                           "coo:atoms_per_worker=128+marks",
                           "nonzero_split:atoms_per_worker=200+marks",
                           "merge_path:items_per_worker=100+group:lanes=16",
                           "merge_path+scan",
                           "merge_path:items_per_worker=1000+entries",
                           "merge_path:items_per_worker=9000+entries",
                           "cut_tiles:max_atoms=100+rows",
                           "nonzero_split:atoms_per_worker=37+segments",
                           "nonzero_split:atoms_per_worker=300,at_tile_ends=1+thread",
                           "binned+group:lanes=4",
                           "thread_mapped:tiles_per_worker=3+rows"}) {
    all.push_back(schedule::parse(text));
  }
  return all;
}

}  // namespace heddle::testing
