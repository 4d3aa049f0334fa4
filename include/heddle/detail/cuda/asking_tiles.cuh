// asking_tiles.cuh - the kernels of the asking walk: tiles that one atom may decide, and the rest of long ones in
// pieces.
#pragma once
#include <heddle/detail/cuda/block.cuh>
#include <heddle/detail/cuda/dependent_launch.cuh>
#include <heddle/detail/cuda/reduce_kernels.cuh>
#include <heddle/seam/walk/asking_walk.hpp>

namespace heddle::gpu::kernels {

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

}  // namespace heddle::gpu::kernels
