// absent.cpp - in place of all other files of this folder in a build without CUDA: what installed headers ask of a GPU
// by its name. No executor leads here.
#include <heddle/detail/executor/trace_range.hpp>
#include <heddle/ops/detail/merge/merged_tiles.hpp>
#include <heddle/ops/mxv/prepared_push.hpp>

#include "src/with_cuda.hpp"

namespace heddle {

executor cuda_executor(cuda_options const&) { gpu::no_cuda(); }
bool cuda_available() noexcept { return false; }

namespace gpu {

bool begin_range(char const*, schedule const*) noexcept { return false; }
void end_range() noexcept {}

merged_tiles merge_tiles(executor const&, path_of_either_width const&) { no_cuda(); }
void merged_offsets(executor const&, path_of_either_width const&, merged_tiles const&, integers_out) { no_cuda(); }

void count_rows(executor const&, bitmap_view const&, integers, integers_out, size_type*, primitives::byte*,
                unsigned long long*, size_type) {
  no_cuda();
}
void begin_listing(executor const&, listing&, primitives::byte*, primitives::byte*, size_type, neutral_value const&) {
  no_cuda();
}

}  // namespace gpu
}  // namespace heddle
