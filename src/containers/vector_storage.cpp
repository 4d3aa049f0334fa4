// vector_storage.cpp - forms of a vector: conversion on demand, element access, resizing.
#include <heddle/detail/storage/vector_storage.hpp>
#include <limits>
#include <new>

#include "src/containers/vector_forms.hpp"
#include "src/loop/loop_recorder.hpp"

namespace heddle::detail {

template <index_type Index>
vector_storage<Index>::vector_storage(executor exec, size_type size, std::size_t width)
    : exec_(std::move(exec)), size_(size), width_(width) {
  if (size < 0) throw invalid_argument(concat("vector: size ", size, " is negative"));
  if (size > std::numeric_limits<Index>::max()) {
    throw index_overflow(concat("vector: size ", size, " needs 64-bit indices, use vector<T, std::int64_t>"));
  }
  sparse_.emplace();
}

template <index_type Index>
vector_storage<Index>::vector_storage(vector_storage const& other)
    : exec_(other.exec_), size_(other.size_), width_(other.width_) {
  std::lock_guard lock(other.mutex_);
  if (other.sparse_) sparse_ = copy_of(*other.sparse_, exec_);
  if (other.bitmap_) bitmap_ = copy_of(*other.bitmap_, exec_);
}

template <index_type Index> vector_storage<Index>& vector_storage<Index>::operator=(vector_storage const& other) {
  if (this != &other) *this = vector_storage(other);
  return *this;
}

template <index_type Index>
vector_storage<Index>::vector_storage(vector_storage&& other) noexcept : vector_storage(other.exec_, 0, other.width_) {
  *this = std::move(other);
}

template <index_type Index> vector_storage<Index>& vector_storage<Index>::operator=(vector_storage&& other) noexcept {
  if (this == &other) return *this;
  changed();
  other.changed();
  drop_bitmap();
  exec_ = other.exec_;
  size_ = std::exchange(other.size_, 0);
  width_ = other.width_;
  sparse_ = std::move(other.sparse_);
  bitmap_ = std::move(other.bitmap_);
  if (bitmap_ || (spare_ && !fits(*spare_))) spare_.reset();
  other.bitmap_.reset();
  other.sparse_.emplace();
  return *this;
}

template <index_type Index> size_type vector_storage<Index>::nvals() const {
  std::lock_guard lock(mutex_);
  if (sparse_) return sparse_->nvals;
  if (bitmap_->full()) return size_;
  if (bitmap_->nvals < 0) bitmap_->nvals = primitives::count(exec_, bitmap_->present.data(), size_);
  return bitmap_->nvals;
}

template <index_type Index> vector_form vector_storage<Index>::form() const {
  std::lock_guard lock(mutex_);
  if (!bitmap_) return vector_form::sparse;
  return bitmap_->full() ? vector_form::dense : vector_form::bitmap;
}

template <index_type Index> std::shared_ptr<std::uint64_t const> vector_storage<Index>::changes() const {
  std::lock_guard lock(mutex_);
  if (!changes_) changes_ = std::make_shared<std::uint64_t>(0);
  return changes_;
}

template <index_type Index> bool vector_storage<Index>::stays_adopted() const {
  std::lock_guard lock(mutex_);
  return (bitmap_ && (bitmap_->values.adopted() || bitmap_->present.adopted())) ||
         (sparse_ && (sparse_->values.adopted() || sparse_->indices.adopted()));
}

template <index_type Index> bool vector_storage<Index>::has_sparse() const {
  std::lock_guard lock(mutex_);
  return sparse_.has_value();
}

template <index_type Index> sparse_form<Index> const& vector_storage<Index>::sparse(bool sorted) const {
  std::lock_guard lock(mutex_);
  if (!sparse_) {
    auto const* const recording = bitmap_->full() ? nullptr : exec_.state().recording();
    if (recording) recording->refuse(concat(recording->operation(), " of a bitmap as a list"));
    sparse_ = sparse_from<Index>(exec_, size_, width_, *bitmap_);
  }
  if (!sorted || sparse_->sorted) return *sparse_;
  // Beside the unsorted entries, which another reader may be holding.
  if (!sparse_->in_order) sparse_->in_order = sorted_copy(exec_, size_, width_, *sparse_);
  return *sparse_->in_order;
}

template <index_type Index> bitmap_form const& vector_storage<Index>::bitmap() const {
  std::lock_guard lock(mutex_);
  if (!bitmap_) bitmap_ = bitmap_from(exec_, size_, width_, *sparse_, take_spare());
  return *bitmap_;
}

template <index_type Index> bool vector_storage<Index>::fills(bitmap_form const& form) const {
  if (form.full() || form.nvals >= 0 || form_stays()) return form.full() || form.nvals == size_;
  return primitives::count(exec_, form.present.data(), size_) == size_;
}

template <index_type Index> void vector_storage<Index>::assign(sparse_form<Index> form) {
  if (stays_bitmap()) {
    byte const absent = 0;
    auto draft = draft_fresh_bitmap();
    primitives::fill(exec_, draft.present, size_, 1, &absent);
    primitives::place_entries(exec_, draft.values, draft.present, form.indices.data(), form.nvals, width_,
                              form.values.data(), nullptr);
    return keep(std::move(draft));
  }
  if (stays() && form.nvals == size_) {
    primitives::scatter(exec_, bitmap_->values.data(), form.indices.data(), form.values.data(), size_, width_);
    return keep(draft_full());
  }
  changed();
  sparse_ = std::move(form);
  drop_bitmap();
}

template <index_type Index> void vector_storage<Index>::assign(bitmap_form form) {
  if (stays_bitmap()) {
    auto draft = form.full() ? draft_full() : draft_fresh_bitmap();
    copy_bytes(exec_, draft.values, exec_, form.values.data(), bitmap_->values.bytes());
    if (!form.full()) copy_bytes(exec_, draft.present, exec_, form.present.data(), bitmap_->present.bytes());
    return keep(std::move(draft));
  }
  if (stays() && fills(form)) {
    copy_bytes(exec_, bitmap_->values.data(), exec_, form.values.data(), bitmap_->values.bytes());
    return keep(draft_full());
  }
  changed();
  bitmap_ = std::move(form);
  spare_.reset();
  sparse_.reset();
}

template <index_type Index> void vector_storage<Index>::assign(vector_storage&& other) {
  if (!stays() || (!form_stays() && other.nvals() != size_)) {
    *this = std::move(other);
    return;
  }
  vector_storage taken(std::move(other));
  taken.bitmap_ ? assign(std::move(*taken.bitmap_)) : assign(std::move(*taken.sparse_));
}

template <index_type Index> void vector_storage<Index>::keep_list() {
  if (!bitmap_ || bitmap_->full() || bitmap_->listed) return;
  bitmap_->listed = listing::where_there_is_room(exec_, size_, sizeof(Index));
}

template <index_type Index> void vector_storage<Index>::forget_list() {
  if (bitmap_ && bitmap_->listed) bitmap_->listed->forget();
}

template <index_type Index> bitmap_draft vector_storage<Index>::draft_bitmap() {
  bitmap();
  forget_list();
  bitmap_draft draft{bitmap_->values.data(), bitmap_->present.data()};
  if (bitmap_->full()) {
    byte const present = 1;
    draft.present = draft.new_present.emplace(exec_, max_of<size_type>(size_, 1)).data();
    primitives::fill(exec_, draft.present, size_, 1, &present);
  }
  return draft;
}

template <index_type Index> bitmap_draft vector_storage<Index>::draft_fresh_bitmap() {
  forget_list();
  return draft_present();
}

template <index_type Index> bitmap_draft vector_storage<Index>::draft_listed() {
  bitmap_draft draft = draft_present();
  if (!draft.new_present) draft.listed = bitmap_->listed;
  if (recorder* const recording = exec_.state().recording()) {
    recording->lists(draft.values);
    recording->keep(draft.listed);
  }
  return draft;
}

template <index_type Index> bitmap_draft vector_storage<Index>::draft_present() {
  bitmap_draft draft = draft_values();
  if (bitmap_ && !bitmap_->full()) {
    draft.present = bitmap_->present.data();
  } else if (draft.new_present) {
    draft.present = draft.new_present->data();
  } else {
    draft.present = draft.new_present.emplace(exec_, max_of<size_type>(size_, 1)).data();
  }
  return draft;
}

template <index_type Index> bitmap_draft vector_storage<Index>::draft_full() {
  forget_list();
  bitmap_draft draft = draft_values();
  if (stays_bitmap()) {
    byte const present = 1;
    draft.present = bitmap_->present.data();
    primitives::fill(exec_, draft.present, size_, 1, &present);
  }
  return draft;
}

template <index_type Index> bitmap_draft vector_storage<Index>::draft_values() {
  if (bitmap_) return {bitmap_->values.data()};
  bitmap_draft draft;
  bitmap_form spare = take_spare();
  if (spare.values.empty()) spare.values = bitmap_values(exec_, size_, width_);
  draft.values = draft.new_values.emplace(std::move(spare.values)).data();
  if (!spare.present.empty()) draft.new_present = std::move(spare.present);
  if (spare.listed) spare.listed->forget();
  draft.kept = std::move(spare.listed);
  return draft;
}

template <index_type Index> void vector_storage<Index>::drop_bitmap() noexcept {
  bool const is_own = bitmap_ && !bitmap_->values.adopted() && !bitmap_->present.adopted();
  if (is_own && !keeper_.expired()) spare_ = std::move(bitmap_);
  bitmap_.reset();
}

template <index_type Index> bool vector_storage<Index>::fits(bitmap_form const& memory) const noexcept {
  return memory.values.exec() == exec_ && memory.values.size() == size_ * static_cast<size_type>(width_) &&
         (memory.full() || memory.present.size() == max_of<size_type>(size_, 1));
}

template <index_type Index> bitmap_form vector_storage<Index>::take_spare() const noexcept {
  return std::exchange(spare_, std::nullopt).value_or(bitmap_form{});
}

template <index_type Index> void vector_storage<Index>::keep(bitmap_draft draft) noexcept {
  changed();
  if (draft.new_values) bitmap_.emplace().values = std::move(*draft.new_values);
  bool const full = draft.present == nullptr;
  if (draft.new_present) bitmap_->present = std::move(*draft.new_present);
  if (full && !bitmap_->full()) bitmap_->present = {};
  if (full || draft.new_present) bitmap_->listed = full ? nullptr : std::move(draft.kept);
  bitmap_->nvals = full ? size_ : -1;
  sparse_.reset();
  if (auto* const recording = recording_on(exec_)) recording->writes(bitmap_->values.data());
}

template <index_type Index> bitmap_form& vector_storage<Index>::write_bitmap() {
  keep(draft_bitmap());
  return *bitmap_;
}

template <index_type Index> bitmap_form& vector_storage<Index>::write_full() {
  keep(draft_full());
  return *bitmap_;
}

template <index_type Index> void vector_storage<Index>::clear() { assign(sparse_form<Index>{}); }

template <index_type Index> buffer<byte> vector_storage<Index>::take_full() {
  if (nvals() != size_) {
    throw invalid_argument(concat("vector::release_dense: ", nvals(), " of ", size_, " positions have an entry"));
  }
  bitmap();
  changed();
  buffer<byte> values = std::move(bitmap_->values);
  bitmap_.reset();
  sparse_.emplace();
  return values;
}

template <index_type Index> sparse_form<Index> vector_storage<Index>::take_sparse() {
  auto const& all = sparse(true);
  sparse_form<Index> taken;
  changed();
  bool const exact = all.indices.size() == all.nvals && all.values.size() == bytes_of(all.nvals, width_);
  if (&all == &*sparse_ && exact) {
    taken = std::move(*sparse_);
  } else {
    taken = first_entries(exec_, all, all.nvals, width_);
  }
  drop_bitmap();
  sparse_.emplace();
  return taken;
}

template <index_type Index> void vector_storage<Index>::resize(size_type size) {
  vector_storage resized(exec_, size, width_);
  bool const listed = sparse_.has_value() || size == 0 || size_ == 0;
  if (!listed && (size <= size_ || size / 16 <= size_)) {
    resized.assign(resized_bitmap(exec_, *bitmap_, size_, size, width_));
    *this = std::move(resized);
    return;
  }
  auto const& old = sparse(true);
  resized.assign(first_entries(exec_, old, size < size_ ? place_in(old, size) : old.nvals, width_));
  *this = std::move(resized);
}

template <index_type Index> vector_storage<Index> vector_storage<Index>::to(executor const& exec) const {
  vector_storage result(exec, size_, width_);
  std::lock_guard lock(mutex_);
  result.sparse_.reset();
  if (sparse_) result.sparse_ = copy_of(*sparse_, exec);
  if (bitmap_) result.bitmap_ = copy_of(*bitmap_, exec);
  return result;
}

template <index_type Index> void vector_storage<Index>::choose_form() {
  if (form_stays()) return;
  changed();
  try {
    size_type const entries = nvals();
    if (entries == size_ && size_ > 0) {
      bitmap();
      write_full();
    } else if (entries < size_ / 16 || size_ == 0) {
      sparse();
      drop_bitmap();
    } else {
      bitmap();
      sparse_.reset();
    }
  } catch (out_of_memory const&) {  // another form would be faster, no more
  } catch (std::bad_alloc const&) {}
}

template class vector_storage<std::int32_t>;
template class vector_storage<std::int64_t>;

}  // namespace heddle::detail
