// drivers.hpp - any tile set under any schedule, on host and GPU: its tiles summed by a monoid, or its atoms visited.
#pragma once
#include <heddle/detail/host/drivers.hpp>
#include <heddle/seam/plan/plan.hpp>
#if defined(__CUDACC__)
#include <heddle/detail/cuda/for_each_atom.cuh>
#include <heddle/detail/cuda/reduce_tiles.cuh>
#endif

namespace heddle::seam::inline HEDDLE_TOOLCHAIN {

/// close(tile, add over value(tile, atom) for its atoms, in order) once for every tile; one without atoms gets
/// neutral_of(add). tiles: pointers of exec's memory. value(atom) or value(tile, atom), add and close are called from
/// several threads at once, on a GPU by its threads. Where close has `open(tile)` and that is false no atom of the tile
/// is read. chosen: a plan of make_plan(exec, tiles, schedule, call_of<Value, Monoid, Close>()), kept by who sums the
/// same tiles again.
/// Throws not_compiled on a GPU where nvcc does not compile the call, invalid_argument for a plan of another kind of
/// call. Work O(atoms + tiles); asynchronous on a GPU.
template <tile_set Tiles, class Value, class Monoid, class Close>
void sum_tiles(executor const& exec, plan const& chosen, Tiles const& tiles, Value const& value, Monoid const& add,
               Close const& close) {
  if (exec.is_host()) return host::reduce_tiles(exec, chosen, tiles, value, add, close);
#if defined(__CUDACC__)
  gpu::reduce_tiles(exec, chosen, tiles, value, add, close);
#else
  throw not_compiled("sum_tiles: functors of one's own run on a GPU in a call that nvcc compiles (a .cu file)");
#endif
}

/// The same by a plan that is made for this call.
template <tile_set Tiles, class Value, class Monoid, class Close>
void sum_tiles(executor const& exec, schedule const& chosen, Tiles const& tiles, Value const& value, Monoid const& add,
               Close const& close) {
  sum_tiles(exec, make_plan(exec, tiles, chosen, call_of<Value, Monoid, Close>()), tiles, value, add, close);
}

/// visit(tile, atom) for every atom, each once, in any order, from several threads at once, on a GPU by its threads.
/// Throws as sum_tiles does. Work O(atoms + tiles); asynchronous on a GPU.
template <tile_set Tiles, class Visit>
void visit_atoms(executor const& exec, schedule const& chosen, Tiles const& tiles, Visit const& visit) {
  if (exec.is_host()) {
    return host::for_each_atom(exec, make_plan(exec, tiles, chosen, reduction_call{}), tiles, visit);
  }
#if defined(__CUDACC__)
  gpu::for_each_atom(exec, chosen, tiles, visit);
#else
  throw not_compiled("visit_atoms: functors of one's own run on a GPU in a call that nvcc compiles (a .cu file)");
#endif
}

}  // namespace heddle::seam::inline HEDDLE_TOOLCHAIN
