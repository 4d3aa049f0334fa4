// device.cuh - sampled products on a GPU: entries of the mask through reduce_tiles.
#pragma once
#include <heddle/detail/cuda/reduce_tiles.cuh>
#include <heddle/ops/sddmm/device.hpp>

namespace heddle::gpu {

template <class SR, class A, class B, class Index> void solve(sampled_problem<SR, A, B, Index> const& p) {
  reduce_tiles_of(p, p.tiles, p.product, heddle::detail::sampled_monoid<SR>{p.product.sr.add}, p.sink);
}

}  // namespace heddle::gpu
