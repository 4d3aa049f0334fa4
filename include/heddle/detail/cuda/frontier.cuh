// frontier.cuh - lists of the rows that a search goes on from, for kernels that take step after step: all blocks walk
// one list and append to the next.
// Long rows are listed in pieces, so that a warp's work is bounded: Raval, Nasre, Kumar, Vasudevan, Vadhiyar & Pingali,
// "Dynamic Load Balancing Strategies for Graph Applications on GPUs", 2017 (node splitting). A warp walks the entries
// of several pieces as one: Merrill, Garland & Grimshaw, "Scalable GPU graph traversal", PPoPP 2012 (scan-based
// gathering).
#pragma once
#include <heddle/detail/cuda/launch_grid.cuh>
#include <heddle/detail/cuda/list_stage.cuh>
#include <heddle/detail/cuda/sharing.hpp>

namespace heddle::gpu {

/// Entries of a piece, at most: a power of two, so that nothing is divided.
struct piece_size {
  int log, entries = 1 << log;
  HEDDLE_FN constexpr operator int() const { return entries; }
};
/// How many pieces, or children of any size, the entries of a row come to; none of a row without any.
template <class Offset> __device__ Offset pieces_of(Offset length, piece_size most) {
  return ((length - 1) >> most.log) + 1;
}
template <class Offset> __device__ Offset pieces_of(Offset length, int most) { return (length - 1) / most + 1; }

/// Entries of a row: all of them, or as many as a piece has at most.
template <class Index, class Offset> struct alignas(16) row_piece {
  Offset begin;
  Index row;
  std::int32_t length;
};
/// Where nobody asks whose entries they are.
template <class Offset> struct alignas(2 * sizeof(Offset)) entry_piece {
  Offset begin;
  Offset length;
};

/// All lanes of a warp: the lane whose part holds item k, where parts end at `until`; the last where none does.
__device__ inline int owner_of(int k, int until) {
  int owner = 0;
  for (int d = 16; d; d >>= 1) {
    if (__shfl_sync(~0u, until, owner + d - 1) <= k) owner += d;
  }
  return owner;
}

/// How a list holds rows: long ones in pieces of at most so many entries, each whole, whole and with the sum of the
/// lengths of those before it, or entry by entry.
enum class listing : std::uint8_t { in_pieces, whole, summed, entries };

/// What is listed of rows unless a policy says otherwise.
struct usual_rows {
  static constexpr int shortest = 1;                    // rows of fewer entries count, and are not listed
  static constexpr piece_size most{log_piece_entries};  // entries of a piece
};

/// An entry of a list of entries, and whose it is where that is asked for.
template <class Piece> struct listed_entry;
template <class Offset> struct listed_entry<entry_piece<Offset>> { Offset at; };
template <class Index, class Offset>
struct alignas(sizeof(Index) + sizeof(Offset)) listed_entry<row_piece<Index, Offset>> {
  Offset at;
  Index row;
};
/// What a list of rows is of.
template <class Piece, listing Lists>
using item_of_list = typename std::conditional_t<Lists == listing::entries, std::type_identity<listed_entry<Piece>>,
                                                 std::type_identity<Piece>>::type;

/// Where a block collects rows for the list of the next step.
template <class Piece, listing Lists = listing::in_pieces> struct frontier_stage {
  static constexpr int capacity = 16 * 1024 / static_cast<int>(sizeof(Piece));
  using kept_type = std::conditional_t<
      Lists == listing::entries, no_stage,
      std::conditional_t<Lists == listing::summed, summed_stage<Piece, capacity>, list_stage<Piece, capacity>>>;
  kept_type pieces;
  unsigned next_ticket;  // of walk_pieces
  unsigned rows;
  bool has_long;  // some pieces are listed already
  counter entries, place;

  __device__ void begin() {
    if (threadIdx.x == 0) clear();
    __syncthreads();
  }

  /// What a thread has found in a step.
  struct tally {
    unsigned rows = 0;
    counter entries = 0;
    list_window window = {};
  };

  /// All lanes of a warp; found[w]: this one has a row, whose entries are [row[w].begin, end[w]). `how` says what is
  /// listed of it, and may set a row aside: then how.set_aside(row) puts it elsewhere.
  template <class List, int Width, class Offset, class Rule = usual_rows>
  __device__ void append(List const& list, counter* listed, tally& mine, bool const (&found)[Width],
                         Piece (&row)[Width], Offset const (&end)[Width], Rule const& how = {}) {
    Offset length[Width];
#pragma unroll
    for (int w = 0; w < Width; ++w) {
      length[w] = found[w] ? end[w] - row[w].begin : 0;
      mine.rows += found[w];
      mine.entries += length[w];
      if (length[w] < how.shortest) length[w] = 0;
      if constexpr (requires { how.set_aside(row[w]); }) {
        if (length[w] <= how.aside_above) continue;
        row[w].length = static_cast<decltype(row[w].length)>(length[w]);
        how.set_aside(row[w]);
        has_long = true;
        length[w] = 0;
      }
    }
    append_uncounted(list, listed, mine, row, length, how);
  }
  /// The same for entries that no row of the next step's stands for: length[w] from row[w].begin on, or none.
  template <class List, int Width, class Offset, class Rule = usual_rows>
  __device__ void append_uncounted(List const& list, counter* listed, tally& mine, Piece (&row)[Width],
                                   Offset const (&length)[Width], Rule const& how = {}) {
    if constexpr (Lists == listing::entries) {
#pragma unroll
      for (int w = 0; w < Width; ++w) append_entries(list, listed, row[w], static_cast<int>(length[w]), how);
    } else {
      bool is_listed[Width], is_long = false;
#pragma unroll
      for (int w = 0; w < Width; ++w) {
        bool const fits = Lists != listing::in_pieces || length[w] <= how.most;
        is_listed[w] = length[w] > 0 && fits;
        is_long |= !fits;
        row[w].length = static_cast<decltype(row[w].length)>(length[w]);
      }
      pieces.append(list, listed, mine.window, is_listed, row);
      if constexpr (Lists == listing::in_pieces) {
        if (!__any_sync(~0u, is_long)) return;
#pragma unroll
        for (int w = 0; w < Width; ++w) append_long(list, listed, row[w], length[w], how.most);
      }
    }
  }

  /// All threads of the block, at the end of a step: what it has found is there for those that wait for the step.
  template <class List> __device__ void arrive(List const& list, step_board& board, std::int32_t step, tally& mine) {
    pieces.fill(list, mine.window);
    counter const sum = warp_sum(mine.entries);
    unsigned const found = __reduce_add_sync(~0u, mine.rows);
    if ((threadIdx.x & 31) == 0 && found) {
      atomicAdd(&rows, found);
      atomicAdd(&entries, sum);
    }
    __syncthreads();
    arrival own{};
    if (threadIdx.x == 0) {
      step_count& all = board.found[step % 3];
      if (pieces.found() > 0) place = atomicAdd(&all.pieces, pieces.reserved());
      unsigned const most = max_of(rows, pieces.found());
      if (!has_long && most < arrival::few_rows && entries < arrival::few_entries) {
        own = arrival::of_few(pieces.found(), rows, entries);
      } else {
        own = arrival::of_many();
        atomicAdd(&all.rows, static_cast<counter>(rows));
        atomicAdd(&all.entries, entries);
      }
    }
    __syncthreads();
    for (unsigned i = threadIdx.x; i < pieces.ready(); i += blockDim.x) pieces.put(list, place, i);
    gpu::arrive(board, step, own);
    if (threadIdx.x == 0) clear();
  }

 private:
  __device__ void clear() {
    pieces.clear();
    rows = 0;
    has_long = false;
    entries = 0;
    next_ticket = blockDim.x / 32;
  }

  // The entries of the rows of lanes, written by all of them together. Room for them is asked for as the policy says.
  template <class List, class Rule>
  __device__ void append_entries(List const& list, counter* listed, Piece const& row, int length, Rule const& how) {
    int const lane = static_cast<int>(threadIdx.x) & 31, until = sum_until(length);
    int const total = __shfl_sync(~0u, until, 31);
    if (total == 0) return;
    if (lane == 0) has_long = true;
    counter first = 0;
    if (how.reserves == reserve_for::warp) {
      if (lane == 0) first = atomicAdd(listed, static_cast<counter>(total));
      first = __shfl_sync(~0u, first, 0) + static_cast<counter>(until - length);
    } else if (how.reserves == reserve_for::row && length > 0) {
      first = atomicAdd(listed, static_cast<counter>(length));
    }
    for (int k = lane; k - lane < total; k += 32) {
      int const owner = owner_of(k, until);
      int const skipped = k - (__shfl_sync(~0u, until, owner) - __shfl_sync(~0u, length, owner));
      counter at = __shfl_sync(~0u, first, owner) + static_cast<counter>(skipped);
      item_of_list<Piece, Lists> entry;
      entry.at = __shfl_sync(~0u, row.begin, owner) + skipped;
      if constexpr (requires { entry.row; }) entry.row = __shfl_sync(~0u, row.row, owner);
      if (k >= total) continue;
      if (how.reserves == reserve_for::entry) at = add_alone(listed, counter{1});
      list[at] = entry;
    }
  }

  // Rows of lanes that are too long for one piece.
  template <class List, class Offset, class Most>
  __device__ void append_long(List const& list, counter* listed_pieces, Piece const& row, Offset length, Most most) {
    int const lane = static_cast<int>(threadIdx.x) & 31;
    int const own = length > most ? static_cast<int>(pieces_of(length, most)) : 0;
    int const until = sum_until(own);
    int const total = __shfl_sync(~0u, until, 31);
    if (total == 0) return;
    counter at = 0;
    if (lane == 0) at = atomicAdd(listed_pieces, static_cast<counter>(total));
    if (lane == 0) has_long = true;
    at = __shfl_sync(~0u, at, 0);
    for (int k = lane; k - lane < total; k += 32) {
      int const owner = owner_of(k, until);
      Offset const skipped =
          static_cast<Offset>(k - (__shfl_sync(~0u, until, owner) - __shfl_sync(~0u, own, owner))) * most;
      Piece part;
      part.begin = __shfl_sync(~0u, row.begin, owner) + skipped;
      if constexpr (requires { part.row; }) part.row = __shfl_sync(~0u, row.row, owner);
      Offset const left = __shfl_sync(~0u, length, owner) - skipped;
      part.length = static_cast<decltype(part.length)>(min_of(left, static_cast<Offset>(most)));
      if (k < total) list[at + k] = part;
    }
  }
};

/// Room for n items that blocks append to a list, and for what remains of windows: one a warp, of blocks that have
/// appended at least `crowd` items. Several lists may share them.
inline size_type room_in_list(executor const& exec, size_type n, int crowd, int lists = 1) {
  size_type const late_blocks = min_of(size_type{step_blocks(exec)}, n / crowd);
  return n + lists * late_blocks * 32 * list_window::usual;
}
/// For what is listed of a matrix of n rows and nnz entries: of rows that have some, in pieces of at most `most`.
template <class Piece, listing Lists>
size_type room_for_rows(executor const& exec, size_type n, size_type nnz, int lists, int most) {
  if (Lists == listing::entries) return nnz;
  return room_in_list(exec, min_of(n, nnz) + nnz / most, frontier_stage<Piece, Lists>::capacity, lists);
}

/// How many pieces a warp takes at once: those of some 32 entries, or of up to so many for which it waits once.
__device__ inline int pieces_at_once(step_count const& list, float warps, int width) {
  float const pieces = static_cast<float>(list.pieces), entries = static_cast<float>(max_of(list.entries, counter{1}));
  float const wanted = min_of(max_of(entries / warps, 32.0f), 32.0f * width) * pieces / entries;
  int at_once = 1;
  while (at_once < 32 && 2 * at_once <= wanted) at_once *= 2;
  return at_once;
}

/// Entries of pieces that a lane has in its hands at once, so that it waits once for all of them.
template <class Offset, int Width> struct entry_batch {
  bool active[Width];
  Offset at[Width];
  int owner[Width];  // the lane that has the entry's piece
};

/// All lanes of a warp: walks the entries [begin, begin + length) of each lane as one list, in which those of a lane
/// end at `until` = sum_until(length), by visit(k, batch): k is the place in that list of the first of the lane's.
template <int Width, class Offset, class Visit>
__device__ void walk_parts(Offset begin, int length, int until, Visit const& visit) {
  int const lane = static_cast<int>(threadIdx.x) & 31;
  int const total = __shfl_sync(~0u, until, 31);
  Offset const shift = begin - (until - length);
  auto const find = [&](int k, bool& active, Offset& at, int& owner) {
    owner = owner_of(k, until);
    active = k < total;
    Offset const entry = __shfl_sync(~0u, shift, owner) + k;
    at = active ? entry : Offset(0);
  };
  int k = lane;
  for (; k - lane + 32 < total; k += 32 * Width) {
    entry_batch<Offset, Width> batch;
#pragma unroll
    for (int w = 0; w < Width; ++w) find(k + 32 * w, batch.active[w], batch.at[w], batch.owner[w]);
    visit(k, batch);
  }
  if (k - lane < total) {
    entry_batch<Offset, 1> batch;
    find(k, batch.active[0], batch.at[0], batch.owner[0]);
    visit(k, batch);
  }
}

/// Walks the entries of the pieces of a list, of which a step has `found` so many: visit.load(piece) by a lane that has
/// a piece, one without is given {}; then visit.batch(entry_batch<Offset, Width>) by all lanes of a warp together; or
/// visit.walk(piece) by all of them, where that is how it walks.
/// Blocks take every so many pieces; of a block's the first go to its warps in order, the rest to whichever comes.
/// What a warp takes at once are neighbours in the list, or `apart`: from all over it. The pieces of one long row are
/// neighbours, and a warp that takes several of them has many times the entries of others.
template <int Width, class List, class Piece, class Visit>
__device__ void walk_pieces(List const& list, step_count const& found, frontier_stage<Piece>& stage, Visit& visit,
                            bool apart = false) {
  // With 32-bit offsets there are less than 2^31 pieces.
  using number = std::conditional_t<sizeof(Piece::begin) == 4, unsigned, counter>;
  int const lane = static_cast<int>(threadIdx.x) & 31;
  int const at_once = pieces_at_once(found, static_cast<float>(gridDim.x) * (blockDim.x / 32), Width);
  auto const pieces = static_cast<number>(found.pieces);
  auto const following = [&] {
    unsigned ticket = 0;
    if (lane == 0) ticket = atomicAdd(&stage.next_ticket, 1u);
    return static_cast<number>(__shfl_sync(~0u, ticket, 0)) * gridDim.x + blockIdx.x;
  };
  for (number chunk = static_cast<number>(threadIdx.x / 32) * gridDim.x + blockIdx.x; chunk * at_once < pieces;
       chunk = following()) {
    number mine = chunk * at_once + lane;
    if (apart) mine = ((pieces + at_once - 1) >> (__ffs(at_once) - 1)) * lane + chunk;
    Piece piece{};
    if (lane < at_once && mine < pieces) piece = load_fresh(&list[mine]);
    if constexpr (requires { visit.walk(piece); }) {
      visit.walk(piece);
    } else {
      visit.load(piece);
      int const length = static_cast<int>(piece.length);
      walk_parts<Width>(piece.begin, length, sum_until(length), [&](int, auto const& batch) { visit.batch(batch); });
    }
  }
}

}  // namespace heddle::gpu
