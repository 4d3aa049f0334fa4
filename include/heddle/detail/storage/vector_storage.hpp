// vector_storage.hpp - the forms of a vector, with values as opaque bytes: sparse, bitmap and dense.
#pragma once
#include <heddle/base/memory.hpp>
#include <heddle/detail/executor/listing.hpp>
#include <heddle/detail/executor/primitives.hpp>
#include <heddle/detail/executor/recorder.hpp>
#include <memory>
#include <mutex>
#include <optional>

namespace heddle {

/// How a vector holds its entries: as a list; as values and marks, or values alone, of all positions.
enum class vector_form : std::uint8_t { sparse, bitmap, dense };

namespace detail {

using primitives::byte;

/// Entry k is (indices[k], values[k]). Indices are unique, ascending where `sorted`.
template <index_type Index> struct sparse_form {
  buffer<Index> indices;
  buffer<byte> values;
  size_type nvals = 0;
  bool sorted = true;
  std::shared_ptr<sparse_form const> in_order = {};  // of an unsorted form: the same entries sorted, once asked for
};

/// The positions of a bitmap at which there is an entry, each once, in any order; in its executor's memory, with room
/// for all. To begin with they are not known.
class listing {
 public:
  listing(executor const& exec, size_type size, std::size_t index_bytes);
  /// Null where there is no memory for one.
  static std::shared_ptr<listing> where_there_is_room(executor const& exec, size_type size, std::size_t index_bytes);

  /// They are not known from here on.
  void forget();
  listing_view view() const;
  listing_state* state() { return state_.data(); }
  void* positions() { return positions_.data(); }

 private:
  buffer<primitives::byte> positions_;
  bool wide_;
  buffer<listing_state> state_;
};

/// As kernels of a device_loop are given a list; elsewhere it is not looked at.
inline listing_view view_in_loop(executor const& exec, std::shared_ptr<listing> const& listed) {
  if (!forms_stay(exec) || !listed) return {};
  keep_in_loop(exec, listed);
  return listed->view();
}

/// Position i holds values[i] where present[i]; an empty `present` means everywhere (the dense form).
struct bitmap_form {
  buffer<byte> present;
  buffer<byte> values;
  size_type nvals = -1;                  // -1: not counted yet
  std::shared_ptr<listing> listed = {};  // of this memory, or null
  bool full() const { return present.empty(); }
};

/// Memory for the values of a bitmap. Where there is no entry they are whatever was in that memory, and are copied and
/// converted with the others; where the environment has HEDDLE_CLEAR_ABSENT they are zeros to begin with, so that tools
/// which look for reads of memory that nothing was written to report other reads alone.
buffer<byte> bitmap_values(executor const& exec, size_type size, std::size_t width);

/// Memory for a result in bitmap form: the vector's own where it has some, else new. The vector is what it was until
/// `keep` takes the draft over: between the two an operation may ask for whatever else it needs, and fail; from its
/// first write on it must not.
struct bitmap_draft {
  byte* values = nullptr;
  byte* present = nullptr;  // null: the result is full
  std::optional<buffer<byte>> new_values = {}, new_present = {};
  std::shared_ptr<listing> listed = {};  // of a draft that is to be listed, if there is one
  std::shared_ptr<listing> kept = {};    // of memory that the vector has kept: its positions are not known
};

/// What a range of entries says when it is walked on after its vector has changed.
[[noreturn]] void throw_changed_entries();

// A vector keeps the form it was last written in and whatever other forms readers asked for; any change drops those.
// Const members may be called from several threads.
template <index_type Index> class vector_storage {
 public:
  vector_storage(executor exec, size_type size, std::size_t width);
  vector_storage(vector_storage const& other);
  vector_storage& operator=(vector_storage const& other);
  vector_storage(vector_storage&& other) noexcept;
  vector_storage& operator=(vector_storage&& other) noexcept;
  ~vector_storage() { changed(); }

  executor const& exec() const { return exec_; }
  size_type size() const { return size_; }
  /// Counts, and reads back, when the last writer left the number open.
  size_type nvals() const;
  vector_form form() const;

  /// Readers make the form that they need; it stays until the next change.
  sparse_form<Index> const& sparse(bool sorted = false) const;
  bitmap_form const& bitmap() const;
  bool has_sparse() const;
  /// In a device_loop: its kernels know where the vector stands and in which form, so both stay as they are, and nobody
  /// counts entries to choose another.
  bool form_stays() const { return forms_stay(exec_); }
  /// Counts changes from the first call on: all but const members make it another number, and the end of this vector.
  std::shared_ptr<std::uint64_t const> changes() const;
  /// Whether entries lie in memory that was adopted.
  bool stays_adopted() const;

  // What changes a vector below does it at the end: after an exception the vector is what it was.

  /// The form replaces all others, but entries at every position are copied into memory that the vector has adopted
  /// (where the form has not counted them this reads back from a GPU). In a device_loop forms stay: a bitmap has the
  /// entries written to its memory, and so has a dense vector those of a form that is known to be full.
  void assign(sparse_form<Index> form);
  void assign(bitmap_form form);
  /// The same with what a vector of equal size, width and executor holds.
  void assign(vector_storage&& other);
  /// The dense values, or the entries in order; the vector has no entries afterwards. Throws invalid_argument where
  /// values are to be dense and a position has no entry.
  buffer<byte> take_full();
  sparse_form<Index> take_sparse();

  /// For a result that keeps old entries: they are in the draft.
  bitmap_draft draft_bitmap();
  /// Nothing old is kept: presence and values hold whatever was there.
  bitmap_draft draft_fresh_bitmap();
  /// The same for a writer that keeps up the list of entries, where there is one; after others it is unknown. A loop
  /// learns that entries in this memory may be listed.
  bitmap_draft draft_listed();
  /// The same for a result that is full. In a device_loop a bitmap stays one: it is marked full at once.
  bitmap_draft draft_full();
  /// The draft, made from this vector and written since, is the vector; the count is open unless it is full.
  void keep(bitmap_draft draft) noexcept;

  /// The bitmap form for writing in place, with the old entries; the count is open afterwards.
  bitmap_form& write_bitmap();
  /// The dense form for writing in place; values of positions without an entry hold whatever was there.
  bitmap_form& write_full();

  /// A bitmap that lacks entries has a list of them for as long as it stays in this memory, if there is room for one.
  void keep_list();
  /// As long as somebody holds the token, a vector that becomes a list keeps the memory of its bitmap, and comes back
  /// to it when it is a bitmap or dense again. The memory is the vector's: it does not move with its entries.
  void keep_memory(std::weak_ptr<void const> token) noexcept { keeper_ = std::move(token); }

  void clear();
  void resize(size_type size);
  bool get(size_type i, void* value) const;
  void set(size_type i, void const* value);
  void remove(size_type i);
  vector_storage to(executor const& exec) const;
  /// Sparse below 1/16 of the positions, dense when all are present, else bitmap. Counts. Where there is no memory for
  /// that the form stays, and in a device_loop.
  void choose_form();

 private:
  /// In a device_loop kernels that know the memory of a bitmap are recorded: results are written there.
  bool stays_bitmap() const { return size_ > 0 && bitmap_ && !bitmap_->full() && form_stays(); }
  /// A full result is copied into the memory that is there: it is adopted, or kernels that know it are recorded.
  bool stays() const { return size_ > 0 && bitmap_ && (bitmap_->values.adopted() || form_stays()); }
  bool fills(bitmap_form const& form) const;
  bitmap_draft draft_values();
  bitmap_draft draft_present();
  bool fits(bitmap_form const& memory) const noexcept;
  bitmap_form take_spare() const noexcept;
  void drop_bitmap() noexcept;
  void forget_list();
  void require_index(char const* what, size_type i) const;
  bool few() const;
  void set_in_list(size_type i, void const* value);
  size_type counted() const;
  void changed() noexcept {
    if (changes_) ++*changes_;
  }

  executor exec_;
  size_type size_ = 0;
  std::size_t width_ = 1;
  mutable std::mutex mutex_;
  mutable std::optional<sparse_form<Index>> sparse_;
  mutable std::optional<bitmap_form> bitmap_;
  mutable std::optional<bitmap_form> spare_;  // memory that was kept, while there is no bitmap
  std::weak_ptr<void const> keeper_;
  mutable std::shared_ptr<std::uint64_t> changes_;  // null: nobody walks the entries
};

}  // namespace detail
}  // namespace heddle
