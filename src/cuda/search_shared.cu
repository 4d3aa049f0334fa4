// search_shared.cu - breadth-first search whose frontiers are shared out as a strategy says.
#include "src/cuda/search_kernel.cuh"
#include "src/cuda/search_shared.hpp"

namespace heddle::gpu {
level_counts search_by(executor const& exec, compressed_view<bool, std::int32_t, std::int32_t> const& rows,
                       compressed_view<bool, std::int32_t, std::int32_t> const* columns, size_type source,
                       level_options const& options, level_arrays<std::int32_t> const& found) {
  sharing const& by = options.by;
  auto const search = [&](auto const& how) { return search_shared(how, exec, rows, columns, source, options, found); };
  if (by.policy == sharing_policy::lanes) return search(by_vertices<false>::of(by));
  if (by.policy == sharing_policy::scan) return search(by_vertices<true>::of(by));
  if (by.policy == sharing_policy::thread_stretches) return search(by_thread_stretches::of(by));
  if (by.policy == sharing_policy::children) return search(by_children::of(by));
  return search(by_stretches::of(by));
}

}  // namespace heddle::gpu
