// plan.cpp - the table of points on the host, and what its shares look like.
#include "src/core/backend.hpp"
#include "src/host/parallel.hpp"

namespace heddle::host {
namespace {

template <class S, class Tiles> buffer<path_point> table_of(executor const& exec, Tiles const& tiles, S const& s) {
  buffer<path_point> points(exec, s.workers(tiles) + 1);
  parallel_for(exec, points.size(), [&](size_type worker) { points.data()[worker] = s.boundary(tiles, worker); });
  return points;
}

}  // namespace

template <index_type O>
buffer<path_point> tabulate(executor const& exec, offset_tiles<O> const& tiles,
                            detail::schedule_table const& built_in) {
  return std::visit(
      [&]<class S>(S const& s) -> buffer<path_point> {
        if constexpr (detail::is_tabulated<S>) return table_of(exec, tiles, s);
        return buffer<path_point>(exec);
      },
      built_in);
}

template <index_type O>
detail::share_extents measure_shares(executor const& exec, offset_tiles<O> const& tiles,
                                     buffer<path_point> const& points) {
  path_point const* const at = points.data();
  size_type const workers = points.size() - 1;
  size_type cut = 0, max_atoms = 0, max_tiles = 0;
#pragma omp parallel for num_threads(exec.num_workers()) reduction(+ : cut) reduction(max : max_atoms, max_tiles) \
    if (workers > serial_below)
  for (size_type w = 0; w < workers; ++w) {
    cut += at[w].atom > tiles.first_atom(at[w].tile);
    max_atoms = max_of(max_atoms, at[w + 1].atom - at[w].atom);
    max_tiles = max_of(max_tiles, at[w + 1].tile - at[w].tile);
  }
  return {cut > 0, max_atoms, max_tiles};
}

#include "src/core/plan_instances.inc"

}  // namespace heddle::host
