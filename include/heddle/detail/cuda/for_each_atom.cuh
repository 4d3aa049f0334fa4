// for_each_atom.cuh - visit every atom of a tile set on the GPU: pushes, expansions, scatters.
// Tile sets seen once (frontiers) are not worth a plan: boundaries are computed, or searched for by the block that
// needs them, and nothing is read back.
// Busato & Bombieri, "Efficient Load Balancing Techniques for Graph Traversal Applications on GPUs"; Raval, Nasre,
// Kumar, Vasudevan, Vadhiyar & Pingali, "Dynamic Load Balancing Strategies for Graph Applications on GPUs", 2017,
// workload decomposition.
#pragma once
#include <heddle/detail/cuda/user_partition.cuh>
#include <heddle/detail/cuda/visit_kernels.cuh>
#include <heddle/seam/plan/plan.hpp>

namespace heddle::gpu {

namespace kernels {

// Whether the GPU alone knows how many tiles there are.
template <class Tiles> bool is_counted(Tiles const& tiles) {
  if constexpr (requires { tiles.counted; }) return tiles.counted != nullptr;
  return false;
}

// How many atoms the host knows there may be; negative: it does not.
template <class Tiles> size_type most_atoms(Tiles const& tiles) {
  if constexpr (requires { tiles.most_atoms(); }) return tiles.most_atoms();
  return tiles.num_atoms();
}

// Whether there is a kernel of blocks that scan few rows themselves; those that semirings share have none.
template <class Tiles, class Visit> constexpr bool scans_few_rows() {
  if constexpr (requires(Tiles const& tiles) { tiles.counted; }) return !heddle::detail::is_rare<Visit>();
  return false;
}

template <class Tiles, class Visit> struct visit_launch {
  executor const& exec;
  Tiles const& tiles;
  shares_view shares;
  Visit const& visit;
  size_type const* counted = nullptr;  // how many shares there are, where the GPU alone knows

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

  void by_lanes(int lanes) const { by_lanes(lanes, {shares, 0, counted}); }
  void by_lanes(int lanes, lane_shares const& from) const {
    unsigned const blocks = grid_of(useful_blocks(ceil_div(from.planned.workers * lanes, size_type{block_threads})));
    visit_by_lanes<<<blocks, block_threads, 0, stream()>>>(tiles, from, lanes, visit);
    check(cudaGetLastError(), "visit_by_lanes");
  }
  void by_searching_threads(size_type atoms) const {
    by_lanes(1, {{.workers = max_of(ceil_div(most_atoms(tiles), atoms), size_type{1})}, atoms});
  }

  // With so few tiles that some groups would have none a group has one in hand, and none that it would give away.
  bool has_one_a_group(dealing const& dealt) const {
    return !dealt.flattened && dealt.warp_above == 0 && dealt.block_above == 0 && dealt.lanes <= 32 &&
           shares.workers * dealt.lanes <= resident_blocks() * block_threads;
  }

  void by_dealing(dealing const& dealt) const {
    if (has_one_a_group(dealt)) return by_lanes(dealt.lanes);
    int const rounds = max_of(shares.tiles_per_share, 1);
    unsigned const blocks = grid_of(useful_blocks(ceil_div(tiles.num_tiles(), size_type{block_threads} * rounds)));
    visit_dealt_tiles<<<blocks, block_threads, 0, stream()>>>(tiles, dealt, rounds, visit);
    check(cudaGetLastError(), "visit_dealt_tiles");
  }

  void by_map(plan const& chosen) const {
    size_type const most = chosen.tile_of_atom.size(), blocks = ceil_div(most, size_type{block_threads});
    visit_mapped_atoms<<<grid_of(max_of(min_of(resident_blocks(), blocks), size_type{1})), block_threads, 0,
                         stream()>>>(chosen.tile_of_atom.data(), chosen.atom_at.data(), most, chosen.counted_atoms,
                                     visit);
    check(cudaGetLastError(), "visit_mapped_atoms");
  }

  size_type resident_blocks() const { return gpu_tuning.resident_threads / block_threads * exec.num_workers(); }

  // Of blocks for so many tiles as there may be, those that go on to others where there are more tiles.
  size_type useful_blocks(size_type most) const {
    return is_counted(tiles) ? max_of(min_of(most, resident_blocks()), size_type{1}) : most;
  }

  // Whole tiles go to as many lanes as a block has, which spares the search for the tile of every atom.
  void by_blocks_of_shares() const {
    if (!shares.points) return by_lanes(block_threads);
    by_blocks({.planned = shares});
  }

  // As many blocks as are resident at once; with few atoms some have nothing to do.
  void by_blocks(visit_shares const& from) const {
    size_type const resident = resident_blocks();
    size_type const atoms = most_atoms(tiles), unknown = resident;
    size_type const share = from.items > 0 ? from.items : visit_shares::least_items;
    size_type const useful = from.planned.workers > 0 ? from.planned.workers
                             : atoms < 0              ? unknown
                                                      : ceil_div(atoms + tiles.num_tiles(), share);
    launch_blocks(grid_of(max_of(min_of(resident, useful), size_type{1})), from);
    check(cudaGetLastError(), "visit_by_blocks");
  }
  void launch_blocks(unsigned blocks, visit_shares const& from) const {
    if constexpr (scans_few_rows<Tiles, Visit>()) {
      if (!tiles.scanned) return visit_unscanned<<<blocks, block_threads, 0, stream()>>>(tiles, from, visit);
    }
    visit_by_blocks<<<blocks, block_threads, 0, stream()>>>(tiles, from, visit);
  }

  void by_claims() const {
    buffer<unsigned long long> next(exec, 1);
    check(cudaMemsetAsync(next.data(), 0, sizeof(unsigned long long), stream()), "claims");
    by_blocks({.planned = shares, .next = next.data()});
  }
};

// What a visit asks of a plan.
inline constexpr reduction_call visit_call = [] {
  reduction_call call{sizeof(size_type), 0, true};
  call.sums = false;
  return call;
}();

// Whether threads search for the shares that they walk: as many as there may be, if these are not too many.
inline bool threads_search(schedule const& chosen, size_type most_atoms) {
  constexpr size_type most_threads = size_type{1} << 20;
  auto const* const split = chosen.user() ? nullptr : std::get_if<nonzero_split>(&chosen.built_in());
  auto const& asked = chosen.asked_walk();
  if (!split || split->at_tile_ends || split->atoms_per_worker == 0 || most_atoms < 0) return false;
  return asked && heddle::detail::needs_of(*asked).searches && most_atoms / split->atoms_per_worker < most_threads;
}

// Blocks search for shares that are tabulated else, unless another walk is asked for than one that searches.
inline bool needs_plan(schedule const& chosen, size_type most_atoms) {
  if (chosen.user()) return true;
  if (threads_search(chosen, most_atoms)) return false;
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
/// (see block_list.cuh); and `visits_done()`, called by all threads of every block at its end.
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
    if (!chosen.tile_of_atom.empty()) return launch.by_map(chosen);
  }
  if (chosen.launches.empty()) return launch.by(chosen.walked_by);
  for (plan_launch const& part : chosen.launches) {
    launch.shares.order = table.order.data() + part.first_worker;
    launch.shares.workers = part.workers;
    launch.counted = part.counted;
    launch.by(part.walked_by);
  }
}

/// How tiles are visited once: by a plan where the schedule wants one, else as a kernel finds its shares.
struct visiting {
  schedule chosen;
  std::optional<plan> made;
  buffer<unsigned long long> fault = {};  // of a plan that nobody has looked at yet

  template <class Tiles> static visiting of(executor const& exec, schedule const& chosen, Tiles const& tiles) {
    if (tiles.num_tiles() == 0 || !kernels::needs_plan(chosen, kernels::most_atoms(tiles))) return {chosen, {}};
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

/// The same for tile sets that are walked once: equal shares are searched for in the kernel, those of threads where the
/// host knows how many atoms there may be. `auto` is nonzero_split, where the host knows the number of tiles with four
/// shares a block, but none of less than 256 atoms or more than 1024. binned, cut_tiles, coo, a user's partition, and
/// other shares of a table for which a walk is asked for, come with a plan all the same, which reads back to be made;
/// the others read nothing back.
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
          kernels::threads_search(by.chosen, kernels::most_atoms(tiles))
              ? launch.by_searching_threads(s.atoms_per_worker)
              : launch.by_blocks({.items = s.atoms_per_worker});
        } else if constexpr (requires { s.run(); }) {
          launch.shares.tiles_per_share = s.run();
          launch.shares.workers = s.workers(tiles);
          heddle::detail::source_of<S> == share_source::claims ? launch.by_claims() : launch.by(by.chosen.walked_by());
        } else {
          kernels::is_counted(tiles) ? launch.by_blocks({})
                                     : launch.by_blocks({.halvings = 2, .most_items = gpu_tuning.short_share});
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
