// element_values.cpp - elements of an array of numbers as the values of entries and as indices, exactly or not at all.
#include "src/io/element_values.hpp"

namespace heddle::detail {
template <class T>
std::vector<T> values_of(npy_array const& array, size_type n, bool allow_nan, element_place const& place) {
  auto const at = [&](size_type k) { return place ? place(k) : k; };
  std::vector<T> values(static_cast<std::size_t>(n));
  with_elements(array, [&]<class E>(npy_elements<E> const& elements) {
    auto const wrong = first_refused(n, [&](size_type k) {
      E const element = elements[at(k)];
      if constexpr (std::floating_point<E>) {
        if (!allow_nan && std::isnan(element)) return false;
      }
      if (!fits<T>(element)) return false;
      values[static_cast<std::size_t>(k)] = static_cast<T>(element);
      return true;
    });
    if (wrong < 0) return;
    E const element = elements[at(wrong)];
    auto const which = concat("element ", at(wrong), ", ", shown_element(element));
    if constexpr (std::floating_point<E>) {
      if (std::isnan(element) && !allow_nan) {
        fail(array.name, which + ", is not a number that can be ordered, so no distance can be computed with it");
      }
    }
    if constexpr (std::same_as<E, std::uint64_t> && std::same_as<T, std::int64_t>) {
      throw unsigned_values(concat(printable(array.name, 4096), ": ", which, ", overflows a 64-bit integer"));
    }
    fail(array.name, concat(which, ", is not exactly ", number_name<T>));
  });
  return values;
}

template <class Index> std::vector<Index> indices_of(npy_array const& array, size_type low, size_type high) {
  if (!array.header.is_integer()) {
    fail(array.name, concat("indices must be integers, and these are of ", element_name(array.header)));
  }
  std::vector<Index> indices(static_cast<std::size_t>(array.size()));
  with_elements(array, [&]<class E>(npy_elements<E> const& elements) {
    if constexpr (std::integral<E>) {
      auto const wrong = first_refused(array.size(), [&](size_type k) {
        E const element = elements[k];
        if (!std::in_range<size_type>(element)) return false;
        auto const index = static_cast<size_type>(element);
        indices[static_cast<std::size_t>(k)] = static_cast<Index>(index);
        return index >= low && index < high;
      });
      if (wrong < 0) return;
      fail(array.name,
           concat("element ", wrong, ", ", shown_element(elements[wrong]), ", is outside ", low, "..", high - 1));
    }
  });
  return indices;
}

template std::vector<float> values_of(npy_array const&, size_type, bool, element_place const&);
template std::vector<double> values_of(npy_array const&, size_type, bool, element_place const&);
template std::vector<std::int32_t> values_of(npy_array const&, size_type, bool, element_place const&);
template std::vector<std::int64_t> values_of(npy_array const&, size_type, bool, element_place const&);
template std::vector<std::uint8_t> values_of(npy_array const&, size_type, bool, element_place const&);
template std::vector<std::uint64_t> values_of(npy_array const&, size_type, bool, element_place const&);
template std::vector<std::int32_t> indices_of(npy_array const&, size_type, size_type);
template std::vector<std::int64_t> indices_of(npy_array const&, size_type, size_type);

}  // namespace heddle::detail
