// operations.cpp - the GPU entry points of operations in a build without CUDA: each says so.
#include <heddle/ops/assign/assign.hpp>
#include <heddle/ops/ewise/ewise.hpp>
#include <heddle/ops/mxv/device.hpp>
#include <heddle/ops/spmv/device.hpp>

#include "no_cuda.hpp"

namespace heddle {

namespace cuda {

template <class SR, class Index, class Offset, class A, class U>
void pull(pull_problem<SR, Index, Offset, A, U> const&) {
  no_cuda();
}

template <class SR, class Index, class Offset, class A, class U>
push_result<Index> push(push_problem<SR, Index, Offset, A, U> const&) {
  no_cuda();
}

template <class Types, class Index, class Offset> void spmv(spmv_problem<Types, Index, Offset> const&) { no_cuda(); }

template <class W> void merge(executor const&, size_type, merge_entry<W, coded_accumulator<W>> const&) { no_cuda(); }

template <class To> void cast(executor const&, To*, void const*, int, size_type) { no_cuda(); }

template <class T, class I> void ewise(executor const&, ewise_operands<T, I> const&, int) { no_cuda(); }

template <index_type I> void mask_flags(executor const&, I const*, size_type, mask_view const&, primitives::byte*) {
  no_cuda();
}

template void mask_flags(executor const&, std::int32_t const*, size_type, mask_view const&, primitives::byte*);
template void mask_flags(executor const&, std::int64_t const*, size_type, mask_view const&, primitives::byte*);

}  // namespace cuda

template <class M> void detail::cuda_truth(executor const&, M const*, size_type, byte*) { cuda::no_cuda(); }

}  // namespace heddle

#include "src/core/instantiate.hpp"
#include "src/core/spmv_instances.hpp"

namespace heddle::detail {
void emit_stubs() {
  emit_mxv_all(precompiled_semirings{});
  emit_mxv_wide(precompiled_wide{});
  emit_spmv_of_reals();
  emit_halves<f16>();
  emit_halves<bf16>();
  emit_merge_all(precompiled_elements{});
  emit_ewise_all(precompiled_elements{});
}
}  // namespace heddle::detail
