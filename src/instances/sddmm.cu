// sddmm.cu - sampled products of dense matrices over plus and times in float and double.
#include <heddle/ops/sddmm/device.hpp>

#include "src/instances/run.hpp"
#if defined(__CUDACC__)
#include <heddle/ops/sddmm/device.cuh>

namespace heddle::gpu {

template <class SR, class A, class B, class Index> void solve_by_code(sampled_problem<SR, A, B, Index> const& p) {
  using product = heddle::detail::sampled_product<SR, A, B, Index>;
  reduce_tiles_of(p, p.tiles, heddle::detail::rarely<product>{p.product},
                  heddle::detail::sampled_monoid<SR>{p.product.sr.add}, p.sink);
}

}  // namespace heddle::gpu
#endif

namespace heddle::detail {

void emit_sampled_products() {
  emit_narrow(precompiled_dense_products{}, []<class SR, class I, class O>(instance<SR, I, O>) {
    emit<gpu::sampled_problem<SR, domain_of<SR>, domain_of<SR>, I>>();
  });
}

}  // namespace heddle::detail
