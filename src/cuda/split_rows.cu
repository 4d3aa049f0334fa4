// split_rows.cu - pieces of rows on a GPU: who they belong to, and those of a frontier.
#include <heddle/detail/executor/elementwise.cuh>

#include "src/executor/backend.hpp"

namespace heddle::gpu {
namespace {

struct split_point {
  seam::path_point const* points;
  size_type pieces, rows;
  integers_out offsets, parents, first;

  // One more than there are pieces.
  __device__ void operator()(size_type piece) const {
    seam::path_point const at = points[piece];
    offsets.set(piece, at.atom);
    if (piece == pieces) return first.set(rows, pieces);
    parents.set(piece, at.tile);
    if (piece == 0 || points[piece - 1].tile != at.tile) first.set(at.tile, piece);
  }
};

struct list_piece {
  integers first, ids;
  offset_tiles<size_type> listed;  // the rows' pieces
  integers_out pieces, places;

  __device__ void operator()(size_type at) const {
    bool const exists = at < listed.first_atom(listed.tiles);
    size_type const place = exists ? tile_of_atom(listed, at, 0, listed.tiles) : 0;
    pieces.set(at, exists ? first[ids[place]] + at - listed.first_atom(place) : 0);
    places.set(at, place);
  }
};

}  // namespace

void split_points(executor const& exec, seam::path_point const* points, size_type pieces, size_type rows,
                  integers_out offsets, integers_out parents, integers_out first) {
  for_each_index(exec, pieces + 1, split_point{points, pieces, rows, offsets, parents, first}, "split_points");
}

void list_pieces(executor const& exec, integers first, integers ids, size_type const* scanned, size_type n,
                 size_type total, integers_out pieces, integers_out places) {
  for_each_index(exec, total, list_piece{first, ids, {scanned, n, total}, pieces, places}, "list_pieces");
}

}  // namespace heddle::gpu
