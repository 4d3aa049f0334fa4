// reduce.cpp - row reductions in a build without CUDA: each says so.
#include <heddle/ops/reduce/device.hpp>

#include "no_cuda.hpp"

namespace heddle::cuda {

template <class Monoid, class Offset> void reduce_rows(reduce_problem<Monoid, Offset> const&) { no_cuda(); }

}  // namespace heddle::cuda

#include "src/core/reduce_instances.hpp"

namespace heddle::detail {
void emit_reduction_stubs() { emit_all_reductions(); }
}  // namespace heddle::detail
