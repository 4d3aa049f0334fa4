// element_values.hpp - elements of an array of numbers as the values of entries and as indices, exactly or not at all.
#pragma once
#include <atomic>
#include <charconv>
#include <functional>
#include <heddle/detail/executor/parallel_for.hpp>
#include <heddle/io/coordinates.hpp>
#include <utility>

#include "src/io/npy.hpp"
#include "src/io/numbers.hpp"

namespace heddle::detail {

inline constexpr size_type elements_at_once = 1 << 16;  // claimed by a thread

/// body(k) for all k of [0, n) in parallel, until it is false: the least k of which it was, -1 if there is none.
template <class Body> size_type first_refused(size_type n, Body const& body) {
  std::atomic<size_type> first = n;
  host::for_each_run(host::default_threads(), n, elements_at_once, [&](size_type begin, size_type end) {
    for (size_type k = begin; k < end && k < first.load(std::memory_order_relaxed); ++k) {
      if (body(k)) continue;
      for (size_type seen = first; k < seen && !first.compare_exchange_weak(seen, k);) continue;
    }
  });
  return first == n ? -1 : first.load();
}

template <class E> std::string shown_element(E element) {
  char digits[64];
  if constexpr (sizeof(E) == 1) return std::to_string(static_cast<int>(element));
  return {digits, std::to_chars(digits, digits + sizeof digits, element).ptr};
}

/// Which element of an array the value of entry k is; none: element k.
using element_place = std::function<size_type(size_type)>;

/// The values of n entries. Throws io_error naming the first element that is not a T, or is NaN where that is not
/// allowed; unsigned_values where std::uint64_t would hold it.
template <class T>
std::vector<T> values_of(npy_array const& array, size_type n, bool allow_nan, element_place const& place = {});

/// The integers of an array as Index, each in [low, high). Throws io_error naming the first that is not.
template <class Index> std::vector<Index> indices_of(npy_array const& array, size_type low, size_type high);

/// Where entries are: what a reader finds whatever type their values become, so that it is compiled once an Index.
template <class Index> struct entry_places {
  size_type rows = 0, cols = 0;
  io::field values = io::field::real;
  std::vector<Index> row = {}, col = {};
};

/// What becomes of the values of n entries, which stand in an array.
using value_taker = std::function<void(npy_array const& array, size_type n, element_place const& place)>;

/// A reader of such places, which hands values, each of which takes `value_bytes` in the end, to `take`.
template <class Index>
using places_reader = entry_places<Index>(text const& source, std::size_t value_bytes, value_taker const& take);

/// Entries of T where `reader` finds them.
template <class T, class Index>
io::coordinates<T, Index> entries_of(text const& source, bool allow_nan, places_reader<Index>& reader) {
  std::vector<T> values;
  auto places = reader(source, sizeof(T), [&](npy_array const& array, size_type n, element_place const& place) {
    values = values_of<T>(array, n, allow_nan, place);
  });
  return {places.rows, places.cols, std::move(places.row), std::move(places.col), std::move(values), places.values};
}

}  // namespace heddle::detail
