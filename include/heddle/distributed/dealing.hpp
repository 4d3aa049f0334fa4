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

  int ranks() const { return static_cast<int>(cuts_->size()) - 1; }
  /// Of all ranks together.
  size_type size() const { return cuts_->back(); }
  size_type begin(int rank) const { return (*cuts_)[static_cast<std::size_t>(rank)]; }
  size_type size_of(int rank) const { return begin(rank + 1) - begin(rank); }
  /// The rank that has position i of 0 <= i < size().
  int owner(size_type i) const;

  friend bool operator==(dealing const& a, dealing const& b) { return a.cuts_ == b.cuts_ || *a.cuts_ == *b.cuts_; }

 private:
  std::shared_ptr<std::vector<size_type> const> cuts_;
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

/// Of a user's own, too: the dealing of so many rows to so many ranks.
template <class D>
concept dealer = requires(D const& by, size_type rows, int ranks, entries_before const& before) {
  { by(rows, ranks, before) } -> std::same_as<dealing>;
};

}  // namespace heddle::distributed
