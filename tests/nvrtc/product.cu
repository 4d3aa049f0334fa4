// product.cu - products of a matrix and a vector as kernels of the pure headers, for run-time compilation: what a walk
// needs beside them is a block or a group of lanes.
#include <heddle/detail/cuda/block.cuh>
#include <heddle/detail/walk/block_walk.hpp>
#include <heddle/detail/walk/group_walk.hpp>
#include <heddle/ops/mxv/product.hpp>
#include <heddle/seam/schedule/equal_shares.hpp>
#include <heddle/seam/schedule/whole_tiles.hpp>
#include <heddle/seam/sinks.hpp>
#include <heddle/semirings/semirings.hpp>

namespace heddle {

using namespace detail;
using namespace schedules;
using namespace seam;

template <class T> using csr = compressed_view<T, std::int32_t, std::int32_t>;
template <class T> using output = vector_sink<T, no_accum_type>;

// w = A u, eight lanes a row.
extern "C" __global__ void product_by_groups(csr<float> a, float const* u, output<float> w) {
  constexpr group_mapped by{.lanes = 8};
  auto const tiles = a.tiles();
  size_type const worker = (size_type{256} * blockIdx.x + threadIdx.x) / by.lanes;
  if (worker >= by.workers(tiles)) return;
  auto group = gpu::lane_group::alone(by.lanes);
  detail::full_product<plus_times<float>, float, float, std::int32_t> const product{a.indices, a.values, u};
  unmasked_sink<output<float>, std::int32_t> const close{w, a.offsets};
  group_walk(group, tiles, by.boundary(tiles, worker), by.boundary(tiles, worker + 1), product, plus_monoid<float>{},
             close);
}

// w<m> = A u over (min, firsti), so with positions, of halves; u may lack entries. A share of the merge path a block,
// whose partials are left for a fix-up.
extern "C" __global__ void product_by_blocks(csr<f16> a, f16 const* u, unsigned char const* present,
                                             output<std::int64_t> w, maybe<std::int64_t>* heads,
                                             maybe<std::int64_t>* tails) {
  using semiring = min_firsti<std::int64_t>;
  using add = lifted<min_monoid<std::int64_t>>;
  using storage = block_storage<add::value_type, 256, 4, staging::tiles, true>;
  __shared__ storage shared;
  constexpr merge_path by{.items_per_worker = 1024};
  auto const tiles = a.tiles();
  size_type const worker = blockIdx.x;
  gpu::this_block<256> block;
  detail::lifted_product_of<semiring, f16, f16, std::int32_t> const product{a.indices, a.values, u, present};
  block_share<add::value_type> const share{by.boundary(tiles, worker), by.boundary(tiles, worker + 1), heads + worker,
                                           tails + worker};
  block_walk(block, shared, tiles, share, product, add{}, w);
}

}  // namespace heddle
