// vector_forms.hpp - the forms of a vector made of one another, of another size, and on another executor.
#pragma once
#include <heddle/detail/storage/vector_storage.hpp>

#include "src/executor/single_elements.hpp"

namespace heddle::detail {

// Room for a list of n entries.
template <index_type Index> sparse_form<Index> new_list(executor const& exec, size_type n, std::size_t width) {
  return {buffer<Index>(exec, n), buffer<byte>(exec, bytes_of(n, width)), n};
}

template <index_type Index>
sparse_form<Index> first_entries(executor const& exec, sparse_form<Index> const& list, size_type n, std::size_t width) {
  auto result = new_list<Index>(exec, n, width);
  copy_bytes(exec, result.indices.data(), exec, list.indices.data(), result.indices.bytes());
  copy_bytes(exec, result.values.data(), exec, list.values.data(), result.values.bytes());
  return result;
}

// In the memory of `form`, as far as it has any.
template <index_type Index>
bitmap_form bitmap_from(executor const& exec, size_type size, std::size_t width, sparse_form<Index> const& sparse,
                        bitmap_form form) {
  if (form.values.empty()) form.values = bitmap_values(exec, size, width);
  form.nvals = sparse.nvals;
  if (sparse.nvals < size || size == 0) {
    if (form.present.empty()) form.present = buffer<byte>(exec, max_of<size_type>(size, 1));
    byte const absent = 0;
    primitives::fill(exec, form.present.data(), size, 1, &absent);
    if (form.listed) form.listed->forget();
  } else {
    form.present = {};
    form.listed.reset();
  }
  primitives::place_entries(exec, form.values.data(), form.full() ? nullptr : form.present.data(),
                            sparse.indices.data(), sparse.nvals, width, sparse.values.data(), nullptr);
  return form;
}

template <index_type Index>
sparse_form<Index> sparse_from(executor const& exec, size_type size, std::size_t width, bitmap_form const& bitmap) {
  sparse_form<Index> form;
  if (bitmap.full()) {
    form.indices = buffer<Index>(exec, size);
    primitives::iota(exec, form.indices.data(), size, Index{0});
    form.values = bitmap.values.clone(exec);
    form.nvals = size;
    return form;
  }
  form.indices = primitives::compact<Index>(exec, bitmap.present.data(), size);
  form.nvals = form.indices.size();
  form.values = buffer<byte>(exec, bytes_of(form.nvals, width));
  primitives::gather(exec, form.values.data(), bitmap.values.data(), form.indices.data(), form.nvals, width);
  return form;
}

template <index_type Index> sparse_form<Index> copy_of(sparse_form<Index> const& form, executor const& to) {
  return {form.indices.clone(to), form.values.clone(to), form.nvals, form.sorted};
}

inline bitmap_form copy_of(bitmap_form const& form, executor const& to) {
  return {form.present.clone(to), form.values.clone(to), form.nvals};
}

template <index_type Index>
std::shared_ptr<sparse_form<Index> const> sorted_copy(executor const& exec, size_type size, std::size_t width,
                                                      sparse_form<Index> const& form) {
  Index const bound = static_cast<Index>(size);
  buffer<std::int64_t> const order = primitives::stable_order(exec, form.indices.data(), form.nvals, bound);
  auto copy = std::make_shared<sparse_form<Index>>(new_list<Index>(exec, form.nvals, width));
  primitives::gather(exec, copy->indices.data(), form.indices.data(), order.data(), form.nvals, sizeof(Index));
  primitives::gather(exec, copy->values.data(), form.values.data(), order.data(), form.nvals, width);
  return copy;
}

// Where the first entry of an ascending list stands whose index is not below i.
template <index_type Index> size_type place_in(sparse_form<Index> const& list, size_type i) {
  return first_not_below(list.indices, 0, list.nvals, i);
}

// An ascending list in which the entry at i has the value, or, without one, is not there.
template <index_type Index>
sparse_form<Index> changed_list(executor const& exec, std::size_t width, sparse_form<Index> const& old, size_type i,
                                void const* value) {
  size_type const place = place_in(old, i), here = place < old.nvals && old.indices.get(place) == i,
                  now = value != nullptr;
  auto form = new_list<Index>(exec, old.nvals - here + now, width);
  auto const copy = [&](byte* to, byte const* from, std::size_t bytes, void const* one) {
    copy_bytes(exec, to, exec, from, place * bytes);
    if (one) copy_bytes(exec, to + place * bytes, executor{}, one, bytes);
    copy_bytes(exec, to + (place + now) * bytes, exec, from + (place + here) * bytes,
               (old.nvals - place - here) * bytes);
  };
  Index const index = static_cast<Index>(i);
  copy(reinterpret_cast<byte*>(form.indices.data()), reinterpret_cast<byte const*>(old.indices.data()), sizeof(Index),
       value ? &index : nullptr);
  copy(form.values.data(), old.values.data(), width, value);
  return form;
}

// A bitmap of another size: what stands at kept positions, and no entries behind.
inline bitmap_form resized_bitmap(executor const& exec, bitmap_form const& old, size_type old_size, size_type size,
                                  std::size_t width) {
  size_type const kept = min_of(size, old_size);
  bitmap_form form;
  form.values = bitmap_values(exec, size, width);
  copy_bytes(exec, form.values.data(), exec, old.values.data(), static_cast<std::size_t>(kept) * width);
  form.nvals = old.full() ? kept : size < old_size ? -1 : old.nvals;
  if (old.full() && size <= old_size) return form;
  byte const absent = 0, present = 1;
  form.present = buffer<byte>(exec, max_of<size_type>(size, 1));
  if (old.full()) {
    primitives::fill(exec, form.present.data(), kept, 1, &present);
  } else {
    copy_bytes(exec, form.present.data(), exec, old.present.data(), static_cast<std::size_t>(kept));
  }
  primitives::fill(exec, form.present.data() + kept, size - kept, 1, &absent);
  return form;
}

}  // namespace heddle::detail
