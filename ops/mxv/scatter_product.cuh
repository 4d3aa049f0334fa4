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
  static constexpr int at_once = 4;
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
    if (!count || threadIdx.x != 0) return;
    __threadfence();
    if (atomicInc(&places->arrived, gridDim.x - 1) != gridDim.x - 1) return;  // back at 0 with the last
    __threadfence();
    *count = load_fresh(&places->count);
  }
  __device__ void operator()(size_type tile, size_type atom) const {
    size_type const at = tiles.position(tile, atom);
    Index const j = a.indices[at];
    if (!is_open(j)) return;
    put(tile, at, j);
    if (!found.items) {
      present[j] = 1;
    } else if (claim(present, j)) {
      found.append(j);
    }
  }
  // A step of a loop is as long as its threads wait: for columns, then for the mask and marks, then for claims, once
  // each for all of these. Nothing that is loaded decides whether something else is.
  __device__ void some(size_type const (&tile)[at_once], size_type const (&atom)[at_once], int count) const {
    size_type at[at_once];
    Index j[at_once];
    primitives::byte marked[at_once];
    bool taken[at_once];
    HEDDLE_UNROLL
    for (int k = 0; k < at_once; ++k) at[k] = tiles.position(tile[k], atom[k]);
    HEDDLE_UNROLL
    for (int k = 0; k < at_once; ++k) j[k] = a.indices[at[k]];
    HEDDLE_UNROLL
    for (int k = 0; k < at_once; ++k) marked[k] = load_fresh(present + j[k]);
    find_open(j, taken);
    HEDDLE_UNROLL
    for (int k = 0; k < at_once; ++k) {
      taken[k] = taken[k] && k < count;
      if (taken[k]) put(tile[k], at[k], j[k]);
    }
    found.items ? list(j, taken, marked) : mark(j, taken);
  }

 private:
  __device__ bool is_open(Index j) const { return open ? open[j / 32] >> (j % 32) & 1 : mask.open(j); }
  __device__ void put(size_type tile, size_type at, Index j) const {
    size_type const row = parents ? parents[tiles.tile_id(tile)] : tiles.tile_id(tile);
    domain_of<SR> const product =
        heddle::detail::product_of(sr, a.values[at], heddle::detail::right_at<SR>(u, tile), j, row, 0);
    if constexpr (pushes_one_value<SR>) {
      values[j] = product;
    } else {
      combine(sr.add, values + j, product);
    }
  }

  __device__ void find_open(Index const (&j)[at_once], bool (&is)[at_once]) const {
    HEDDLE_UNROLL
    for (int k = 0; k < at_once; ++k) is[k] = true;
    if (open) {
      HEDDLE_UNROLL
      for (int k = 0; k < at_once; ++k) is[k] = open[j[k] / 32] >> (j[k] % 32) & 1;
      return;
    }
    if (mask.present) {
      HEDDLE_UNROLL
      for (int k = 0; k < at_once; ++k) is[k] = mask.present[j[k]] != 0;
    }
    if (mask.truth) {
      HEDDLE_UNROLL
      for (int k = 0; k < at_once; ++k) is[k] = is[k] && mask.truth[j[k]] != 0;
    }
    HEDDLE_UNROLL
    for (int k = 0; k < at_once; ++k) is[k] = is[k] != mask.complemented;
  }
  __device__ void mark(Index const (&j)[at_once], bool const (&taken)[at_once]) const {
    HEDDLE_UNROLL
    for (int k = 0; k < at_once; ++k) {
      if (taken[k]) present[j[k]] = 1;
    }
  }
  __device__ void list(Index const (&j)[at_once], bool const (&taken)[at_once],
                       primitives::byte const (&marked)[at_once]) const {
    unsigned before[at_once];
    HEDDLE_UNROLL
    for (int k = 0; k < at_once; ++k) {
      before[k] = ~0u;
      if (taken[k] && !marked[k]) before[k] = mark_by_word(present, j[k]);
    }
    HEDDLE_UNROLL
    for (int k = 0; k < at_once; ++k) {
      if ((before[k] & mark_in_word(j[k])) == 0) found.append(j[k]);
    }
  }
};

}  // namespace heddle::gpu::detail_push
