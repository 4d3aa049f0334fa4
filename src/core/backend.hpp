// backend.hpp - what src/core asks of src/host and of src/cuda (src/stub where CUDA is absent).
#pragma once
#include <heddle/plan.hpp>
#include <heddle/primitives.hpp>

namespace heddle {
namespace detail {

struct share_extents {
  bool cuts_tiles = false;
  size_type max_atoms = 0, max_tiles = 0;
};

// Whole-tile schedules compute their boundaries; the others, automatic aside, keep a table.
template <class S>
inline constexpr bool is_tabulated = !std::is_base_of_v<whole_tiles, S> && !std::is_same_v<S, automatic>;

}  // namespace detail

namespace host {
#include "src/core/primitive_functions.inc"
}  // namespace host

namespace cuda {
#include "src/core/primitive_functions.inc"
}  // namespace cuda

}  // namespace heddle
