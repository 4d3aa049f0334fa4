// plan.cpp - plans of GPU executors in a build without CUDA; no executor leads here, so they only have to link.
#include <heddle/seam/plan/tile_marks.hpp>

#include "src/executor/backend.hpp"
#include "src/stub/no_cuda.hpp"

namespace heddle::gpu {

template <index_type O> std::vector<size_type> count_lengths(executor const&, offset_tiles<O> const&, size_type, int) {
  no_cuda();
}

template <index_type O> buffer<std::int32_t> bins_of_tiles(executor const&, offset_tiles<O> const&) { no_cuda(); }

template <index_type O>
buffer<path_point> tabulate(executor const&, offset_tiles<O> const&, detail::schedule_table const&) {
  no_cuda();
}

template <index_type O>
detail::share_extents measure_shares(executor const&, offset_tiles<O> const&, buffer<path_point> const&) {
  no_cuda();
}

template <index_type O> tile_marks mark_tiles(executor const&, offset_tiles<O> const&, size_type) { no_cuda(); }
template tile_marks mark_tiles(executor const&, offset_tiles<std::int32_t> const&, size_type);
template tile_marks mark_tiles(executor const&, offset_tiles<std::int64_t> const&, size_type);

#include "src/executor/plan_instances.inc"

}  // namespace heddle::gpu
