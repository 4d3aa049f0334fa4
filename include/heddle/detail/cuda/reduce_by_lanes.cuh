// reduce_by_lanes.cuh - walks by threads, groups of lanes and warps: their kernels, and how these are launched.
#pragma once
#include <heddle/detail/cuda/reduce_launch.cuh>
#include <heddle/detail/walk/asking_walk.hpp>
#include <heddle/detail/walk/group_walk.hpp>
#include <heddle/detail/walk/marked_block_walk.hpp>
#include <heddle/detail/walk/segment_walk.hpp>

namespace heddle::gpu::kernels {

inline constexpr int marked_threads = gpu_tuning.marked_threads;
template <class V> inline constexpr int resident_whole = gpu_tuning.blocks_of_whole_tiles(sizeof(V));

// Whole tiles, in their order or in that of `order`: `lanes` threads, 1 to 32, take `tiles_per_worker` of the `num`
// tiles one after the other.
template <class Tiles, class Value, class Monoid, class Close>
__global__ __launch_bounds__(block_threads, resident_whole<typename Monoid::value_type>) void reduce_whole_tiles(
    Tiles tiles, std::int64_t const* order, size_type num, int lanes, int tiles_per_worker, Value value, Monoid add,
    Close close) {
  size_type const worker = (static_cast<size_type>(blockIdx.x) * block_threads + threadIdx.x) / lanes;
  size_type const from = worker * tiles_per_worker, to = min_of(from + tiles_per_worker, num);
  auto group = lane_group::alone(lanes);
  size_type const share = order && from < to ? order[from] : worker;  // with an order every tile is a share
  [[maybe_unused]] share_clock<Value> const clock(value, share);
  for (size_type i = from; i < to; ++i) {
    size_type const tile = order ? order[i] : i;
    auto const sum = is_open(close, tile) ? group_reduce_atoms(group, tile, tiles.first_atom(tile),
                                                               tiles.first_atom(tile + 1), value, add)
                                          : neutral_of(add);
    if (group.lane() == 0) close(tile, sum);
  }
}

// Shares from a table, which may cut tiles.
template <class Tiles, class Value, class Monoid, class Close>
__global__ __launch_bounds__(block_threads) void reduce_by_groups(Tiles tiles, device_shares shares, int lanes,
                                                                  Value value, Monoid add, Close close,
                                                                  cut_values<typename Monoid::value_type> cuts) {
  let_next_begin();
  size_type const worker = (static_cast<size_type>(blockIdx.x) * block_threads + threadIdx.x) / lanes;
  if (worker >= shares.workers) return;
  auto group = lane_group::alone(lanes);
  [[maybe_unused]] share_clock<Value> const clock(value, worker);
  auto const cut = group_walk(group, tiles, shares.begin(tiles, worker), shares.end(tiles, worker), value, add, close);
  if (group.lane() == 0) keep_partials(cuts, worker, cut, add);
}

// Shares from a table for a warp each, with the tile of every atom in an array.
template <class Tiles, class Value, class Monoid, class Close>
__global__ __launch_bounds__(block_threads) void reduce_by_segments(Tiles tiles, device_shares shares,
                                                                    std::int32_t const* tile_of_atom, Value value,
                                                                    Monoid add, Close close,
                                                                    cut_values<typename Monoid::value_type> cuts) {
  let_next_begin();
  close_empty_in_passing(tiles, add, close);
  size_type const worker = (static_cast<size_type>(blockIdx.x) * block_threads + threadIdx.x) / 32;
  if (worker >= shares.workers) return;
  auto warp = lane_group::alone(32);
  [[maybe_unused]] share_clock<Value> const clock(value, worker);
  auto const cut = segment_walk(warp, tiles, tile_of_atom, shares.begin(tiles, worker), shares.end(tiles, worker),
                                value, add, close);
  if (warp.lane() == 0) keep_partials(cuts, worker, cut, add);
}

// Tiles without atoms, by the blocks of the grid behind those of shares.
template <class Tiles, class Monoid, class Close>
__device__ void close_unmarked(Tiles const& tiles, marked_tiles const& marked, Monoid const& add, Close const& close) {
  size_type const block = blockIdx.x - marked.shares, all = (gridDim.x - marked.shares) * blockDim.x;
  for (size_type i = *marked.filled + block * blockDim.x + threadIdx.x; i < static_cast<size_type>(tiles.num_tiles());
       i += all) {
    close(static_cast<size_type>(marked.tiles[i]), neutral_of(add));
  }
}

// Sinks may ask whether a tile has atoms; here they need not.
template <class Close> __device__ auto of_filled(Close const& close) {
  if constexpr (requires { close.filled(); }) {
    return close.filled();
  } else {
    return close;
  }
}

// Marked shares, one a block. Shares that look back wait for those before them, as in reduce_by_scans.
template <class Tiles, class Value, class Monoid, class Close>
__global__
__launch_bounds__(marked_threads, gpu_tuning.blocks_of_marks(sizeof(typename Monoid::value_type))) void reduce_by_marks(
    Tiles tiles, marked_tiles marked, Value value, Monoid add, Close close,
    cut_values<typename Monoid::value_type> cuts) {
  using storage = marked_storage<typename Monoid::value_type, marked_threads / 32, 32>;
  __shared__ raw_storage<storage> raw;
  let_next_begin();
  if (blockIdx.x >= marked.shares) return close_unmarked(tiles, marked, add, close);
  this_block<marked_threads> block;
  [[maybe_unused]] share_clock<Value> const clock(value, blockIdx.x);
  marked_block_walk(block, reinterpret_cast<storage&>(raw), tiles, marked, blockIdx.x, value, add, of_filled(close),
                    cuts);
}

// A long tile whose rest is asked in pieces, numbered from first_piece on, by as many warps.
template <class V> struct listed_tile {
  asked_tile<V> asked;
  unsigned first_piece, pieces_left;
  unsigned long long decided, found;  // the first of its atoms that is final, and that is there; none: no_atom
};

/// Atoms that a warp asks of a long tile.
inline constexpr int asked_piece = 512;
inline constexpr unsigned long long no_atom = ~0ull;

template <class V> struct asking_list {
  unsigned* counts;  // of tiles, of pieces; null: no tile is so long
  listed_tile<V>* tiles;
  unsigned* tile_of_piece;

  static size_type room_for_tiles(size_type tiles, size_type atoms) { return min_of(tiles, atoms / (most_asked + 1)); }
  static size_type room_for_pieces(size_type tiles, size_type atoms) {
    return room_for_tiles(tiles, atoms) + atoms / asked_piece;
  }

  // By all lanes of a warp.
  __device__ void append(lane_group& warp, asked_tile<V> const& rest, bool mine) const {
    if (!counts || !warp.any(mine)) return;
    unsigned const own = mine ? static_cast<unsigned>(ceil_div(rest.end - rest.atom, size_type{asked_piece})) : 0;
    unsigned until = own;
    for (int step = 1; step < 32; step *= 2) {
      unsigned const below = warp.below(until, step);
      if (warp.lane() >= step) until += below;
    }
    unsigned const all = warp.broadcast(until, 31), others = warp.ballot(mine);
    unsigned slot = 0, piece = 0;
    if (warp.lane() == 0) {
      slot = atomicAdd(counts, static_cast<unsigned>(__popc(others)));
      piece = atomicAdd(counts + 1, all);
    }
    slot = warp.broadcast(slot, 0) + static_cast<unsigned>(__popc(others & ((1u << warp.lane()) - 1)));
    piece = warp.broadcast(piece, 0);
    if (mine) tiles[slot] = {rest, piece + until - own, own, no_atom, no_atom};
    for (int lane = 0; lane < 32; ++lane) {
      unsigned const its = warp.broadcast(own, lane), from = piece + warp.broadcast(until, lane) - its;
      unsigned const its_slot = warp.broadcast(slot, lane);
      for (unsigned k = static_cast<unsigned>(warp.lane()); k < its; k += 32) tile_of_piece[from + k] = its_slot;
    }
  }
};

// A tile a lane, `tiles_per_worker` of them one after the other.
template <class Tiles, class Value, class Monoid, class Close>
__global__ __launch_bounds__(block_threads) void ask_tiles(Tiles tiles, int tiles_per_worker, Value value, Monoid add,
                                                           Close close, asking_list<typename Monoid::value_type> list) {
  let_next_begin();
  size_type const worker = static_cast<size_type>(blockIdx.x) * block_threads + threadIdx.x;
  auto warp = lane_group::alone(32);
  [[maybe_unused]] share_clock<Value> const clock(value, worker);
  for (int k = 0; k < tiles_per_worker; ++k) {
    size_type const tile = worker * tiles_per_worker + k;
    asking_walk(warp, tiles, tile < static_cast<size_type>(tiles.num_tiles()) ? tile : -1, value, add, close,
                [&](asked_tile<typename Monoid::value_type> const& rest, bool mine) { list.append(warp, rest, mine); });
  }
}

// The first of a piece's atoms that is final, and of those that are there; all lanes get them.
template <class Value, class Monoid>
__device__ void ask_piece(lane_group const& warp, size_type tile, size_type begin, size_type end, Value const& value,
                          Monoid const& add, unsigned long long& decided, unsigned long long& found) {
  using V = typename Monoid::value_type;
  constexpr int unroll = 4;
  for (size_type at = begin; at < end && decided == no_atom; at += unroll * 32) {
    V read[unroll];
#pragma unroll
    for (int k = 0; k < unroll; ++k) {
      size_type const atom = at + 32 * k + warp.lane();
      read[k] = atom < end ? V(value_at(value, tile, atom)) : neutral_of(add);
    }
#pragma unroll
    for (int k = 0; k < unroll; ++k) {
      size_type const first = at + 32 * k;
      bool const asks = first + warp.lane() < end;
      unsigned const there = warp.ballot(asks && heddle::detail::counts<Monoid>(read[k]));
      unsigned const final = warp.ballot(asks && is_final(add, read[k]));
      if (there && found == no_atom) found = static_cast<unsigned long long>(first + __ffs(there) - 1);
      if (final && decided == no_atom) decided = static_cast<unsigned long long>(first + __ffs(final) - 1);
    }
  }
}

// A piece a warp; who asks the last of a tile closes it.
template <class Tiles, class Value, class Monoid, class Close>
__global__ __launch_bounds__(block_threads) void ask_rest([[maybe_unused]] Tiles tiles, Value value, Monoid add,
                                                          Close close, asking_list<typename Monoid::value_type> list) {
  wait_for_kernel_before();
  auto const warp = lane_group::alone(32);
  unsigned const all = list.counts[1], warps = gridDim.x * (block_threads / 32);
  for (unsigned piece = (blockIdx.x * block_threads + threadIdx.x) / 32; piece < all; piece += warps) {
    auto& listed = list.tiles[list.tile_of_piece[piece]];
    auto const asked = listed.asked;
    size_type const begin = asked.atom + static_cast<size_type>(piece - listed.first_piece) * asked_piece;
    unsigned long long decided = no_atom, found = no_atom;
    if (__ldcg(&listed.decided) == no_atom) {  // else it does not matter any more what stands here
      ask_piece(warp, asked.tile, begin, min_of(begin + asked_piece, asked.end), value, add, decided, found);
    }
    if (warp.lane() != 0) continue;
    if (decided != no_atom) atomicMin(&listed.decided, decided);
    if (found != no_atom) atomicMin(&listed.found, found);
    __threadfence();
    if (atomicSub(&listed.pieces_left, 1u) != 1) continue;
    __threadfence();
    unsigned long long const first = __ldcg(&listed.decided), some = __ldcg(&listed.found);
    unsigned long long const best = first != no_atom ? first : some;
    close(asked.tile,
          best == no_atom ? asked.sum : add(asked.sum, value_at(value, asked.tile, static_cast<size_type>(best))));
  }
}

// The launches of these walks.
template <class Tiles, class Value, class Monoid, class Close>
struct lane_launches : reduce_launch<Tiles, Value, Monoid, Close> {
  using base = reduce_launch<Tiles, Value, Monoid, Close>;
  using base::chosen, base::tiles, base::value, base::add, base::close, base::exec, base::shares, base::table,
      base::threads, base::stream, base::with_cuts, base::with_empty;
  using typename base::V;

  void launch(by_thread) const { by_lanes(1); }
  void launch(by_group w) const { by_lanes(w.lanes); }

  void by_lanes(int lanes) const {
    if constexpr (!heddle::detail::takes_general_walks<Value>()) {
      if (!shares.points) return by_whole_tiles(lanes);
    }
    by_groups(lanes);
  }

  void by_whole_tiles(int lanes) const {
    int const run = max_of(shares.tiles_per_share, 1);
    size_type const num = shares.order ? shares.workers : static_cast<size_type>(tiles.num_tiles());
    unsigned const blocks = grid_of(ceil_div(ceil_div(num, run), threads / lanes));
    reduce_whole_tiles<<<blocks, threads, 0, stream()>>>(tiles, shares.order, num, lanes, run, value, add, close);
    check(cudaGetLastError(), "reduce_whole_tiles");
  }

  // Where the longest tile is known to be short, nothing is left for a second launch.
  void launch(by_asking) const {
    int const run = max_of(shares.tiles_per_share, 1);
    size_type const num = tiles.num_tiles(), atoms = tiles.num_atoms();
    unsigned const blocks = grid_of(ceil_div(ceil_div(num, run), threads));
    bool const long_tiles =
        atoms > most_asked && (!chosen.statistics || chosen.statistics->rows.max_length > most_asked);
    auto const ask = [&](asking_list<V> const& list) {
      ask_tiles<<<blocks, threads, 0, stream()>>>(tiles, run, value, add, close, list);
      check(cudaGetLastError(), "ask_tiles");
    };
    if (!long_tiles) return ask({});
    buffer<unsigned> counts(exec, 2), pieces(exec, asking_list<V>::room_for_pieces(num, atoms));
    buffer<listed_tile<V>> listed(exec, asking_list<V>::room_for_tiles(num, atoms));
    check(cudaMemsetAsync(counts.data(), 0, 2 * sizeof(unsigned), stream()), "ask_tiles");
    asking_list<V> const list{counts.data(), listed.data(), pieces.data()};
    ask(list);
    size_type const resident = gpu_tuning.resident_threads / threads * exec.num_workers();
    launch_early(exec, ask_rest<Tiles, Value, Monoid, Close>, grid_of(resident), threads, "ask_rest", tiles, value, add,
                 close, list);
  }

  void by_groups(int lanes) const {
    unsigned const blocks = grid_of(ceil_div(shares.workers, threads / lanes));
    with_cuts(0, [&](cut_values<V> const& cuts) {
      reduce_by_groups<<<blocks, threads, 0, stream()>>>(tiles, shares, lanes, value, add, close, cuts);
      check(cudaGetLastError(), "reduce_by_groups");
    });
  }

  void launch(by_marks) const {
    if (!chosen.marks) return launch(by_segments{});  // no atoms
    marked_tiles const marked = chosen.marks->view();
    size_type const most_empty = chosen.statistics ? chosen.statistics->rows.empty_rows : tiles.num_tiles();
    size_type const at_once = gpu_tuning.resident_threads / marked_threads * exec.num_workers();
    unsigned const blocks = grid_of(marked.shares + min_of(ceil_div(most_empty, size_type{marked_threads}), at_once));
    with_cuts(gpu_tuning.marked_looking_back, [&](cut_values<V> const& cuts) {
      reduce_by_marks<<<blocks, marked_threads, 0, stream()>>>(tiles, marked, value, add, close, cuts);
      check(cudaGetLastError(), "reduce_by_marks");
    });
  }

  void launch(by_segments) const {
    unsigned const blocks = grid_of(with_empty(ceil_div(shares.workers, threads / 32)));
    std::int32_t const* const numbers = chosen.tile_of_atom.data();
    with_cuts(0, [&](cut_values<V> const& cuts) {
      reduce_by_segments<<<blocks, threads, 0, stream()>>>(tiles, shares, numbers, value, add, close, cuts);
      check(cudaGetLastError(), "reduce_by_segments");
    });
  }
};

}  // namespace heddle::gpu::kernels
