// kept_flags.cpp - elements kept by their flags on a GPU in a build without CUDA.
#include "src/core/kept_flags.hpp"

#include "src/stub/no_cuda.hpp"

namespace heddle::cuda {

flag_ranks rank_flags(executor const&, primitives::byte const*, size_type) { no_cuda(); }

void keep_flagged(executor const&, flag_ranks const&, primitives::byte const*, size_type, void*, void const*,
                  std::size_t) {
  no_cuda();
}

void ranks_at(executor const&, flag_ranks const&, primitives::byte const*, size_type, integers, size_type,
              integers_out) {
  no_cuda();
}

}  // namespace heddle::cuda
