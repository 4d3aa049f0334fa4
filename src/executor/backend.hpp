// backend.hpp - what executors and plans ask of src/host and of src/cuda (src/stub where CUDA is absent).
#pragma once
#include <heddle/detail/executor/primitives.hpp>
#include <heddle/detail/storage/tuples.hpp>
#include <heddle/seam/plan/plan.hpp>

namespace heddle {
namespace detail {

struct share_extents {
  bool cuts_tiles = false;
  size_type max_atoms = 0, max_tiles = 0, longest_run = 0;  // as in a plan; longest_run is measured on a GPU alone
};

template <class S> inline constexpr bool is_tabulated = source_of<S> == share_source::table;

// The samples that `nearness` takes: every `step`-th place, each compared with the `window` places behind it.
struct near_samples {
  static constexpr size_type most = 16384, window = 64, within = 32;
  size_type step, count;
  static near_samples of(size_type n) {
    size_type const places = max_of(n - window, size_type{0}), step = max_of(ceil_div(places, most), size_type{1});
    return {step, ceil_div(places, step)};
  }
  template <class I> static HEDDLE_FN bool near(I const* values, size_type at, size_type other) {
    size_type const a = values[at], b = values[other];
    return (a < b ? b - a : a - b) <= within;
  }
};

// Bin of a length, of `num_bins` of equal width up to the longest.
HEDDLE_FN constexpr size_type bin_of_length(size_type length, size_type longest, int num_bins) {
  return min_of(length * num_bins / max_of(longest, size_type{1}), size_type{num_bins} - 1);
}

}  // namespace detail

namespace host {
#include "src/executor/primitive_functions.inc"
template <index_type I> size_type first_outside(executor const& exec, I const* positions, size_type n, size_type size);
}  // namespace host

namespace gpu {
#include "src/executor/primitive_functions.inc"
}  // namespace gpu

}  // namespace heddle
