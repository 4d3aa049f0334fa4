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

// A thread looks at so many positions at a time.
constexpr int positions_at_once = 16;

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
    int const most = static_cast<int>(max_of(size_type{0}, min_of(u.n - at, size_type{positions_at_once})));
    if (!u.present) return (1u << most) - 1;
    uint4 bytes{};
    if (most == positions_at_once && reinterpret_cast<std::uintptr_t>(u.present) % sizeof(uint4) == 0) {
      bytes = *reinterpret_cast<uint4 const*>(u.present + at);
    } else {
      for (int k = 0; k < most; ++k) reinterpret_cast<primitives::byte*>(&bytes)[k] = u.present[at + k];
    }
    unsigned result = 0;
    for (int k = 0; k < positions_at_once; ++k) {
      result |= unsigned{reinterpret_cast<primitives::byte const*>(&bytes)[k] != 0} << k;
    }
    return result;
  }

  __device__ unsigned long long count(size_type at, unsigned found) const {
    unsigned long long both = static_cast<unsigned long long>(__popc(found)) << entry_bits;
    for (; found; found &= found - 1) both += length(at + __ffs(found) - 1);
    return both;
  }

  __device__ void list(size_type at, unsigned found, unsigned long long before) const {
    size_type place = before >> entry_bits, entry = before & entry_mask;
    for (; found; found &= found - 1, ++place) {
      size_type const row = at + __ffs(found) - 1;
      ids.set(place, row);
      scanned[place] = entry;
      entry += length(row);
      if (u.values) take_value(place, row);
    }
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

__global__ __launch_bounds__(launch_threads) void list_rows(row_lister const of) {
  using scan = cub::BlockScan<unsigned long long, launch_threads>;
  __shared__ typename scan::TempStorage storage;
  __shared__ unsigned long long base;
  constexpr size_type a_block = size_type{launch_threads} * positions_at_once;
  for (size_type first = blockIdx.x * a_block; first < of.u.n; first += gridDim.x * a_block) {
    size_type const at = first + size_type{threadIdx.x} * positions_at_once;
    unsigned const found = of.flags(at);
    if (!__syncthreads_or(static_cast<int>(found))) continue;
    unsigned long long const own = of.count(at, found);
    unsigned long long before = 0, all = 0;
    scan(storage).ExclusiveSum(own, before, all);
    if (threadIdx.x == 0) base = atomicAdd(of.counts, all);
    __syncthreads();
    of.list(at, found, base + before);
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
  size_type const useful = ceil_div(u.n, size_type{launch_threads} * positions_at_once);
  size_type const resident = gpu_tuning.resident_threads / launch_threads * exec.num_workers();
  row_lister const of{u, offsets, ids, scanned, values, counts, few};
  heddle::detail::tell_recording(exec, of);
  list_rows<<<static_cast<unsigned>(max_of(min_of(useful, resident), size_type{1})), launch_threads, 0,
              stream_of(exec)>>>(of);
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
