// node_difference.hpp - how two nodes of graphs differ that captures of the same work have made.
#pragma once
#include <heddle/detail/executor/check.cuh>
#include <vector>

namespace heddle::gpu {

// What cannot be asked is not compared: kernels that another copy of the runtime has launched, among others.
inline bool succeeded(cudaError_t first, cudaError_t second) {
  if (first == cudaSuccess && second == cudaSuccess) return true;
  cudaGetLastError();
  return false;
}

inline bool same_dim(dim3 const& a, dim3 const& b) { return a.x == b.x && a.y == b.y && a.z == b.z; }

inline char const* difference_of_kernels(cudaGraphNode_t a, cudaGraphNode_t b) {
  cudaKernelNodeParams of_a{}, of_b{};
  if (!succeeded(cudaGraphKernelNodeGetParams(a, &of_a), cudaGraphKernelNodeGetParams(b, &of_b))) return nullptr;
  if (of_a.func != of_b.func) return "launches another kernel";
  if (!same_dim(of_a.gridDim, of_b.gridDim) || !same_dim(of_a.blockDim, of_b.blockDim) ||
      of_a.sharedMemBytes != of_b.sharedMemBytes) {
    return "launches a kernel of another size";
  }
  return nullptr;
}

inline char const* difference_of_fills(cudaGraphNode_t a, cudaGraphNode_t b) {
  cudaMemsetParams of_a{}, of_b{};
  if (!succeeded(cudaGraphMemsetNodeGetParams(a, &of_a), cudaGraphMemsetNodeGetParams(b, &of_b))) return nullptr;
  if (of_a.value != of_b.value || of_a.elementSize != of_b.elementSize) return "fills memory with another value";
  bool const same = of_a.dst == of_b.dst && of_a.width == of_b.width && of_a.height == of_b.height &&
                    (of_a.height <= 1 || of_a.pitch == of_b.pitch);
  return same ? nullptr : "fills other memory";
}

inline char const* difference_of_copies(cudaGraphNode_t a, cudaGraphNode_t b) {
  cudaMemcpy3DParms of_a{}, of_b{};
  if (!succeeded(cudaGraphMemcpyNodeGetParams(a, &of_a), cudaGraphMemcpyNodeGetParams(b, &of_b))) return nullptr;
  bool const same = of_a.srcPtr.ptr == of_b.srcPtr.ptr && of_a.dstPtr.ptr == of_b.dstPtr.ptr &&
                    of_a.extent.width == of_b.extent.width && of_a.extent.height == of_b.extent.height &&
                    of_a.extent.depth == of_b.extent.depth;
  return same ? nullptr : "copies other memory";
}

// Null where they do not differ. Arguments of kernels are compared by those who launch them (tell_recording): here
// nobody knows what lies between the fields of a struct.
inline char const* difference(cudaGraphNode_t a, cudaGraphNode_t b) {
  cudaGraphNodeType of_a, of_b;
  check(cudaGraphNodeGetType(a, &of_a), "cudaGraphNodeGetType");
  check(cudaGraphNodeGetType(b, &of_b), "cudaGraphNodeGetType");
  if (of_a != of_b) return "does something else";
  if (of_a == cudaGraphNodeTypeKernel) return difference_of_kernels(a, b);
  if (of_a == cudaGraphNodeTypeMemset) return difference_of_fills(a, b);
  if (of_a == cudaGraphNodeTypeMemcpy) return difference_of_copies(a, b);
  return nullptr;
}

// The nodes of work on one stream, in the order in which it was captured; empty where they are no chain.
inline std::vector<cudaGraphNode_t> chain_of(cudaGraph_t graph) {
  std::size_t count = 0;
  check(cudaGraphGetNodes(graph, nullptr, &count), "cudaGraphGetNodes");
  std::size_t ends = 1;
  cudaGraphNode_t at = nullptr;
  if (count == 0 || cudaGraphGetRootNodes(graph, &at, &ends) != cudaSuccess) return {};
  std::vector<cudaGraphNode_t> chain;
  while (ends == 1 && at && chain.size() < count) {
    chain.push_back(at);
    cudaGraphNode_t next = nullptr;
#if CUDART_VERSION >= 13000
    cudaError_t const status = cudaGraphNodeGetDependentNodes(at, &next, nullptr, &ends);
#else
    cudaError_t const status = cudaGraphNodeGetDependentNodes(at, &next, &ends);
#endif
    if (status != cudaSuccess) break;
    at = next;
  }
  cudaGetLastError();
  if (chain.size() < count) chain.clear();
  return chain;
}

}  // namespace heddle::gpu
