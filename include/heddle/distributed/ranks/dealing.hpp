// dealing.hpp - which rows, or positions of a vector, each rank has.
#pragma once
#include <functional>
#include <heddle/base/types.hpp>
#include <memory>
#include <vector>

namespace heddle::distributed {

/// Rank r has the positions from begin(r) up to begin(r + 1). A value; copies share the cuts.
class dealing {
 public:
  /// Throws invalid_argument unless cuts ascend from 0, and there are two.
  explicit dealing(std::vector<size_type> cuts);
  /// No positions for any of so many ranks: what containers that were moved from are dealt out by.
  static dealing of_none(int ranks) noexcept { return {no_cuts{}, ranks}; }
  dealing(dealing const&) noexcept = default;  // moving copies
  dealing& operator=(dealing const&) noexcept = default;

  int ranks() const { return ranks_; }
  /// Of all ranks together.
  size_type size() const { return cuts_ ? cuts_->back() : 0; }
  size_type begin(int rank) const { return cuts_ ? (*cuts_)[static_cast<std::size_t>(rank)] : 0; }
  size_type size_of(int rank) const { return begin(rank + 1) - begin(rank); }
  /// The rank that has position i of 0 <= i < size().
  int owner(size_type i) const;

  friend bool operator==(dealing const& a, dealing const& b) {
    if (a.ranks_ != b.ranks_ || a.size() != b.size()) return false;
    return a.size() == 0 || a.cuts_ == b.cuts_ || *a.cuts_ == *b.cuts_;
  }

 private:
  struct no_cuts {};
  dealing(no_cuts, int ranks) noexcept : ranks_(ranks) {}

  std::shared_ptr<std::vector<size_type> const> cuts_;  // null: of_none()
  int ranks_;
};

/// How many entries the rows before a row have.
using entries_before = std::function<size_type(size_type row)>;

/// As many rows for each rank, cut at multiples of `multiple`, so that words of bitmaps stay whole.
struct equal_rows {
  size_type multiple = 1024;
  dealing operator()(size_type rows, int ranks, entries_before const& = {}) const;
};

/// As many entries for each rank, cut likewise: by a search in the offsets.
struct equal_entries {
  size_type multiple = 1024;
  dealing operator()(size_type rows, int ranks, entries_before const& before) const;
};

/// Of a user's own, too: the dealing of so many rows to so many ranks. Where it gives another, whoever asks throws
/// invalid_argument.
template <class D>
concept dealer = requires(D const& by, size_type rows, int ranks, entries_before const& before) {
  { by(rows, ranks, before) } -> std::same_as<dealing>;
};

}  // namespace heddle::distributed

namespace heddle::detail {

/// Throws invalid_argument unless `by` deals out so many rows, or positions, to so many ranks.
void require_dealt_out(char const* what, distributed::dealing const& by, size_type rows, int ranks);

/// What a dealer gives, which may be a user's.
template <distributed::dealer By>
distributed::dealing dealt_out(char const* what, By const& by, size_type rows, int ranks,
                               distributed::entries_before const& before) {
  distributed::dealing result = by(rows, ranks, before);
  require_dealt_out(what, result, rows, ranks);
  return result;
}

}  // namespace heddle::detail
