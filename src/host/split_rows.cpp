// split_rows.cpp - pieces of rows on the host: who they belong to, and those of a frontier.
#include <heddle/detail/storage/split_rows.hpp>

#include "src/executor/backend.hpp"
#include "src/host/parallel.hpp"

namespace heddle {

void detail::require_numbered_pieces(size_type pieces, size_type most, size_type numbers) {
  if (pieces <= numbers) return;
  throw invalid_argument(concat("node_splitting: ", pieces, " pieces of at most ", most,
                                " entries are more than these indices can number, which are ", numbers));
}

namespace primitives {

using namespace host;

void split_points(executor const& exec, seam::path_point const* points, size_type pieces, size_type rows,
                  integers_out offsets, integers_out parents, integers_out first) {
  if (!exec.is_host()) {
    return with_cuda([&] { gpu::split_points(exec, points, pieces, rows, offsets, parents, first); });
  }
  offsets.set(pieces, points[pieces].atom);
  first.set(rows, pieces);
  parallel_for(exec, pieces, [&](size_type piece) {
    size_type const row = points[piece].tile;
    offsets.set(piece, points[piece].atom);
    parents.set(piece, row);
    if (piece == 0 || points[piece - 1].tile != row) first.set(row, piece);
  });
}

void list_pieces(executor const& exec, integers first, integers ids, size_type const* scanned, size_type n,
                 size_type total, integers_out pieces, integers_out places) {
  if (!exec.is_host()) {
    return with_cuda([&] { gpu::list_pieces(exec, first, ids, scanned, n, total, pieces, places); });
  }
  parallel_for(exec, n, [&](size_type place) {
    size_type const from = first[ids[place]];
    for (size_type at = scanned[place]; at < scanned[place + 1]; ++at) {
      pieces.set(at, from + at - scanned[place]);
      places.set(at, place);
    }
  });
}

}  // namespace primitives
}  // namespace heddle
