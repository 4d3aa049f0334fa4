// same_value.hpp - when two results are the same: bit for bit, where all NaNs count as one value. 0 and -0 differ.
#pragma once
#include <cstring>
#include <optional>
#include <vector>

namespace heddle::testing {

template <class T> bool same_value(T const& a, T const& b) {
  if constexpr (requires { a != a; }) {
    if (a != a || b != b) return a != a && b != b;
  }
  return std::memcmp(&a, &b, sizeof(T)) == 0;
}

template <class T> bool same_value(std::optional<T> const& a, std::optional<T> const& b) {
  return a.has_value() == b.has_value() && (!a || same_value(*a, *b));
}

/// Cells that may be absent, one by one.
template <class T> bool same_values(std::vector<std::optional<T>> const& a, std::vector<std::optional<T>> const& b) {
  if (a.size() != b.size()) return false;
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (!same_value(a[i], b[i])) return false;
  }
  return true;
}

}  // namespace heddle::testing
