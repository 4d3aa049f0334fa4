// vector_elements.cpp - single entries of a vector: looked up, set and removed where they stand.
#include <heddle/detail/storage/vector_storage.hpp>

#include "src/containers/vector_forms.hpp"

namespace heddle::detail {

void throw_changed_entries() {
  throw invalid_argument(
      "vector::entries: the vector was changed, moved or destroyed while its entries were walked; walk those of a "
      "copy, "
      "or tuples()");
}

template <index_type Index> void vector_storage<Index>::require_index(char const* what, size_type i) const {
  if (i < 0 || i >= size_) throw index_out_of_range(concat("vector::", what, ": index ", i, " of ", size_));
}

template <index_type Index> bool vector_storage<Index>::get(size_type i, void* value) const {
  require_index("get", i);
  bool const scattered = form() == vector_form::sparse && (exec_.is_host() || nvals() < size_ / 64);
  if (scattered) {  // a list is searched: a long vector's bitmap may not fit
    auto const& list = sparse(true);
    size_type const place = place_in(list, i);
    if (place == list.nvals || list.indices.get(place) != i) return false;
    copy_bytes(executor{}, value, exec_, list.values.data() + place * width_, width_);
    return true;
  }
  bitmap_form const& form = bitmap();
  if (!form.full() && !form.present.get(i)) return false;
  copy_bytes(executor{}, value, exec_, form.values.data() + i * width_, width_);
  return true;
}

// Whether the list costs less to change than a bitmap costs to make, however many entries come one by one.
template <index_type Index> bool vector_storage<Index>::few() const {
  return sparse_ && !bitmap_ && sparse_->nvals < size_ >> 16;
}

// The entry at i has the value, or, without one, is gone.
template <index_type Index> void vector_storage<Index>::set_in_list(size_type i, void const* value) {
  auto const& list = sparse(true);
  size_type const place = place_in(list, i);
  bool const here = place < list.nvals && list.indices.get(place) == i;
  if (!here && !value) return;
  if (!here || !value || &list != &*sparse_) return assign(changed_list(exec_, width_, list, i, value));
  changed();
  copy_bytes(exec_, sparse_->values.data() + place * width_, executor{}, value, width_);
}

// Entries, where that is known without counting; else -1.
template <index_type Index> size_type vector_storage<Index>::counted() const {
  if (sparse_) return sparse_->nvals;
  return bitmap_->full() ? size_ : bitmap_->nvals;
}

template <index_type Index> void vector_storage<Index>::set(size_type i, void const* value) {
  require_index("set", i);
  if (few()) return set_in_list(i, value);
  bool const full = bitmap_ && bitmap_->full();
  size_type const before = counted();
  bitmap_form& form = full ? write_full() : write_bitmap();
  byte const present = 1;
  // On a GPU the number is left open: to ask whether there is an entry would wait for the work before.
  if (!full && exec_.is_host() && before >= 0) form.nvals = before + (form.present.data()[i] == 0);
  if (!full) copy_bytes(exec_, form.present.data() + i, executor{}, &present, 1);
  copy_bytes(exec_, form.values.data() + i * width_, executor{}, value, width_);
}

template <index_type Index> void vector_storage<Index>::remove(size_type i) {
  require_index("remove", i);
  if (few()) return set_in_list(i, nullptr);
  size_type const before = counted();
  bitmap_form& form = write_bitmap();
  byte const absent = 0;
  if (exec_.is_host() && before >= 0) form.nvals = before - (form.present.data()[i] != 0);
  copy_bytes(exec_, form.present.data() + i, executor{}, &absent, 1);
}

#define HEDDLE_INSTANTIATE(I)                                                   \
  template void vector_storage<I>::require_index(char const*, size_type) const; \
  template bool vector_storage<I>::get(size_type, void*) const;                 \
  template bool vector_storage<I>::few() const;                                 \
  template void vector_storage<I>::set_in_list(size_type, void const*);         \
  template size_type vector_storage<I>::counted() const;                        \
  template void vector_storage<I>::set(size_type, void const*);                 \
  template void vector_storage<I>::remove(size_type);
#include "src/each_index.hpp"

}  // namespace heddle::detail
