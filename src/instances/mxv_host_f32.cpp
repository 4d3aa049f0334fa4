// mxv_host_f32.cpp - products over float that programs need not compile: host_instances.hpp names them. A file a type,
// as kernels are.
#include <heddle/ops/mxv/mxv.hpp>

namespace heddle::inline HEDDLE_TOOLCHAIN::ops::mxv_detail {

HEDDLE_HOST_PRODUCT(plus_times, float);
HEDDLE_HOST_PRODUCT(min_plus, float);

}  // namespace heddle::inline HEDDLE_TOOLCHAIN::ops::mxv_detail
