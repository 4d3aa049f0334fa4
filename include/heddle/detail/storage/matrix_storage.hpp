// matrix_storage.hpp - the forms of a matrix, with values as opaque bytes, and the updates not yet merged into them.
#pragma once
#include <heddle/base/types.hpp>
#include <heddle/detail/storage/compressed.hpp>
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
  template <class EntryBelow> bool settle(std::size_t most, EntryBelow const& below) {
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
  /// False where, after settle(most), only_overwrite() is sure to be. Without the table of positions.
  bool may_only_overwrite(std::size_t most) const;
  /// After settle(): every update gives an entry of the form another value.
  bool only_overwrite() const;
  /// Updates that have not gone into the table.
  size_type unlisted() const { return static_cast<size_type>(list_.size() - single_); }
  /// Updates of a matrix of so many rows by position, those of one in order.
  std::vector<std::size_t> sorted(size_type rows) const;

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

/// Checks the arrays of a compressed matrix in the memory of `exec`: offsets from 0 to nnz without decreasing, indices
/// ascending and inside. Throws invalid_argument or index_out_of_range naming the row, or the column where
/// `by_columns`. Reads back.
template <index_type Index, index_type Offset>
void check_compressed(executor const& exec, size_type major, size_type minor, Offset const* offsets,
                      Index const* indices, size_type nnz, bool by_columns = false);

// CSR is always there (made from CSC or updates when asked); CSC on demand. Const members may be called from several
// threads.
template <index_type Index, index_type Offset> class matrix_storage {
 public:
  using form = compressed<Index, Offset>;

  matrix_storage(executor exec, size_type rows, size_type cols, std::size_t width);
  matrix_storage(matrix_storage const& other);
  matrix_storage& operator=(matrix_storage const& other);
  /// What is moved from is a matrix of 0 x 0.
  matrix_storage(matrix_storage&& other) noexcept;
  matrix_storage& operator=(matrix_storage&& other) noexcept;

  executor const& exec() const { return exec_; }
  size_type rows() const { return rows_; }
  size_type cols() const { return cols_; }
  /// Entries, with those that are set and not merged yet.
  size_type nnz() const;

  form const& csr() const { return *share_csr(); }
  /// Equal to CSR itself where the matrix is known to be symmetric.
  form const& csc() const { return *share_csc(); }
  std::shared_ptr<form const> share_csr() const;
  std::shared_ptr<form const> share_csc() const;

  /// Whether csc() costs nothing.
  bool has_csc() const;

  bool symmetric() const { return symmetric_; }
  void set_symmetric(bool symmetric) { symmetric_ = symmetric; }

  void assign(std::shared_ptr<form const> csr) noexcept;
  /// A form that nobody else has; the matrix has no entries afterwards. Copied where a copy of the matrix shares it.
  std::shared_ptr<form> take_csr();
  std::shared_ptr<form> take_csc();
  void clear();
  void resize(size_type rows, size_type cols);
  bool get(size_type row, size_type col, void* value) const;
  /// An entry that is there has its value written where it stands, if no other matrix shares the form and its memory is
  /// not adopted. Else, and on a GPU, updates are gathered: they are merged, O(nnz) once, when a form is next asked
  /// for, or, on a GPU, written where they stand too if they are few and nothing else.
  void set(size_type row, size_type col, void const* value);
  void remove(size_type row, size_type col);
  matrix_storage to(executor const& exec) const;
  matrix_storage transpose() const;
  /// Whether entries lie in memory that was adopted.
  bool stays_adopted() const;

 private:
  void require_entry(char const* what, size_type row, size_type col) const;
  void add_update(char const* what, size_type row, size_type col, void const* value);
  void settle_csr() const;
  void settle_where_many() const;
  bool owns(std::shared_ptr<form const> const& made) const;
  size_type find(size_type row, size_type col) const;
  bool overwrite(size_type row, size_type col, size_type at, void const* value) const;
  bool overwrite_by_updates() const;
  void merge_updates() const;
  std::shared_ptr<form> take(std::shared_ptr<form const> shared);

  executor exec_;
  size_type rows_ = 0, cols_ = 0;
  std::size_t width_ = 1;
  bool symmetric_ = false;
  mutable std::mutex mutex_;
  mutable std::shared_ptr<form const> csr_, csc_;
  mutable pending_updates<Index> updates_;
};

}  // namespace heddle::detail
