// spmv.cu - kernels of y = alpha A x + beta y in float and double.
#include <heddle/integers.hpp>
#include <heddle/ops/spmv/device.cuh>

namespace heddle::cuda {
namespace {

// full_product for columns of either width.
template <class S> struct rare_full_product {
  static constexpr bool rare = true;
  integers columns;
  values_view<S> a;
  S const* x;
  __device__ S operator()(size_type atom) const { return plus_times<S>{}.multiply(a[atom], x[columns[atom]]); }
};

}  // namespace

template <class Types, class Index, class Offset> void solve_precompiled(spmv_problem<Types, Index, Offset> const& p) {
  if constexpr (is_multiplied_generally<Types, Index, Offset>) {
    using S = typename Types::sum;
    rare_full_product<S> const product{p.a.indices, p.a.values, p.x};
    reduce_tiles(p.exec, *p.chosen, p.a.tiles(), product, add_of<plus_times<S>>{}, p.close);
  } else {
    solve(p);
  }
}

}  // namespace heddle::cuda

#include "src/core/spmv_instances.hpp"

namespace heddle::detail {
void emit_spmv() { emit_spmv_of_reals(); }
}  // namespace heddle::detail
