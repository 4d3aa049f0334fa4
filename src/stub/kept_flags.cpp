// kept_flags.cpp - elements kept by their flags on a GPU in a build without CUDA.
#include "src/containers/kept_flags.hpp"

#include "src/stub/no_cuda.hpp"

namespace heddle::gpu {

flag_ranks rank_flags(executor const&, primitives::byte const*, size_type) { no_cuda(); }

template <class Index>
void keep_flagged(executor const&, flag_ranks const&, primitives::byte const*, size_type, Index*, Index const*,
                  kept_values const&) {
  no_cuda();
}
template void keep_flagged(executor const&, flag_ranks const&, primitives::byte const*, size_type, std::int32_t*,
                           std::int32_t const*, kept_values const&);
template void keep_flagged(executor const&, flag_ranks const&, primitives::byte const*, size_type, std::int64_t*,
                           std::int64_t const*, kept_values const&);

void ranks_at(executor const&, flag_ranks const&, primitives::byte const*, size_type, integers, size_type,
              integers_out) {
  no_cuda();
}

}  // namespace heddle::gpu
