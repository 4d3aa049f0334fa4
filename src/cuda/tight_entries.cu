// tight_entries.cu - the entries by which shortest distances come about: a warp marks the 32 entries of a word,
// whatever rows they are in, so that long rows cost what others do.
#include <heddle/detail/executor/elementwise.cuh>

#include "src/traverse/tight_entries.hpp"

namespace heddle::gpu {
namespace {

// Distances and weights of either type, by which sums are rounded. The branch is the same for all threads.
struct either_weights {
  void const* distances;
  void const* weights;  // null: all are `one`
  double one;
  bool narrow;

  __device__ bool tight(size_type u, size_type v, size_type entry) const {
    return narrow ? tight_in<float>(u, v, entry) : tight_in<double>(u, v, entry);
  }

 private:
  template <class T> __device__ bool tight_in(size_type u, size_type v, size_type entry) const {
    auto const* const at = static_cast<T const*>(distances);
    auto const* const stored = static_cast<T const*>(weights);
    return is_tight(at[u], stored ? stored[entry] : static_cast<T>(one), at[v]);
  }
};

constexpr int marked_per_block = 8 * launch_threads;

// A block finds the rows of its first and last entry among all rows, and the others between these two.
__global__ void __launch_bounds__(launch_threads)
    mark_tight_kernel(integer_tiles const rows, integers const columns, either_weights const sums, std::uint32_t* words,
                      integers_out const counts) {
  __shared__ size_type first_row, last_row;
  size_type const begin = static_cast<size_type>(blockIdx.x) * marked_per_block;
  size_type const end = min_of(begin + marked_per_block, rows.num_atoms());
  if (threadIdx.x == 0) first_row = tile_of_atom(rows, begin, 0, rows.num_tiles());
  if (threadIdx.x == 32) last_row = tile_of_atom(rows, end - 1, 0, rows.num_tiles());
  __syncthreads();
  int const lane = static_cast<int>(threadIdx.x) & 31;
  for (size_type entry = begin + threadIdx.x; entry - lane < end; entry += launch_threads) {  // all of a warp or none
    bool const tight = entry < end && sums.tight(tile_of_atom(rows, entry, first_row, last_row), columns[entry], entry);
    std::uint32_t const word = __ballot_sync(~0u, tight);
    if (lane != 0) continue;
    words[entry / entry_marks::per_word] = word;
    counts.set(entry / entry_marks::per_word, __popc(word));
  }
}

struct keep_marked_column {
  entry_marks marked;
  integers columns;
  integers_out kept;
  __device__ void operator()(size_type entry) const {
    if (marked.has(entry)) kept.set(marked.rank(entry), columns[entry]);
  }
};

struct rank_of_row {
  entry_marks marked;
  integers offsets;
  integers_out ranks;
  __device__ void operator()(size_type row) const { ranks.set(row, marked.rank(offsets[row])); }
};

}  // namespace

template <class T, index_type I, index_type O>
void mark_tight(executor const& exec, compressed_view<T, I, O> const& rows, T const* distances, std::uint32_t* words,
                O* counts) {
  device_guard const guard(exec);
  auto const blocks = static_cast<unsigned>(ceil_div(rows.nnz, marked_per_block));
  either_weights const sums{distances, rows.values.data, static_cast<double>(rows.values.one), sizeof(T) == 4};
  mark_tight_kernel<<<blocks, launch_threads, 0, stream_of(exec)>>>(either_width(rows.tiles()), rows.indices, sums,
                                                                    words, counts);
  check(cudaGetLastError(), "marking the entries of shortest paths");
}

#define HEDDLE_INSTANTIATE(T, I, O) \
  template void mark_tight(executor const&, compressed_view<T, I, O> const&, T const*, std::uint32_t*, O*)
HEDDLE_INSTANTIATE(float, std::int32_t, std::int32_t);
HEDDLE_INSTANTIATE(double, std::int32_t, std::int32_t);
HEDDLE_INSTANTIATE(double, std::int32_t, std::int64_t);
HEDDLE_INSTANTIATE(double, std::int64_t, std::int64_t);
#undef HEDDLE_INSTANTIATE

void keep_marked(executor const& exec, integer_tiles const& rows, integers columns, entry_marks const& marked,
                 integers_out offsets, integers_out kept_columns) {
  for_each_index(exec, rows.atoms, keep_marked_column{marked, columns, kept_columns}, "keeping marked entries");
  for_each_index(exec, rows.tiles + 1, rank_of_row{marked, rows.offsets, offsets}, "offsets of marked entries");
}

}  // namespace heddle::gpu
