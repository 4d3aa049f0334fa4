// compressed.hpp - one compressed form of a matrix (CSR, or CSC read as CSR of the transpose), with its plans.
#pragma once
#include <algorithm>
#include <heddle/detail/storage/split_rows.hpp>
#include <heddle/seam/plan/compact.hpp>
#include <heddle/seam/plan/locality.hpp>
#include <heddle/seam/plan/plan.hpp>
#include <heddle/seam/views.hpp>
#include <mutex>
#include <optional>
#include <vector>

namespace heddle::detail {

using primitives::byte;

/// Shared by copies of a matrix. Immutable once made, but for values that the only matrix which has it sets. Plans and
/// statistics are made on demand under a lock: all but those of values are of the pattern alone.
template <index_type Index, index_type Offset> struct compressed {
  executor exec;
  size_type major = 0, minor = 0, nnz = 0;
  std::size_t width = 1;
  buffer<Offset> offsets;
  buffer<Index> indices;
  buffer<byte> values;  // empty where `one_value`
  bool one_value = false;
  std::vector<byte> one;  // the value of all entries, on the host

  offset_tiles<Offset> tiles() const { return {offsets.data(), major, nnz}; }

  template <class T> compressed_view<T, Index, Offset> view() const {
    values_view<T> stored;
    if (one_value) {
      std::copy_n(one.begin(), min_of(one.size(), sizeof(T)), reinterpret_cast<byte*>(&stored.one));
    } else {
      stored.data = reinterpret_cast<T const*>(values.data());
    }
    return {major, minor, nnz, offsets.data(), indices.data(), stored};
  }

  /// Kept until the matrix changes.
  std::shared_ptr<plan const> plan_for(schedule const& chosen, reduction_call const& call) const;
  /// Where a plan is wanted too, ask for that first: on a GPU it may measure rows and columns at once.
  primitives::row_statistics const& statistics() const;
  /// Of the rows' lengths, by their histogram of so many bins (see node_splitting). Reads back, once.
  size_type degree_threshold(int bins = 10) const;
  /// The rows in pieces of at most `most` entries; null where no row has more. The one asked for last is kept. Throws
  /// invalid_argument where the indices cannot number the pieces. Reads back, once.
  std::shared_ptr<split_rows<Index, Offset> const> split_at(size_type most) const;
  /// The same with the shape and the nearness of the columns: what `auto` decides by.
  tile_statistics measured() const;
  /// Of the stored values, which are Ts. The same lasting. Of no entries: least infinity, mean 0.
  template <class T> primitives::value_statistics value_statistics() const {
    if (nnz == 0) return {std::numeric_limits<double>::infinity(), 0};
    auto const stored = view<T>().values;
    if (!stored.data) return {static_cast<double>(stored.one), static_cast<double>(stored.one)};
    std::lock_guard lock(mutex_);
    if (!value_statistics_) value_statistics_ = primitives::measure_values(exec, stored.data, nnz);
    return *value_statistics_;
  }
  /// After a value was set: what was measured of them is not known any more.
  void forget_values() {
    std::lock_guard lock(mutex_);
    value_statistics_.reset();
  }
  /// Whether some of its arrays are memory that was adopted.
  bool adopted() const { return offsets.adopted() || indices.adopted() || values.adopted(); }
  /// The same for a locality plan, for operands whose elements have `value_bytes`.
  column_placement<Index> place_columns(locality const& asked, std::size_t value_bytes) const;
  /// The same for a compact plan, of `columns`: those of this form, or as a locality plan names them. Indices of 32
  /// bits.
  std::shared_ptr<compacted const> compact_for(compact_columns const& asked, Index const* columns) const;
  /// Row of each entry: the third array of COO. Made on demand and kept.
  buffer<Index> const& rows() const;
  /// Those that are there already, of a form that is being made; and taken from one that nobody else has.
  void keep_rows(buffer<Index> rows) { rows_ = std::move(rows); }
  buffer<Index> take_rows() {
    rows();
    return std::move(*std::exchange(rows_, std::nullopt));
  }

 private:
  struct kept_plan {
    schedule asked;
    reduction_call call;
    std::shared_ptr<plan const> made;
  };
  primitives::row_statistics const& statistics_locked() const;
  tile_statistics measured_locked() const;
  std::shared_ptr<plan const> plan_locked(schedule const& chosen, reduction_call const& call) const;

  // Plans, and placements: with one more goes what nobody asked for the longest, of placements the oldest, as where
  // every call brings a schedule that equals no other.
  static constexpr std::size_t most_kept = 64;

  mutable std::mutex mutex_;
  mutable std::vector<kept_plan> plans_;
  mutable std::optional<primitives::row_statistics> statistics_;
  mutable std::vector<std::pair<int, size_type>> thresholds_;  // by the number of bins
  mutable std::shared_ptr<split_rows<Index, Offset> const> split_;
  mutable std::optional<double> nearness_;
  mutable std::optional<primitives::value_statistics> value_statistics_;
  mutable std::optional<buffer<Index>> rows_;
  mutable std::vector<size_type> heaviest_columns_;  // entries of the 1, 2, ... heaviest ones
  mutable size_type used_columns_ = 0;               // that have entries
  mutable std::shared_ptr<column_labels<Index> const> labels_;
  mutable std::shared_ptr<tile_marks const> marks_;
  mutable std::vector<column_placement<Index>> placements_;
  mutable std::vector<std::shared_ptr<compacted const>> compacted_;
};

/// The same entries by columns. Cost: a stable sort by column index.
template <index_type Index, index_type Offset>
std::shared_ptr<compressed<Index, Offset> const> transposed(compressed<Index, Offset> const& form);

/// The same form in another executor's memory.
template <index_type Index, index_type Offset>
std::shared_ptr<compressed<Index, Offset> const> moved_to(compressed<Index, Offset> const& form, executor const& exec);

/// A square form with rows and columns named anew: entry (i, j) of the result is (order[i], order[j]) of `form`.
/// Cost: two stable sorts of the entries.
template <index_type Index, index_type Offset>
std::shared_ptr<compressed<Index, Offset>> relabelled(compressed<Index, Offset> const& form,
                                                      buffer<Index> const& order);

}  // namespace heddle::detail
