// placed_operand.hpp - the operand of a pull and its columns as a locality plan places them.
#pragma once
#include <heddle/descriptor.hpp>
#include <heddle/ops/detail/operand.hpp>

namespace heddle::detail {

/// A pull's operand and columns as a locality plan places them, or as they stand.
template <index_type I> struct placed_operand {
  I const* columns = nullptr;
  void const* values = nullptr;   // null where the semiring does not read them
  byte const* present = nullptr;  // null: full
  size_type hubs = 0;
  std::shared_ptr<tile_marks const> marks;
  buffer<byte> moved_values, moved_present;
};

/// values: u's, elements of `width` bytes, present: its presence; either may be null. Work O(columns with entries).
template <index_type I, index_type O>
placed_operand<I> place_operand(compressed<I, O> const& form, descriptor const& d, void const* values,
                                byte const* present, std::size_t width);

}  // namespace heddle::detail

namespace heddle::inline HEDDLE_TOOLCHAIN::ops {

[[noreturn]] inline void refuse_compact(char const* what) {
  throw invalid_argument(detail::concat(what,
                                        ": a compact plan serves plus_times of float or double, of operands that "
                                        "hold it, with 32-bit indices and offsets"));
}

/// A vector's values as D, null where the semiring does not read them; `kept` holds a converted copy.
template <class SR, class D, class U>
D const* operand_values(executor const& exec, buffer<detail::byte> const& stored, size_type n,
                        buffer<detail::byte>& kept) {
  if constexpr (detail::reads<SR>::right) {
    return in_domain<D>(exec, detail::typed<U>(stored), n, kept);
  } else {
    return nullptr;
  }
}

}  // namespace heddle::inline HEDDLE_TOOLCHAIN::ops
