// file_instances.hpp - one INSTANTIATE(T, Index) for every pair that files are read and written as: those of
// generators, and unsigned integers of 64 bits, which files alone have. No #pragma once: each source file includes it
// for its own templates.
INSTANTIATE(std::uint64_t, std::int32_t)
INSTANTIATE(std::uint64_t, std::int64_t)
#include "src/io/instances.hpp"
