// paths_ranks.cu - shortest paths among GPUs by one kernel on each.
#include "src/cuda/rank_paths_kernel.cuh"

namespace heddle::gpu {

template <class T, index_type O> bool has_paths_kernel(executor const& exec) {
  return fits_whole_grid(exec, paths_threads, rank_paths_kernel<rank_paths<T, O>>);
}

#define HEDDLE_INSTANTIATE(T, O)                                                                   \
  template bool has_paths_kernel<T, O>(executor const&);                                           \
  template rank_paths_memory remember_for_paths(executor const&, rank_paths_task<T, O> const&);    \
  template rank_paths_counts find_paths_among_ranks(executor const&, rank_paths_task<T, O> const&, \
                                                    rank_paths_memory const&,                      \
                                                    std::span<rank_paths_memory::arrays const>, T*)
HEDDLE_INSTANTIATE(float, std::int32_t);
HEDDLE_INSTANTIATE(float, std::int64_t);
HEDDLE_INSTANTIATE(double, std::int32_t);
HEDDLE_INSTANTIATE(double, std::int64_t);
#undef HEDDLE_INSTANTIATE

}  // namespace heddle::gpu
