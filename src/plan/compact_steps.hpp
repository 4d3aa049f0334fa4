// compact_steps.hpp - how columns are made compact, element by element, on host and GPU.
#pragma once
#include <heddle/seam/plan/compact.hpp>

namespace heddle::detail {

/// Of a block of entries: its least column, and whether the differences to it take more than 16 bits.
struct compact_range {
  static constexpr bool in_library = true;
  std::int32_t const* columns;
  size_type nnz;
  std::int32_t *bases, *too_wide;

  HEDDLE_FN void operator()(size_type block) const {
    size_type const first = block * compact_block, last = min_of(first + compact_block, nnz);
    std::int32_t least = columns[first], greatest = least;
    for (size_type a = first + 1; a < last; ++a) {
      least = min_of(least, columns[a]);
      greatest = max_of(greatest, columns[a]);
    }
    bases[block] = least;
    too_wide[block] = greatest - least > 0xffff;
  }
};

/// Of an entry: its difference, or a copy of its column. rank[b]: how many blocks before block b do not fit.
struct compact_entry {
  static constexpr bool in_library = true;
  std::int32_t const *columns, *bases, *rank;
  std::uint16_t* near;
  std::int32_t* copied;

  HEDDLE_FN void operator()(size_type a) const {
    size_type const block = a / compact_block;
    if (rank[block + 1] > rank[block]) {
      copied[static_cast<size_type>(rank[block]) * compact_block + a % compact_block] = columns[a];
      near[a] = 0;
    } else {
      near[a] = static_cast<std::uint16_t>(columns[a] - bases[block]);
    }
  }
};

/// Of a block that does not fit: where its columns are.
struct copied_block {
  static constexpr bool in_library = true;
  std::int32_t const* rank;
  std::int32_t* bases;

  HEDDLE_FN void operator()(size_type block) const {
    if (rank[block + 1] > rank[block]) bases[block] = ~rank[block];
  }
};

}  // namespace heddle::detail
