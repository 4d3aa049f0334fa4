// search_ranks.cu - breadth-first search among GPUs by one kernel on each.
#include "src/cuda/rank_search_kernel.cuh"

namespace heddle::gpu {

// All blocks have to be resident at once.
template <index_type O> bool has_rank_kernel(executor const& exec) {
  device_guard const guard(exec);
  int cooperates = 0, multiprocessors = 0, blocks = 0;
  auto const ask = [&](int& answer, cudaDeviceAttr what) {
    check(cudaDeviceGetAttribute(&answer, what, exec.device()), "cudaDeviceGetAttribute");
  };
  ask(cooperates, cudaDevAttrCooperativeLaunch);
  ask(multiprocessors, cudaDevAttrMultiProcessorCount);
  check(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, rank_search_kernel<rank_search<O>>, rank_threads, 0),
        "kernel of a search among GPUs");
  return cooperates != 0 && blocks * multiprocessors >= step_blocks(exec);
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
