// single_elements.hpp - elements of an array one at a time: on the host where they stand, from a GPU by a read-back
// each.
#pragma once
#include <heddle/base/memory.hpp>

namespace heddle::detail {

template <class T> T element_at(buffer<T> const& array, size_type at) {
  return array.exec().is_host() ? array.data()[at] : array.get(at);
}

/// The first of the ascending elements [from, to) that is not below i; `to` if there is none.
template <index_type Index>
size_type first_not_below(buffer<Index> const& ascending, size_type from, size_type to, size_type i) {
  while (from < to) {
    size_type const middle = from + (to - from) / 2;
    bool const below = element_at(ascending, middle) < i;
    (below ? from : to) = below ? middle + 1 : middle;
  }
  return from;
}

}  // namespace heddle::detail
