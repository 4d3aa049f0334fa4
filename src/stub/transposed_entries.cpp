// transposed_entries.cpp - entries by column on a GPU in a build without CUDA.
#include "src/containers/transposed_entries.hpp"

#include "src/stub/no_cuda.hpp"

namespace heddle::gpu {

template <index_type I> void sort_by_column(executor const&, entries_by_row<I> const&, I, entries_by_column<I> const&) {
  no_cuda();
}

#include "src/containers/transposed_entries_instances.inc"

}  // namespace heddle::gpu
