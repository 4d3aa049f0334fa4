// reduce_with_hubs.cuh - reduce_tiles with the operand's most wanted entries (hubs) in shared memory: one block of 1024
// threads a multiprocessor stays, copies the hubs once, and its sub-blocks take shares of the plan's table in turn.
// Random gathers from a GPU's second-level cache are what bounds products with power-law columns (measured on an H200:
// 140 G/s); those that stay in shared memory cost nothing there.
#pragma once
#include <heddle/cuda/reduce_tiles.cuh>
#include <heddle/cuda/sub_block.cuh>
#include <heddle/walk/walk_in_turn.hpp>

namespace heddle::cuda {

/// Sizes of the kernel, as a plain value.
struct hub_tuning {
  static constexpr int block_threads = 1024;
  /// Threads that walk a share together, and its atoms over them: 8 x 128 overlap better than 4 x 256 (H200, R-MAT 20:
  /// 153 us, 165 us), and sum as reduce_tiles' blocks of 256 do (block_storage::shared_out).
  static constexpr int threads = 128;
  static constexpr int items = 8;
};

namespace kernels {

/// Staging of all sub-blocks, and behind it the hubs.
template <int SubThreads, class Storage> struct hub_layout {
  static constexpr int sub_blocks = hub_tuning::block_threads / SubThreads;
  static constexpr int staging_bytes = sub_blocks * static_cast<int>(sizeof(raw_storage<Storage>));
};

// Shares whose boundaries stand in a table.
struct table_shares {
  device_shares const& shares;
  size_type workers = shares.workers;
  template <class Tiles> __device__ path_point boundary(Tiles const& tiles, size_type worker) const {
    return shares.from_table(tiles, worker);
  }
};

template <int SubThreads, int Items, class Tiles, class Value, class Monoid, class Close>
__global__ __launch_bounds__(hub_tuning::block_threads,
                             1) void reduce_with_hubs(Tiles tiles, device_shares shares, size_type num_hubs,
                                                      Value value, Monoid add, Close close,
                                                      cut_values<typename Monoid::value_type> cuts) {
  using V = typename Monoid::value_type;
  using operand = typename Value::operand;
  using storage = block_storage<V, SubThreads, Items, false, false>;
  using layout = hub_layout<SubThreads, storage>;
  extern __shared__ uint4 shared[];
  auto* const staging = reinterpret_cast<raw_storage<storage>*>(shared);
  auto* const hubs = reinterpret_cast<operand*>(reinterpret_cast<unsigned char*>(shared) + layout::staging_bytes);
  for (int i = static_cast<int>(threadIdx.x); i < num_hubs; i += hub_tuning::block_threads) hubs[i] = value.u[i];
  __syncthreads();
  auto const near = value.with_hubs(hubs, num_hubs);
  sub_block<SubThreads> block;
  walking_turns const turns{.first = static_cast<size_type>(blockIdx.x) * layout::sub_blocks + block.id(),
                            .stride = static_cast<size_type>(gridDim.x) * layout::sub_blocks};
  walk_in_turn(block, reinterpret_cast<storage&>(staging[block.id()]), tiles, table_shares{shares}, turns, near, add,
               close, cuts);
}

template <int SubThreads, int Items, class Tiles, class Value, class Monoid, class Close> struct hub_launch {
  using V = typename Monoid::value_type;
  using storage = block_storage<V, SubThreads, Items, false, false>;
  using layout = hub_layout<SubThreads, storage>;

  /// Hubs that fit beside the staging into `shared_bytes`.
  static size_type hubs_in(int shared_bytes) {
    return max_of(shared_bytes - layout::staging_bytes, 0) / static_cast<size_type>(sizeof(typename Value::operand));
  }

  static void run(reduce_launch<Tiles, Value, Monoid, Close> const& job, size_type num_hubs) {
    auto const kernel = reduce_with_hubs<SubThreads, Items, Tiles, Value, Monoid, Close>;
    int const bytes =
        layout::staging_bytes + static_cast<int>(num_hubs) * static_cast<int>(sizeof(typename Value::operand));
    check(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes), "reduce_with_hubs");
    size_type const useful = ceil_div(job.shares.workers, layout::sub_blocks);
    unsigned const blocks = grid_of(min_of(useful, static_cast<size_type>(job.exec.num_workers())));
    kernel<<<blocks, hub_tuning::block_threads, static_cast<std::size_t>(bytes), job.stream()>>>(
        job.tiles, job.shares, num_hubs, job.value, job.add, job.close, job.cuts);
    check(cudaGetLastError(), "reduce_with_hubs");
    job.close_cut();
  }
};

inline int max_shared_bytes(executor const& exec) {
  int bytes = 0;
  check(cudaDeviceGetAttribute(&bytes, cudaDevAttrMaxSharedMemoryPerBlockOptin, exec.device()), "shared memory");
  return bytes;
}

}  // namespace kernels

/// reduce_tiles for values that gather from an array: close(tile, add over value(atom)), exactly once for every tile,
/// bit for bit what reduce_tiles gives. Of the array the first `hubs` entries are read from shared memory, fewer where
/// they do not fit. `value.u` is the array, of `Value::operand`; value.with_hubs(shared, hubs) the functor that reads
/// the first ones there, with `streamed(atom)`.
/// Plans that no block could walk share by share (whole tiles, threads and groups, shares of over 1024 atoms) run as
/// reduce_tiles. Work O(atoms + tiles + hubs * multiprocessors); one launch, and another where the plan cuts tiles.
template <class Tiles, class Value, class Monoid, class Close>
void reduce_tiles_with_hubs(executor const& exec, plan const& chosen, Tiles const& tiles, Value const& value,
                            Monoid const& add, Close const& close, size_type hubs) {
  using V = typename Monoid::value_type;
  using launch = kernels::hub_launch<hub_tuning::threads, hub_tuning::items, Tiles, Value, Monoid, Close>;
  using storage = typename launch::storage;
  device_shares const shares = shares_of(chosen);
  bool const fit = chosen.walked_by.by == walker::block && shares.points && !shares.leave_empty &&
                   shares.max_atoms <= storage::capacity && shares.max_tiles <= storage::max_tiles;
  size_type const most = launch::hubs_in(kernels::max_shared_bytes(exec));
  if (!fit || min_of(hubs, most) <= 0 || chosen.workers == 0 || tiles.num_tiles() == 0) {
    return reduce_tiles(exec, chosen, tiles, value, add, close);
  }
  device_guard const guard(exec);
  buffer<V> const cut(exec, chosen.cuts_tiles ? 2 * chosen.workers : 0);
  cut_values<V> cuts;
  if (chosen.cuts_tiles) cuts = {const_cast<V*>(cut.data()), const_cast<V*>(cut.data()) + chosen.workers};
  kernels::reduce_launch<Tiles, Value, Monoid, Close> const job{exec, chosen, tiles, shares, value, add, close, cuts};
  launch::run(job, min_of(hubs, most));
}

}  // namespace heddle::cuda
