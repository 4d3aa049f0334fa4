// kept_levels.hpp - the arrays that direct searches fill become vectors, and what their options come to.
#pragma once
#include <heddle/descriptor.hpp>
#include <heddle/vector.hpp>
#include <limits>

namespace heddle::detail {

/// The vector of values[v] where present[v], of which there are `nvals`.
template <class T, index_type I>
void keep_reached(vector<T, I>& result, buffer<byte>&& values, buffer<byte>&& present, size_type nvals) {
  if (nvals == result.size()) present = {};
  storage_of(result).assign(bitmap_form{std::move(present), std::move(values), nvals});
  storage_of(result).choose_form();
}

/// What an entry of a push costs, in questions of a pull: nothing, and it is always pushed; infinity, and never.
inline double push_cost_of(direction way, double given) {
  if (way == direction::push) return 0;
  return way == direction::pull ? std::numeric_limits<double>::infinity() : given;
}

}  // namespace heddle::detail
