// entries.hpp - the entries of a matrix or of a vector, one after the other, as a range of the host.
#pragma once
#include <cstddef>
#include <heddle/detail/storage/compressed.hpp>
#include <heddle/detail/storage/vector_storage.hpp>
#include <iterator>
#include <memory>

namespace heddle {

/// An entry of a matrix, as its range gives it.
template <class T, index_type Index> struct matrix_entry {
  Index row, col;
  T value;
  friend bool operator==(matrix_entry const&, matrix_entry const&) = default;
};
/// An entry of a vector, as its range gives it.
template <class T, index_type Index> struct vector_entry {
  Index index;
  T value;
  friend bool operator==(vector_entry const&, vector_entry const&) = default;
};

namespace detail {

/// The iterator of a range of entries: a cursor that knows what it stands on, where, and how to go on. Dereferenced it
/// gives a value, so C++17's algorithms take it for an input iterator, C++20's for a forward one.
template <class Cursor> class entry_iterator {
 public:
  using value_type = decltype(std::declval<Cursor const&>().entry());
  using difference_type = std::ptrdiff_t;
  using reference = value_type;
  using pointer = void;
  using iterator_category = std::input_iterator_tag;
  using iterator_concept = std::forward_iterator_tag;

  entry_iterator() = default;
  explicit entry_iterator(Cursor at) : at_(at) {}

  value_type operator*() const { return at_.entry(); }
  entry_iterator& operator++() {
    at_.advance();
    return *this;
  }
  entry_iterator operator++(int) {
    auto const before = *this;
    at_.advance();
    return before;
  }
  /// Of iterators of one range.
  friend bool operator==(entry_iterator const& a, entry_iterator const& b) { return a.at_.place() == b.at_.place(); }

 private:
  Cursor at_;
};

template <class T, index_type I, index_type O> class matrix_cursor {
 public:
  matrix_cursor() = default;
  matrix_cursor(compressed_view<T, I, O> const& a, size_type entry) : a_(a), entry_(entry) { find_row(); }

  size_type place() const { return entry_; }
  matrix_entry<T, I> entry() const { return {static_cast<I>(row_), a_.indices[entry_], a_.values[entry_]}; }
  void advance() {
    ++entry_;
    find_row();
  }

 private:
  // Past rows that have ended; the end of the range asks for no row.
  void find_row() {
    while (entry_ < a_.nnz && a_.offsets[row_ + 1] <= entry_) ++row_;
  }

  compressed_view<T, I, O> a_;
  size_type entry_ = 0, row_ = 0;
};

/// Entries of one row on the host, as they lie behind one another.
template <class T, index_type I> class row_cursor {
 public:
  row_cursor() = default;
  row_cursor(I const* columns, values_view<T> const& values, size_type entry)
      : columns_(columns), values_(values), entry_(entry) {}

  size_type place() const { return entry_; }
  vector_entry<T, I> entry() const { return {columns_[entry_], values_[entry_]}; }
  void advance() { ++entry_; }

 private:
  I const* columns_ = nullptr;
  values_view<T> values_;
  size_type entry_ = 0;
};

/// What a range of a vector's entries reads: a list, or, where `indices` is null, positions.
template <class T, index_type I> struct entries_view {
  I const* indices = nullptr;
  byte const* present = nullptr;  // null: all
  T const* values = nullptr;
  size_type places = 0;
  std::uint64_t const* changes = nullptr;  // of the vector, which had seen so many when the range was made
  std::uint64_t seen = 0;
};

template <class T, index_type I> class vector_cursor {
 public:
  vector_cursor() = default;
  vector_cursor(entries_view<T, I> const& v, size_type place) : v_(v), place_(place) { find_entry(); }

  size_type place() const { return place_; }
  vector_entry<T, I> entry() const {
    require_unchanged();
    return {v_.indices ? v_.indices[place_] : static_cast<I>(place_), v_.values[place_]};
  }
  void advance() {
    ++place_;
    find_entry();
  }

 private:
  // Before anything is read: what there was may be gone.
  void require_unchanged() const {
    if (*v_.changes != v_.seen) [[unlikely]]
      throw_changed_entries();
  }
  void find_entry() {
    require_unchanged();
    while (v_.present && place_ < v_.places && !v_.present[place_]) ++place_;
  }

  entries_view<T, I> v_;
  size_type place_ = 0;
};

}  // namespace detail

/// A(i, j) = value of every entry, by rows, then columns. Holds the entries, on the host, as they were when it was
/// made: the matrix may change or go, but iterators must not outlive the range. Steps cost O(1), with the rows without
/// entries O(rows + nnz) in all.
template <class T, index_type I, index_type O> class matrix_entries {
 public:
  using iterator = detail::entry_iterator<detail::matrix_cursor<T, I, O>>;

  explicit matrix_entries(std::shared_ptr<detail::compressed<I, O> const> form) : form_(std::move(form)) {}

  iterator begin() const { return at(0); }
  iterator end() const { return at(form_->nnz); }
  std::size_t size() const { return static_cast<std::size_t>(form_->nnz); }
  bool empty() const { return form_->nnz == 0; }

 private:
  iterator at(size_type entry) const { return iterator({form_->template view<T>(), entry}); }

  std::shared_ptr<detail::compressed<I, O> const> form_;
};

/// A(i, index) = value of every entry of row i, by ascending index. Holds the entries as they were, as matrix_entries
/// does; from a GPU those of the row are copied. Steps cost O(1).
template <class T, index_type I, index_type O> class row_entries {
 public:
  using iterator = detail::entry_iterator<detail::row_cursor<T, I>>;

  row_entries(std::shared_ptr<detail::compressed<I, O> const> form, size_type row) {
    O ends[2];
    detail::copy_bytes(executor{}, ends, form->exec, form->offsets.data() + row, sizeof ends);
    auto const begin = static_cast<size_type>(ends[0]);
    auto const stored = form->template view<T>().values;
    size_ = static_cast<std::size_t>(ends[1] - ends[0]);
    values_.one = stored.one;
    if (form->exec.is_host()) {
      columns_ = {form, form->indices.data() + begin};
      if (stored.data) values_.data = stored.data + begin;
      return;
    }
    columns_ = here(form->exec, form->indices.data() + begin);
    if (stored.data) held_ = here(form->exec, stored.data + begin);
    values_.data = held_.get();
  }

  iterator begin() const { return iterator({columns_.get(), values_, 0}); }
  iterator end() const { return iterator({columns_.get(), values_, static_cast<size_type>(size_)}); }
  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }

 private:
  template <class X> std::shared_ptr<X const> here(executor const& exec, X const* from) const {
    std::shared_ptr<X[]> const copy(new X[size_]);
    detail::copy_bytes(executor{}, copy.get(), exec, from, size_ * sizeof(X));
    return {copy, copy.get()};
  }

  std::shared_ptr<I const> columns_;
  std::shared_ptr<T const> held_;
  values_view<T> values_;
  std::size_t size_ = 0;
};

/// v(index) = value of every entry, by ascending index. Refers to the vector, which must not change meanwhile, on a GPU
/// either, where the range holds a copy: after set, remove, clear, resize, fill, an operation that writes it, a move, a
/// swap or the vector's end every step throws invalid_argument. The range of a temporary holds its entries. Iterators
/// must not outlive the range. Steps cost O(1); through a bitmap O(size) in all.
template <class T, index_type I> class vector_entries {
 public:
  using iterator = detail::entry_iterator<detail::vector_cursor<T, I>>;

  explicit vector_entries(detail::vector_storage<I> const& v) : changes_(v.changes()), size_(v.nvals()) {
    if (!v.exec().is_host()) held_ = std::make_shared<detail::vector_storage<I> const>(v.to(executor{}));
    read(held_ ? *held_ : v);
  }
  /// Of a vector that ends here: the range holds what it held.
  explicit vector_entries(detail::vector_storage<I>&& v)
      : held_(std::make_shared<detail::vector_storage<I> const>(v.exec().is_host() ? std::move(v) : v.to(executor{}))),
        changes_(held_->changes()),
        size_(held_->nvals()) {
    read(*held_);
  }

  iterator begin() const { return iterator({view_, 0}); }
  iterator end() const { return iterator({view_, view_.places}); }
  std::size_t size() const { return static_cast<std::size_t>(size_); }
  bool empty() const { return size_ == 0; }

 private:
  void read(detail::vector_storage<I> const& here) {
    if (here.form() == vector_form::sparse) {
      auto const& list = here.sparse(true);
      view_ = {list.indices.data(), nullptr, reinterpret_cast<T const*>(list.values.data()), list.nvals};
    } else {
      auto const& bitmap = here.bitmap();
      auto const* const present = bitmap.full() ? nullptr : bitmap.present.data();
      view_ = {nullptr, present, reinterpret_cast<T const*>(bitmap.values.data()), here.size()};
    }
    view_.changes = changes_.get();
    view_.seen = *changes_;
  }

  std::shared_ptr<detail::vector_storage<I> const> held_;
  std::shared_ptr<std::uint64_t const> changes_;
  detail::entries_view<T, I> view_;
  size_type size_;
};

}  // namespace heddle
