// for_each_atom.cuh - visit every atom of a tile set on the GPU: pushes, expansions, scatters.
// Tile sets seen once (frontiers) are not worth a plan: boundaries are computed, or searched for by the block that
// needs them, and nothing is read back.
// Busato & Bombieri, "Efficient Load Balancing Techniques for Graph Traversal Applications on GPUs"; Raval, Nasre,
// Kumar, Vasudevan, Vadhiyar & Pingali, "Dynamic Load Balancing Strategies for Graph Applications on GPUs", 2017,
// workload decomposition.
#pragma once
#include <heddle/detail/cuda/reduce_launch.cuh>
#include <heddle/detail/cuda/user_partition.cuh>
#include <heddle/detail/walk/atom_walk.hpp>
#include <heddle/detail/walk/dealt_walk.hpp>
#include <heddle/seam/plan/plan.hpp>
#include <heddle/seam/tiles/partition.hpp>

namespace heddle::gpu {

namespace kernels {

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
  size_type items = 0;       // of a searched share; 0: the total over the blocks, at least `least_items`
  bool merge = false;
  unsigned long long* next = nullptr;  // shares are claimed from this counter
  static constexpr size_type least_items = 1024;

  __device__ bool searched() const { return !planned.points && planned.tiles_per_share == 0; }
  template <class Tiles> __device__ size_type items_of(Tiles const& tiles) const {
    return items > 0 ? items : max_of(ceil_div(total(tiles), gridDim.x), least_items);
  }
  template <class Tiles> __device__ size_type total(Tiles const& tiles) const {
    return merge ? tiles.num_atoms() + tiles.num_tiles() : tiles.num_atoms();
  }
  template <class Tiles> __device__ size_type num_workers(Tiles const& tiles) const {
    return searched() ? ceil_div(total(tiles), items_of(tiles)) : planned.workers;
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
}

// `lanes` threads, 1 to all of a block, take a share's tiles, or parts of tiles, one after the other. Tiles whose atoms
// are not numbered through are never in parts.
template <class Tiles, class Visit>
__global__ __launch_bounds__(block_threads) void visit_by_lanes(Tiles tiles, shares_view shares, int lanes,
                                                                Visit visit) {
  size_type const thread = static_cast<size_type>(blockIdx.x) * blockDim.x + threadIdx.x;
  size_type const worker = thread / lanes, lane = thread % lanes;
  this_block<block_threads> const block;
  begin_block(visit, block);
  if (worker < shares.workers) {
    for (tile_piece const piece : share<Tiles>{tiles, shares.begin(tiles, worker), shares.end(tiles, worker)}) {
      size_type const last = shares.points ? piece.last : piece.first + length_of(tiles, piece.tile);
      for (size_type atom = piece.first + lane; atom < last; atom += lanes) visit(piece.tile, atom);
    }
  }
  end_block(visit, block);
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
__global__ __launch_bounds__(block_threads) void visit_dealt_tiles(Tiles tiles, dealing by, int rounds, Visit visit) {
  using storage = dealt_storage<nothing, block_threads, 1>;
  __shared__ raw_storage<storage> raw;
  this_block<block_threads> block;
  begin_block(visit, block);
  size_type const from = static_cast<size_type>(blockIdx.x) * rounds * block_threads;
  size_type const to = min_of(from + size_type{rounds} * block_threads, static_cast<size_type>(tiles.num_tiles()));
  for (size_type first = from; first < to; first += block_threads) {
    dealt_walk(block, reinterpret_cast<storage&>(raw), tiles, first, by, visiting<Visit>{visit}, no_sum{},
               close_nothing{});
  }
  end_block(visit, block);
}

// An atom a thread, with its tile read beside it; `order` may be null.
template <class Visit>
__global__ __launch_bounds__(block_threads) void visit_mapped_atoms(std::int32_t const* tile_of_atom,
                                                                    size_type const* order, size_type atoms,
                                                                    Visit visit) {
  this_block<block_threads> const block;
  begin_block(visit, block);
  size_type const stride = static_cast<size_type>(gridDim.x) * block_threads;
  for (size_type at = static_cast<size_type>(blockIdx.x) * block_threads + threadIdx.x; at < atoms; at += stride) {
    visit(tile_of_atom[at], order ? order[at] : at);
  }
  end_block(visit, block);
}

template <class Tiles, class Visit> struct visit_launch {
  executor const& exec;
  Tiles const& tiles;
  shares_view shares;
  Visit const& visit;

  cudaStream_t stream() const { return stream_of(exec); }

  void by(walk const& walked_by) const {
    std::visit([&](auto const& w) { launch(w); }, walked_by);
  }
  void launch(by_gathering w) const { deal_out({w.lanes, w.warp_above, w.block_above, false}); }
  void launch(by_flattened_group w) const { deal_out({w.lanes, w.warp_above, w.block_above, true}); }
  void deal_out(dealing const& dealt) const {
    if constexpr (heddle::detail::is_rare<Visit>()) {
      by_lanes(max_of(1, min_of(dealt.lanes, 32)));
    } else {
      by_dealing(dealt);
    }
  }
  template <class W> void launch(W const& w) const { w.lanes <= 32 ? by_lanes(w.lanes) : by_blocks_of_shares(); }

  void by_lanes(int lanes) const {
    unsigned const blocks = grid_of(ceil_div(shares.workers * lanes, block_threads));
    visit_by_lanes<<<blocks, block_threads, 0, stream()>>>(tiles, shares, lanes, visit);
    check(cudaGetLastError(), "visit_by_lanes");
  }

  void by_dealing(dealing const& dealt) const {
    int const rounds = max_of(shares.tiles_per_share, 1);
    unsigned const blocks = grid_of(ceil_div(tiles.num_tiles(), size_type{block_threads} * rounds));
    visit_dealt_tiles<<<blocks, block_threads, 0, stream()>>>(tiles, dealt, rounds, visit);
    check(cudaGetLastError(), "visit_dealt_tiles");
  }

  void by_map(buffer<std::int32_t> const& tile_of_atom, buffer<size_type> const& order) const {
    size_type const blocks = ceil_div(tile_of_atom.size(), size_type{block_threads});
    visit_mapped_atoms<<<grid_of(max_of(min_of(resident_blocks(), blocks), size_type{1})), block_threads, 0,
                         stream()>>>(tile_of_atom.data(), order.data(), tile_of_atom.size(), visit);
    check(cudaGetLastError(), "visit_mapped_atoms");
  }

  size_type resident_blocks() const { return gpu_tuning.resident_threads / block_threads * exec.num_workers(); }

  // Whole tiles go to as many lanes as a block has, which spares the search for the tile of every atom.
  void by_blocks_of_shares() const {
    if (!shares.points) return by_lanes(block_threads);
    by_blocks({.planned = shares});
  }

  // As many blocks as are resident at once; with few atoms some have nothing to do.
  void by_blocks(visit_shares const& from) const {
    size_type const resident = resident_blocks();
    size_type const atoms = most_atoms(), unknown = resident;
    size_type const share = from.items > 0 ? from.items : visit_shares::least_items;
    size_type const useful = from.planned.workers > 0 ? from.planned.workers
                             : atoms < 0              ? unknown
                                                      : ceil_div(atoms + tiles.num_tiles(), share);
    visit_by_blocks<<<grid_of(max_of(min_of(resident, useful), size_type{1})), block_threads, 0, stream()>>>(
        tiles, from, visit);
    check(cudaGetLastError(), "visit_by_blocks");
  }

  size_type most_atoms() const {
    if constexpr (requires { tiles.most_atoms(); }) return tiles.most_atoms();
    return tiles.num_atoms();
  }

  void by_claims() const {
    buffer<unsigned long long> next(exec, 1);
    check(cudaMemsetAsync(next.data(), 0, sizeof(unsigned long long), stream()), "claims");
    by_blocks({.planned = shares, .next = next.data()});
  }
};

// What a visit asks of a plan.
inline constexpr reduction_call visit_call{sizeof(size_type), 0, true};

// Blocks search for shares that are tabulated else, unless a walk is asked for.
inline bool needs_plan(schedule const& chosen) {
  if (chosen.user()) return true;
  return std::visit(
      [&]<class S>(S const&) {
        constexpr auto source = heddle::detail::source_of<S>;
        return source == share_source::order || std::is_same_v<S, cut_tiles> || std::is_same_v<S, coo> ||
               (source == share_source::table && chosen.asked_walk());
      },
      chosen.built_in());
}

}  // namespace kernels

/// visit(tile, atom) for every atom, each once, in any order. tiles: pointers of exec's device; its number of atoms may
/// be negative on the host (not known there): it is read on the GPU as first_atom(num_tiles()). Where whole tiles are
/// walked, with shares that are computed, it is not read (see selected_tiles_of).
/// Of the plan's walk the lanes that visit are taken; what walks differ in beyond that is how they sum. A visitor may
/// have `block_begin(block)`, called by all threads of a block before its first visit, and `block_done(block)`, called
/// by all of them behind the visits of a share, or of all that the block has: what was found is appended there at once
/// (see block_list.cuh).
/// Throws cuda_error when the launch fails. One launch (of binned tiles one for each walk), asynchronous on the
/// executor's stream.
template <class Tiles, class Visit>
void for_each_atom(executor const& exec, plan const& chosen, Tiles const& tiles, Visit const& visit) {
  static_assert(tile_set<Tiles>);
  share_table const& table = *chosen.shares;
  if (tiles.num_tiles() == 0 || table.workers == 0) return;
  device_guard const guard(exec);
  kernels::visit_launch<Tiles, Visit> launch{exec, tiles, table.view(), visit};
  launch.shares.atoms_per_share = 0;  // the number of atoms, with which the last share ends, may not be known here
  if (table.source == share_source::claims) return launch.by_claims();
  if constexpr (!heddle::detail::is_rare<Visit>()) {
    if (!chosen.tile_of_atom.empty()) return launch.by_map(chosen.tile_of_atom, chosen.atom_at);
  }
  if (chosen.launches.empty()) return launch.by(chosen.walked_by);
  for (plan_launch const& part : chosen.launches) {
    launch.shares.order = table.order.data() + part.first_worker;
    launch.shares.workers = part.workers;
    launch.by(part.walked_by);
  }
}

/// How tiles are visited once: by a plan where the schedule wants one, else as a kernel finds its shares.
struct visiting {
  schedule chosen;
  std::optional<plan> made;
  buffer<unsigned long long> fault = {};  // of a plan that nobody has looked at yet

  template <class Tiles> static visiting of(executor const& exec, schedule const& chosen, Tiles const& tiles) {
    if (tiles.num_tiles() == 0 || !kernels::needs_plan(chosen)) return {chosen, {}};
    return {chosen, make_plan(exec, tiles, chosen, kernels::visit_call)};
  }
  /// Of tiles with 64-bit offsets as an array, and at most so many atoms. A partition_on_gpu is planned without reading
  /// anything back, also where a kernel has counted the tiles: ask require_partition behind the visit, which is safe in
  /// any case.
  template <class Tiles>
  static visiting unread(executor const& exec, schedule const& chosen, Tiles const& tiles, size_type most_atoms) {
    visiting by{chosen, {}};
    if (tiles.num_tiles() > 0 && chosen.user()) {
      size_type const* counted = nullptr;
      if constexpr (requires { tiles.counted; }) counted = tiles.counted;
      by.made = plan_on_gpu(exec, tiles.as_offsets(), chosen, kernels::visit_call, most_atoms, by.fault, counted);
    }
    return by.made ? std::move(by) : of(exec, chosen, tiles);
  }
};

/// The same for tile sets that are walked once: equal shares are searched for in the kernel. `auto` is nonzero_split.
/// binned, cut_tiles, coo, a user's partition, and shares of a table for which a walk is asked for, come with a plan
/// all the same, which reads back to be made; the others read nothing back.
template <class Tiles, class Visit>
void for_each_atom(executor const& exec, visiting const& by, Tiles const& tiles, Visit const& visit) {
  static_assert(tile_set<Tiles>);
  if (tiles.num_tiles() == 0) return;
  if (by.made) return for_each_atom(exec, *by.made, tiles, visit);  // its table is freed in stream order
  device_guard const guard(exec);
  kernels::visit_launch<Tiles, Visit> launch{exec, tiles, {}, visit};
  std::visit(
      [&]<class S>(S const& s) {
        if constexpr (std::is_same_v<S, merge_path>) {
          launch.by_blocks({.items = s.items_per_worker, .merge = true});
        } else if constexpr (std::is_same_v<S, nonzero_split>) {
          launch.by_blocks({.items = s.atoms_per_worker});
        } else if constexpr (requires { s.run(); }) {
          launch.shares.tiles_per_share = s.run();
          launch.shares.workers = s.workers(tiles);
          heddle::detail::source_of<S> == share_source::claims ? launch.by_claims() : launch.by(by.chosen.walked_by());
        } else {
          launch.by_blocks({});
        }
      },
      by.chosen.built_in());
}

template <class Tiles, class Visit>
void for_each_atom(executor const& exec, schedule const& chosen, Tiles const& tiles, Visit const& visit) {
  heddle::detail::check_schedule(chosen);
  for_each_atom(exec, visiting::of(exec, chosen, tiles), tiles, visit);
}

}  // namespace heddle::gpu
