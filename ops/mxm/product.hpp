// product.hpp - the functors that the methods of mxm hand to reduce_tiles.
#pragma once
#include <heddle/seam/sinks.hpp>
#include <heddle/seam/views.hpp>
#include <heddle/seam/walk/traits.hpp>
#include <heddle/semirings/multiply.hpp>

namespace heddle::detail {

/// Tiles are entries (i, j) of the mask, atoms the entries of the shorter of A's row i and B's column j, in ascending
/// k; each is looked up in the other.
template <class SR, class A, class B, class Index, class Offset> struct dot_product {
  static constexpr bool general_walks = true, rare = is_rare<SR>();
  size_type const* scanned;  // first atom of each tile
  Index const* mask_rows;
  Index const* mask_indices;
  compressed_view<A, Index, Offset> a;
  compressed_view<B, Index, Offset> b;  // by columns
  SR sr;

  HEDDLE_FN constexpr maybe<domain_of<SR>> operator()(size_type tile, size_type atom) const {
    Index const i = mask_rows[tile], j = mask_indices[tile];
    size_type const row = a.offsets[i], row_end = a.offsets[i + 1];
    size_type const column = b.offsets[j], column_end = b.offsets[j + 1], step = atom - scanned[tile];
    size_type at_a = row + step, at_b = column + step;
    Index k = 0;
    if (row_end - row <= column_end - column) {
      k = a.indices[at_a];
      at_b = lower_bound(b.indices, column, column_end, k);
      if (at_b == column_end || b.indices[at_b] != k) return {domain_of<SR>{}, false};
    } else {
      k = b.indices[at_b];
      at_a = lower_bound(a.indices, row, row_end, k);
      if (at_a == row_end || a.indices[at_a] != k) return {domain_of<SR>{}, false};
    }
    return {product_of(sr, a.values[at_a], b.values[at_b], i, k, j), true};
  }
};

/// Keeps what a dot product found.
template <class D> struct dot_sink {
  D* values;
  primitives::byte* present;
  HEDDLE_FN constexpr void operator()(size_type tile, maybe<D> const& t) const {
    present[tile] = static_cast<primitives::byte>(t.present);
    if (t.present) values[tile] = t.value;
  }
};

/// Writes a tile's sum into an array; 0 where a tile of integers to add has no atoms.
template <class D> struct array_sink {
  D* out;
  HEDDLE_FN constexpr void operator()(size_type tile, D const& t) const { out[tile] = t; }
};

}  // namespace heddle::detail
