// spmv.cu - y = alpha A x + beta y in float and double.
#include <heddle/ops/mxv/compact.hpp>
#include <heddle/ops/spmv/device.hpp>

#include "src/instances/run.hpp"
#if defined(__CUDACC__)
#include <heddle/detail/executor/integers.hpp>
#include <heddle/ops/mxv/device.cuh>
#include <heddle/ops/spmv/device.cuh>

namespace heddle::gpu {
namespace {

// full_product for columns of either width.
template <class S> struct full_product_of_either_width {
  static constexpr bool rare = true;
  integers columns;
  values_view<S> a;
  S const* x;
  __device__ S operator()(size_type atom) const { return plus_times<S>{}.multiply(a[atom], x[columns[atom]]); }
};

}  // namespace

template <class Types, class Index, class Offset> void solve_by_code(spmv_problem<Types, Index, Offset> const& p) {
  using S = typename Types::sum;
  full_product_of_either_width<S> const product{p.a.indices, p.a.values, p.x};
  reduce_tiles_of(p, p.a.tiles(), product, add_of<plus_times<S>>{}, p.close);
}

}  // namespace heddle::gpu
#endif

namespace heddle::detail {

void emit_spmv() {
  auto const one = []<class Types, class I, class O>(instance<Types, I, O>) { emit<gpu::spmv_problem<Types, I, O>>(); };
  emit_narrow(precompiled_wide_spmv{}, one);
  emit_wide(precompiled_wide_spmv{}, one);
  emit<gpu::compact_problem<float>>();
  emit<gpu::compact_problem<double>>();
}

}  // namespace heddle::detail
