// equal_entries.hpp - whether two vectors hold the same, wherever they are.
#pragma once
#include <heddle/vector.hpp>

namespace heddle::testing {

template <class T, index_type I> bool equal_entries(vector<T, I> const& a, vector<T, I> const& b) {
  auto const x = a.tuples(), y = b.tuples();
  return x.index == y.index && x.value == y.value;
}

}  // namespace heddle::testing
