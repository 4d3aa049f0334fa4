// search_shared.cu - breadth-first search whose frontiers are shared out as a strategy says.
#include "src/cuda/search_kernel.cuh"
#include "src/cuda/search_shared.hpp"

namespace heddle::gpu {
level_counts search_by(executor const& exec, compressed_view<bool, std::int32_t, std::int32_t> const& rows,
                       compressed_view<bool, std::int32_t, std::int32_t> const* columns, size_type source,
                       level_options const& options, level_arrays<std::int32_t> const& found) {
  return with_policy(options.by, [&]<class Sharing>(Sharing const& how) {
    if constexpr (std::is_same_v<Sharing, by_pieces>) {
      return level_counts{};  // search_levels has these
    } else {
      return search_shared(how, exec, rows, columns, source, options, found);
    }
  });
}

}  // namespace heddle::gpu
