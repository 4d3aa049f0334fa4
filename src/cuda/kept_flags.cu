// kept_flags.cu - elements whose flag is set, side by side: flags are counted by stretches, the counts summed, and a
// warp then moves those of a stretch, so that reads and writes are of neighbours; few are moved by one block. Billeter,
// Olsson & Assarsson, "Efficient Stream Compaction on Wide SIMD Many-Core Architectures", HPG 2009.
#include <cub/block/block_scan.cuh>
#include <heddle/detail/executor/elementwise.cuh>
#include <heddle/detail/executor/primitives.hpp>

#include "src/containers/kept_flags.hpp"
#include "src/cuda/read_back.hpp"
#include "src/cuda/words.hpp"

namespace heddle::gpu {
namespace {

using primitives::byte;

constexpr size_type stretch = flag_ranks::length;
constexpr int lanes_of_stretch = static_cast<int>(stretch) / flags_at_once;
static_assert(flag_ranks::piece == flags_at_once && stretch - flags_at_once <= 255);
constexpr int turns_of_stretch = static_cast<int>(stretch) / 32;

// A thread counts sixteen flags, its neighbours the others of the stretch, and then those of stretches further on.
__global__ void __launch_bounds__(launch_threads)
    count_stretches(byte const* flags, size_type n, size_type* counts, byte* within, size_type stretches,
                    adding_place* place, size_type* total) {
  __shared__ int of_block;
  if (threadIdx.x == 0) of_block = 0;
  int const lane = static_cast<int>(threadIdx.x % lanes_of_stretch);
  size_type const pieces = stretches * lanes_of_stretch, step = static_cast<size_type>(gridDim.x) * launch_threads;
  int of_thread = 0;
  for (size_type first = static_cast<size_type>(blockIdx.x) * launch_threads; first < pieces; first += step) {
    size_type const piece = first + threadIdx.x, at = piece * flags_at_once;
    int const mine = num_set(load_flags(flags + at, n - at));
    int sum = mine;
    for (int distance = 1; distance < lanes_of_stretch; distance *= 2) {
      int const other = __shfl_up_sync(~0u, sum, distance, lanes_of_stretch);
      if (lane >= distance) sum += other;
    }
    of_thread += mine;
    if (piece >= pieces) continue;
    within[piece] = static_cast<byte>(sum - mine);
    if (lane == lanes_of_stretch - 1) counts[piece / lanes_of_stretch] = sum;
  }
  int const of_warp = __reduce_add_sync(~0u, of_thread);
  __syncthreads();
  if (threadIdx.x % 32 == 0) atomicAdd(&of_block, of_warp);
  __syncthreads();
  size_type all;
  if (threadIdx.x == 0 && add_up(*place, of_block, all)) *total = all;
}

// Words of an element, each of 1, 2, 4 or 8 bytes. words 0: there are no values.
struct kept_words {
  byte* to;
  byte const* from;
  int bytes, words;
};

// body(Word{}) by the bytes of a word; the branch is the same for all threads.
template <class Body> __device__ void by_word(int bytes, Body const& body) {
  if (bytes == 4) return body(std::uint32_t{});
  if (bytes == 8) return body(std::uint64_t{});
  if (bytes == 1) return body(std::uint8_t{});
  body(std::uint16_t{});
}

// to[k] = from[i] of every word of one element.
template <class Word> __device__ void move_words(kept_words const& values, size_type k, size_type i) {
  auto* const to = reinterpret_cast<Word*>(values.to) + k * values.words;
  auto const* const from = reinterpret_cast<Word const*>(values.from) + i * values.words;
  for (int word = 0; word < values.words; ++word) to[word] = from[word];
}

// What a lane moves of the stretch of its warp.
struct kept_turns {
  bool kept[turns_of_stretch];
  size_type first;  // element of turn 0; the next ones are 32 apart

  template <class From, class Held> __device__ void load(From const* from, Held (&held)[turns_of_stretch]) const {
#pragma unroll
    for (int turn = 0; turn < turns_of_stretch; ++turn) {
      if (kept[turn]) held[turn] = static_cast<Held>(__ldg(from + first + 32 * turn));
    }
  }
  // body(turn, place), where `before` elements go before those of the stretch.
  template <class Body> __device__ void place(size_type before, Body const& body) const {
    unsigned const behind = (1u << threadIdx.x % 32) - 1;
#pragma unroll
    for (int turn = 0; turn < turns_of_stretch; ++turn) {
      unsigned const all = __ballot_sync(~0u, kept[turn]);
      if (kept[turn]) body(turn, before + __popc(all & behind));
      before += __popc(all);
    }
  }
  template <class To, class Held>
  __device__ void store(size_type before, To* to, Held const (&held)[turns_of_stretch]) const {
    place(before, [&](int turn, size_type at) { to[at] = held[turn]; });
  }
};

// A warp has a stretch: all flags, then all elements, then all writes, so that loads are under way together. Held: what
// a lane keeps of a value; 32 bits of values that are one word of 4 bytes, which are held in half of the registers.
template <index_type Index, class Held = std::uint64_t>
__global__ void __launch_bounds__(launch_threads)
    move_flagged(byte const* __restrict__ flags, size_type n, size_type const* __restrict__ before,
                 Index* __restrict__ indices_to, Index const* __restrict__ indices_from, kept_words const values) {
  int const lane = static_cast<int>(threadIdx.x % 32);
  size_type const mine = (static_cast<size_type>(blockIdx.x) * launch_threads + threadIdx.x) / 32;
  kept_turns turns;
  turns.first = mine * stretch + lane;
  if (turns.first - lane >= n) return;
#pragma unroll
  for (int turn = 0; turn < turns_of_stretch; ++turn) {
    size_type const i = turns.first + 32 * turn;
    turns.kept[turn] = i < n && flags[i] != 0;
  }
  Index index[turns_of_stretch];
  if (indices_from) {
    turns.load(indices_from, index);
  } else {
#pragma unroll
    for (int turn = 0; turn < turns_of_stretch; ++turn) index[turn] = static_cast<Index>(turns.first + 32 * turn);
  }
  size_type const place = before[mine];
  Held value[turns_of_stretch];
  if constexpr (sizeof(Held) == 4) {
    turns.load(reinterpret_cast<Held const*>(values.from), value);
  } else if (values.words == 1) {
    by_word(values.bytes, [&]<class Word>(Word) { turns.load(reinterpret_cast<Word const*>(values.from), value); });
  }
  turns.store(place, indices_to, index);
  if constexpr (sizeof(Held) == 4) {
    turns.store(place, reinterpret_cast<Held*>(values.to), value);
  } else if (values.words > 0) {
    by_word(values.bytes, [&]<class Word>(Word) {
      if (values.words == 1) return turns.store(place, reinterpret_cast<Word*>(values.to), value);
      turns.place(place, [&](int turn, size_type at) { move_words<Word>(values, at, turns.first + 32 * turn); });
    });
  }
}

// By one block.
__global__ void __launch_bounds__(launch_threads)
    move_few(byte const* __restrict__ flags, size_type n, integers_out const indices_to, integers const indices_from,
             kept_words const values, size_type* total) {
  using block_scan = cub::BlockScan<int, launch_threads>;
  __shared__ typename block_scan::TempStorage storage;
  int before = 0;
  for (size_type from = 0; from < n; from += size_type{launch_threads} * flags_at_once) {
    size_type const first = from + size_type{threadIdx.x} * flags_at_once;
    unsigned set = bits_set(load_flags(flags + first, n - first));
    int place = 0, all = 0;
    block_scan(storage).ExclusiveSum(__popc(set), place, all);
    for (place += before; set; set &= set - 1, ++place) {
      size_type const i = first + __ffs(static_cast<int>(set)) - 1;
      indices_to.set(place, indices_from.data ? indices_from[i] : i);
      by_word(values.bytes, [&]<class Word>(Word) { move_words<Word>(values, place, i); });
    }
    before += all;
    __syncthreads();  // the storage is free for the next round
  }
  if (threadIdx.x == 0) *total = before;
}

kept_words words_of(kept_values const& values) {
  kept_words result{static_cast<byte*>(values.to), static_cast<byte const*>(values.from), 4, 0};
  if (!values.from) return result;
  with_words(
      values.width,
      [&]<class Word>(Word, int) { result.bytes = static_cast<int>(min_of(sizeof(Word), sizeof(std::uint64_t))); },
      result.to, result.from);
  result.words = static_cast<int>(values.width) / result.bytes;
  return result;
}

struct rank_of_position {
  size_type const* before;
  byte const* within;
  byte const* flags;
  size_type n;
  integers at;
  integers_out to;
  __device__ void operator()(size_type k) const {
    size_type const position = at[k];
    if (position == n) return to.set(k, before[ceil_div(n, stretch)]);
    size_type const piece = position / flags_at_once, first = piece * flags_at_once;
    unsigned const set = bits_set(load_flags(flags + first, n - first)) & ((1u << (position - first)) - 1);
    size_type const rank = before[position / stretch] + within[piece] + __popc(set);
    to.set(k, rank);
  }
};

}  // namespace

flag_ranks rank_flags(executor const& exec, byte const* flags, size_type n) {
  size_type const stretches = ceil_div(n, stretch);
  flag_ranks ranks{buffer<size_type>(exec, stretches + 1), buffer<byte>(exec, stretches * lanes_of_stretch)};
  size_type* const before = ranks.before.data();
  auto const sum_up = [&] { primitives::exclusive_sum(exec, before, before, stretches); };
  if (n == 0) {
    sum_up();
    return ranks;
  }
  auto const zeros = exec.state().zeros(sizeof(adding_place));
  auto const count = [&](size_type* total) {
    size_type const resident = gpu_tuning.resident_threads / launch_threads * exec.num_workers();
    auto const blocks = static_cast<unsigned>(min_of(ceil_div(stretches * lanes_of_stretch, launch_threads), resident));
    count_stretches<<<blocks, launch_threads, 0, stream_of(exec)>>>(flags, n, before, ranks.within.data(), stretches,
                                                                    static_cast<adding_place*>(zeros.get()), total);
    check(cudaGetLastError(), "rank_flags");
  };
  ranks.count = receive<size_type>(exec, count, sum_up);
  return ranks;
}

void keep_flagged(executor const& exec, flag_ranks const& ranks, byte const* flags, size_type n,
                  integers_out indices_to, integers indices_from, kept_values const& values) {
  if (ranks.count == 0) return;
  auto const blocks = static_cast<unsigned>(ceil_div(ceil_div(n, stretch), launch_threads / 32));
  device_guard const guard(exec);
  kept_words const words = words_of(values);
  indices_to.visit([&]<class Index>(Index* to) {
    auto* kernel = move_flagged<Index>;
    if constexpr (sizeof(Index) == 4) {
      if (words.words == 1 && words.bytes == 4) kernel = move_flagged<Index, std::uint32_t>;
    }
    kernel<<<blocks, launch_threads, 0, stream_of(exec)>>>(flags, n, ranks.before.data(), to,
                                                           static_cast<Index const*>(indices_from.data), words);
  });
  check(cudaGetLastError(), "keep_flagged");
}

size_type keep_few(executor const& exec, byte const* flags, size_type n, integers_out indices_to, integers indices_from,
                   kept_values const& values) {
  if (n == 0) return 0;
  return receive<size_type>(exec, [&](size_type* total) {
    move_few<<<1, launch_threads, 0, stream_of(exec)>>>(flags, n, indices_to, indices_from, words_of(values), total);
    check(cudaGetLastError(), "keep_few");
  });
}

void ranks_at(executor const& exec, flag_ranks const& ranks, byte const* flags, size_type n, integers at,
              size_type count, integers_out to) {
  for_each_index(exec, count, rank_of_position{ranks.before.data(), ranks.within.data(), flags, n, at, to}, "ranks_at");
}

}  // namespace heddle::gpu
