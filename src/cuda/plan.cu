// plan.cu - the table of points on the GPU, and what its shares look like.
#include "src/core/backend.hpp"
#include "src/cuda/launch.cuh"
#include "src/cuda/read_back.hpp"

namespace heddle::cuda {
namespace {

template <class S, class Tiles> struct place_boundary {
  S s;
  Tiles tiles;
  path_point* points;
  __device__ void operator()(size_type worker) const { points[worker] = s.boundary(tiles, worker); }
};

struct extents {
  unsigned long long cut_shares, max_atoms, max_tiles;
};

// Sums and maxima of integers: atomics give the same answer in any order.
template <class Tiles>
__global__ void measure_kernel(Tiles tiles, path_point const* points, size_type workers, extents* result) {
  extents mine{};
  auto const stride = static_cast<size_type>(gridDim.x) * blockDim.x;
  for (size_type w = static_cast<size_type>(blockIdx.x) * blockDim.x + threadIdx.x; w < workers; w += stride) {
    path_point const begin = points[w], end = points[w + 1];
    mine.cut_shares += begin.atom > tiles.first_atom(begin.tile);
    mine.max_atoms = max_of(mine.max_atoms, static_cast<unsigned long long>(end.atom - begin.atom));
    mine.max_tiles = max_of(mine.max_tiles, static_cast<unsigned long long>(end.tile - begin.tile));
  }
  if (mine.cut_shares) atomicAdd(&result->cut_shares, mine.cut_shares);
  atomicMax(&result->max_atoms, mine.max_atoms);
  atomicMax(&result->max_tiles, mine.max_tiles);
}

}  // namespace

template <index_type O>
buffer<path_point> tabulate(executor const& exec, offset_tiles<O> const& tiles,
                            detail::schedule_table const& built_in) {
  return std::visit(
      [&]<class S>(S const& s) -> buffer<path_point> {
        if constexpr (detail::is_tabulated<S>) {
          buffer<path_point> points(exec, s.workers(tiles) + 1);
          for_each(exec, points.size(), place_boundary<S, offset_tiles<O>>{s, tiles, points.data()}, "plan");
          return points;
        } else {
          return buffer<path_point>(exec);
        }
      },
      built_in);
}

template <index_type O>
detail::share_extents measure_shares(executor const& exec, offset_tiles<O> const& tiles,
                                     buffer<path_point> const& points) {
  buffer<extents> result(exec, 1);
  size_type const workers = points.size() - 1;
  auto const blocks = static_cast<unsigned>(min_of(ceil_div(workers, launch_threads), size_type{264}));
  {
    device_guard const guard(exec);
    check(cudaMemsetAsync(result.data(), 0, sizeof(extents), stream_of(exec)), "measuring shares");
    measure_kernel<<<blocks, launch_threads, 0, stream_of(exec)>>>(tiles, points.data(), workers, result.data());
    check(cudaGetLastError(), "measuring shares");
  }
  extents const measured = read_back(exec, result.data());
  return {measured.cut_shares > 0, static_cast<size_type>(measured.max_atoms),
          static_cast<size_type>(measured.max_tiles)};
}

#include "src/core/plan_instances.inc"

}  // namespace heddle::cuda
