// reduce_tiles.cuh - run a plan on the GPU: every tile's values reduced by a monoid and closed exactly once.
// One kernel body a walk, whatever the partition and the operation; nothing is added by atomics, so that any
// associative monoid is right and the result is the same in every run.
#pragma once
#include <heddle/detail/cuda/asking_tiles.cuh>
#include <heddle/detail/cuda/reduce_kernels.cuh>
#include <heddle/detail/executor/recorder.hpp>
#include <heddle/seam/call_of.hpp>

namespace heddle::gpu {

namespace kernels {

template <class Tiles, class Monoid, class Close>
void close_cut(executor const& exec, Tiles const& tiles, path_point const* points, size_type workers, Monoid const& add,
               Close const& close, cut_values<typename Monoid::value_type> const& cuts) {
  constexpr int threads = block_threads;
  if (workers < 2) return;
  launch_early(exec, close_cut_tiles<Tiles, Monoid, Close>, grid_of(ceil_div(workers - 1, threads)), threads,
               "close_cut_tiles", tiles, points, workers, add, close, cuts);
}

// The sink itself, so that it does not have kernels of its own where it refuses no tile.
template <class Close> Close const& bare(Close const& close) { return close; }
template <class Close> Close const& bare(without_open<Close> const& sink) { return sink.close; }

// The launches of a plan. What a walk needs and the call has not was settled when the plan was made.
template <class Tiles, class Value, class Monoid, class Close> struct reduce_launch {
  using V = typename Monoid::value_type;
  static constexpr int threads = block_threads;
  static constexpr reduction_call call = call_of<Value, Monoid, Close>();
  static constexpr bool is_rare = heddle::detail::is_rare<Value>();
  // Where shares are walked in chunks; what is rare is compiled sooner with few, and is not worth more.
  static constexpr int items_of_chunk = min_of(gpu_tuning.items_of(sizeof(V)), is_rare ? 4 : gpu_tuning.max_items);
  static constexpr reduction_call open_call = heddle::detail::open_call_of<Value, Monoid, Close>();
  executor const& exec;
  plan const& chosen;
  share_table const& table;
  device_shares shares;
  Tiles const& tiles;
  Value const& value;
  Monoid const& add;
  Close close;

  cudaStream_t stream() const { return stream_of(exec); }

  void run() const {
    if (chosen.launches.empty()) return by(chosen.walked_by);
    for (plan_launch const& part : chosen.launches) {
      reduce_launch launch = *this;
      launch.shares.order += part.first_worker;
      launch.shares.workers = part.workers;
      launch.by(part.walked_by);
    }
  }

  auto without_mask() const {
    return reduce_launch<Tiles, Value, Monoid, without_open<Close>>{exec,  chosen, table, shares,
                                                                    tiles, value,  add,   without_open<Close>{close}};
  }

  template <class W> void by_walk(W const& w) const {
    if (size_type const longest = heddle::detail::longest_share_of(w, call); longest > 0 && table.max_atoms > longest) {
      refuse(w, heddle::detail::concat("shares have up to ", table.max_atoms, " atoms, of at most ", longest));
    }
    if constexpr (!heddle::detail::lacks(W::needs, call)) {
      launch(w);
    } else {
      if constexpr (!heddle::detail::lacks(W::needs, open_call)) {
        if (close.all_open()) return without_mask().launch(w);
      }
      refuse(w, text_of(heddle::detail::lacks(W::needs, call)));
    }
  }

  void by(walk const& walked_by) const {
    std::visit([&](auto const& w) { by_walk(w); }, walked_by);
  }

  [[noreturn]] static void refuse(walk const& w, std::string const& why) {
    throw invalid_argument(heddle::detail::concat("reduce_tiles: a plan that walks by ", text_of(w),
                                                  " was made for another kind of call: ", why));
  }

  void launch(by_thread) const { by_lanes(1); }
  void launch(by_group w) const { by_lanes(w.lanes); }
  void launch(by_gathering w) const { by_dealing({w.lanes, w.warp_above, w.block_above, false}); }
  void launch(by_flattened_group w) const { by_dealing({w.lanes, w.warp_above, w.block_above, true}); }
  void launch(by_asking) const { by_asking_lanes(); }
  void launch(by_segments) const { by_segments_of_warps(); }
  void launch(by_marks) const { by_marks_of_warps(); }
  void launch(by_block_rows) const { by_staging_blocks(); }
  void launch(by_block_entries) const { by_copying_blocks(); }
  void launch(by_block_scan) const { by_scanning_blocks<min_of(8, gpu_tuning.items_of(sizeof(V)))>(); }

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
  void by_asking_lanes() const {
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

  // launch(cuts), in which shares look back where they may, with the launch that closes cut tiles where they do not.
  template <class Launch> void with_cuts(bool may_look_back, Launch const& launch) const {
    if (!table.cuts_tiles) return launch(cut_values<V>{});
    if (may_look_back && looks_back()) {
      std::size_t const bytes = static_cast<std::size_t>(shares.workers) * sizeof(part_slot<V>);
      auto const zeros = exec.state().zeros(bytes + sizeof(unsigned));
      auto* const slots = static_cast<part_slot<V>*>(zeros.get());
      return launch(cut_values<V>{.slots = slots, .tickets = reinterpret_cast<unsigned*>(slots + shares.workers)});
    }
    buffer<V> cut(exec, 2 * shares.workers);
    cut_values<V> const cuts{.heads = cut.data(), .tails = cut.data() + shares.workers};
    launch(cuts);
    close_cut(exec, tiles, shares.points, shares.workers, add, bare(close), cuts);
  }

  bool looks_back() const {
    if (!fits_slot<V> || shares.workers > gpu_tuning.looking_back * exec.num_workers()) return false;
    return table.longest_run <= gpu_tuning.max_run && !may_run_beside_others(exec);
  }

  // At least as many blocks as are resident at once, where they have enough empty tiles to close.
  size_type with_empty(size_type blocks) const {
    size_type const resident = gpu_tuning.resident_threads / threads * exec.num_workers();
    return max_of(blocks, min_of(ceil_div(static_cast<size_type>(tiles.num_tiles()), threads), resident));
  }

  void by_groups(int lanes) const {
    unsigned const blocks = grid_of(ceil_div(shares.workers, threads / lanes));
    with_cuts(false, [&](cut_values<V> const& cuts) {
      reduce_by_groups<<<blocks, threads, 0, stream()>>>(tiles, shares, lanes, value, add, close, cuts);
      check(cudaGetLastError(), "reduce_by_groups");
    });
  }

  void by_marks_of_warps() const {
    if (!chosen.marks) return by_segments_of_warps();  // no atoms
    marked_tiles const marked = chosen.marks->view();
    unsigned const blocks = grid_of(ceil_div(marked.shares, threads / 32));
    with_cuts(false, [&](cut_values<V> const& cuts) {
      reduce_by_marks<<<blocks, threads, 0, stream()>>>(tiles, marked, value, add, close, cuts);
      check(cudaGetLastError(), "reduce_by_marks");
    });
  }

  void by_segments_of_warps() const {
    unsigned const blocks = grid_of(with_empty(ceil_div(shares.workers, threads / 32)));
    std::int32_t const* const numbers = chosen.tile_of_atom.data();
    with_cuts(false, [&](cut_values<V> const& cuts) {
      reduce_by_segments<<<blocks, threads, 0, stream()>>>(tiles, shares, numbers, value, add, close, cuts);
      check(cudaGetLastError(), "reduce_by_segments");
    });
  }

  void by_dealing(dealing const& dealt) const {
    int const rounds = shares.tiles_per_share;
    unsigned const blocks = grid_of(ceil_div(tiles.num_tiles(), size_type{threads} * rounds));
    constexpr int items = min_of(4, gpu_tuning.items_of(sizeof(V)));
    reduce_dealt_tiles<items><<<blocks, threads, 0, stream()>>>(tiles, dealt, rounds, value, add, close);
    check(cudaGetLastError(), "reduce_dealt_tiles");
  }

  void by_copying_blocks() const {
    constexpr int most = gpu_tuning.most_copied();
    auto const entries = value.entries();
    int const bytes = entry_room<decltype(entries)>(most, entries.values != nullptr);
    static_assert(entry_room<decltype(entries)>(most, true) <= gpu_tuning.max_copied_bytes);
    auto const kernel = reduce_by_entries<Tiles, Value, Monoid, Close>;
    if (bytes > 47 * 1024) {  // 48 KB, the barrier included, are any kernel's; more is asked for
      check(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes), "reduce_by_entries");
    }
    with_cuts(false, [&](cut_values<V> const& cuts) {
      kernel<<<grid_of(shares.workers), gpu_tuning.copying_threads, static_cast<std::size_t>(bytes), stream()>>>(
          tiles, shares, value, add, close, cuts);
      check(cudaGetLastError(), "reduce_by_entries");
    });
  }

  void by_staging_blocks() const {
    if constexpr (is_rare) {
      table.source == share_source::claims ? by_claiming_blocks() : by_any_blocks();
    } else {
      by_blocks_that_fit();
    }
  }

  void by_any_blocks() const {
    launch_blocks<items_of_chunk, true>(shares.leave_empty ? with_empty(shares.workers) : shares.workers, nullptr);
  }

  void by_blocks_that_fit() const {
    if constexpr (requires { close.all_open(); }) {
      if (close.all_open()) return without_mask().by_staging_blocks();
    }
    constexpr int most = gpu_tuning.items_of(sizeof(V));
    using storage = block_storage<V, threads, most, staging_of<Value, Close>, false>;
    bool const fit = shares.points && !shares.leave_empty && table.max_atoms <= storage::capacity &&
                     table.max_tiles <= storage::max_tiles;
    if (fit) {
      by_fitting_blocks<min_of(4, most)>();
    } else if (table.source == share_source::claims) {
      by_claiming_blocks();
    } else {
      by_any_blocks();
    }
  }

  // As many blocks as are resident at once share a counter.
  void by_claiming_blocks() const {
    buffer<unsigned long long> next(exec, 1);
    check(cudaMemsetAsync(next.data(), 0, sizeof(unsigned long long), stream()), "claims");
    size_type const at_once = size_type{resident<items_of_chunk, true, V>} * exec.num_workers();
    size_type const blocks = min_of(shares.workers, at_once);
    launch_blocks<items_of_chunk, true>(shares.leave_empty ? with_empty(blocks) : blocks, next.data());
  }

  // The smallest instance whose block holds the longest share at once.
  template <int Items> void by_fitting_blocks() const {
    if constexpr (Items < gpu_tuning.items_of(sizeof(V))) {
      if (table.max_atoms > Items * threads) return by_fitting_blocks<2 * Items>();
    }
    launch_blocks<Items, false>(shares.workers, nullptr);
  }

  template <int Items> void by_scanning_blocks() const {
    if constexpr (Items < gpu_tuning.items_of(sizeof(V))) {
      if (table.max_atoms > Items * threads) return by_scanning_blocks<2 * Items>();
    }
    with_cuts(true, [&](cut_values<V> const& cuts) {
      reduce_by_scans<Items><<<grid_of(shares.workers), threads, 0, stream()>>>(tiles, shares, value, add, close, cuts);
      check(cudaGetLastError(), "reduce_by_scans");
    });
  }

  template <int Items, bool Many> void launch_blocks(size_type blocks, unsigned long long* next) const {
    with_cuts(false, [&](cut_values<V> const& cuts) {
      reduce_by_blocks<Items, Many>
          <<<grid_of(blocks), threads, 0, stream()>>>(tiles, shares, value, add, close, cuts, next);
      check(cudaGetLastError(), "reduce_by_blocks");
    });
  }
};

}  // namespace kernels

/// close(tile, add over value(tile, atom) for its atoms, in order), exactly once for every tile, those without atoms
/// included, which get neutral_of(add). tiles: pointers of exec's device; value(atom) or value(tile, atom), add, close:
/// device callable, copied to the GPU. close may have `open(tile)`: where it is false no atom of the tile is read and
/// it is closed with that too. A sink whose `all_open()` is true (asked on the host, optional) is spared the search for
/// the tile of every atom. The plan must be one for calls of this kind (see reduction_call). The result
/// depends on the plan and the GPU, not on the run; inexact sums of cut tiles may be bracketed otherwise while the
/// stream is recorded. Throws cuda_error when a launch fails. Work O(atoms + tiles); one launch, another where the plan
/// cuts tiles and its shares do not look back, and one for each scope of binned tiles.
/// Asynchronous on the executor's stream.
template <class Tiles, class Value, class Monoid, class Close>
void reduce_tiles(executor const& exec, plan const& chosen, Tiles const& tiles, Value const& value, Monoid const& add,
                  Close const& close) {
  static_assert(tile_set<Tiles>);
  share_table const& table = *chosen.shares;
  if (table.workers == 0 || tiles.num_tiles() == 0) return;
  device_guard const guard(exec);
  bool const many_empty =
      heddle::detail::lanes_of(chosen.walked_by) == block_threads && table.max_tiles > gpu_tuning.many_tiles;
  kernels::reduce_launch<Tiles, Value, Monoid, Close> const launch{exec,  chosen, table, {table.view(), many_empty},
                                                                   tiles, value,  add,   close};
  heddle::detail::tell_recording(exec, launch.shares, tiles, value, add, close);
  launch.run();
}

/// The same for a problem (see dispatch.hpp), whose plan may hold any walk that `call` allows: compiling it says where
/// one is missing.
template <class Problem, class Tiles, class Value, class Monoid, class Close>
void reduce_tiles_of(Problem const& problem, Tiles const& tiles, Value const& value, Monoid const& add,
                     Close const& close) {
  static_assert(heddle::detail::has_walks_for<Value, Monoid, Close>(Problem::call()));
  reduce_tiles(problem.exec, *problem.chosen, tiles, value, add, close);
}

}  // namespace heddle::gpu
