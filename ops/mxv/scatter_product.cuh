// scatter_product.cuh - what a push does with an entry of a chosen row: the product goes to its place, and the place to
// a list when it is the first there.
#pragma once
#include <heddle/detail/cuda/block_list.cuh>
#include <heddle/detail/cuda/combine.cuh>
#include <heddle/ops/mxv/cleared_places.cuh>
#include <heddle/ops/mxv/device.hpp>

namespace heddle::gpu::detail_push {

template <class SR, class Index, class Offset, class A, class U> struct scatter_product {
  static constexpr bool rare = heddle::detail::is_rare<SR>();
  selected_tiles<Index, Offset> tiles;
  compressed_view<A, Index, Offset> a;
  U const* u;
  mask_view mask;
  std::uint32_t const* open;  // the same in bits, or null
  SR sr;
  domain_of<SR>* values;
  primitives::byte* present;
  block_list<Index> found;         // in a loop there may be none
  Index const* parents = nullptr;  // rows of pieces, which the tiles are; null: tiles are rows
  listed_places* places = nullptr;
  unsigned long long* count = nullptr;  // gets how many are found; null: nobody asks for it

  template <class Block> __device__ void block_begin(Block const&) const { found.begin(); }
  template <class Block> __device__ void block_done(Block const&) const { found.flush(); }
  // The block that is done last hands the count out.
  __device__ void visits_done() const {
    if (!count || threadIdx.x != 0 || !comes_last(&places->arrived, gridDim.x)) return;
    *count = load_fresh(&places->count);
  }
  __device__ void operator()(size_type tile, size_type atom) const {
    size_type const at = tiles.position(tile, atom);
    Index const j = a.indices[at];
    if (!(open ? open[j / 32] >> (j % 32) & 1 : mask.open(j))) return;
    size_type const row = parents ? parents[tiles.tile_id(tile)] : tiles.tile_id(tile);
    domain_of<SR> const product =
        heddle::detail::product_of(sr, a.values[at], heddle::detail::right_at<SR>(u, tile), j, row, 0);
    if constexpr (pushes_one_value<SR>) {
      values[j] = product;
    } else {
      combine(sr.add, values + j, product);
    }
    if (!found.items) {
      present[j] = 1;
    } else if (claim(present, j)) {
      found.append(j);
    }
  }
};

}  // namespace heddle::gpu::detail_push
