// device_loop.cu - a loop as a CUDA graph: the condition, then WHILE { body, condition }, without the host.
// CUDA C++ Programming Guide, "Conditional Graph Nodes".
#include <algorithm>
#include <heddle/detail/executor/check.cuh>
#include <heddle/semirings/precompiled.hpp>
#include <vector>

#include "src/cuda/node_difference.hpp"
#include "src/loop/loop_graph.hpp"

namespace heddle::gpu {

#if CUDART_VERSION >= 12040

namespace {

using detail::loop_progress;

// What a verdict is told: the loop's own node, and that of the turn that follows, where there is one.
struct verdict_nodes {
  cudaGraphConditionalHandle loop, turn;
  bool has_turn;
};

template <class T> __device__ T number_of(detail::number_comparison::side const& side) {
  return *static_cast<T const*>(side.at ? side.at : &side.bits);
}

__device__ bool holds(detail::number_comparison const& c) {
  bool result = false;
  heddle::detail::by_code<precompiled_elements>(c.type, [&]<class T>(std::type_identity<T>) {
    if constexpr (std::is_arithmetic_v<T>) {
      T const left = number_of<T>(c.left), right = number_of<T>(c.right);
      result = c.differ ? left != right : left < right;
    }
  });
  return result;
}

// Counts the iteration, or begins to count, and says whether another follows: by the condition, which has been judged
// if it is more than a comparison.
__global__ void decide_kernel(loop_progress* progress, detail::number_comparison const compared, size_type most,
                              bool begins, verdict_nodes nodes) {
  size_type const before = progress->iterations;  // on its way while the numbers are
  bool const holds_now = compared.type >= 0 ? holds(compared) : progress->goes_on != 0;
  size_type const done = begins ? 0 : before + 1;
  progress->goes_on = holds_now;
  progress->iterations = done;
  unsigned const goes_on = holds_now && done < most;
  cudaGraphSetConditional(nodes.loop, goes_on);
  if (nodes.has_turn) cudaGraphSetConditional(nodes.turn, goes_on);
}

// `no`: of a node of its own, where the first has no ELSE.
__global__ void choose_kernel(primitives::byte const* flag, cudaGraphConditionalHandle yes, bool has_no,
                              cudaGraphConditionalHandle no) {
  bool const chosen = *flag != 0;
  cudaGraphSetConditional(yes, chosen);
  if (has_no) cudaGraphSetConditional(no, !chosen);
}

struct destroy_graph {
  void operator()(cudaGraph_t graph) const { cudaGraphDestroy(graph); }
  void operator()(cudaGraphExec_t graph) const { cudaGraphExecDestroy(graph); }
};
using owned_graph = std::unique_ptr<CUgraph_st, destroy_graph>;
using owned_executable = std::unique_ptr<CUgraphExec_st, destroy_graph>;

class recorded_loop_graph final : public detail::loop_graph {
 public:
  recorded_loop_graph(executor exec, owned_executable graph) : exec_(std::move(exec)), graph_(std::move(graph)) {}
  // A launch may still be under way.
  ~recorded_loop_graph() override {
    try {
      exec_.wait();
    } catch (error const&) {}  // a fault in that work is for the next wait of its owner
  }
  void launch() override {
    device_guard const guard(exec_);
    check(cudaGraphLaunch(graph_.get(), stream_of(exec_)), "a recorded loop");
  }

 private:
  executor exec_;
  owned_executable graph_;
};

using nodes = std::vector<cudaGraphNode_t>;

// Where a stream that is being captured has come to: the graph, and what its next node waits for.
struct captured {
  cudaGraph_t graph = nullptr;
  nodes last;
};

captured captured_so_far(cudaStream_t stream) {
  captured result;
  cudaStreamCaptureStatus status;
  cudaGraphNode_t const* found = nullptr;
  std::size_t count = 0;
#if CUDART_VERSION >= 13000
  check(cudaStreamGetCaptureInfo(stream, &status, nullptr, &result.graph, &found, nullptr, &count),
#else
  check(cudaStreamGetCaptureInfo_v2(stream, &status, nullptr, &result.graph, &found, &count),
#endif
        "cudaStreamGetCaptureInfo");
  if (status == cudaStreamCaptureStatusActive) result.last.assign(found, found + count);
  return result;
}

void begin_capture(cudaStream_t stream, cudaGraph_t graph, nodes const& before) {
  check(cudaStreamBeginCaptureToGraph(stream, graph, before.data(), nullptr, before.size(),
                                      cudaStreamCaptureModeThreadLocal),
        "cudaStreamBeginCaptureToGraph");
}

captured end_capture(cudaStream_t stream) {
  captured const here = captured_so_far(stream);
  cudaGraph_t same = nullptr;
  check(cudaStreamEndCapture(stream, &same), "cudaStreamEndCapture");
  return here;
}

// Captures what `work` gives the stream into the graph, behind `before`; returns what later nodes have to wait for.
template <class Work> nodes capture(cudaStream_t stream, cudaGraph_t graph, nodes const& before, Work const& work) {
  begin_capture(stream, graph, before);
  try {
    work();
    return end_capture(stream).last;
  } catch (...) {
    cudaGraph_t same = nullptr;
    cudaStreamEndCapture(stream, &same);
    cudaGetLastError();
    throw;
  }
}

owned_graph new_graph() {
  cudaGraph_t made = nullptr;
  check(cudaGraphCreate(&made, 0), "cudaGraphCreate");
  return owned_graph(made);
}

// Tells `ends` the first node that is not the same in both graphs.
bool compared(cudaGraph_t first, cudaGraph_t second, detail::loop_parts const& parts) {
  nodes const a = chain_of(first), b = chain_of(second);
  std::size_t const common = std::min(a.size(), b.size());
  for (std::size_t i = 0; i < common; ++i) {
    if (char const* const what = difference(a[i], b[i])) return parts.ends(i, what);
  }
  if (a.size() != b.size()) return parts.ends(common, "does something else");
  return parts.ends(std::nullopt, nullptr);
}

cudaGraphConditionalHandle handle_in(cudaGraph_t graph) {
  cudaGraphConditionalHandle handle;
  check(cudaGraphConditionalHandleCreate(&handle, graph, 0, 0), "cudaGraphConditionalHandleCreate");
  return handle;
}

// A node of a graph, and the graphs of what it does: of an IF that has an ELSE, two.
struct conditional {
  cudaGraphNode_t node = nullptr;
  std::array<cudaGraph_t, 2> bodies = {};
};

conditional add_conditional(cudaGraph_t graph, nodes const& before, cudaGraphConditionalHandle handle,
                            cudaGraphConditionalNodeType type, unsigned size = 1) {
  cudaGraphNodeParams parameters{};
  parameters.type = cudaGraphNodeTypeConditional;
  parameters.conditional.handle = handle;
  parameters.conditional.type = type;
  parameters.conditional.size = size;
  conditional made;
#if CUDART_VERSION >= 13000
  check(cudaGraphAddNode(&made.node, graph, before.data(), nullptr, before.size(), &parameters), "cudaGraphAddNode");
#else
  check(cudaGraphAddNode(&made.node, graph, before.data(), before.size(), &parameters), "cudaGraphAddNode");
#endif
  std::copy_n(parameters.conditional.phGraph_out, size, made.bodies.begin());
  return made;
}

int driver_version() {
  int version = 0;
  check(cudaDriverGetVersion(&version), "cudaDriverGetVersion");
  return version;
}

// For the driver and for what this was built with, as the runtime passes parameters on.
bool knows_else() { return CUDART_VERSION >= 12080 && driver_version() >= 12080; }

std::size_t num_nodes(cudaGraph_t graph) {
  std::size_t count = 0;
  check(cudaGraphGetNodes(graph, nullptr, &count), "cudaGraphGetNodes");
  return count;
}

}  // namespace

std::string recording_trouble(executor const& exec) {
  int const driver = driver_version();
  if (driver < 12040) {
    return heddle::detail::concat("the driver is of CUDA ", driver / 1000, '.', driver % 1000 / 10,
                                  "; graphs have loops from 12.4 on");
  }
  // Modules may be loaded when a kernel is first asked for, which cannot be while kernels are captured.
  device_guard const guard(exec);
  cudaFuncAttributes attributes{};
  check(cudaFuncGetAttributes(&attributes, decide_kernel), "decide_kernel");
  check(cudaFuncGetAttributes(&attributes, choose_kernel), "choose_kernel");
  return {};
}

std::size_t captured_nodes(executor const& exec) {
  cudaGraph_t const graph = captured_so_far(stream_of(exec)).graph;
  return graph ? num_nodes(graph) : 0;
}

// A stream is captured into one graph at a time, so the capture ends before the choice and goes on behind it.
std::array<std::size_t, 2> capture_either(executor const& exec, primitives::byte const* flag,
                                          std::function<void()> const& yes, std::function<void()> const& no) {
  device_guard const guard(exec);
  cudaStream_t const stream = stream_of(exec);
  cudaGraph_t const graph = captured_so_far(stream).graph;
  bool const one_node = knows_else();
  cudaGraphConditionalHandle const if_yes = handle_in(graph);
  cudaGraphConditionalHandle const if_no = one_node ? cudaGraphConditionalHandle{} : handle_in(graph);
  choose_kernel<<<1, 1, 0, stream>>>(flag, if_yes, !one_node, if_no);
  check(cudaGetLastError(), "choose_kernel");
  nodes const chosen = end_capture(stream).last;
  conditional made = add_conditional(graph, chosen, if_yes, cudaGraphCondTypeIf, one_node ? 2 : 1);
  if (!one_node) {
    conditional const second = add_conditional(graph, {made.node}, if_no, cudaGraphCondTypeIf);
    made = {second.node, {made.bodies[0], second.bodies[0]}};
  }
  capture(stream, made.bodies[0], {}, yes);
  capture(stream, made.bodies[1], {}, no);
  begin_capture(stream, graph, {made.node});
  return {num_nodes(made.bodies[0]), num_nodes(made.bodies[1])};
}

// WHILE { body, condition }, and where a body leaves operands in other places, WHILE { body, condition, IF { body with
// operands where they stand then, condition, IF ... } }: each turn is entered only if the loop goes on. Every body is
// captured twice, since what differs from call to call is not for a recording.
std::unique_ptr<detail::loop_graph> record_loop(detail::loop_parts const& parts) {
  device_guard const guard(parts.exec);
  cudaStream_t const stream = stream_of(parts.exec);
  owned_graph const whole = new_graph();
  cudaGraph_t const made = whole.get();
  auto const loop = handle_in(made);
  auto const decide = [&](bool begins, verdict_nodes of) {
    decide_kernel<<<1, 1, 0, stream>>>(parts.progress, parts.compared, parts.most, begins, of);
    check(cudaGetLastError(), "decide_kernel");
  };
  auto const judge = [&] {
    if (parts.compared.type < 0) parts.judge();
  };
  nodes const begun = capture(stream, made, {}, [&] {
    judge();
    decide(true, {loop, 0, false});
  });
  cudaGraph_t into = add_conditional(made, begun, loop, cudaGraphCondTypeWhile).bodies[0];
  for (bool ends = false; !ends;) {
    auto const body = [&] {
      parts.body();
      judge();
    };
    owned_graph const first = new_graph();
    capture(stream, first.get(), {}, body);
    parts.rewind();
    nodes const judged = capture(stream, into, {}, body);
    ends = compared(first.get(), into, parts);
    auto const turn = ends ? cudaGraphConditionalHandle{} : handle_in(into);
    nodes const decided = capture(stream, into, judged, [&] { decide(false, {loop, turn, !ends}); });
    if (!ends) into = add_conditional(into, decided, turn, cudaGraphCondTypeIf).bodies[0];
  }
  cudaGraphExec_t executable = nullptr;
  check(cudaGraphInstantiate(&executable, made, 0), "cudaGraphInstantiate");
  owned_executable owned(executable);
  check(cudaGraphUpload(executable, stream), "cudaGraphUpload");
  return std::make_unique<recorded_loop_graph>(parts.exec, std::move(owned));
}

#else

std::string recording_trouble(executor const&) {
  return heddle::detail::concat("this heddle was built with CUDA ", CUDART_VERSION / 1000, '.',
                                CUDART_VERSION % 1000 / 10, "; graphs have loops from 12.4 on");
}

std::size_t captured_nodes(executor const&) { return 0; }

std::array<std::size_t, 2> capture_either(executor const&, primitives::byte const*, std::function<void()> const&,
                                          std::function<void()> const&) {
  throw cuda_error("graphs have branches from CUDA 12.4 on");
}

std::unique_ptr<detail::loop_graph> record_loop(detail::loop_parts const&) {
  throw cuda_error("graphs have loops from CUDA 12.4 on");
}

#endif

}  // namespace heddle::gpu
