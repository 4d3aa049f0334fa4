// plan_of_tiles.hpp - a plan for any tile set: a frontier's adjacency lists, a format of the user's, the expansion of a
// product.
#pragma once
#include <heddle/detail/executor/parallel_for.hpp>
#include <heddle/detail/executor/toolchain.hpp>
#include <heddle/seam/plan/plan.hpp>
#if defined(__CUDACC__)
#include <heddle/detail/executor/copied_offsets.cuh>
#endif

namespace heddle::seam {

inline namespace HEDDLE_TOOLCHAIN {

/// A plan for tiles of any kind, pointers of exec's memory, as make_plan of plan.hpp makes it for rows: a tile set that
/// has its offsets as an array lends them (`as_offsets()`), of any other they are written out, O(tiles). Throws as that
/// one does, and not_compiled where the offsets have to be written out on a GPU by a call that nvcc did not compile.
template <tile_set Tiles>
plan make_plan(executor const& exec, Tiles const& tiles, schedule const& chosen, reduction_call const& call) {
  if constexpr (requires { tiles.as_offsets(); }) {
    return make_plan(exec, tiles.as_offsets(), chosen, call, nullptr);
  } else {
    size_type const n = tiles.num_tiles();
    buffer<size_type> offsets(exec, n + 1);
    if (exec.is_host()) {
      size_type* const to = offsets.data();
      host::parallel_for(exec, n + 1, [=](size_type tile) { to[tile] = tiles.first_atom(tile); });
    } else {
#if defined(__CUDACC__)
      gpu::copy_offsets(exec, tiles, offsets.data());
#else
      throw not_compiled(
          "make_plan: tiles of this kind are planned on a GPU by a call that nvcc compiles (a .cu file)");
#endif
    }
    return make_plan(exec, offset_tiles<size_type>{offsets.data(), n, -1}, chosen, call, nullptr);
  }
}

}  // namespace HEDDLE_TOOLCHAIN
}  // namespace heddle::seam
