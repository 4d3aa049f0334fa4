// reduce_tiles.cuh - run a plan on the GPU: every tile's values reduced by a monoid and closed exactly once.
// One kernel body a walk, whatever the partition and the operation; nothing is added by atomics, so that any
// associative monoid is right and the result is the same in every run.
#pragma once
#include <heddle/detail/cuda/reduce_by_blocks.cuh>
#include <heddle/detail/executor/recorder.hpp>

namespace heddle::gpu {

namespace kernels {

// What a walk needs and the call has not was settled when the plan was made.
template <class Tiles, class Value, class Monoid, class Close>
struct plan_launch_of : block_launches<Tiles, Value, Monoid, Close> {
  using launches = block_launches<Tiles, Value, Monoid, Close>;
  using launches::chosen, launches::close, launches::table, launches::launch, launches::without_mask;
  static constexpr reduction_call call = call_of<Value, Monoid, Close>();

  void run() const {
    if (chosen.launches.empty()) return by(chosen.walked_by);
    for (plan_launch const& part : chosen.launches) {
      plan_launch_of one = *this;
      one.shares.order += part.first_worker;
      one.shares.workers = part.workers;
      one.by(part.walked_by);
    }
  }

  void by(walk const& walked_by) const {
    std::visit([&](auto const& w) { by_walk(w); }, walked_by);
  }

  template <class W> void by_walk(W const& w) const {
    if (size_type const longest = heddle::detail::longest_share(W::needs, call);
        longest > 0 && table.max_atoms > longest) {
      refuse(w, heddle::detail::concat("shares have up to ", table.max_atoms, " atoms, of at most ", longest));
    }
    if constexpr (!heddle::detail::lacks(W::needs, call)) {
      launch(w);
    } else {
      if constexpr (!heddle::detail::lacks(W::needs, heddle::detail::open_call_of<Value, Monoid, Close>())) {
        if (close.all_open()) return without_mask().launch(w);
      }
      refuse(w, text_of(heddle::detail::lacks(W::needs, call)));
    }
  }

  [[noreturn]] static void refuse(walk const& w, std::string const& why) {
    throw invalid_argument(heddle::detail::concat("reduce_tiles: a plan that walks by ", text_of(w),
                                                  " was made for another kind of call: ", why));
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
  kernels::plan_launch_of<Tiles, Value, Monoid, Close> const launch{
      {{{exec, chosen, table, {table.view(), many_empty}, tiles, value, add, close}}}};
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
