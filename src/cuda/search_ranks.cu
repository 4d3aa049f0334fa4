// search_ranks.cu - breadth-first search among GPUs by one kernel on each.
#include "src/cuda/rank_search_kernel.cuh"

namespace heddle::gpu {

template <index_type O> bool has_rank_kernel(executor const& exec) {
  return fits_whole_grid(exec, rank_threads, rank_search_kernel<rank_search<O>>);
}

#define HEDDLE_INSTANTIATE(O)                                                                  \
  template bool has_rank_kernel<O>(executor const&);                                           \
  template rank_search_memory remember_for_ranks(executor const&, rank_search_task<O> const&); \
  template rank_search_counts search_among_ranks(                                              \
      executor const&, rank_search_task<O> const&, rank_search_memory const&,                  \
      std::span<rank_search_memory::arrays const>, rank_search_arrays const&)
HEDDLE_INSTANTIATE(std::int32_t);
HEDDLE_INSTANTIATE(std::int64_t);
#undef HEDDLE_INSTANTIATE

}  // namespace heddle::gpu
