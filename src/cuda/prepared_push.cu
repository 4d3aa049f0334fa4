// prepared_push.cu - the mask of a push packed, the rows of a bitmap listed, and lists of results begun.
#include <cub/block/block_scan.cuh>
#include <heddle/detail/executor/elementwise.cuh>
#include <heddle/ops/mxv/prepared_push.hpp>

#include "src/cuda/read_back.hpp"

namespace heddle::gpu {
namespace {

struct pack_word {
  mask_view mask;
  size_type n;
  std::uint32_t* words;

  __device__ void operator()(size_type word) const {
    size_type const first = 32 * word, left = n - first;
    std::uint32_t const open = flags(mask.present, first) & flags(mask.truth, first);
    std::uint32_t const inside = left < 32 ? (1u << left) - 1 : ~0u;
    words[word] = (mask.complemented ? ~open : open) & inside;
  }

 private:
  // Those of 32 positions, all set where there is no array.
  __device__ std::uint32_t flags(primitives::byte const* from, size_type first) const {
    static_assert(2 * flags_at_once == 32);
    if (!from) return ~0u;
    size_type const half = first + flags_at_once;
    return bits_set(load_flags(from + first, n - first)) | bits_set(load_flags(from + half, n - half)) << flags_at_once;
  }
};

struct row_lister {
  bitmap_view u;
  integers offsets;
  integers_out ids;
  size_type* scanned;
  primitives::byte* values;
  unsigned long long* counts;
  adding_place* place;  // of rows and entries together
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

  __device__ unsigned long long count(size_type row) const { return 1ull << entry_bits | length(row); }

  // Returns the count behind these.
  __device__ unsigned long long list(size_type at, unsigned found, unsigned long long before) const {
    for (; found; found &= found - 1) before = list(at + __ffs(found) - 1, before);
    return before;
  }
  __device__ unsigned long long list(size_type row, unsigned long long before) const {
    size_type const place = before >> entry_bits;
    ids.set(place, row);
    scanned[place] = before & entry_mask;
    if (u.values) take_value(place, row);
    return before + count(row);
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

using scan_of_counts = cub::BlockScan<unsigned long long, launch_threads>;

// Where the counts of a block's threads begin among those of all: `own` is the thread's. For one block at a time.
__device__ unsigned long long place_counts(row_lister const& of, unsigned long long own) {
  __shared__ typename scan_of_counts::TempStorage storage;
  __shared__ unsigned long long base;
  unsigned long long before = 0, all = 0;
  scan_of_counts(storage).ExclusiveSum(own, before, all);
  if (threadIdx.x == 0) base = atomicAdd(&of.place->sum, all);
  __syncthreads();
  before += base;
  __syncthreads();
  return before;
}

// Looks at all positions.
__device__ void list_flagged(row_lister const& of, int looks) {
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
    unsigned long long own = 0;
#pragma unroll
    for (int look = 0; look < most_looks; ++look) own += of.count(place(look), found[look]);
    unsigned long long before = place_counts(of, own);
#pragma unroll
    for (int look = 0; look < most_looks; ++look) before = of.list(place(look), found[look], before);
  }
}

// So many positions are listed.
__device__ void list_listed(row_lister const& of, size_type listed) {
  size_type const stride = size_type{gridDim.x} * launch_threads;
  for (size_type first = size_type{blockIdx.x} * launch_threads; first < listed; first += stride) {
    size_type const k = first + threadIdx.x;
    size_type const row = k < listed ? of.u.listed.positions[k] : -1;
    unsigned long long const before = place_counts(of, row < 0 ? 0 : of.count(row));
    if (row >= 0) of.list(row, before);
  }
}

// Of a kernel's blocks those that have something to do among so many elements, and the first.
__device__ unsigned useful_blocks(size_type elements) {
  size_type const useful = (elements + launch_threads - 1) / launch_threads;
  return static_cast<unsigned>(min_of(max_of(useful, size_type{1}), size_type{gridDim.x}));
}

__global__ __launch_bounds__(launch_threads) void list_rows(row_lister const of, int looks) {
  size_type const listed = of.u.listed.count();
  unsigned const blocks = listed < 0 ? gridDim.x : useful_blocks(listed);
  if (blockIdx.x >= blocks) return;
  listed < 0 ? list_flagged(of, looks) : list_listed(of, listed);
  if (threadIdx.x != 0 || !comes_last(&of.place->arrived, blocks)) return;
  unsigned long long const both = atomicExch(&of.place->sum, 0ull);
  size_type const rows = static_cast<size_type>(both >> row_lister::entry_bits);
  size_type const entries = static_cast<size_type>(both & row_lister::entry_mask);
  of.counts[0] = rows;
  of.counts[1] = entries <= of.few;
  of.scanned[rows] = entries;
}

struct place_clearer {
  heddle::detail::listing_view listed;
  primitives::byte* present;
  primitives::byte* values;
  size_type n;
  neutral_value neutral;

  // Whether what the list does not name is as it should be.
  __device__ bool knows(heddle::detail::listing_state const& state) const {
    if (state.count == state.unknown) return false;
    return neutral.bytes == 0 || (state.neutral_bytes == neutral.bytes && state.neutral == neutral.bits);
  }
  __device__ void clear_value(size_type i) const {
    if (neutral.bytes == 8) {
      reinterpret_cast<std::uint64_t*>(values)[i] = neutral.bits;
    } else if (neutral.bytes == 4) {
      reinterpret_cast<std::uint32_t*>(values)[i] = static_cast<std::uint32_t>(neutral.bits);
    } else if (neutral.bytes == 1) {
      values[i] = static_cast<primitives::byte>(neutral.bits);
    }
  }
  // Position i, and flags of more to come.
  __device__ void clear_flags(size_type i) const {
    if (i + flags_at_once <= n && reinterpret_cast<std::uintptr_t>(present) % sizeof(uint4) == 0) {
      *reinterpret_cast<uint4*>(present + i) = uint4{};
    } else {
      for (size_type const end = min_of(i + flags_at_once, n); i < end; ++i) present[i] = 0;
    }
  }
};

// A block that begins late may see what the last one writes: then nothing is listed, and it has nothing to do.
__global__ __launch_bounds__(launch_threads) void clear_listed(place_clearer const of,
                                                               heddle::detail::listing_state* state) {
  heddle::detail::listing_state const before = *state;
  bool const known = of.knows(before);
  auto const listed = static_cast<size_type>(before.count);
  unsigned const blocks = known ? useful_blocks(listed) : gridDim.x;
  if (blockIdx.x >= blocks) return;
  size_type const stride = size_type{gridDim.x} * launch_threads;
  size_type const thread = size_type{blockIdx.x} * launch_threads + threadIdx.x;
  if (known) {
    for (size_type k = thread; k < listed; k += stride) {
      size_type const i = of.listed.positions[k];
      of.present[i] = 0;
      of.clear_value(i);
    }
  } else {
    for (size_type i = thread * flags_at_once; i < of.n; i += stride * flags_at_once) of.clear_flags(i);
    if (of.neutral.bytes > 0) {
      for (size_type i = thread; i < of.n; i += stride) of.clear_value(i);
    }
  }
  __syncthreads();
  if (threadIdx.x != 0 || atomicInc(&state->arrived, blocks - 1) != blocks - 1) return;  // back at 0 with the last
  state->neutral = of.neutral.bits;
  state->neutral_bytes = of.neutral.bytes;
  state->count = 0;
}

}  // namespace

void count_rows(executor const& exec, bitmap_view const& u, integers offsets, integers_out ids, size_type* scanned,
                primitives::byte* values, unsigned long long* counts, size_type few) {
  device_guard const guard(exec);
  auto const zeros = exec.state().zeros(sizeof(adding_place));
  size_type const resident = gpu_tuning.resident_threads / launch_threads * exec.num_workers();
  size_type const looks = max_of(min_of(u.n / (listed_at_once * resident), size_type{most_looks}), size_type{1});
  size_type const useful = max_of(ceil_div(u.n, listed_at_once * looks), size_type{1});
  row_lister const of{u, offsets, ids, scanned, values, counts, static_cast<adding_place*>(zeros.get()), few};
  heddle::detail::tell_recording(exec, of);
  list_rows<<<static_cast<unsigned>(min_of(useful, resident)), launch_threads, 0, stream_of(exec)>>>(
      of, static_cast<int>(looks));
  check(cudaGetLastError(), "count_rows");
}

void begin_listing(executor const& exec, heddle::detail::listing& listed, primitives::byte* present,
                   primitives::byte* values, size_type n, neutral_value const& neutral) {
  device_guard const guard(exec);
  size_type const resident = gpu_tuning.resident_threads / launch_threads * exec.num_workers();
  size_type const useful = max_of(ceil_div(n, size_type{launch_threads} * flags_at_once), size_type{1});
  place_clearer const of{listed.view(), present, values, n, neutral};
  heddle::detail::tell_recording(exec, of);
  clear_listed<<<static_cast<unsigned>(min_of(useful, resident)), launch_threads, 0, stream_of(exec)>>>(of,
                                                                                                        listed.state());
  check(cudaGetLastError(), "begin_listing");
}

buffer<std::uint32_t> open_bits(executor const& exec, mask_view const& mask, size_type n) {
  buffer<std::uint32_t> words(exec, ceil_div(n, size_type{32}));
  for_each_index(exec, words.size(), pack_word{mask, n, words.data()}, "open_bits");
  return words;
}

}  // namespace heddle::gpu
