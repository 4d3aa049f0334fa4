// wide_rank_loops.cpp - the same of 64 bits, on the host.
#include "src/cli/rank_loops_bodies.hpp"

template struct heddle::cli::rank_loops<std::int64_t>;
