// merge.cu - element-wise kernels: merging into an output, casts, truth of mask values, masks at positions.
#include <heddle/cuda/elementwise.cuh>
#include <heddle/ops/assign/assign.hpp>

namespace heddle {

namespace cuda {

template <class W, class Accum> void merge(executor const& exec, size_type n, merge_entry<W, Accum> const& entry) {
  for_each_index(exec, n, entry);
}

template <class To, class From> void cast(executor const& exec, To* to, From const* from, size_type n) {
  for_each_index(exec, n, [=] __device__(size_type i) { to[i] = static_cast<To>(from[i]); });
}

template <index_type I>
void mask_flags(executor const& exec, I const* indices, size_type n, mask_view const& mask, primitives::byte* flags) {
  for_each_index(exec, n, [=] __device__(size_type k) { flags[k] = mask.open(indices[k]); });
}

template void mask_flags(executor const&, std::int32_t const*, size_type, mask_view const&, primitives::byte*);
template void mask_flags(executor const&, std::int64_t const*, size_type, mask_view const&, primitives::byte*);

}  // namespace cuda

template <class M> void detail::cuda_truth(executor const& exec, M const* values, size_type n, byte* truth) {
  cuda::for_each_index(exec, n, [=] __device__(size_type i) { truth[i] = values[i] != M(0); });
}

}  // namespace heddle

#include "src/core/instantiate.hpp"

namespace heddle::detail {
void emit_merges() { emit_merge_all(precompiled_elements{}); }
}  // namespace heddle::detail
