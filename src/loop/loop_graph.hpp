// loop_graph.hpp - what device_loop asks of a GPU: a loop as a graph that runs by itself.
#pragma once
#include <array>
#include <functional>
#include <heddle/device_loop.hpp>
#include <memory>
#include <optional>

#include "src/with_cuda.hpp"

namespace heddle::detail {

// Where a loop stands, in the executor's memory.
struct loop_progress {
  size_type iterations = 0;
  primitives::byte goes_on = 0;
};

struct loop_parts {
  executor exec;
  size_type most;
  loop_progress* progress;
  // Sets progress->goes_on to what the condition says; not called where a comparison is all it is.
  std::function<void()> judge;
  number_comparison compared;
  // One run of the body.
  std::function<void()> body;
  // The operands are again where they were before it, and it is to be run once more: the same has to come of it.
  std::function<void()> rewind;
  // Throws invalid_argument where that was not so: what is different, of that node or, without one, of what kernels
  // were given. Else returns false while operands stand elsewhere than in the beginning, so that another run has to
  // follow.
  std::function<bool(std::optional<std::size_t> node, char const* what)> ends;
};

class loop_graph {
 public:
  virtual ~loop_graph() = default;
  // The whole loop, progress included, asynchronously.
  virtual void launch() = 0;
};

}  // namespace heddle::detail

namespace heddle::gpu {

// Why loops cannot be recorded there; empty where nothing is known against it.
std::string recording_trouble(executor const& exec);

// How many nodes the graph has into which the executor's stream is being captured. Throws cuda_error.
std::size_t captured_nodes(executor const& exec);

// While the executor's stream is captured: a node for each work, of which one is entered. Returns how many nodes these
// have. Throws cuda_error where the driver refuses, and what the works throw.
std::array<std::size_t, 2> capture_either(executor const& exec, primitives::byte const* flag,
                                          std::function<void()> const& yes, std::function<void()> const& no);

// Throws cuda_error where the driver refuses, and what the parts throw.
std::unique_ptr<detail::loop_graph> record_loop(detail::loop_parts const& parts);

}  // namespace heddle::gpu
