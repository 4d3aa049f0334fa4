// bitmap_parts.cpp - what a bitmap is made of: memory for its values, and the list that it may have beside it.
#include <cstdlib>
#include <heddle/detail/storage/vector_storage.hpp>
#include <new>

namespace heddle::detail {

buffer<byte> bitmap_values(executor const& exec, size_type size, std::size_t width) {
  buffer<byte> values(exec, bytes_of(size, width));
  byte const zero = 0;
  if (std::getenv("HEDDLE_CLEAR_ABSENT") != nullptr) primitives::fill(exec, values.data(), values.size(), 1, &zero);
  return values;
}

listing::listing(executor const& exec, size_type size, std::size_t index_bytes)
    : positions_(exec, bytes_of(size, index_bytes)), wide_(index_bytes == 8), state_(exec, 1) {
  listing_state const unknown;
  copy_bytes(exec, state_.data(), executor{}, &unknown, sizeof unknown);
}

std::shared_ptr<listing> listing::where_there_is_room(executor const& exec, size_type size, std::size_t index_bytes) {
  try {
    return std::make_shared<listing>(exec, size, index_bytes);
  } catch (out_of_memory const&) {  // it would be faster, no more
  } catch (std::bad_alloc const&) {}
  return nullptr;
}

void listing::forget() {
  auto const unknown = listing_state::unknown;
  primitives::fill(state_.exec(), &state_.data()->count, 1, sizeof unknown, &unknown);
}

listing_view listing::view() const {
  integers positions;
  positions.data = positions_.data();
  positions.wide = wide_;
  return {positions, state_.data()};
}

}  // namespace heddle::detail
