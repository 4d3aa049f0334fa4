// product.hpp - the functors that the methods of mxm hand to reduce_tiles: dot products, and packs of dense columns.
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

/// A few neighbouring columns of a dense row, reduced together so that each entry of A is read once a pack.
inline constexpr int pack_columns = 4;
template <class D> struct column_pack { D value[pack_columns]; };

template <monoid Add> struct pack_monoid {
  using value_type = column_pack<typename Add::value_type>;
  static constexpr bool commutative = is_commutative<Add>();
  Add add;
  HEDDLE_FN constexpr value_type identity() const { return all(add.identity()); }
  HEDDLE_FN constexpr value_type neutral() const { return all(neutral_of(add)); }
  HEDDLE_FN constexpr value_type operator()(value_type const& x, value_type const& y) const {
    value_type result{};
    for (int c = 0; c < pack_columns; ++c) result.value[c] = add(x.value[c], y.value[c]);
    return result;
  }

 private:
  HEDDLE_FN static constexpr value_type all(typename Add::value_type const& one) {
    value_type result{};
    for (auto& v : result.value) v = one;
    return result;
  }
};

/// a(i, k) * b(k, first .. first + pack_columns), b dense by rows. Takes the row too where positions are asked for.
template <class SR, class A, class B, class Index> struct pack_product {
  static constexpr bool general_walks = true, rare = is_rare<SR>();
  Index const* columns;
  values_view<A> a;
  values_view<B> b;
  size_type b_cols, first;
  SR sr;

  HEDDLE_FN constexpr column_pack<domain_of<SR>> operator()(size_type atom) const requires(!asks_positions<SR, A, B>) {
    return of(0, atom);
  }
  HEDDLE_FN constexpr column_pack<domain_of<SR>> operator()(size_type row,
                                                            size_type atom) const requires asks_positions<SR, A, B> {
    return of(row, atom);
  }

 private:
  HEDDLE_FN constexpr column_pack<domain_of<SR>> of(size_type row, size_type atom) const {
    Index const k = columns[atom];
    size_type const from = k * b_cols + first;
    A const left = a[atom];
    column_pack<domain_of<SR>> result{};
    for (int c = 0; c < pack_columns; ++c) {
      result.value[c] = first + c < b_cols ? product_of(sr, left, b[from + c], row, k, first + c) : neutral_of(sr.add);
    }
    return result;
  }
};

/// Writes a pack into its row of the result, which holds all columns or none.
template <class D, class Offset> struct pack_sink {
  Offset const* offsets;  // of the result
  D* values;
  size_type cols, first;
  HEDDLE_FN constexpr void operator()(size_type tile, column_pack<D> const& t) const {
    size_type const from = offsets[tile];
    if (static_cast<size_type>(offsets[tile + 1]) == from) return;
    for (int c = 0; c < pack_columns && first + c < cols; ++c) values[from + first + c] = t.value[c];
  }
};

/// Writes a tile's sum into an array; 0 where a tile of integers to add has no atoms.
template <class D> struct array_sink {
  D* out;
  HEDDLE_FN constexpr void operator()(size_type tile, D const& t) const { out[tile] = t; }
};

}  // namespace heddle::detail
