// search_levels.cpp - searches on a GPU in a build without CUDA.
#include "src/stub/no_cuda.hpp"
#include "src/traverse/device_search.hpp"

namespace heddle::gpu {

template <index_type I, index_type O>
level_counts search_levels(executor const&, compressed_view<bool, I, O> const&, compressed_view<bool, I, O> const*,
                           size_type, level_options const&, level_arrays<I> const&) {
  no_cuda();
}

template <index_type I, index_type O>
word_counts search_words(executor const&, compressed_view<bool, I, O> const&, compressed_view<bool, I, O> const*,
                         std::span<size_type const>, word_search_options const&, std::span<source_reach>,
                         word_level_arrays const&) {
  no_cuda();
}

template <class T, index_type O> reached_counts count_reached(executor const&, T const*, O const*, size_type) {
  no_cuda();
}

#include "src/traverse/level_search_instances.inc"
#include "src/traverse/reached_instances.inc"
#include "src/traverse/word_search_instances.inc"

}  // namespace heddle::gpu
