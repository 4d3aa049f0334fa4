// indices.hpp - a selection of positions made ready for an operation: checked, in the executor's memory, and the two
// views of it that kernels read: which position stands at a place, and at which place a position stands.
#pragma once
#include <heddle/base/memory.hpp>
#include <heddle/detail/executor/integers.hpp>
#include <heddle/detail/executor/primitives.hpp>
#include <heddle/index_set.hpp>
#include <heddle/seam/sinks.hpp>
#include <optional>

namespace heddle::detail {

/// The position at place k: of a list, else of a range.
struct index_view {
  size_type begin = 0, stride = 1;
  integers list;

  HEDDLE_FN size_type operator[](size_type k) const { return list.data ? list[k] : begin + k * stride; }
};

/// The places at which a position stands: by arithmetic for a range, by a search in the sorted list else.
struct index_lookup {
  size_type count = 0, begin = 0, stride = 1;
  integers sorted;
  integers places;  // of the elements of `sorted` in the list; null: the list is sorted

  /// The places that hold i are place(p) for p in [first, first + number).
  struct run {
    size_type first, number;
  };
  HEDDLE_FN run find_all(size_type i) const {
    if (sorted.data) {
      size_type const first = lower_bound(sorted, 0, count, i);
      return {first, lower_bound(sorted, first, count, i + 1) - first};
    }
    size_type const k = find(i);
    return {k, k >= 0};
  }
  HEDDLE_FN size_type place(size_type p) const { return places.data ? places[p] : p; }

  /// The place of i, or -1; of a selection without duplicates.
  HEDDLE_FN size_type find(size_type i) const {
    if (sorted.data) {
      size_type const p = lower_bound(sorted, 0, count, i);
      return p < count && sorted[p] == i ? place(p) : -1;
    }
    size_type const distance = i - begin;
    if (stride != 1 && distance % stride != 0) return -1;
    size_type const k = stride == 1 ? distance : distance / stride;
    return k >= 0 && k < count ? k : -1;
  }
};

/// Each of n positions, at the place of its own number.
inline index_lookup all_positions(size_type n) {
  index_lookup each;
  each.count = n;
  return each;
}

/// The part of a matrix that is written to; `whole`: all of it.
struct written_part {
  bool whole = true;
  index_lookup rows, columns;
  HEDDLE_FN bool holds(size_type i, size_type j) const { return whole || (rows.find(i) >= 0 && columns.find(j) >= 0); }
};

/// An index_set for one call. Refers to it, so that it is not made of one that is gone after the line.
template <index_type Index> class placed_indices {
 public:
  /// `name` selects of a dimension of `size`: "extract", "I". Throws index_out_of_range naming the first position that
  /// lies outside. Work O(length of the list) on the host, and its copy to the executor.
  placed_indices(char const* what, char const* name, executor const& exec, index_set<Index> const& chosen,
                 size_type size);
  placed_indices(char const*, char const*, executor const&, index_set<Index> const&&, size_type) = delete;

  executor const& exec() const { return exec_; }
  char const* name() const { return name_; }
  size_type size() const { return size_; }
  size_type count() const { return count_; }
  bool is_all() const { return chosen_->is_all(); }
  bool is_list() const { return chosen_->is_list(); }
  /// Every position is greater than the one before.
  bool ascending() const { return ascending_; }
  /// Neighbours, in order, of which the first is view().begin.
  bool consecutive() const { return !is_list() && view_.stride == 1; }

  index_view const& view() const { return view_; }
  /// Sorts a list that is not ascending, once.
  index_lookup lookup();
  /// All positions as an array; makes one of a range, once.
  Index const* array();
  /// Throws invalid_argument naming a position that is there more than once. Reads back for a list that is not
  /// ascending.
  void require_distinct();

 private:
  void sort();

  char const *what_, *name_;
  executor exec_;
  index_set<Index> const* chosen_;
  size_type size_ = 0, count_ = 0;
  bool ascending_ = true;
  index_view view_;
  std::optional<buffer<Index>> array_, sorted_;
  buffer<std::int64_t> places_;
};

/// out[k] = at[k], or at[from[k]].
struct chosen_position {
  static constexpr bool in_library = true;
  index_view at;
  integers from;  // null: k itself
  integers_out out;
  HEDDLE_FN void operator()(size_type k) const { out.set(k, at[from.data ? from[k] : k]); }
};

/// flags[p] = whether what stands at p stands at p + 1 too.
struct flag_repeated {
  static constexpr bool in_library = true;
  integers sorted;
  primitives::byte* flags;
  HEDDLE_FN void operator()(size_type p) const { flags[p] = sorted[p] == sorted[p + 1]; }
};

}  // namespace heddle::detail
