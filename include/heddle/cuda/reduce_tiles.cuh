// reduce_tiles.cuh - run a plan on the GPU: every tile's values reduced by a monoid and closed exactly once.
// One kernel body a walk (whole tiles by lanes, shares by groups, dealt tiles, segments, blocks, blocks that copy
// entries first), whatever the schedule and the operation; nothing is added by atomics, so that any associative monoid
// is right and the result is the same in every run.
#pragma once
#include <heddle/cuda/reduce_kernels.cuh>

namespace heddle::cuda {

namespace kernels {

template <class Tiles, class Monoid, class Close>
void close_cut(executor const& exec, Tiles const& tiles, path_point const* points, size_type workers, Monoid const& add,
               Close const& close, cut_values<typename Monoid::value_type> const& cuts) {
  constexpr int threads = reduce_tuning::threads;
  if (workers < 2) return;
  launch_early(exec, close_cut_tiles<Tiles, Monoid, Close>, grid_of(ceil_div(workers - 1, threads)), threads,
               "close_cut_tiles", tiles, points, workers, add, close, cuts);
}

// The sink itself, so that it does not have kernels of its own where it refuses no tile.
template <class Close> Close const& bare(Close const& close) { return close; }
template <class Close> Close const& bare(without_open<Close> const& sink) { return sink.close; }

template <class Tiles, class Value, class Monoid, class Close> struct reduce_launch {
  using V = typename Monoid::value_type;
  static constexpr int threads = reduce_tuning::threads;
  static constexpr bool staged = sizeof(V) <= reduce_tuning::max_staged_bytes;
  executor const& exec;
  plan const& chosen;
  Tiles const& tiles;
  device_shares shares;
  Value const& value;
  Monoid const& add;
  Close close;

  cudaStream_t stream() const { return stream_of(exec); }

  void run() const {
    if (chosen.launches.empty()) return by_scope(chosen.walked_by);
    for (plan_launch const& part : chosen.launches) {
      reduce_launch launch = *this;
      launch.shares.order += part.first_worker;
      launch.shares.workers = part.workers;
      launch.by_scope(part.walked_by);
    }
  }

  void by_scope(scope walked_by) const {
    if (walked_by.by == walker::block && staged) return by_blocks();
    if (walked_by.by == walker::dealt && staged) return by_dealing(walked_by);
    if (walked_by.by == walker::segments) return by_segments();
    if constexpr (reads_entries<Value> && !heddle::detail::has_open<Close>) {
      if (chosen.marks) return by_marks();
    }
    int const lanes = walked_by.by == walker::thread ? 1 : min_of(walked_by.lanes, 32);
    if (shares.points) return by_groups(lanes);
    int const run = max_of(shares.tiles_per_worker, 1);
    size_type const num = shares.order ? shares.workers : static_cast<size_type>(tiles.num_tiles());
    unsigned const blocks = grid_of(ceil_div(ceil_div(num, run), threads / lanes));
    reduce_whole_tiles<<<blocks, threads, 0, stream()>>>(tiles, shares.order, num, lanes, run, value, add, close);
    check(cudaGetLastError(), "reduce_whole_tiles");
  }

  // launch(cuts), in which shares look back where they may, with the launch that closes cut tiles where they do not.
  template <class Launch> void with_cuts(bool may_look_back, Launch const& launch) const {
    if (!chosen.cuts_tiles) return launch(cut_values<V>{});
    if (may_look_back && looks_back()) {
      auto const slots = exec.state().zeros(static_cast<std::size_t>(shares.workers) * sizeof(part_slot<V>));
      return launch(cut_values<V>{.slots = static_cast<part_slot<V>*>(slots.get())});
    }
    buffer<V> cut(exec, 2 * shares.workers);
    cut_values<V> const cuts{.heads = cut.data(), .tails = cut.data() + shares.workers};
    launch(cuts);
    close_cut(exec, tiles, shares.points, shares.workers, add, bare(close), cuts);
  }

  // A kernel that is being recorded may run beside others of this executor's, which share the slots.
  bool looks_back() const {
    if (!fits_slot<V> || shares.workers > reduce_tuning::looking_back * exec.num_workers()) return false;
    if (chosen.longest_run > reduce_tuning::max_run) return false;
    cudaStreamCaptureStatus recording = cudaStreamCaptureStatusNone;
    bool const known = cudaStreamIsCapturing(stream(), &recording) == cudaSuccess;
    if (!known) cudaGetLastError();
    return known && recording == cudaStreamCaptureStatusNone;
  }

  void by_groups(int lanes) const {
    unsigned const blocks = grid_of(ceil_div(shares.workers, threads / lanes));
    with_cuts(false, [&](cut_values<V> const& cuts) {
      reduce_by_groups<<<blocks, threads, 0, stream()>>>(tiles, shares, lanes, value, add, close, cuts);
      check(cudaGetLastError(), "reduce_by_groups");
    });
  }

  void by_marks() const {
    marked_tiles const marked = chosen.marks->view();
    unsigned const blocks = grid_of(ceil_div(marked.shares, threads / 32));
    with_cuts(false, [&](cut_values<V> const& cuts) {
      reduce_by_marks<<<blocks, threads, 0, stream()>>>(tiles, marked, value, add, close, cuts);
      check(cudaGetLastError(), "reduce_by_marks");
    });
  }

  void by_segments() const {
    unsigned const blocks = grid_of(ceil_div(shares.workers, threads / 32));
    std::int32_t const* const numbers = chosen.tile_of_atom.data();
    with_cuts(false, [&](cut_values<V> const& cuts) {
      reduce_by_segments<<<blocks, threads, 0, stream()>>>(tiles, shares, numbers, value, add, close, cuts);
      check(cudaGetLastError(), "reduce_by_segments");
    });
    close_empty();
  }

  void by_dealing(scope const& walked_by) const {
    int const rounds = shares.tiles_per_worker;
    unsigned const blocks = grid_of(ceil_div(tiles.num_tiles(), size_type{threads} * rounds));
    constexpr int items = min_of(4, reduce_tuning::max_items(sizeof(V)));
    reduce_dealt_tiles<items><<<blocks, threads, 0, stream()>>>(tiles, walked_by, rounds, value, add, close);
    check(cudaGetLastError(), "reduce_dealt_tiles");
  }

  void by_blocks() const {
    if constexpr (reads_entries<Value>) {
      if (may_copy_entries()) return by_copying_blocks();
    }
    by_staging_blocks();
  }

  static constexpr int most_copied = reduce_tuning::copying_threads * reduce_tuning::copied_items;
  bool may_copy_entries() const {
    return chosen.walked_by.by_rows && shares.points && !shares.leave_empty && shares.max_atoms <= most_copied &&
           bytes_of_entries() <= reduce_tuning::max_copied_bytes;
  }
  int bytes_of_entries() const {
    auto const entries = value.entries();
    return entry_room<decltype(entries)>(most_copied, entries.values != nullptr);
  }
  void by_copying_blocks() const {
    auto const kernel = reduce_by_entries<Tiles, Value, Monoid, Close>;
    int const bytes = bytes_of_entries();
    if (bytes > 47 * 1024) {  // 48 KB, the barrier included, are any kernel's; more is asked for
      check(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes), "reduce_by_entries");
    }
    with_cuts(false, [&](cut_values<V> const& cuts) {
      kernel<<<grid_of(shares.workers), reduce_tuning::copying_threads, static_cast<std::size_t>(bytes), stream()>>>(
          tiles, shares, value, add, close, cuts);
      check(cudaGetLastError(), "reduce_by_entries");
    });
  }

  void by_staging_blocks() const {
    if constexpr (requires { close.all_open(); }) {
      if (close.all_open()) {
        reduce_launch<Tiles, Value, Monoid, without_open<Close>> const launch{
            exec, chosen, tiles, shares, value, add, without_open<Close>{close}};
        return launch.by_staging_blocks();
      }
    }
    constexpr int most = reduce_tuning::max_items(sizeof(V));
    using storage = block_storage<V, threads, most, needs_tiles<Value, Close>, false>;
    bool const fit = shares.points && !shares.leave_empty && shares.max_atoms <= storage::capacity &&
                     shares.max_tiles <= storage::max_tiles;
    constexpr bool may_scan = !storage::staged && sizeof(V) <= reduce_tuning::max_scanned_bytes;
    if (fit && may_scan && chosen.walked_by.scanned) {
      if constexpr (may_scan) by_scanning_blocks<8>();
    } else if (fit) {
      by_fitting_blocks<min_of(4, most)>();
    } else if (shares.claimed) {
      by_claiming_blocks();
    } else {
      launch_blocks<most, true>(shares.workers, nullptr);
    }
    if (shares.leave_empty) close_empty();
  }

  // As many blocks as are resident at once share a counter.
  void by_claiming_blocks() const {
    constexpr int most = reduce_tuning::max_items(sizeof(V));
    buffer<unsigned long long> next(exec, 1);
    check(cudaMemsetAsync(next.data(), 0, sizeof(unsigned long long), stream()), "claims");
    size_type const at_once = size_type{resident<most, true, V>} * exec.num_workers();
    launch_blocks<most, true>(min_of(shares.workers, at_once), next.data());
  }

  // The smallest instance whose block holds the longest share at once.
  template <int Items> void by_fitting_blocks() const {
    if constexpr (Items < reduce_tuning::max_items(sizeof(V))) {
      if (shares.max_atoms > Items * threads) return by_fitting_blocks<2 * Items>();
    }
    launch_blocks<Items, false>(shares.workers, nullptr);
  }

  template <int Items> void by_scanning_blocks() const {
    if constexpr (Items < reduce_tuning::max_items(sizeof(V))) {
      if (shares.max_atoms > Items * threads) return by_scanning_blocks<2 * Items>();
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

  void close_empty() const {
    close_empty_tiles<<<grid_of(ceil_div(tiles.num_tiles(), threads)), threads, 0, stream()>>>(tiles, add, close);
    check(cudaGetLastError(), "close_empty_tiles");
  }
};

}  // namespace kernels

/// close(tile, add over value(tile, atom) for its atoms, in order), exactly once for every tile, those without atoms
/// included, which get neutral_of(add). tiles: pointers of exec's device; value(atom) or value(tile, atom), add, close:
/// device callable, copied to the GPU. close may have `open(tile)`: where it is false no atom of the tile is read and
/// it is closed with that too. A sink whose `all_open()` is true (asked on the host, optional) is spared the search for
/// the tile of every atom. Values of more than 64 bytes are not staged: what a block would walk a warp does. The result
/// depends on the plan and the GPU, not on the run; inexact sums of cut tiles may be bracketed otherwise while the
/// stream is recorded. Throws cuda_error when a launch fails. Work O(atoms + tiles); one launch, others for empty tiles
/// in long runs and where the plan cuts tiles and its shares do not look back, and one for each scope of binned tiles.
/// Asynchronous on the executor's stream.
template <class Tiles, class Value, class Monoid, class Close>
void reduce_tiles(executor const& exec, plan const& chosen, Tiles const& tiles, Value const& value, Monoid const& add,
                  Close const& close) {
  static_assert(tile_set<Tiles>);
  if (chosen.workers == 0 || tiles.num_tiles() == 0) return;
  device_guard const guard(exec);
  kernels::reduce_launch<Tiles, Value, Monoid, Close> const launch{exec,  chosen, tiles, shares_of(chosen),
                                                                   value, add,    close};
  launch.run();
}

}  // namespace heddle::cuda
