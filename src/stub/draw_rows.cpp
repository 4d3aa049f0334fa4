// draw_rows.cpp - graphs drawn on a GPU in a build without CUDA.
#include "src/io/generators/drawn_rows.hpp"
#include "src/stub/no_cuda.hpp"

namespace heddle::gpu {

template <class Pair> drawn_rows draw_rows(executor const&, detail::drawn_graph<Pair> const&, std::size_t, size_type) {
  no_cuda();
}

#include "src/io/generators/drawn_instances.inc"

}  // namespace heddle::gpu
