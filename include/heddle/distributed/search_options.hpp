// search_options.hpp - how searches over the ranks of a group are to go about it.
#pragma once
#include <cstdint>

namespace heddle::distributed {

/// Whether rank 0 may do all of a search, with all rows of the matrix (see `matrix::at_first_rank`).
enum class first_rank : std::uint8_t {
  automatic,  // where it has room: of all but large graphs on GPUs, and where levels have few vertices
  never,
  always,
};

/// How `bfs` and `sssp` go about it over ranks.
struct search_options {
  first_rank does_all = first_rank::automatic;
  bool stepwise = false;  // among GPUs, where rank 0 does not do all: by kernels a step, not by one a GPU
};

}  // namespace heddle::distributed
