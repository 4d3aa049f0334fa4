// placed_operand.hpp - the operand of a pull and its columns as a locality plan places them.
#pragma once
#include <heddle/descriptor.hpp>
#include <heddle/ops/detail/operand.hpp>

namespace heddle {

namespace detail {

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
                                byte const* present, std::size_t width) {
  placed_operand<I> result{form.indices.data(), values, present, 0, {}, {}, {}};
  if (!d.locality || !values) return result;
  auto const placed = form.place_columns(*d.locality, width);
  if (!placed.labels) return result;
  column_labels<I> const& labels = *placed.labels;
  result.hubs = min_of(placed.hubs, labels.used);
  result.marks = placed.marks;
  if (labels.in_place) return result;
  auto const moved = [&](buffer<byte>& into, void const* from, std::size_t bytes) {
    into = buffer<byte>(form.exec, labels.used * static_cast<size_type>(bytes));
    primitives::gather(form.exec, into.data(), from, labels.order.data(), labels.used, bytes);
    return into.data();
  };
  result.columns = labels.columns.data();
  result.values = moved(result.moved_values, values, width);
  if (present) result.present = moved(result.moved_present, present, 1);
  return result;
}

}  // namespace detail

inline namespace HEDDLE_TOOLCHAIN {
namespace ops {

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

}  // namespace ops
}  // namespace HEDDLE_TOOLCHAIN
}  // namespace heddle
