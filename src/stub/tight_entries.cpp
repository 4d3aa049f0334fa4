// tight_entries.cpp - the entries of shortest paths on a GPU in a build without CUDA.
#include "src/traverse/tight_entries.hpp"

#include "src/stub/no_cuda.hpp"

namespace heddle::gpu {

template <class T, index_type I, index_type O>
void mark_tight(executor const&, compressed_view<T, I, O> const&, T const*, std::uint32_t*, O*) {
  no_cuda();
}

template <index_type I, index_type O>
void keep_marked(executor const&, offset_tiles<O> const&, I const*, entry_marks const&, O*, I*) {
  no_cuda();
}

#include "src/traverse/tight_instances.inc"

}  // namespace heddle::gpu
