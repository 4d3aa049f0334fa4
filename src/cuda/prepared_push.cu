// prepared_push.cu - the edges of a push listed one by one, its mask packed, and the rows of a bitmap listed.
#include <cub/block/block_scan.cuh>
#include <heddle/cuda/elementwise.cuh>
#include <heddle/ops/mxv/prepared_push.hpp>

namespace heddle::cuda {
namespace {

struct list_tile {
  size_type const* offsets;
  std::int32_t* tile_of_atom;
  size_type* atom_at;
  unsigned long long* listed;

  __device__ void operator()(size_type tile) const {
    for (size_type atom = offsets[tile], end = offsets[tile + 1]; atom < end; ++atom) {
      auto const at = atomicAdd(listed, 1ull);
      tile_of_atom[at] = static_cast<std::int32_t>(tile);
      atom_at[at] = atom;
    }
  }
};

struct pack_word {
  mask_view mask;
  size_type n;
  std::uint32_t* words;

  __device__ void operator()(size_type word) const {
    size_type const first = 32 * word;
    int const count = static_cast<int>(min_of(n - first, size_type{32}));
    std::uint32_t bits = 0;
    for (int k = 0; k < count; ++k) bits |= std::uint32_t{mask.open(first + k)} << k;
    words[word] = bits;
  }
};

struct row_lister {
  bitmap_view u;
  integers offsets;
  integers_out ids;
  size_type* scanned;
  primitives::byte* values;
  unsigned long long* counts;
  size_type few;

  // Rows stand above entries in a count of both.
  static constexpr int entry_bits = 33;
  static constexpr unsigned long long entry_mask = (1ull << entry_bits) - 1;
  static_assert(most_counted_entries == entry_mask && most_counted_rows == ~0ull >> entry_bits);

  __device__ size_type length(size_type row) const { return offsets[row + 1] - offsets[row]; }

  // Bit k: there is an entry at position `at` + k.
  __device__ unsigned flags(size_type at) const {
    if (u.present) return bits_set(load_flags(u.present + at, u.n - at));
    return (1u << max_of(size_type{0}, min_of(u.n - at, size_type{flags_at_once}))) - 1;
  }

  __device__ unsigned long long count(size_type at, unsigned found) const {
    unsigned long long both = static_cast<unsigned long long>(__popc(found)) << entry_bits;
    for (; found; found &= found - 1) both += length(at + __ffs(found) - 1);
    return both;
  }

  // Returns the count behind these.
  __device__ unsigned long long list(size_type at, unsigned found, unsigned long long before) const {
    size_type place = before >> entry_bits, entry = before & entry_mask;
    for (; found; found &= found - 1, ++place) {
      size_type const row = at + __ffs(found) - 1;
      ids.set(place, row);
      scanned[place] = entry;
      entry += length(row);
      if (u.values) take_value(place, row);
    }
    return static_cast<unsigned long long>(place) << entry_bits | static_cast<unsigned long long>(entry);
  }

 private:
  template <class Word> __device__ void take_words(size_type place, size_type row) const {
    size_type const words = static_cast<size_type>(u.width / sizeof(Word));
    auto* const to = reinterpret_cast<Word*>(values) + place * words;
    auto const* const from = reinterpret_cast<Word const*>(u.values) + row * words;
    for (size_type k = 0; k < words; ++k) to[k] = from[k];
  }
  __device__ void take_value(size_type place, size_type row) const {
    if (u.width % sizeof(unsigned) == 0) return take_words<unsigned>(place, row);
    take_words<primitives::byte>(place, row);
  }
};

// A block looks at so many positions, several times before it asks whether there is an entry among them: where there
// are few, waiting for the flags is all that costs.
constexpr size_type listed_at_once = size_type{launch_threads} * flags_at_once;
constexpr int most_looks = 4;

__global__ __launch_bounds__(launch_threads) void list_rows(row_lister const of, int looks) {
  using scan = cub::BlockScan<unsigned long long, launch_threads>;
  __shared__ typename scan::TempStorage storage;
  __shared__ unsigned long long base;
  size_type const a_block = listed_at_once * looks;
  for (size_type first = blockIdx.x * a_block; first < of.u.n; first += gridDim.x * a_block) {
    auto const place = [&](int look) { return first + look * listed_at_once + threadIdx.x * size_type{flags_at_once}; };
    unsigned found[most_looks], any = 0;
#pragma unroll
    for (int look = 0; look < most_looks; ++look) {
      found[look] = look < looks ? of.flags(place(look)) : 0;
      any |= found[look];
    }
    if (!__syncthreads_or(static_cast<int>(any))) continue;
    unsigned long long own = 0, before = 0, all = 0;
#pragma unroll
    for (int look = 0; look < most_looks; ++look) own += of.count(place(look), found[look]);
    scan(storage).ExclusiveSum(own, before, all);
    if (threadIdx.x == 0) base = atomicAdd(of.counts, all);
    __syncthreads();
    before += base;
#pragma unroll
    for (int look = 0; look < most_looks; ++look) before = of.list(place(look), found[look], before);
  }
  if (threadIdx.x != 0) return;
  __threadfence();
  if (atomicAdd(of.counts + 1, 1ull) != gridDim.x - 1) return;
  unsigned long long const both = atomicAdd(of.counts, 0ull);
  size_type const rows = static_cast<size_type>(both >> row_lister::entry_bits);
  size_type const entries = static_cast<size_type>(both & row_lister::entry_mask);
  of.counts[2] = rows;
  of.counts[3] = entries <= of.few;
  of.scanned[rows] = entries;
}

}  // namespace

void count_rows(executor const& exec, bitmap_view const& u, integers offsets, integers_out ids, size_type* scanned,
                primitives::byte* values, unsigned long long* counts, size_type few) {
  device_guard const guard(exec);
  check(cudaMemsetAsync(counts, 0, num_row_counts * sizeof(*counts), stream_of(exec)), "count_rows");
  size_type const resident = gpu_tuning.resident_threads / launch_threads * exec.num_workers();
  size_type const looks = max_of(min_of(u.n / (listed_at_once * resident), size_type{most_looks}), size_type{1});
  size_type const useful = max_of(ceil_div(u.n, listed_at_once * looks), size_type{1});
  row_lister const of{u, offsets, ids, scanned, values, counts, few};
  heddle::detail::tell_recording(exec, of);
  list_rows<<<static_cast<unsigned>(min_of(useful, resident)), launch_threads, 0, stream_of(exec)>>>(
      of, static_cast<int>(looks));
  check(cudaGetLastError(), "count_rows");
}

plan list_atoms_singly(executor const& exec, offset_tiles<size_type> const& tiles) {
  size_type atoms = max_of(tiles.atoms, size_type{0});
  if (tiles.atoms < 0 && tiles.tiles > 0) {
    heddle::detail::copy_bytes(executor{}, &atoms, exec, tiles.offsets + tiles.tiles, sizeof(atoms));
  }
  // Visitors that share kernels take a tile a thread.
  plan listed = make_plan(exec, offset_tiles<size_type>{tiles.offsets, tiles.tiles, atoms}, thread_mapped{},
                          reduction_call{sizeof(size_type), 0, true});
  listed.tile_of_atom = buffer<std::int32_t>(exec, atoms);
  listed.atom_at = buffer<size_type>(exec, atoms);
  buffer<unsigned long long> count(exec, 1);
  device_guard const guard(exec);
  check(cudaMemsetAsync(count.data(), 0, sizeof(unsigned long long), stream_of(exec)), "list_atoms_singly");
  for_each_index(exec, tiles.tiles,
                 list_tile{tiles.offsets, listed.tile_of_atom.data(), listed.atom_at.data(), count.data()},
                 "list_atoms_singly");
  return listed;
}

buffer<std::uint32_t> open_bits(executor const& exec, mask_view const& mask, size_type n) {
  buffer<std::uint32_t> words(exec, ceil_div(n, size_type{32}));
  for_each_index(exec, words.size(), pack_word{mask, n, words.data()}, "open_bits");
  return words;
}

}  // namespace heddle::cuda
