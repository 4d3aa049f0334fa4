// product.hpp - what a walk over a dense operand reads and multiplies, and how rows of the result are written.
#pragma once
#include <heddle/detail/walk/dense_lanes.hpp>
#include <heddle/seam/views.hpp>
#include <heddle/seam/walk/traits.hpp>
#include <heddle/semirings/multiply.hpp>

namespace heddle::detail {

/// a(i, k) * b(k, j). Rows of b lie `row_bytes` apart: as 32 bits, where they suffice, an address is one instruction.
template <class SR, class A, class B, class Index, class Step> struct dense_product {
  using column = Index;
  using left = A;
  using right = B;
  using row_of_right = primitives::byte const*;
  static constexpr bool reads_right = reads<SR>::right, asks_positions = heddle::detail::asks_positions<SR, A, B>;
  Index const* columns;
  values_view<A> a;
  B const* b;
  Step row_bytes;
  size_type column_step;
  SR sr;

  HEDDLE_FN A value_of(size_type atom) const {
    if constexpr (reads<SR>::left) {
      return a.streamed(atom);
    } else {
      return A{};
    }
  }
  /// Of an atom, if it is wanted: all lanes of a group read the same, so the first-level cache is to keep it.
  HEDDLE_FN Index column_if(bool wanted, size_type atom) const { return load_if(wanted, columns + atom, Index{}); }
  HEDDLE_FN A value_if(bool wanted, size_type atom) const {
    if constexpr (reads<SR>::left) {
      return a.load(wanted, atom);
    } else {
      return A{};
    }
  }
  /// Of n of them.
  template <std::size_t n> HEDDLE_FN void read_run(size_type atom, Index (&k)[n], A (&value)[n]) const {
    for (std::size_t i = 0; i < n; ++i) k[i] = load_pack<1>(columns + atom + i).value[0];
    if (reads<SR>::left && a.data) {
      for (std::size_t i = 0; i < n; ++i) value[i] = load_pack<1>(a.data + atom + i).value[0];
    } else {
      for (std::size_t i = 0; i < n; ++i) value[i] = reads<SR>::left ? a.one : A{};
    }
  }
  /// What `load` takes for columns from j on.
  HEDDLE_FN row_of_right from_column([[maybe_unused]] size_type j) const {
    if constexpr (reads<SR>::right) {
      return reinterpret_cast<primitives::byte const*>(b + j * column_step);
    } else {
      return nullptr;
    }
  }
  template <int Width> HEDDLE_FN dense_pack<B, Width> load([[maybe_unused]] row_of_right from, Index k) const {
    if constexpr (!reads<SR>::right) {
      return {};
    } else if constexpr (sizeof(Step) == 4 && sizeof(Index) == 4) {
      auto const offset = static_cast<std::uint64_t>(static_cast<std::uint32_t>(k)) * row_bytes;
      return load_pack<Width>(reinterpret_cast<B const*>(from + offset));
    } else {
      return load_pack<Width>(reinterpret_cast<B const*>(from + static_cast<size_type>(k) * row_bytes));
    }
  }
  HEDDLE_FN domain_of<SR> of(size_type row, Index k, size_type j, A const& x, B const& y) const {
    return product_of(sr, x, y, row, k, j);
  }
};

/// c(i, j) = t(i, j), or c(i, j) add t(i, j). A row without entries has no t: it is the identity, or what was there.
template <class D> struct dense_sink {
  D* c;
  size_type row_step, column_step;
  bool accumulate;

  template <int Width, class Add>
  HEDDLE_FN void close(size_type row, size_type column, dense_pack<D, Width> const& t, bool empty,
                       Add const& add) const {
    if (empty && accumulate) return;
    D* const to = c + row * row_step + column * column_step;
    dense_pack<D, Width> result;
    for (int v = 0; v < Width; ++v) {
      result.value[v] = empty ? add.identity() : accumulate ? add(to[v], t.value[v]) : t.value[v];
    }
    store_pack(to, result);
  }
  /// The same for n columns from j on, for cores: what they have in common is settled before the loop over them.
  template <class Add>
  void close_columns(size_type row, size_type j, size_type n, D const* t, bool empty, Add const add) const {
    if (empty && accumulate) return;
    D* const to = c + row * row_step + j * column_step;
    auto const write = [&](auto step) {
      if (empty) {
        for (size_type k = 0; k < n; ++k) to[k * step] = add.identity();
      } else if (accumulate) {
        for (size_type k = 0; k < n; ++k) to[k * step] = add(to[k * step], t[k]);
      } else {
        for (size_type k = 0; k < n; ++k) to[k * step] = t[k];
      }
    };
    column_step == 1 ? write(std::integral_constant<size_type, 1>{}) : write(column_step);
  }
};

}  // namespace heddle::detail
