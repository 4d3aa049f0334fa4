// compact.hpp - the compact plan: a preparation, kept with the matrix, whose column indices take half the bytes.
#pragma once
#include <heddle/detail/walk/loads.hpp>
#include <heddle/seam/plan/plan.hpp>
#include <heddle/seam/views.hpp>
#include <heddle/seam/walk/traits.hpp>
#include <string>
#include <string_view>

namespace heddle {

/// {.compact = compact_columns{}}: of mxv, vxm and spmv on a GPU, over plus_times of float or double with 32-bit
/// indices and offsets, full vectors and no mask; other calls with it are refused. Results are those without it, bit
/// for bit, under the same schedule. A column is kept as a 16-bit difference to the least one of its 128 entries, where
/// these span no more than 65,536 columns; the columns of other 128 are copied. So an entry takes 6 bytes in place of 8
/// in f32, 10 of 12 in f64. It composes with a locality plan. Preparation: O(nnz), at first use; another 2 bytes an
/// entry, 4 where they are copied; dropped when the matrix changes. Walks that `auto` never chooses are not there.
/// Where too few columns fit nothing is prepared, and on the host, whose cores gain nothing by it, the product runs as
/// without the plan.
struct compact_columns {
  static constexpr std::string_view name = "compact";
  /// Least share of the entries whose columns must fit.
  double least_fitting = 0.5;
  friend bool operator==(compact_columns const&, compact_columns const&) = default;
};

namespace detail {

/// Throws invalid_argument that names the number that makes no sense.
void check_compact(compact_columns const& asked);

/// Entries whose columns have one base.
inline constexpr size_type compact_block = 128;

/// Columns as kernels read them.
struct compact_view {
  std::int32_t const* bases = nullptr;   // [blocks] the least column; ~k: the k-th of the blocks that do not fit
  std::uint16_t const* near = nullptr;   // [nnz] column - base
  std::int32_t const* copied = nullptr;  // [such blocks * compact_block]; null: there are none

  HEDDLE_FN std::int32_t column_of(size_type atom, std::uint16_t difference) const {
    std::int32_t const base = bases[atom / compact_block];
    if (!copied || base >= 0) return base + static_cast<std::int32_t>(difference);
    return copied[static_cast<size_type>(~base) * compact_block + atom % compact_block];
  }
  HEDDLE_FN std::int32_t operator[](size_type atom) const { return column_of(atom, near[atom]); }
};

/// What a compact plan came to for the columns of one matrix, as they stand or as a locality plan names them.
struct compacted {
  compact_columns asked;
  bool renamed = false;
  double fitting = 0;                  // share of the entries whose columns fit
  std::string reason;                  // why it helps or does not
  buffer<std::int32_t> bases, copied;  // empty where it does not
  buffer<std::uint16_t> near;

  bool helps() const { return !bases.empty(); }
  size_type bytes() const { return static_cast<size_type>(bases.bytes() + copied.bytes() + near.bytes()); }
  compact_view view() const { return {bases.data(), near.data(), copied.data()}; }
};

/// Of columns in the memory of `exec`. Reads back.
compacted compact(executor const& exec, std::int32_t const* columns, size_type nnz, compact_columns const& asked);

/// full_product over plus_times, with compact columns. `column_of` is for walks that copy what `entries` names.
template <class T> struct compact_product {
  static constexpr bool usual_walks = true;
  compact_view columns;
  values_view<T> a;
  T const* u;

  HEDDLE_FN entry_arrays<std::uint16_t, T> entries() const { return {columns.near, a.data, a.one}; }
  HEDDLE_FN std::int32_t column_of(size_type atom, std::uint16_t difference) const {
    return columns.column_of(atom, difference);
  }
  HEDDLE_FN T of(std::int32_t k, T const& value) const { return value * u[k]; }
  HEDDLE_FN T operator()(size_type atom) const { return of(columns[atom], a[atom]); }
  HEDDLE_FN T streamed(size_type atom) const {
    return of(columns.column_of(atom, load_once(columns.near + atom)), a.streamed(atom));
  }
};

/// y(i) = alpha sum + beta y(i), as spmv has it; with `present`, which mxv has where rows may be empty, these have no
/// entry. `offsets` null: no row is empty.
template <class T> struct filling_sink {
  T* y;
  primitives::byte* present;
  T alpha, beta;
  std::int32_t const* offsets;

  HEDDLE_FN void operator()(size_type i, T sum) const {
    bool const some = !offsets || offsets[i + 1] > offsets[i];
    T const product = some && alpha != T(0) ? alpha * sum : T(0);
    if (some || beta != T(1)) y[i] = beta == T(0) ? product : product + beta * y[i];
    if (present) present[i] = some;
  }
};

}  // namespace detail
}  // namespace heddle
