// placed_operand.cpp - the operand of a pull, moved where a locality plan asks for that.
#include <heddle/ops/mxv/placed_operand.hpp>

namespace heddle::detail {

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

#define HEDDLE_INSTANTIATE(I, O)                                                                                 \
  template placed_operand<I> place_operand(compressed<I, O> const&, descriptor const&, void const*, byte const*, \
                                           std::size_t);
#include "src/index_widths.hpp"

}  // namespace heddle::detail
