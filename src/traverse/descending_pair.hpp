// descending_pair.hpp - pairs of numbers put in falling order.
#pragma once
#include <heddle/detail/executor/integers.hpp>

namespace heddle::detail {

/// high[k], low[k] = the greater and the lesser of x[k] and y[k], in place where they are the same arrays.
struct descending_pair {
  static constexpr bool in_library = true;
  integers x, y;
  integers_out high, low;
  HEDDLE_FN void operator()(size_type k) const {
    size_type const first = x[k], second = y[k];
    high.set(k, max_of(first, second));
    low.set(k, min_of(first, second));
  }
};

}  // namespace heddle::detail
