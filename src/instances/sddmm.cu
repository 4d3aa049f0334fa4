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

template <class... SRs> void emit_sampled_products_of(type_list<SRs...>) {
  (emit<gpu::sampled_problem<SRs, domain_of<SRs>, domain_of<SRs>, std::int32_t>>(), ...);
}

void emit_sampled_products() { emit_sampled_products_of(gpu::precompiled_dense_products{}); }

}  // namespace heddle::detail
