// plan.cu - the tables of a plan on the GPU, and what its shares look like.
#include <cub/block/block_reduce.cuh>
#include <heddle/detail/executor/elementwise.cuh>
#include <heddle/detail/executor/integers.hpp>

#include "src/cuda/read_back.hpp"
#include "src/executor/backend.hpp"

namespace heddle::gpu {
namespace {

template <class S> struct place_boundary {
  S s;
  integer_tiles tiles;
  path_point* points;
  __device__ void operator()(size_type worker) const { points[worker] = s.boundary(tiles, worker); }
};

template <class S> struct count_pieces {
  S s;
  integer_tiles tiles;
  size_type* counts;
  __device__ void operator()(size_type tile) const { counts[tile] = s.pieces(length_of(tiles, tile)); }
};

template <class S> struct place_pieces {
  S s;
  integer_tiles tiles;
  size_type const* first;
  path_point* points;
  __device__ void operator()(size_type tile) const {
    size_type const length = length_of(tiles, tile), from = tiles.first_atom(tile);
    size_type const pieces = first[tile + 1] - first[tile];
    for (size_type i = 0; i < pieces; ++i) points[first[tile] + i] = {tile, from + s.begin_of_piece(length, i)};
    if (tile + 1 == tiles.num_tiles()) points[first[tile + 1]] = path_end(tiles);
  }
};

template <class S> buffer<path_point> table_of_pieces(executor const& exec, integer_tiles const& tiles, S const& s) {
  size_type const n = tiles.num_tiles();
  if (n == 0) return buffer<path_point>(exec, std::vector<path_point>(1));
  buffer<size_type> first(exec, n + 1);
  for_each_index(exec, n, count_pieces<S>{s, tiles, first.data()}, "plan");
  primitives::exclusive_sum(exec, first.data(), first.data(), n);
  buffer<path_point> points(exec, first.get(n) + 1);
  for_each_index(exec, n, place_pieces<S>{s, tiles, first.data(), points.data()}, "plan");
  return points;
}

struct find_bin {
  integer_tiles tiles;
  std::int32_t* bins;
  __device__ void operator()(size_type tile) const { bins[tile] = binned::bin_of(length_of(tiles, tile)); }
};

// A bin for every thread at most; neighbours often have the same one, so a block counts for itself first.
__global__ void count_lengths_kernel(integer_tiles tiles, size_type longest, int num_bins, unsigned long long* counts) {
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

// All are maxima; `cuts_tiles` is 0 or 1.
struct extents {
  size_type cuts_tiles, max_atoms, max_tiles, longest_run;
};

struct larger_extents {
  __device__ extents operator()(extents const& a, extents const& b) const {
    return {max_of(a.cuts_tiles, b.cuts_tiles), max_of(a.max_atoms, b.max_atoms), max_of(a.max_tiles, b.max_tiles),
            max_of(a.longest_run, b.longest_run)};
  }
};

// In how many shares the tile lies that share w found open and closes; it begins with atom `first`.
__device__ size_type run_up_to(path_point const* points, size_type w, size_type first) {
  size_type from = 0, to = w;  // the tile is not open yet at boundary `from`, and open at `to`
  if (!(points[w - 1].tile == points[w].tile && points[w - 1].atom > first)) from = w - 1;
  while (to - from > 1) {
    size_type const middle = from + (to - from) / 2;
    bool const open = points[middle].tile == points[w].tile && points[middle].atom > first;
    (open ? to : from) = middle;
  }
  return w - from + 1;
}

constexpr int max_share_blocks = 264;
using extents_of_blocks = meeting_place<extents, max_share_blocks>;

__global__ void __launch_bounds__(launch_threads)
    measure_kernel(integer_tiles tiles, path_point const* points, size_type workers, extents_of_blocks* place,
                   extents* result) {
  using reduction = cub::BlockReduce<extents, launch_threads>;
  extents mine{};
  auto const stride = static_cast<size_type>(gridDim.x) * blockDim.x;
  for (size_type w = static_cast<size_type>(blockIdx.x) * blockDim.x + threadIdx.x; w < workers; w += stride) {
    path_point const begin = points[w], end = points[w + 1];
    size_type const first = tiles.first_atom(begin.tile), cuts = begin.atom > first;
    size_type const run = cuts && begin.tile < end.tile ? run_up_to(points, w, first) : 0;
    mine = larger_extents{}(mine, {cuts, end.atom - begin.atom, end.tile - begin.tile, run});
  }
  if (combine_blocks<reduction>(*place, mine, larger_extents{}) && threadIdx.x == 0) *result = mine;
}

}  // namespace

std::vector<size_type> count_lengths(executor const& exec, integer_tiles const& tiles, size_type longest,
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

buffer<std::int32_t> bins_of_tiles(executor const& exec, integer_tiles const& tiles) {
  buffer<std::int32_t> bins(exec, tiles.tiles);
  for_each_index(exec, tiles.tiles, find_bin{tiles, bins.data()}, "plan");
  return bins;
}

buffer<path_point> tabulate(executor const& exec, integer_tiles const& tiles, detail::schedule_table const& built_in) {
  return std::visit(
      [&]<class S>(S const& s) -> buffer<path_point> {
        if constexpr (std::is_same_v<S, cut_tiles>) {
          return table_of_pieces(exec, tiles, s);
        } else if constexpr (detail::is_tabulated<S>) {
          buffer<path_point> points(exec, s.workers(tiles) + 1);
          for_each_index(exec, points.size(), place_boundary<S>{s, tiles, points.data()}, "plan");
          return points;
        } else {
          return buffer<path_point>(exec);
        }
      },
      built_in);
}

detail::share_extents measure_shares(executor const& exec, integer_tiles const& tiles,
                                     buffer<path_point> const& points) {
  size_type const workers = points.size() - 1;
  auto const blocks = static_cast<unsigned>(min_of(ceil_div(workers, launch_threads), size_type{max_share_blocks}));
  auto const zeros = exec.state().zeros(sizeof(extents_of_blocks));
  auto const measured = receive<extents>(exec, [&](extents* result) {
    measure_kernel<<<blocks, launch_threads, 0, stream_of(exec)>>>(
        tiles, points.data(), workers, static_cast<extents_of_blocks*>(zeros.get()), result);
    check(cudaGetLastError(), "measuring shares");
  });
  return {measured.cuts_tiles > 0, measured.max_atoms, measured.max_tiles, measured.longest_run};
}

}  // namespace heddle::gpu
