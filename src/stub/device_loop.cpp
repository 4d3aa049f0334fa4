// device_loop.cpp - recorded loops in a build without CUDA: there is no GPU to run them.
#include "src/loop/loop_graph.hpp"
#include "src/stub/no_cuda.hpp"

namespace heddle::gpu {

std::string recording_trouble(executor const&) { no_cuda(); }
std::size_t captured_nodes(executor const&) { no_cuda(); }
std::array<std::size_t, 2> capture_either(executor const&, primitives::byte const*, std::function<void()> const&,
                                          std::function<void()> const&) {
  no_cuda();
}
std::unique_ptr<detail::loop_graph> record_loop(detail::loop_parts const&) { no_cuda(); }

}  // namespace heddle::gpu
