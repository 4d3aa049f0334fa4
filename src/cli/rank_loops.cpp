// rank_loops.cpp - loops over ranks for graphs whose indices have 32 bits, on GPUs too.
#include "src/cli/rank_loops_bodies.hpp"

template struct heddle::cli::rank_loops<std::int32_t>;
