// plan.cpp - the tables of a plan on the host, and what its shares look like.
#include "src/executor/backend.hpp"
#include "src/host/parallel.hpp"

namespace heddle::primitives {

using namespace host;

namespace {

template <class S, class Tiles> buffer<path_point> table_of(executor const& exec, Tiles const& tiles, S const& s) {
  buffer<path_point> points(exec, s.workers(tiles) + 1);
  parallel_for(exec, points.size(), [&](size_type worker) { points.data()[worker] = s.boundary(tiles, worker); });
  return points;
}

template <class S, class Tiles>
buffer<path_point> table_of_pieces(executor const& exec, Tiles const& tiles, S const& s) {
  size_type const n = tiles.num_tiles();
  std::vector<size_type> first(static_cast<std::size_t>(n) + 1);
  parallel_for(exec, n, [&](size_type tile) { first[tile] = s.pieces(length_of(tiles, tile)); });
  exclusive_sum(exec, first.data(), first.data(), n);
  buffer<path_point> points(exec, first.back() + 1);
  points.data()[first.back()] = path_end(tiles);
  parallel_for(exec, n, [&](size_type tile) {
    size_type const length = length_of(tiles, tile), from = tiles.first_atom(tile);
    for (size_type i = 0; i < first[tile + 1] - first[tile]; ++i) {
      points.data()[first[tile] + i] = {tile, from + s.begin_of_piece(length, i)};
    }
  });
  return points;
}

}  // namespace

std::vector<size_type> count_lengths(executor const& exec, integer_tiles const& tiles, size_type longest,
                                     int num_bins) {
  if (!exec.is_host()) return with_cuda([&] { return gpu::count_lengths(exec, tiles, longest, num_bins); });
  std::vector<size_type> counts(static_cast<std::size_t>(num_bins));
  tiles.visit([&](auto const& tiles) {
    for (size_type tile = 0; tile < tiles.tiles; ++tile) {
      ++counts[detail::bin_of_length(length_of(tiles, tile), longest, num_bins)];
    }
  });
  return counts;
}

buffer<std::int32_t> bins_of_tiles(executor const& exec, integer_tiles const& tiles) {
  if (!exec.is_host()) return with_cuda([&] { return gpu::bins_of_tiles(exec, tiles); });
  buffer<std::int32_t> result(exec, tiles.tiles);
  tiles.visit([&](auto const& tiles) {
    parallel_for(exec, tiles.tiles,
                 [&](size_type tile) { result.data()[tile] = binned::bin_of(length_of(tiles, tile)); });
  });
  return result;
}

buffer<path_point> tabulate(executor const& exec, integer_tiles const& tiles, detail::schedule_table const& built_in) {
  if (!exec.is_host()) return with_cuda([&] { return gpu::tabulate(exec, tiles, built_in); });
  return std::visit(
      [&]<class S>(S const& s) -> buffer<path_point> {
        if constexpr (std::is_same_v<S, cut_tiles>) {
          return tiles.visit([&](auto const& typed) { return table_of_pieces(exec, typed, s); });
        } else if constexpr (detail::is_tabulated<S>) {
          return tiles.visit([&](auto const& typed) { return table_of(exec, typed, s); });
        } else {
          return buffer<path_point>(exec);
        }
      },
      built_in);
}

detail::share_extents measure_shares(executor const& exec, integer_tiles const& tiles,
                                     buffer<path_point> const& points) {
  if (!exec.is_host()) return with_cuda([&] { return gpu::measure_shares(exec, tiles, points); });
  path_point const* const at = points.data();
  size_type const workers = points.size() - 1;
  std::vector<detail::share_extents> by_chunk(static_cast<std::size_t>(chunks{workers}.size()));
  for_each_chunk(exec, workers, [&](size_type chunk, size_type begin, size_type end) {
    detail::share_extents found;
    for (size_type w = begin; w < end; ++w) {
      found.cuts_tiles |= at[w].atom > tiles.first_atom(at[w].tile);
      found.max_atoms = max_of(found.max_atoms, at[w + 1].atom - at[w].atom);
      found.max_tiles = max_of(found.max_tiles, at[w + 1].tile - at[w].tile);
    }
    by_chunk[chunk] = found;
  });
  detail::share_extents all;
  for (detail::share_extents const& part : by_chunk) {
    all.cuts_tiles |= part.cuts_tiles;
    all.max_atoms = max_of(all.max_atoms, part.max_atoms);
    all.max_tiles = max_of(all.max_tiles, part.max_tiles);
  }
  return all;
}

}  // namespace heddle::primitives
