// search_levels.cu - breadth-first search, whose frontiers are shared out in pieces, or as a strategy says.
#include "src/cuda/search_kernel.cuh"
#include "src/cuda/search_shared.hpp"

namespace heddle::gpu {

template <index_type I, index_type O>
level_counts search_levels(executor const& exec, compressed_view<bool, I, O> const& rows,
                           compressed_view<bool, I, O> const* columns, size_type source, level_options const& options,
                           level_arrays<I> const& found) {
  if constexpr (sizeof(O) == 4) {
    if (options.by.policy != sharing_policy::pieces) return search_by(exec, rows, columns, source, options, found);
  }
  return search_shared(by_pieces::of(options.by), exec, rows, columns, source, options, found);
}

#define HEDDLE_INSTANTIATE(I, O)                                                                           \
  template level_counts search_levels(executor const&, compressed_view<bool, I, O> const&,                 \
                                      compressed_view<bool, I, O> const*, size_type, level_options const&, \
                                      level_arrays<I> const&)
HEDDLE_INSTANTIATE(std::int32_t, std::int32_t);
HEDDLE_INSTANTIATE(std::int32_t, std::int64_t);
HEDDLE_INSTANTIATE(std::int64_t, std::int64_t);
#undef HEDDLE_INSTANTIATE

}  // namespace heddle::gpu
