// transposed_entries.hpp - the entries of a matrix, column by column, on a GPU.
#pragma once
#include <heddle/detail/executor/primitives.hpp>

#include "src/with_cuda.hpp"

namespace heddle::gpu {

/// Entries, row by row. values null: of a pattern; else elements of `width` bytes.
template <index_type I> struct entries_by_row {
  I const *rows, *columns;
  primitives::byte const* values;
  std::size_t width;
  size_type n;
};
template <index_type I> struct entries_by_column {
  I *rows, *columns;
  primitives::byte* values;
};

/// Entries in order of their columns, which are below `bound`, and within one as they stood. Asynchronous on the
/// executor's stream. Work O(n) for each 8 bits of bound. Elements of up to 4 bytes travel with their row; where they
/// are longer their positions do, and what stands there is fetched afterwards.
template <index_type I>
void sort_by_column(executor const& exec, entries_by_row<I> const& from, I bound, entries_by_column<I> const& to);

}  // namespace heddle::gpu
