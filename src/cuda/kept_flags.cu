// kept_flags.cu - elements whose flag is set, side by side: flags are counted by stretches, the counts summed, and a
// warp then moves those of a stretch, so that reads and writes are of neighbours. Billeter, Olsson & Assarsson,
// "Efficient Stream Compaction on Wide SIMD Many-Core Architectures", HPG 2009.
#include <heddle/cuda/elementwise.cuh>
#include <heddle/primitives.hpp>

#include "src/core/kept_flags.hpp"
#include "src/cuda/read_back.hpp"
#include "src/cuda/words.hpp"

namespace heddle::cuda {
namespace {

using primitives::byte;

constexpr size_type stretch = flag_ranks::length;
constexpr int lanes_of_stretch = static_cast<int>(stretch) / flags_at_once;
static_assert(flag_ranks::piece == flags_at_once && stretch - flags_at_once <= 255);
constexpr int turns_of_stretch = static_cast<int>(stretch) / 32;

// A thread counts sixteen flags, its neighbours the others of the stretch.
__global__ void __launch_bounds__(launch_threads)
    count_stretches(byte const* flags, size_type n, size_type* counts, byte* within, size_type stretches) {
  size_type const thread = static_cast<size_type>(blockIdx.x) * launch_threads + threadIdx.x;
  size_type const at = thread * flags_at_once;
  int const mine = num_set(load_flags(flags + at, n - at)), lane = static_cast<int>(thread % lanes_of_stretch);
  int sum = mine;
  for (int step = 1; step < lanes_of_stretch; step *= 2) {
    int const other = __shfl_up_sync(~0u, sum, step, lanes_of_stretch);
    if (lane >= step) sum += other;
  }
  if (thread / lanes_of_stretch >= stretches) return;
  within[thread] = static_cast<byte>(sum - mine);
  if (lane == lanes_of_stretch - 1) counts[thread / lanes_of_stretch] = sum;
}

template <class Word> __device__ Word word_of(size_type i) {
  if constexpr (std::is_integral_v<Word>) {
    return static_cast<Word>(i);
  } else {
    return {};  // no number is so wide
  }
}

// A warp has a stretch: all flags, then all elements, then all writes, so that loads are under way together.
template <class Word>
__global__ void __launch_bounds__(launch_threads)
    move_flagged(byte const* __restrict__ flags, size_type n, size_type const* __restrict__ before,
                 Word* __restrict__ to, Word const* __restrict__ from, int words) {
  int const lane = static_cast<int>(threadIdx.x % 32);
  size_type const mine = (static_cast<size_type>(blockIdx.x) * launch_threads + threadIdx.x) / 32;
  size_type const first = mine * stretch + lane;
  if (first - lane >= n) return;
  bool kept[turns_of_stretch];
#pragma unroll
  for (int turn = 0; turn < turns_of_stretch; ++turn) {
    size_type const i = first + 32 * turn;
    kept[turn] = i < n && flags[i] != 0;
  }
  Word value[turns_of_stretch];
  if (words == 1) {
#pragma unroll
    for (int turn = 0; turn < turns_of_stretch; ++turn) {
      if (kept[turn]) value[turn] = from ? from[first + 32 * turn] : word_of<Word>(first + 32 * turn);
    }
  }
  size_type place = before[mine];
#pragma unroll
  for (int turn = 0; turn < turns_of_stretch; ++turn) {
    unsigned const all = __ballot_sync(~0u, kept[turn]);
    size_type const at = place + __popc(all & ((1u << lane) - 1));
    place += __popc(all);
    if (!kept[turn]) continue;
    if (words == 1) {
      to[at] = value[turn];
    } else {
      for (int k = 0; k < words; ++k) to[at * words + k] = from[(first + 32 * turn) * words + k];
    }
  }
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
  if (n > 0) {
    device_guard const guard(exec);
    auto const blocks = static_cast<unsigned>(ceil_div(stretches * lanes_of_stretch, launch_threads));
    count_stretches<<<blocks, launch_threads, 0, stream_of(exec)>>>(flags, n, before, ranks.within.data(), stretches);
    check(cudaGetLastError(), "rank_flags");
  }
  primitives::exclusive_sum(exec, before, before, stretches);
  ranks.count = read_back(exec, before + stretches);
  return ranks;
}

void keep_flagged(executor const& exec, flag_ranks const& ranks, byte const* flags, size_type n, void* to,
                  void const* from, std::size_t width) {
  if (ranks.count == 0) return;
  auto const blocks = static_cast<unsigned>(ceil_div(ceil_div(n, stretch), launch_threads / 32));
  device_guard const guard(exec);
  with_words(
      width,
      [&]<class Word>(Word, int words) {
        move_flagged<<<blocks, launch_threads, 0, stream_of(exec)>>>(
            flags, n, ranks.before.data(), static_cast<Word*>(to), static_cast<Word const*>(from), words);
      },
      static_cast<byte*>(to), static_cast<byte const*>(from));
  check(cudaGetLastError(), "keep_flagged");
}

void ranks_at(executor const& exec, flag_ranks const& ranks, byte const* flags, size_type n, integers at,
              size_type count, integers_out to) {
  for_each_index(exec, count, rank_of_position{ranks.before.data(), ranks.within.data(), flags, n, at, to}, "ranks_at");
}

}  // namespace heddle::cuda
