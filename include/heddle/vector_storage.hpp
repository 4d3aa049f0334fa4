// vector_storage.hpp - the forms of a vector, with values as opaque bytes: sparse, bitmap and dense.
#pragma once
#include <heddle/memory.hpp>
#include <heddle/primitives.hpp>
#include <memory>
#include <mutex>
#include <optional>

namespace heddle {

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

/// Position i holds values[i] where present[i]; an empty `present` means everywhere (the dense form).
struct bitmap_form {
  buffer<byte> present;
  buffer<byte> values;
  size_type nvals = -1;  // -1: not counted yet
  bool full() const { return present.empty(); }
};

// A vector keeps the form it was last written in and whatever other forms readers asked for; any change drops those.
// Const members may be called from several threads.
template <index_type Index> class vector_storage {
 public:
  vector_storage(executor exec, size_type size, std::size_t width);
  vector_storage(vector_storage const& other);
  vector_storage& operator=(vector_storage const& other);
  vector_storage(vector_storage&& other) noexcept;
  vector_storage& operator=(vector_storage&& other) noexcept;

  executor const& exec() const { return exec_; }
  size_type size() const { return size_; }
  std::size_t width() const { return width_; }
  /// Counts, and reads back, when the last writer left the number open.
  size_type nvals() const;
  vector_form form() const;

  /// Readers make the form that they need; it stays until the next change.
  sparse_form<Index> const& sparse(bool sorted = false) const;
  bitmap_form const& bitmap() const;
  bool has_sparse() const;

  void assign(sparse_form<Index> form);
  void assign(bitmap_form form);
  /// The bitmap form for writing in place, with the old entries; the count is open afterwards.
  bitmap_form& write_bitmap();
  /// The same where nothing old is kept: presence and values hold whatever was there.
  bitmap_form& write_fresh_bitmap();
  /// The dense form for writing in place; values of positions without an entry hold whatever was there.
  bitmap_form& write_full();

  void clear();
  void resize(size_type size);
  bool get(size_type i, void* value) const;
  void set(size_type i, void const* value);
  void remove(size_type i);
  vector_storage to(executor const& exec) const;
  /// Sparse below 1/16 of the positions, dense when all are present, else bitmap. Counts.
  void choose_form();

 private:
  void require_index(char const* what, size_type i) const;

  executor exec_;
  size_type size_ = 0;
  std::size_t width_ = 1;
  mutable std::mutex mutex_;
  mutable std::optional<sparse_form<Index>> sparse_;
  mutable std::optional<bitmap_form> bitmap_;
};

}  // namespace detail
}  // namespace heddle
