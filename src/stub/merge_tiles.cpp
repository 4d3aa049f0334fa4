// merge_tiles.cpp - the tiles of a merge on a GPU in a build without CUDA.
#include <heddle/ops/detail/merge/merged_tiles.hpp>

#include "src/stub/no_cuda.hpp"

namespace heddle::gpu {

merged_tiles merge_tiles(executor const&, detail::path_of_either_width const&) { no_cuda(); }

void merged_offsets(executor const&, detail::path_of_either_width const&, merged_tiles const&, integers_out) {
  no_cuda();
}

}  // namespace heddle::gpu
