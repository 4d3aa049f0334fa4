// sharing.cuh - who takes what of the list of a step: policies that the kernels of a search are compiled with, whose
// numbers are chosen at run time. Each says how lists hold rows, and walks one.
#pragma once
#include <heddle/detail/cuda/frontier.cuh>
#include <heddle/detail/cuda/sharing.hpp>

namespace heddle::gpu {

/// A row that knows the sum of the lengths of those listed before it.
template <class Index, class Offset> struct alignas(16) summed_piece {
  Offset begin;
  Index row;
  std::int32_t length;
  std::uint32_t before;
};

/// Pieces of bounded length; a warp deals out the entries of as many as keep it busy. See walk_pieces.
struct by_pieces {
  static constexpr listing lists = listing::in_pieces;
  template <class I, class O, bool Rows> using piece_of = std::conditional_t<Rows, row_piece<I, O>, entry_piece<O>>;

  __device__ static constexpr int shortest(std::int32_t) { return 1; }
  template <int Width, class List, class Stage, class Visit>
  __device__ void walk(List const& list, step_count const& found, counter const*, Stage& stage, Visit& visit) const {
    walk_pieces<Width>(list, found, stage, visit);
  }
};

/// All lanes of a warp: entries first, first + stride, ... of the `length` from `begin` on, which lane `owner` has.
template <int Width, class Offset, class Visit>
__device__ void walk_strided(Offset begin, int length, int first, int stride, int owner, Visit& visit) {
  auto const step = [&]<int At>(std::integral_constant<int, At>, int k) {
    entry_batch<Offset, At> batch;
#pragma unroll
    for (int w = 0; w < At; ++w) {
      int const entry = k + w * stride;
      batch.active[w] = entry < length;
      batch.at[w] = batch.active[w] ? begin + entry : Offset(0);
      batch.owner[w] = owner;
    }
    visit.batch(batch);
  };
  int k = first;
  for (; __any_sync(~0u, k + stride < length); k += Width * stride) step(std::integral_constant<int, Width>{}, k);
  if (__any_sync(~0u, k < length)) step(std::integral_constant<int, 1>{}, k);
}

/// Vertices to lanes. A warp loads some of the list, a vertex a lane; those of many entries it sets aside for the block
/// and for itself; the entries of the others are walked by groups of lanes, to whom their vertices are handed on by
/// shuffles, or dealt out by a scan. Merrill, Garland & Grimshaw, PPoPP 2012 (gathering by blocks and warps, scans);
/// Busato & Bombieri ("vertex-mapped with warp shuffle", "scan-based", WG and BG); Fu, Personick & Thompson, GRADES
/// 2014 ("dynamic scheduling").
template <bool Scans> struct by_vertices {
  static constexpr listing lists = listing::whole;
  template <class I, class O, bool Rows> using piece_of = by_pieces::piece_of<I, O, Rows>;

  int lanes = 32;                   // of a group
  int in_hand = 32;                 // vertices of the list that a group takes, a lane each
  int warp_above = sharing::none;   // vertices of more entries are the warp's
  int block_above = sharing::none;  // and those the block's
  int fewest = 1;                   // entries of a vertex that is listed, of those behind an edge

  static by_vertices of(sharing const& by) { return {by.lanes, by.in_hand, by.warp_above, by.block_above, by.fewest}; }
  __device__ int shortest(std::int32_t step) const { return step > 0 ? fewest : 1; }

  template <int Width, class List, class Stage, class Visit>
  __device__ void walk(List const& list, step_count const& found, counter const*, Stage&, Visit& visit) const {
    using piece = std::remove_cvref_t<decltype(list[0])>;
    int const lane = static_cast<int>(threadIdx.x) & 31, place = lane & (lanes - 1), group = lane / lanes;
    counter const at_once = static_cast<counter>(32 / lanes * in_hand);
    counter const chunks = (found.pieces + at_once - 1) / at_once, blocks = gridDim.x;
    for (counter first = blockIdx.x; first < chunks; first += blocks * (blockDim.x / 32)) {
      counter const mine =
          (first + threadIdx.x / 32 * blocks) * at_once + static_cast<counter>(group * in_hand + place);
      piece own{};
      if (place < in_hand && mine < found.pieces) own = load_fresh(&list[mine]);
      int length = static_cast<int>(own.length);
      if (block_above < sharing::none) walk_by_block<Width>(own, length, visit);
      visit.load(own);
      if (warp_above < sharing::none) {
        for (unsigned some = __ballot_sync(~0u, length > warp_above); some; some &= some - 1) {
          int const owner = __ffs(some) - 1;
          walk_strided<Width>(__shfl_sync(~0u, own.begin, owner), __shfl_sync(~0u, length, owner), lane, 32, owner,
                              visit);
        }
        if (length > warp_above) length = 0;
      }
      if constexpr (Scans) {
        walk_parts<Width>(own.begin, length, sum_until(length), [&](int, auto const& batch) { visit.batch(batch); });
      } else {
        for (int k = 0; k < in_hand; ++k) {
          int const owner = group * lanes + k;
          walk_strided<Width>(__shfl_sync(~0u, own.begin, owner), __shfl_sync(~0u, length, owner), place, lanes, owner,
                              visit);
        }
      }
    }
  }

 private:
  // All threads of the block: one vertex after the other that is long enough. Its lane has none of it left.
  template <int Width, class Piece, class Visit>
  __device__ void walk_by_block(Piece const& own, int& length, Visit& visit) const {
    __shared__ unsigned chosen;
    __shared__ Piece taken;
    while (__syncthreads_or(length > block_above)) {
      if (length > block_above) chosen = threadIdx.x;
      __syncthreads();
      if (length > block_above && chosen == threadIdx.x) {
        taken = own;
        length = 0;
      }
      __syncthreads();
      visit.load(taken);
      walk_strided<Width>(taken.begin, static_cast<int>(taken.length), static_cast<int>(threadIdx.x),
                          static_cast<int>(blockDim.x), static_cast<int>(threadIdx.x) & 31, visit);
    }
  }
};

/// Stretches of equally many entries, or of vertices and entries together, to blocks, and parts of these to their
/// warps, which search for where theirs begins in the sums of the list: the device-wide binary search of Busato &
/// Bombieri; the diagonals of merge-path where vertices count (Zhu, Li & Li, WAIM 2014: "balanced gathering",
/// "balanced redistribution", and "hybrid", which chooses between both).
struct by_stretches {
  static constexpr listing lists = listing::summed;
  template <class I, class O, bool> using piece_of = summed_piece<I, O>;

  int share = 0;  // of a block; 0: as much as gives every resident thread the same, `most` at most
  int most = 0;
  int vertices_above = sharing::none;  // vertices count in steps of more entries a vertex than that; -1: in all
  int fewest = 1;                      // entries of a vertex that is listed, of those behind an edge

  static by_stretches of(sharing const& by) { return {by.share, by.most, by.vertices_above, by.fewest}; }
  __device__ int shortest(std::int32_t step) const { return step > 0 ? fewest : 1; }

  template <int Width, class List, class Stage, class Visit>
  __device__ void walk(List const& list, step_count const&, counter const* listed, Stage&, Visit& visit) const {
    using piece = std::remove_cvref_t<decltype(list[0])>;
    int const lane = static_cast<int>(threadIdx.x) & 31;
    counter const word = load_fresh(listed), pieces = Stage::kept_type::count_of(word),
                  entries = Stage::kept_type::sum_of(word);
    bool const counted = vertices_above < 0 || entries > pieces * static_cast<counter>(vertices_above);
    counter const own_key = counted ? 1 : 0, keys = entries + own_key * pieces;
    counter const even = (keys + global_threads() - 1) / global_threads() * blockDim.x;
    counter const chunk = share > 0 ? share : min_of(even, static_cast<counter>(most)), warps = blockDim.x / 32;
    counter const part = (chunk + warps - 1) / warps;
    auto const key = [&](counter i) { return load_fresh(&list[i].before) + own_key * i; };
    for (counter k = blockIdx.x; k * chunk < keys; k += gridDim.x) {
      counter const begin = k * chunk + threadIdx.x / 32 * part;
      counter const end = min_of(min_of(begin + part, (k + 1) * chunk), keys);
      if (begin >= end) continue;
      counter at = last_item(pieces, [&](counter i) { return key(i) <= begin; });
      for (bool more = true; more; at += 32) {
        counter const mine = at + lane;
        piece const own = mine < pieces ? load_fresh(&list[mine]) : piece{};
        counter const first = own.before + own_key * (mine + 1);
        counter const length = static_cast<counter>(own.length);
        counter const skipped = begin > first ? min_of(begin - first, length) : 0;
        counter const until = end > first ? min_of(end - first, length) : 0;
        int const taken = until > skipped ? static_cast<int>(until - skipped) : 0;
        visit.load(own);
        walk_parts<Width>(own.begin + static_cast<decltype(own.begin)>(skipped), taken, sum_until(taken),
                          [&](int, auto const& batch) { visit.batch(batch); });
        more = !__any_sync(~0u, mine >= pieces || first + length >= end);
      }
    }
  }

 private:
  // All lanes of a warp: the last of n items that `holds`, which the first does, and all before one that does.
  template <class Test> __device__ static counter last_item(counter n, Test const& holds) {
    counter const lane = threadIdx.x & 31;
    counter low = 0;
    while (n - low > 1) {
      counter const step = (n - low + 31) / 32, probe = low + lane * step;
      unsigned const votes = __ballot_sync(~0u, lane == 0 || (probe < n && holds(probe)));
      low += (__popc(votes) - 1) * step;
      n = min_of(n, low + step);
    }
    return low;
  }
};

}  // namespace heddle::gpu
