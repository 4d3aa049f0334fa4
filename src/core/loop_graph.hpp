// loop_graph.hpp - what device_loop asks of a GPU: a loop as a graph that runs by itself.
#pragma once
#include <functional>
#include <heddle/executor.hpp>
#include <memory>

namespace heddle {

namespace detail {

// Where a loop stands, in the executor's memory.
struct loop_progress {
  size_type iterations = 0;
  primitives::byte goes_on = 0;
};

struct loop_parts {
  executor exec;
  size_type most;
  loop_progress* progress;
  // Sets progress->goes_on to what the condition says.
  std::function<void()> judge;
  // One run of the body. Returns false while operands stand elsewhere than in the beginning, so that another run of it
  // has to follow.
  std::function<bool()> body;
};

class loop_graph {
 public:
  virtual ~loop_graph() = default;
  // The whole loop, progress included, asynchronously.
  virtual void launch() = 0;
};

}  // namespace detail

namespace cuda {

// Why loops cannot be recorded there; empty where nothing is known against it.
std::string recording_trouble(executor const& exec);

// Throws cuda_error where the driver refuses, and what the parts throw.
std::unique_ptr<detail::loop_graph> record_loop(detail::loop_parts const& parts);

}  // namespace cuda
}  // namespace heddle
