// flagged.hpp - functors over positions that say more of them: by flags of a byte each, where they do nothing, and
// which of these are set; or what they do at several at once.
#pragma once
#include <concepts>
#include <heddle/detail/executor/listing.hpp>

namespace heddle::detail {

/// f(i) does nothing where `f.flags()[i]` is zero; null: it may do something anywhere.
template <class F>
concept flagged_functor = requires(F const& f) {
  { f.flags() } -> std::same_as<primitives::byte const*>;
};

/// The same, of whose flags those that are set may be listed.
template <class F>
concept listed_functor = flagged_functor<F> && requires(F const& f) {
  { f.listed } -> std::convertible_to<listing_view const&>;
};

/// f.some(elements, count) is f of the first `count` of F::at_once elements; all are there to be read, before anything
/// is written.
template <class F>
concept batched_functor = requires(F const& f, size_type const (&elements)[F::at_once]) {
  f.some(elements, 1);
};

}  // namespace heddle::detail
