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

/// Entries of a piece, where a policy lists rows in pieces; a constant where they are the usual ones.
template <class Sharing> HEDDLE_FN constexpr auto longest_piece(Sharing const& by) {
  if constexpr (requires { by.child; }) {
    return by.child;
  } else {
    return usual_piece{};
  }
}

/// Walks of these policies give visit.load an item with as many entries as the lane answers for: all together those
/// that are walked, each once.

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
      if (block_above < sharing::none) {
        walk_by_block<Width>(own, length, visit);
        own.length = static_cast<decltype(own.length)>(length);
      }
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
      Piece mine = taken;
      if (threadIdx.x > 0) mine.length = 0;
      visit.load(mine);
      walk_strided<Width>(taken.begin, static_cast<int>(taken.length), static_cast<int>(threadIdx.x),
                          static_cast<int>(blockDim.x), static_cast<int>(threadIdx.x) & 31, visit);
    }
  }
};

/// Vertices of more than so many entries are cut as they are listed, and each child, which has what its parent has, is
/// a group's: "node splitting" of Raval et al., "Dynamic Load Balancing Strategies for Graph Applications on GPUs",
/// 2017.
struct by_children : by_vertices<false> {
  static constexpr listing lists = listing::in_pieces;

  int child = piece_entries;  // entries, at most

  static by_children of(sharing const& by) { return {by_vertices<false>::of(by), by.child}; }
};

/// All lanes of a warp: the last of n items that `holds`, which the first does, and all before one that does.
template <class Test> __device__ counter last_item(counter n, Test const& holds) {
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
        piece own = mine < pieces ? load_fresh(&list[mine]) : piece{};
        counter const first = own.before + own_key * (mine + 1);
        counter const length = static_cast<counter>(own.length);
        counter const skipped = begin > first ? min_of(begin - first, length) : 0;
        counter const until = end > first ? min_of(end - first, length) : 0;
        int const taken = until > skipped ? static_cast<int>(until - skipped) : 0;
        own.length = taken;
        visit.load(own);
        walk_parts<Width>(own.begin + static_cast<decltype(own.begin)>(skipped), taken, sum_until(taken),
                          [&](int, auto const& batch) { visit.batch(batch); });
        more = !__any_sync(~0u, mine >= pieces || first + length >= end);
      }
    }
  }
};

/// Stretches of equally many entries, or of vertices and entries together, to threads, each of which searches for where
/// its own begins and walks it alone: "workload decomposition" of Raval et al., "Dynamic Load Balancing Strategies for
/// Graph Applications on GPUs", 2017.
struct by_thread_stretches {
  static constexpr listing lists = listing::summed;
  template <class I, class O, bool> using piece_of = summed_piece<I, O>;

  int share = 0;                       // of a thread; 0: as much as gives every resident one the same
  int vertices_above = sharing::none;  // as by_stretches has it
  int fewest = 1;                      // entries of a vertex that is listed, of those behind an edge

  static by_thread_stretches of(sharing const& by) { return {by.share, by.vertices_above, by.fewest}; }
  __device__ int shortest(std::int32_t step) const { return step > 0 ? fewest : 1; }

  template <int Width, class List, class Stage, class Visit>
  __device__ void walk(List const& list, step_count const&, counter const* listed, Stage&, Visit& visit) const {
    using piece = std::remove_cvref_t<decltype(list[0])>;
    using offset = decltype(piece::begin);
    unsigned const lane = threadIdx.x & 31;
    counter const word = load_fresh(listed);
    unsigned const pieces = Stage::kept_type::count_of(word), entries = Stage::kept_type::sum_of(word);
    bool const counted = vertices_above < 0 || entries > static_cast<counter>(pieces) * vertices_above;
    unsigned const own_key = counted ? 1 : 0, keys = entries + own_key * pieces;
    counter const all = global_threads(), each = share > 0 ? share : (keys + all - 1) / all;
    // The warps of a step of few entries are of all blocks.
    counter first = (static_cast<counter>(threadIdx.x / 32) * gridDim.x + blockIdx.x) * 32 * each;
    for (; first < keys; first += all * each) {
      auto from = static_cast<unsigned>(min_of(first + lane * each, static_cast<counter>(keys)));
      auto const end = static_cast<unsigned>(min_of(from + each, static_cast<counter>(keys)));
      auto const key = [&](unsigned i) { return load_fresh(&list[i].before) + own_key * i; };
      unsigned at = begin_of(pieces, static_cast<unsigned>(first), from, key);
      offset next = 0;
      int left = 0;
      while (__any_sync(~0u, left > 0 || from < end)) {
        if (left == 0 && from < end) {
          piece own = load_fresh(&list[at]);
          unsigned const begin = own.before + own_key * (at + 1), until = begin + static_cast<unsigned>(own.length);
          unsigned const skipped = from > begin ? from - begin : 0, stop = min_of(until, end);
          next = own.begin + static_cast<offset>(skipped);
          left = stop > begin + skipped ? static_cast<int>(stop - begin - skipped) : 0;
          from = until;
          ++at;
          own.length = left;
          visit.load(own);
        }
        if (__any_sync(~0u, left > 1)) {
          walk_alone<Width>(next, left, visit);
        } else {
          walk_alone<1>(next, left, visit);
        }
      }
    }
  }

 private:
  // Where the stretch of a lane begins that begins at key `from`; the first of its warp's begins at `first`.
  template <class Key>
  __device__ static unsigned begin_of(unsigned pieces, unsigned first, unsigned from, Key const& key) {
    auto low =
        static_cast<unsigned>(last_item(pieces, [&](counter i) { return key(static_cast<unsigned>(i)) <= first; }));
    unsigned high = min_of(pieces, low + (from - first) + 1);  // an item has one key at least
    while (high - low > 1) {
      unsigned const middle = low + (high - low) / 2;
      if (key(middle) <= from) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return low;
  }
  // Up to Width of the `left` entries of a lane from `next` on.
  template <int Width, class Offset, class Visit>
  __device__ static void walk_alone(Offset& next, int& left, Visit& visit) {
    entry_batch<Offset, Width> batch;
#pragma unroll
    for (int w = 0; w < Width; ++w) {
      batch.active[w] = w < left;
      batch.at[w] = batch.active[w] ? next + w : Offset(0);
      batch.owner[w] = static_cast<int>(threadIdx.x) & 31;
    }
    visit.batch(batch);
    int const walked = min_of(left, Width);
    next += static_cast<Offset>(walked);
    left -= walked;
  }
};

}  // namespace heddle::gpu
