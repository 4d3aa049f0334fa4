// user_partition.cuh - a partition of the user's asked by a GPU: its boundaries go into a table, and the host hears
// nothing of it.
#pragma once
#include <heddle/detail/executor/elementwise.cuh>
#include <heddle/seam/tiles/partition.hpp>
#include <heddle/seam/tiles/tile_set.hpp>

namespace heddle::gpu {

/// The same tiles with their numbers as the GPU knows them. counted: how many there are, or null.
__device__ inline offset_tiles<std::int64_t> counted_offsets(offset_tiles<std::int64_t> const& given,
                                                             size_type const* counted) {
  size_type const tiles = counted ? *counted : given.tiles;
  return {given.offsets, tiles, given.offsets[tiles]};
}

/// Boundary `worker` of `most + 1`; those behind the last are empty shares. The first mistake goes to `fault`.
template <class S> struct ask_boundary {
  using fault_kind = heddle::detail::fault_kind;
  S partition;
  offset_tiles<std::int64_t> tiles;
  size_type const* number_of_tiles;
  size_type most;
  path_point* points;
  unsigned long long* fault;

  __device__ void operator()(size_type worker) const {
    offset_tiles<std::int64_t> const counted = counted_offsets(tiles, number_of_tiles);
    path_point const end = path_end(counted);
    size_type const asked = partition.workers(counted), workers = min_of(max_of(asked, size_type{0}), most);
    auto const boundary = [&](size_type w) {
      return w <= workers && workers > 0 ? partition.boundary(counted, w) : end;
    };
    path_point const here = boundary(worker);
    points[worker] = here;
    if (worker == 0 && asked != workers) tell(worker, fault_kind::crowd);
    if (worker == 0 && !(here == path_point{})) tell(worker, fault_kind::begin);
    if (worker == workers && !(here == end)) tell(worker, fault_kind::end);
    if (!is_on_path(counted, end, here)) return tell(worker, fault_kind::off_path);
    if (worker == 0) return;
    path_point const before = boundary(worker - 1);
    if (before.tile > here.tile || before.atom > here.atom) tell(worker - 1, fault_kind::back);
  }

 private:
  static __device__ bool is_on_path(offset_tiles<std::int64_t> const& t, path_point end, path_point p) {
    if (p.tile < 0 || p.tile > end.tile || p.atom < 0 || p.atom > end.atom) return false;
    return t.first_atom(p.tile) <= p.atom && p.atom <= (p.tile < end.tile ? t.first_atom(p.tile + 1) : end.atom);
  }
  __device__ void tell(size_type worker, fault_kind kind) const {
    atomicMin(fault, heddle::detail::partition_fault{worker, kind}.packed());
  }
};

/// Where there is a mistake, the first share takes all, so that nothing is read that is not there.
struct mend_boundaries {
  offset_tiles<std::int64_t> tiles;
  size_type const* number_of_tiles;
  path_point* points;
  unsigned long long const* fault;

  __device__ void operator()(size_type worker) const {
    if (*fault == heddle::detail::partition_fault::none) return;
    points[worker] = worker == 0 ? path_point{} : path_end(counted_offsets(tiles, number_of_tiles));
  }
};

/// points[0..most], and in `fault`, which holds `none` before, what is wrong with them. counted: how many tiles there
/// are, in the GPU's memory, or null. Two launches, asynchronous.
template <class S>
void tabulate_user(executor const& exec, S const& partition, offset_tiles<std::int64_t> const& tiles,
                   size_type const* counted, size_type most, path_point* points, unsigned long long* fault) {
  static_assert(std::is_trivially_copyable_v<S>,
                "heddle: a partition with most_workers is copied into a kernel, so it has to be trivially copyable");
  for_each_index(exec, most + 1, ask_boundary<S>{partition, tiles, counted, most, points, fault},
                 "a partition of the user's");
  for_each_index(exec, most + 1, mend_boundaries{tiles, counted, points, fault});
}

}  // namespace heddle::gpu
