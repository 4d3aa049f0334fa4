// visit_kernels.cuh - the kernels of for_each_atom.cuh, and how they come to their shares.
#pragma once
#include <heddle/detail/cuda/reduce_launch.cuh>
#include <heddle/detail/walk/atom_walk.hpp>
#include <heddle/detail/walk/dealt_walk.hpp>
#include <heddle/seam/tiles/partition.hpp>
#include <limits>

namespace heddle::gpu::kernels {

// The same tiles with their number, where a kernel has counted them.
template <class Tiles> __device__ Tiles as_counted(Tiles tiles) {
  if constexpr (requires { tiles.counted; }) {
    if (tiles.counted) tiles.tiles = *tiles.counted;
  }
  return tiles;
}

// The same tiles with the number of atoms read on the GPU, where the host may not know it.
template <class Tiles> struct counted_tiles {
  Tiles tiles;
  size_type atoms;
  __device__ size_type num_tiles() const { return tiles.num_tiles(); }
  __device__ size_type num_atoms() const { return atoms; }
  __device__ size_type first_atom(size_type tile) const { return tiles.first_atom(tile); }
};

// Where a block's share comes from: a plan's, a run of tiles, or equal items (atoms, or tiles + atoms) that it searches
// for itself.
struct visit_shares {
  shares_view planned = {};  // workers 0: as many as there are tiles, or items, for
  size_type items = 0;       // of a searched share; 0: the total over the blocks, halved so often, within these bounds
  bool merge = false;
  unsigned long long* next = nullptr;  // shares are claimed from this counter
  int halvings = 0;
  size_type most_items = std::numeric_limits<size_type>::max();
  static constexpr size_type least_items = block_threads;

  __device__ bool searched() const { return !planned.points && planned.tiles_per_share == 0; }
  template <class Tiles> __device__ size_type items_of(Tiles const& tiles) const {
    if (items > 0) return items;
    return min_of(max_of(ceil_div(total(tiles), gridDim.x) >> halvings, least_items), most_items);
  }
  template <class Tiles> __device__ size_type total(Tiles const& tiles) const {
    return merge ? tiles.num_atoms() + tiles.num_tiles() : tiles.num_atoms();
  }
  template <class Tiles> __device__ size_type num_workers(Tiles const& tiles) const {
    return searched() ? ceil_div(total(tiles), items_of(tiles)) : planned.workers;
  }
  // The first atom of a searched share of tiles that lie in the block's shared memory.
  template <class Block, class Tiles>
  __device__ size_type first_of(Block& block, Tiles const& tiles, size_type worker) const {
    size_type const at = min_of(worker * items_of(tiles), total(tiles));
    return merge ? find_diagonal(block, tiles, at).atom : at;
  }
  template <class Block, class Tiles>
  __device__ path_point boundary(Block& block, Tiles const& tiles, size_type worker) const {
    if (!searched()) return planned.begin(tiles, worker);
    size_type const at = min_of(worker * items_of(tiles), total(tiles));
    return merge ? find_diagonal(block, tiles, at) : find_atom(block, tiles, at);
  }
};

// What a visitor has to do before a block's first visit, and after those that a block made together.
template <class Visit, class Block> __device__ void begin_block(Visit const& visit, Block const& block) {
  if constexpr (requires { visit.block_begin(block); }) visit.block_begin(block);
}
template <class Visit, class Block> __device__ void end_block(Visit const& visit, Block const& block) {
  if constexpr (requires { visit.block_done(block); }) visit.block_done(block);
}

// What it does once its block has made all visits: who comes here with the last block knows all that was found.
template <class Visit> __device__ void end_visits(Visit const& visit) {
  if constexpr (requires { visit.visits_done(); }) visit.visits_done();
}

// Of tiles that nobody has scanned, which are few, every block scans the lengths itself. A kernel of its own: what it
// takes of registers and shared memory would cost walks of many tiles a sixth of their time.
template <class Tiles, class Visit>
__global__ __launch_bounds__(block_threads) void visit_unscanned(Tiles given, visit_shares shares, Visit visit) {
  using offsets = heddle::detail::scanned_offsets<heddle::detail::gpu_tuning.unscanned_tiles, block_threads / 32>;
  __shared__ offsets staged;
  this_block<block_threads> block;
  Tiles const tiles = as_counted(given);
  heddle::detail::scan_lengths(block, staged, tiles);
  heddle::detail::tiles_in_block<offsets> const scanned{&staged, tiles.num_tiles()};
  begin_block(visit, block);
  for (size_type worker = blockIdx.x; worker < shares.num_workers(scanned); worker += gridDim.x) {
    size_type const begin = shares.first_of(block, scanned, worker), end = shares.first_of(block, scanned, worker + 1);
    heddle::detail::scanned_walk(block, scanned, begin, end, visit);
    block.sync();
    end_block(visit, block);
  }
  end_visits(visit);
}

template <class Tiles, class Visit>
__global__ __launch_bounds__(block_threads) void visit_by_blocks(Tiles given, visit_shares shares, Visit visit) {
  __shared__ heddle::detail::staged_offsets<1024> staged;
  this_block<block_threads> block;
  Tiles const tiles = as_counted(given);
  counted_tiles<Tiles> const counted{tiles, static_cast<size_type>(tiles.first_atom(tiles.num_tiles()))};
  size_type const workers = shares.num_workers(counted);
  __shared__ unsigned long long claimed;
  auto const following = [&](size_type worker) {
    if (!shares.next) return worker + gridDim.x;
    if (block.rank() == 0) claimed = atomicAdd(shares.next, 1ull);
    block.sync();
    return static_cast<size_type>(claimed);
  };
  begin_block(visit, block);
  for (size_type worker = shares.next ? following(0) : blockIdx.x; worker < workers; worker = following(worker)) {
    path_point const begin = shares.boundary(block, counted, worker), end = shares.boundary(block, counted, worker + 1);
    atom_walk(block, staged, counted, begin, end, visit);
    block.sync();
    end_block(visit, block);
  }
  end_visits(visit);
}

// The shares of lanes: a plan's, or equal atoms, whose first tile is searched for.
struct lane_shares {
  shares_view planned = {};
  size_type atoms = 0;                 // of a searched share; 0: there is a plan
  size_type const* counted = nullptr;  // how many of its shares there are, unless it says so

  // Of whole tiles that the GPU has counted not all that there may be.
  template <class Tiles> __device__ size_type num_workers(Tiles const& tiles) const {
    if (counted) return *counted;
    if (planned.points || planned.order || planned.tiles_per_share == 0) return planned.workers;
    return min_of(planned.workers, ceil_div(static_cast<size_type>(tiles.num_tiles()), planned.tiles_per_share));
  }
  // Else shares are whole tiles, whose atoms need not be numbered through.
  __device__ bool cuts_tiles() const { return planned.points || atoms > 0; }
  template <class Tiles> __device__ share<Tiles> of(Tiles const& tiles, size_type worker) const {
    if (atoms == 0) return {tiles, planned.begin(tiles, worker), planned.end(tiles, worker)};
    auto const n = static_cast<size_type>(tiles.num_tiles()), all = static_cast<size_type>(tiles.first_atom(n));
    size_type const from = min_of(worker * atoms, all), to = min_of(from + atoms, all);
    size_type const tile = tile_of_atom(tiles, from, 0, n);
    return {tiles, {tile, from}, {tile_of_atom(tiles, to, tile, n), to}};
  }
};

// `lanes` threads, 1 to all of a block, take a share's tiles, or parts of tiles, one after the other.
template <class Tiles, class Visit>
__global__ __launch_bounds__(block_threads) void visit_by_lanes(Tiles given, lane_shares shares, int lanes,
                                                                Visit visit) {
  Tiles const tiles = as_counted(given);
  this_block<block_threads> const block;
  begin_block(visit, block);
  size_type const workers = shares.num_workers(tiles), threads = workers * lanes;
  size_type const stride = static_cast<size_type>(gridDim.x) * block_threads;
  for (size_type first = static_cast<size_type>(blockIdx.x) * block_threads; first < threads; first += stride) {
    size_type const worker = (first + threadIdx.x) / lanes, lane = (first + threadIdx.x) % lanes;
    if (worker < workers) {
      for (tile_piece const piece : shares.of(tiles, worker)) {
        size_type const last = shares.cuts_tiles() ? piece.last : piece.first + length_of(tiles, piece.tile);
        for (size_type atom = piece.first + lane; atom < last; atom += lanes) visit(piece.tile, atom);
      }
    }
    end_block(visit, block);
  }
  end_visits(visit);
}

// A visit as a reduction of nothing, for the walk that deals tiles out.
struct nothing {};
struct no_sum {
  using value_type = nothing;
  static constexpr bool commutative = true;
  __device__ nothing identity() const { return {}; }
  __device__ nothing operator()(nothing, nothing) const { return {}; }
};
template <class Visit> struct visiting {
  Visit visit;
  __device__ nothing operator()(size_type tile, size_type atom) const {
    visit(tile, atom);
    return {};
  }
};
struct close_nothing {
  __device__ void operator()(size_type, nothing) const {}
};

template <class Tiles, class Visit>
__global__ __launch_bounds__(block_threads) void visit_dealt_tiles(Tiles given, dealing by, int rounds, Visit visit) {
  Tiles const tiles = as_counted(given);
  using storage = dealt_storage<nothing, block_threads, 1>;
  __shared__ raw_storage<storage> raw;
  this_block<block_threads> block;
  begin_block(visit, block);
  auto const tiles_of_block = size_type{rounds} * block_threads, all = static_cast<size_type>(tiles.num_tiles());
  for (size_type from = blockIdx.x * tiles_of_block; from < all; from += gridDim.x * tiles_of_block) {
    size_type const to = min_of(from + tiles_of_block, all);
    for (size_type first = from; first < to; first += block_threads) {
      dealt_walk(block, reinterpret_cast<storage&>(raw), tiles, first, by, visiting<Visit>{visit}, no_sum{},
                 close_nothing{});
    }
    end_block(visit, block);
  }
  end_visits(visit);
}

// An atom a thread, with its tile read beside it; `order` may be null. There are `counted` atoms, unless that is null.
template <class Visit>
__global__ __launch_bounds__(block_threads) void visit_mapped_atoms(std::int32_t const* tile_of_atom,
                                                                    size_type const* order, size_type atoms,
                                                                    size_type const* counted, Visit visit) {
  if (counted) atoms = *counted;
  this_block<block_threads> const block;
  begin_block(visit, block);
  size_type const stride = static_cast<size_type>(gridDim.x) * block_threads;
  for (size_type at = static_cast<size_type>(blockIdx.x) * block_threads + threadIdx.x; at < atoms; at += stride) {
    visit(tile_of_atom[at], order ? order[at] : at);
  }
  end_block(visit, block);
  end_visits(visit);
}

}  // namespace heddle::gpu::kernels
