// mxm_index.cu - the parts of matrix products that touch no values: counting, merging.
#include <heddle/ops/detail/index_work.hpp>
#include <heddle/ops/detail/sparse_result.hpp>
#include <heddle/ops/detail/write/merged_entries.hpp>
#include <heddle/ops/mxm/device.hpp>

#include "src/instances/run.hpp"
#if defined(__CUDACC__)
#include <heddle/detail/executor/integers.hpp>
#include <heddle/ops/mxm/device.cuh>

namespace heddle::gpu {

// expanded_length for indices and offsets of either width.
struct length_of_either {
  static constexpr bool general_walks = true;
  integers a_indices, b_offsets;
  __device__ size_type operator()(size_type entry) const {
    size_type const k = a_indices[entry];
    return b_offsets[k + 1] - b_offsets[k];
  }
};

template <class Index, class Offset> void solve_by_code(product_lengths_problem<Index, Offset> const& p) {
  length_of_either const length{p.lengths.a_indices, p.lengths.b_offsets};
  reduce_tiles_of(p, either_width(p.rows), length, plus_monoid<size_type>{}, p.close);
}

}  // namespace heddle::gpu
#endif

namespace heddle::detail {

template <class I, class O> void emit_index_work() {
  emit<gpu::product_lengths_problem<I, O>>();
  emit<gpu::count_problem<I, O>>();
}

void emit_all_index_work() {
  emit_index<flag_merged_of_either>();
  emit_index<full_lengths>();
  emit_index<offsets_of_some>();
  emit_index<dot_lengths>();
  emit_index_work<std::int32_t, std::int32_t>();
  emit_index_work<std::int32_t, std::int64_t>();
  emit_index_work<std::int64_t, std::int32_t>();
  emit_index_work<std::int64_t, std::int64_t>();
}

}  // namespace heddle::detail
