// mask.hpp - masks as values: which positions an operation may write.
// GraphBLAS C API 2.1, section 3.5: a value mask is true where the stored value is; a structural one where one stands.
#pragma once
#include <heddle/base/types.hpp>

namespace heddle {

/// Every position may be written.
struct no_mask_type {};
/// In the place of a mask: every position is open.
inline constexpr no_mask_type no_mask{};

/// The result replaces what it meets.
struct no_accum_type {};
/// In the place of an accumulator: results replace what was there.
inline constexpr no_accum_type no_accum{};

/// A container read as a mask; passing the container itself is its value mask. Refers to the container, which must
/// outlive it: masks of temporaries do not compile.
template <class Container> struct mask_of {
  Container const* container;
  bool structural = false, complemented = false;
};

template <class T, index_type Index> class vector;
template <class T, index_type Index, index_type Offset> class matrix;

namespace detail {

template <class C> struct is_mask : std::false_type {};
template <> struct is_mask<no_mask_type> : std::true_type {};
template <class C> struct is_mask<mask_of<C>> : std::true_type {};

/// Whether a container may be a mask, and may be one by its values.
template <class C> inline constexpr bool may_be_mask = false;
template <class T, class I> inline constexpr bool may_be_mask<vector<T, I>> = true;
template <class T, class I, class O> inline constexpr bool may_be_mask<matrix<T, I, O>> = true;
template <class C> inline constexpr bool has_truth = true;
template <class C>
requires may_be_mask<C>
inline constexpr bool has_truth<C> = std::is_constructible_v<bool, typename C::value_type>;
/// Whether an argument says what is masked: not of a std::vector, nor of structure(v) of one.
template <class M> inline constexpr bool masks_something = may_be_mask<M>;
template <> inline constexpr bool masks_something<no_mask_type> = true;
template <class C> inline constexpr bool masks_something<mask_of<C>> = may_be_mask<C>;

}  // namespace detail

/// True where `container` has an entry, whatever its value.
template <class C>
requires(!detail::is_mask<C>::value) [[nodiscard]] HEDDLE_FN mask_of<C> structure(C const& container) {
  return {&container, true, false};
}
template <class C>
requires(!detail::is_mask<C>::value) void structure(C const&& temporary) = delete;
template <class C> [[nodiscard]] HEDDLE_FN mask_of<C> structure(mask_of<C> mask) {
  return {mask.container, true, mask.complemented};
}

/// True where the mask is not.
template <class C>
requires(!detail::is_mask<C>::value) [[nodiscard]] HEDDLE_FN mask_of<C> complement(C const& container) {
  return {&container, false, true};
}
template <class C>
requires(!detail::is_mask<C>::value) void complement(C const&& temporary) = delete;
template <class C> [[nodiscard]] HEDDLE_FN mask_of<C> complement(mask_of<C> mask) {
  return {mask.container, mask.structural, !mask.complemented};
}

namespace detail {

// Containers become value masks; masks stay what they are. Compiling what is none says so.
template <class M> HEDDLE_FN auto as_mask(M const& mask) {
  static_assert(masks_something<M>,
                "heddle: this is no mask: write no_mask, a heddle::vector or heddle::matrix m, structure(m) or "
                "complement(m); vector<bool>::dense(v) makes one of a std::vector v");
  static_assert(
      has_truth<M>,
      "heddle: the values of this mask are neither true nor false: write structure(m), which is true where the "
      "mask m has an entry");
  if constexpr (!masks_something<M> || !has_truth<M>) {
    return no_mask;
  } else if constexpr (is_mask<M>::value) {
    return mask;
  } else {
    return mask_of<M>{&mask, false, false};
  }
}

}  // namespace detail
}  // namespace heddle
