// spmv.cpp - y = alpha A x + beta y in a build without CUDA: it says so.
#include <heddle/ops/spmv/device.hpp>

#include "no_cuda.hpp"

namespace heddle::cuda {

template <class Types, class Index, class Offset> void spmv(spmv_problem<Types, Index, Offset> const&) { no_cuda(); }

}  // namespace heddle::cuda

#include "src/core/spmv_instances.hpp"

namespace heddle::detail {
void emit_spmv_stubs() { emit_all_spmv(); }
}  // namespace heddle::detail
