// host_instances.hpp - the products without mask and accumulator that the library has where nvcc does not compile the
// call (src/instances/mxv_host_f32.cpp and mxv_host_f64.cpp): a program that calls no others compiles in three quarters
// of the time.
#pragma once
#include <heddle/descriptor.hpp>
#include <heddle/ops/detail/write/vector.hpp>
#include <heddle/semirings/semirings.hpp>

namespace heddle::gpu {
struct search_marks;
}

namespace heddle::inline HEDDLE_TOOLCHAIN::ops::mxv_detail {

template <class W, index_type I, class View, class Accum, class SR, class A, index_type O, class U>
void push_or_pull(detail::recorder*, vector<W, I>& w, View const& mask, Accum const& accum, SR const& sr,
                  detail::matrix_operand<A, I, O> const& a, vector<U, I> const& u, descriptor const& d,
                  gpu::search_marks const& marks);

#define HEDDLE_HOST_PRODUCT(SR, T)                                                                        \
  template void push_or_pull(detail::recorder*, vector<T, std::int32_t>&, detail::view_of_no_mask const&, \
                             no_accum_type const&, SR<T> const&,                                          \
                             detail::matrix_operand<T, std::int32_t, std::int32_t> const&,                \
                             vector<T, std::int32_t> const&, descriptor const&, gpu::search_marks const&)
extern HEDDLE_HOST_PRODUCT(plus_times, float);
extern HEDDLE_HOST_PRODUCT(plus_times, double);
extern HEDDLE_HOST_PRODUCT(min_plus, float);
extern HEDDLE_HOST_PRODUCT(min_plus, double);

}  // namespace heddle::inline HEDDLE_TOOLCHAIN::ops::mxv_detail
