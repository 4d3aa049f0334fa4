// flagged.hpp - functors over positions that say, by flags of a byte each, where they do nothing.
#pragma once
#include <concepts>
#include <heddle/types.hpp>

namespace heddle::detail {

/// f(i) does nothing where `f.flags()[i]` is zero; null: it may do something anywhere.
template <class F>
concept flagged_functor = requires(F const& f) {
  { f.flags() } -> std::same_as<primitives::byte const*>;
};

}  // namespace heddle::detail
