// value_sums.hpp - what is gathered of values, on the host and on a GPU.
#pragma once
#include <heddle/detail/executor/primitives.hpp>

namespace heddle::detail {

/// All zero where nothing was gathered, so that a GPU's common memory needs no other beginning.
struct value_sums {
  double sum;       // of finite values
  size_type count;  // of these
  size_type some;   // of all but NaN
  double least;     // of these

  HEDDLE_FN void add(double value) {
    if (value != value) return;
    least = some > 0 ? min_of(least, value) : value;
    ++some;
    if (value - value != 0) return;  // infinite
    sum += value;
    ++count;
  }
  HEDDLE_FN void add(value_sums const& other) {
    if (other.some > 0) least = some > 0 ? min_of(least, other.least) : other.least;
    some += other.some;
    sum += other.sum;
    count += other.count;
  }
  primitives::value_statistics statistics() const {
    return {some > 0 ? least : std::numeric_limits<double>::infinity(),
            count > 0 ? sum / static_cast<double>(count) : 0};
  }
};

}  // namespace heddle::detail
