// mxm.cpp - the GPU entry points of mxm in a build without CUDA: each says so.
#include <heddle/ops/mxm/device.hpp>

#include "no_cuda.hpp"

namespace heddle::cuda {

template <class SR, class A, class B, class Index, class Offset>
std::shared_ptr<heddle::detail::compressed<Index, Offset>> expand(expand_problem<SR, A, B, Index, Offset> const&) {
  no_cuda();
}

template <class SR, class A, class B, class Index, class Offset> void dot(dot_problem<SR, A, B, Index, Offset> const&) {
  no_cuda();
}

template <class SR, class A, class B, class Index, class Offset>
void multiply_full(full_problem<SR, A, B, Index, Offset> const&) {
  no_cuda();
}

template <class F> void each(executor const&, size_type, F const&) { no_cuda(); }

template <class Index, class Offset>
void product_lengths(executor const&, plan const&, offset_tiles<Offset> const&, expanded_length<Index, Offset> const&,
                     size_type*) {
  no_cuda();
}

template <class Index, class Offset>
void count_products(executor const&, schedule const&, product_pattern<Index, Offset> const&,
                    expansion_tiles<Index, Offset> const&, size_type*) {
  no_cuda();
}

}  // namespace heddle::cuda

#include "src/core/mxm_instances.hpp"

namespace heddle::detail {
void emit_mxm_stubs() {
  emit_products(cuda::precompiled_products{});
  emit_all_index_work();
}
}  // namespace heddle::detail
