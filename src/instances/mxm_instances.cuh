// mxm_instances.cuh - product kernels for the semirings of a list; one translation unit an element type.
#pragma once
#include <heddle/ops/mxm/device.hpp>

#include "src/instances/run.hpp"
#if defined(__CUDACC__)
#include <heddle/ops/mxm/device.cuh>
#include <heddle/ops/spmm/device.cuh>

#include "src/cuda/by_code.cuh"

namespace heddle::gpu {

template <class SR, class A, class B, class Index, class Offset>
void solve_by_code(fill_problem<SR, A, B, Index, Offset> const& p) {
  using ring = semiring_by_code<domain_of<SR>>;
  solve(fill_problem<ring, A, B, Index, Offset>{p.exec, p.chosen, p.a, p.b, p.tiles, gpu::by_code(p.sr), p.first,
                                                p.offsets, p.columns, p.values});
}

template <class SR, class A, class B, class Index, class Offset>
void solve_by_code(dot_problem<SR, A, B, Index, Offset> const& p) {
  using ring = semiring_by_code<domain_of<SR>>;
  using product = heddle::detail::dot_product<ring, A, B, Index, Offset>;
  auto const& own = p.product;
  heddle::detail::rarely<product> const value{
      product{own.scanned, own.mask_rows, own.mask_indices, own.a, own.b, gpu::by_code(own.sr)}};
  reduce_tiles_of(p, p.tiles, value, lifted<add_of<ring>>{value.sr.add}, p.sink);
}

template <class SR, class Index, class Offset, class A, class B>
void solve_by_code(dense_problem<SR, Index, Offset, A, B> const& p) {
  using ring = semiring_by_code<domain_of<SR>>;
  solve(dense_problem<ring, Index, Offset, A, B>{p.exec, p.chosen, p.a, p.b, p.c, p.accumulate, gpu::by_code(p.sr)});
}

}  // namespace heddle::gpu
#endif

namespace heddle::detail {

inline constexpr auto emit_mxm = []<class SR, class I, class O>(instance<SR, I, O>) {
  using D = domain_of<SR>;
  emit<gpu::fill_problem<SR, D, D, I, O>>();
  emit<gpu::dot_problem<SR, D, D, I, O>>();
  if constexpr (!needs_presence<add_of<SR>>()) emit<gpu::dense_problem<SR, I, O, D, D>>();
};

}  // namespace heddle::detail
