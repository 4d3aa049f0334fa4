// plan.cu - the tables of a plan on the GPU, and what its shares look like.
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

template <class S, class Tiles> struct count_pieces {
  S s;
  Tiles tiles;
  size_type* counts;
  __device__ void operator()(size_type tile) const { counts[tile] = s.pieces(length_of(tiles, tile)); }
};

template <class S, class Tiles> struct place_pieces {
  S s;
  Tiles tiles;
  size_type const* first;
  path_point* points;
  __device__ void operator()(size_type tile) const {
    size_type const length = length_of(tiles, tile), from = tiles.first_atom(tile);
    size_type const pieces = first[tile + 1] - first[tile];
    for (size_type i = 0; i < pieces; ++i) points[first[tile] + i] = {tile, from + s.begin_of_piece(length, i)};
    if (tile + 1 == tiles.num_tiles()) points[first[tile + 1]] = path_end(tiles);
  }
};

template <class S, class Tiles>
buffer<path_point> table_of_pieces(executor const& exec, Tiles const& tiles, S const& s) {
  size_type const n = tiles.num_tiles();
  if (n == 0) return buffer<path_point>(exec, std::vector<path_point>(1));
  buffer<size_type> first(exec, n + 1);
  for_each(exec, n, count_pieces<S, Tiles>{s, tiles, first.data()}, "plan");
  primitives::exclusive_sum(exec, first.data(), first.data(), n);
  buffer<path_point> points(exec, first.get(n) + 1);
  for_each(exec, n, place_pieces<S, Tiles>{s, tiles, first.data(), points.data()}, "plan");
  return points;
}

template <class Tiles> struct find_bin {
  Tiles tiles;
  std::int32_t* bins;
  __device__ void operator()(size_type tile) const { bins[tile] = binned::bin_of(length_of(tiles, tile)); }
};

// A bin for every thread at most; neighbours often have the same one, so a block counts for itself first.
template <class Tiles>
__global__ void count_lengths_kernel(Tiles tiles, size_type longest, int num_bins, unsigned long long* counts) {
  __shared__ unsigned long long mine[launch_threads];
  mine[threadIdx.x] = 0;
  __syncthreads();
  auto const stride = static_cast<size_type>(gridDim.x) * blockDim.x;
  for (size_type tile = static_cast<size_type>(blockIdx.x) * blockDim.x + threadIdx.x; tile < tiles.num_tiles();
       tile += stride) {
    atomicAdd(mine + heddle::detail::bin_of_length(length_of(tiles, tile), longest, num_bins), 1ull);
  }
  __syncthreads();
  if (static_cast<int>(threadIdx.x) < num_bins && mine[threadIdx.x]) atomicAdd(counts + threadIdx.x, mine[threadIdx.x]);
}

struct extents {
  unsigned long long cut_shares, max_atoms, max_tiles;
};

// Sums and maxima of integers: atomics give the same answer in any order. One a warp, since those of all threads would
// queue for longer than the reading takes.
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
  for (int offset = 16; offset > 0; offset /= 2) {
    mine.cut_shares += __shfl_down_sync(~0u, mine.cut_shares, offset);
    mine.max_atoms = max_of(mine.max_atoms, __shfl_down_sync(~0u, mine.max_atoms, offset));
    mine.max_tiles = max_of(mine.max_tiles, __shfl_down_sync(~0u, mine.max_tiles, offset));
  }
  if (threadIdx.x % 32 != 0) return;
  if (mine.cut_shares) atomicAdd(&result->cut_shares, mine.cut_shares);
  atomicMax(&result->max_atoms, mine.max_atoms);
  atomicMax(&result->max_tiles, mine.max_tiles);
}

}  // namespace

template <index_type O>
std::vector<size_type> count_lengths(executor const& exec, offset_tiles<O> const& tiles, size_type longest,
                                     int num_bins) {
  buffer<unsigned long long> counts(exec, std::vector<unsigned long long>(static_cast<std::size_t>(num_bins)));
  auto const blocks =
      static_cast<unsigned>(min_of(ceil_div(max_of(tiles.tiles, size_type{1}), launch_threads), size_type{264}));
  {
    device_guard const guard(exec);
    count_lengths_kernel<<<blocks, launch_threads, 0, stream_of(exec)>>>(tiles, longest, num_bins, counts.data());
    check(cudaGetLastError(), "counting lengths");
  }
  auto const found = counts.to_host();
  return {found.begin(), found.end()};
}

template <index_type O> buffer<std::int32_t> bins_of_tiles(executor const& exec, offset_tiles<O> const& tiles) {
  buffer<std::int32_t> bins(exec, tiles.tiles);
  for_each(exec, tiles.tiles, find_bin<offset_tiles<O>>{tiles, bins.data()}, "plan");
  return bins;
}

template <index_type O>
buffer<path_point> tabulate(executor const& exec, offset_tiles<O> const& tiles,
                            detail::schedule_table const& built_in) {
  return std::visit(
      [&]<class S>(S const& s) -> buffer<path_point> {
        if constexpr (detail::cuts_into_pieces<S>) {
          return table_of_pieces(exec, tiles, s);
        } else if constexpr (detail::is_tabulated<S>) {
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
