// merge_tiles.cu - which entries of two operands the results of a merge are made of, a tile of the path for a block.
// Odeh, Green, Mwassi, Shmueli & Birk, "Merge Path - Parallel Merging Made Simple", IPDPS workshops 2012.
#include <heddle/detail/executor/elementwise.cuh>
#include <heddle/detail/executor/primitives.hpp>
#include <heddle/ops/detail/merge/merged_tiles.hpp>

#include "src/cuda/merge_steps.cuh"
#include "src/cuda/read_back.hpp"

namespace heddle::gpu {

namespace merging {
namespace {

// Where tiles begin, [tiles + 1]. An entry of B that is equal to the last of A in a tile belongs to that tile.
struct tile_bounds {
  size_type *row, *x, *y;
};

// Lanes that look for one bound. A round waits for memory, and touches as many lines as there are lanes: among 12 M
// entries 8 rounds of 8 places take 12 us, 24 of one and 5 of 32 take 18.
constexpr int seekers = 8;

// The first position in [from, to) at which `holds` no longer does. Called by whole warps.
template <class Holds> __device__ size_type end_of_prefix(size_type from, size_type to, Holds const& holds) {
  int const lane = static_cast<int>(threadIdx.x % seekers), begin = static_cast<int>(threadIdx.x % 32) - lane;
  while (__any_sync(~0u, from < to)) {
    size_type const stride = ceil_div(to - from, size_type{seekers}), at = from + lane * stride;
    unsigned const all = __ballot_sync(~0u, at < to && holds(at));
    int const before = __popc(all >> begin & ((1u << seekers) - 1));
    to = before == 0 ? from : min_of(to, from + before * stride);
    if (before > 0) from += (before - 1) * stride + 1;
  }
  return from;
}

__global__ void __launch_bounds__(threads)
    find_bounds(path_of_either_width const path, size_type tiles, tile_bounds const to) {
  size_type const tile = (static_cast<size_type>(blockIdx.x) * threads + threadIdx.x) / seekers;
  size_type const step = min_of(tile * path.share, path.steps());
  bool const inside = step < path.steps();  // else it is the end
  size_type const row =
      end_of_prefix(0, inside ? path.rows : 0, [&](size_type r) { return path.first(r + 1) <= step; });
  size_type in_a = 0, in_b = 0, taken = 0, least = 0, most = 0;
  if (inside) {
    in_a = path.a.first(row);
    in_b = path.b.first(row);
    taken = step - in_a - in_b;
    least = max_of<size_type>(0, taken - (path.b.first(row + 1) - in_b));
    most = min_of(taken, path.a.first(row + 1) - in_a);
  }
  size_type const of_a = end_of_prefix(least, most, [&](size_type middle) {
    return path.a.indices[in_a + middle] <= path.b.indices[in_b + taken - 1 - middle];
  });
  if (threadIdx.x % seekers != 0 || tile > tiles) return;
  size_type const x = inside ? in_a + of_a : path.a.nnz, y = step - x;
  to.row[tile] = inside ? row : path.rows;
  to.x[tile] = x;
  to.y[tile] = y + (inside && path.joined(row, x, y));
}

// The sum of `mine` of all threads before this one, and of all.
struct sums_of_block {
  int before, all;
};
__device__ sums_of_block sum_block(int mine, unsigned* of_warps) {
  int const lane = static_cast<int>(threadIdx.x % 32), warp = static_cast<int>(threadIdx.x / 32);
  int sum = mine;
  for (int distance = 1; distance < 32; distance *= 2) {
    int const other = __shfl_up_sync(~0u, sum, distance);
    if (lane >= distance) sum += other;
  }
  if (lane == 31) of_warps[warp] = static_cast<unsigned>(sum);
  __syncthreads();
  sums_of_block result{sum - mine, 0};
  for (int other = 0; other < threads / 32; ++other) {
    int const count = static_cast<int>(of_warps[other]);
    if (other < warp) result.before += count;
    result.all += count;
  }
  return result;
}

// A rank: results of a tile before a thread's steps above the bits of these.
static_assert(steps_of_thread + merged_source::bits <= 32);

__global__ void __launch_bounds__(threads)
    merge_tiles_kernel(path_of_either_width const path, tile_bounds const bounds, merged_source* sources,
                       std::uint32_t* ranks, size_type* counts, adding_place* place, size_type* total) {
  __shared__ std::uint64_t keys[most_keys];
  __shared__ unsigned of_warps[threads / 32], of_warps_again[threads / 32];
  size_type const number = blockIdx.x, first_row = bounds.row[number], x = bounds.x[number], y = bounds.y[number];
  size_type const rows = min_of(bounds.row[number + 1], path.rows - 1) - first_row;
  tile_of_block const tile{path,
                           first_row,
                           x,
                           y,
                           static_cast<int>(min_of(rows, gpu_tuning.many_tiles)),
                           static_cast<int>(bounds.x[number + 1] - x),
                           static_cast<int>(bounds.y[number + 1] - y)};
  int const step = static_cast<int>(threadIdx.x) * steps_of_thread;
  int const shift = bits_of(path.columns - 1), bits = shift + bits_of(rows) + 1;
  results_of_thread results;
  if (rows > gpu_tuning.many_tiles || bits > bits_of_key<std::uint64_t>) {
    take_steps(tile, walked_steps(tile, step), step, results);
  } else if (bits > bits_of_key<std::uint32_t>) {
    merge_by_keys(tile, shift, step, keys, of_warps, results);
  } else {
    merge_by_keys(tile, shift, step, reinterpret_cast<std::uint32_t*>(keys), of_warps, results);
  }
  auto const sums = sum_block(__popc(results.steps), of_warps_again);  // all threads have done with the keys
  auto* const in_order = reinterpret_cast<merged_source*>(keys);
  int to = sums.before;
#pragma unroll
  for (int k = 0; k < steps_of_thread; ++k) {
    if (results.sources[k].word != 0) in_order[to++] = results.sources[k];
  }
  __syncthreads();
  for (int k = static_cast<int>(threadIdx.x); k < sums.all; k += threads) {
    sources[number * detail::merged_tiles_view::stride + k] = in_order[k];
  }
  ranks[number * threads + threadIdx.x] = static_cast<std::uint32_t>(sums.before) << steps_of_thread | results.steps;
  if (threadIdx.x == 0) {
    counts[number] = sums.all;
    size_type all;
    if (add_up(*place, sums.all, all)) *total = all;
  }
}

struct find_offsets {
  path_of_either_width path;
  detail::merged_tiles_view tiles;
  std::uint32_t const* ranks;
  size_type count;
  integers_out offsets;
  __device__ void operator()(size_type row) const {
    size_type const step = path.first(row);
    if (step == path.steps()) return offsets.set(row, count);
    size_type const tile = step / detail::merged_tiles_view::steps;
    int const within = static_cast<int>(step - tiles.x[tile] - tiles.y[tile]);
    std::uint32_t const rank = ranks[tile * threads + within / steps_of_thread];
    std::uint32_t const before = rank & ((1u << within % steps_of_thread) - 1);
    offsets.set(row, tiles.first[tile] + (rank >> steps_of_thread) + __popc(before));
  }
};

}  // namespace
}  // namespace merging

merged_tiles merge_tiles(executor const& exec, detail::path_of_either_width const& path) {
  size_type const tiles = path.num_shares();
  buffer<size_type> rows(exec, tiles + 1);
  merged_tiles result{tiles,
                      0,
                      buffer<size_type>(exec, tiles + 1),
                      buffer<size_type>(exec, tiles + 1),
                      buffer<size_type>(exec, tiles + 1),
                      buffer<std::uint32_t>(exec, tiles * detail::merged_tiles_view::stride),
                      buffer<std::uint32_t>(exec, tiles * merging::threads)};
  auto const sum_up = [&] { primitives::exclusive_sum(exec, result.first.data(), result.first.data(), tiles); };
  if (tiles == 0) {
    sum_up();
    return result;
  }
  auto const zeros = exec.state().zeros(sizeof(adding_place));
  auto const merge = [&](size_type* total) {
    merging::tile_bounds const bounds{rows.data(), result.x.data(), result.y.data()};
    merging::find_bounds<<<static_cast<unsigned>(ceil_div(tiles + 1, size_type{merging::threads / merging::seekers})),
                           merging::threads, 0, stream_of(exec)>>>(path, tiles, bounds);
    merging::merge_tiles_kernel<<<static_cast<unsigned>(tiles), merging::threads, 0, stream_of(exec)>>>(
        path, bounds, reinterpret_cast<merging::merged_source*>(result.sources.data()), result.ranks.data(),
        result.first.data(), static_cast<adding_place*>(zeros.get()), total);
    check(cudaGetLastError(), "merge_tiles");
  };
  result.count = receive<size_type>(exec, merge, sum_up);
  return result;
}

void merged_offsets(executor const& exec, detail::path_of_either_width const& path, merged_tiles const& tiles,
                    integers_out offsets) {
  for_each_index(exec, path.rows + 1,
                 merging::find_offsets{path, tiles.view(), tiles.ranks.data(), tiles.count, offsets}, "merged_offsets");
}

}  // namespace heddle::gpu
