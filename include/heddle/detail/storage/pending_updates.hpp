// pending_updates.hpp - entries of a matrix that were set or removed one by one, before they are merged into its form.
#pragma once
#include <heddle/base/types.hpp>
#include <unordered_map>
#include <vector>

namespace heddle::detail {

/// What the form that updates wait for has at a position.
enum class beneath : std::uint8_t { unknown, entry, nothing };

/// Updates are written down one behind the other; who reads asks for the last of a position, by a table of positions
/// into which every update goes once. So a read between two updates costs O(1), however many there are.
template <index_type Index> class pending_updates {
 public:
  struct update {
    Index row, col;
    bool removes;
    beneath below;
  };
  explicit pending_updates(std::size_t width = 1) : width_(width) {}

  bool empty() const { return list_.empty(); }
  std::size_t size() const { return list_.size(); }
  update const& operator[](std::size_t at) const { return list_[at]; }
  primitives::byte const* value(std::size_t at) const { return values_.data() + at * width_; }
  void clear() noexcept;

  /// `value`: so many bytes as one has, null where the entry is removed. After an exception nothing was added.
  void add(update const& made, void const* value);
  /// The last update of a position; size() where there is none.
  std::size_t find(size_type row, size_type col);

  /// What the updates make of the number of entries of the form; below(row, col) says what that has there, where it is
  /// not known. Where more than `most` positions would have to be asked for nothing is, and it is false.
  template <class Below> bool settle(std::size_t most, Below const& below) {
    merge_repeated();
    std::size_t unknown = 0;
    for (std::size_t at = settled_; at < list_.size(); ++at) unknown += list_[at].below == beneath::unknown;
    if (unknown > most) return false;
    for (; settled_ < list_.size(); ++settled_) {
      update& one = list_[settled_];
      if (one.below == beneath::unknown) one.below = below(one.row, one.col);
      more_ += change_of(one);
    }
    return true;
  }
  /// After settle(): by how many entries more the matrix has than its form.
  size_type more_entries() const { return more_; }
  /// After settle(): every update gives an entry of the form another value.
  bool only_overwrite() const;
  /// Updates by position, those of one in order.
  std::vector<std::size_t> sorted() const;

 private:
  struct place {
    Index row, col;
    friend bool operator==(place const&, place const&) = default;
  };
  struct place_hash {
    std::size_t operator()(place const& p) const noexcept {
      auto const mixed = (static_cast<std::uint64_t>(p.row) * 0x9E3779B97F4A7C15u) ^ static_cast<std::uint64_t>(p.col);
      return static_cast<std::size_t>((mixed ^ mixed >> 32) * 0xD6E8FEB86659FD93u >> 16);
    }
  };
  static size_type change_of(update const& u) {
    return u.removes ? -size_type{u.below == beneath::entry} : size_type{u.below == beneath::nothing};
  }
  void merge_repeated();
  void replace(std::size_t at, std::size_t by);

  std::size_t width_;
  std::vector<update> list_;  // the first single_ at positions of their own, each of them in slots_
  std::vector<primitives::byte> values_;
  std::unordered_map<place, std::size_t, place_hash> slots_;
  std::size_t single_ = 0, settled_ = 0;
  size_type more_ = 0;  // by the first settled_
};

}  // namespace heddle::detail
