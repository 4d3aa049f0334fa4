// stretches.cuh - equal shares of the entries of a list, or of its vertices and entries together, for blocks, which are
// found by searches in the sums of its lengths.
#pragma once
#include <heddle/detail/cuda/vertices.cuh>

namespace heddle::gpu {

/// A row that knows the sum of the lengths of those listed before it.
template <class Index, class Offset> struct alignas(16) summed_piece {
  Offset begin;
  Index row;
  std::int32_t length;
  std::uint32_t before;
};

/// Of a policy whose lists have sums.
struct rows_for_sums : usual_rows {
  int shortest;
};

/// All lanes of a warp: an entry of the lane's own, of a row that it has, or none.
template <class Piece, class Visit> __device__ void walk_one(Piece row, bool mine, Visit& visit) {
  row.length = mine;
  visit.load(row);
  entry_batch<decltype(Piece::begin), 1> const one{
      {mine}, {mine ? row.begin : 0}, {static_cast<int>(threadIdx.x) & 31}};
  visit.batch(one);
}

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
/// "balanced redistribution", and "hybrid", which chooses between both). `Meets`: something is written down before, and
/// all blocks meet before they walk: where the blocks' stretches begin (Fu, Personick & Thompson: "two-phase
/// decomposition"), or the vertex of every entry, so that a thread takes an entry (Zhu, Li & Li: "perfect balance", by
/// "expand").
template <bool Meets> struct by_stretches : usual_policy {
  static constexpr listing lists = listing::summed;
  template <class I, class O, bool> using piece_of = summed_piece<I, O>;

  int share = 0;  // of a block; 0: as much as gives every resident thread the same, `most` at most
  int most = 0;
  int vertices_above = sharing::none;  // vertices count in steps of more entries a vertex than that; -1: in all
  int fewest = 1;                      // entries of a vertex that is listed, of those behind an edge
  bool writes_vertices = false;        // of entries
  counter least = 0;                   // vertices of a step; where there are fewer, they are dealt out like this:
  by_vertices<true> few = {};

  static by_stretches of(sharing const& by) {
    return {{},
            by.share,
            by.most,
            by.vertices_above,
            by.fewest,
            by.writes_rows,
            static_cast<counter>(by.least),
            by_vertices<true>::of(by)};
  }

  bool meets() const { return Meets; }

  /// What is written down before a meeting: the vertices where stretches begin, or those of all entries.
  template <class Piece> struct memory { unsigned* found; };
  template <class Piece> void arrange(carver& take, memory<Piece>& room, size_type, size_type nnz) const {
    if (Meets) take(room.found, writes_vertices ? nnz : nnz / max_of(share, 1) + 2);
  }

  template <class Room> __device__ rows_for_sums listing_by(Room const&, step_board*, std::int32_t step) const {
    return {{}, step > 0 ? fewest : 1};
  }

  template <int Width, class Rows, class Piece, class Stage, class Visit>
  __device__ void walk(Rows const& rows, memory<Piece> const& room, Stage& stage, Visit& visit) const {
    counter const word = load_fresh(&rows.counted().pieces), pieces = Stage::kept_type::count_of(word),
                  entries = Stage::kept_type::sum_of(word);
    if constexpr (Meets) {
      if (pieces < least) {
        Rows whole = rows;
        whole.found.pieces = pieces;
        return few.template walk<Width>(whole, by_vertices<true>::memory<Piece>{}, stage, visit);
      }
    }
    bool const counted = vertices_above < 0 || entries > pieces * static_cast<counter>(vertices_above);
    counter const own_key = counted ? 1 : 0, keys = entries + own_key * pieces;
    counter const even = (keys + global_threads() - 1) / global_threads() * blockDim.x;
    counter const chunk = share > 0 ? share : max_of(min_of(even, static_cast<counter>(most)), counter{1});
    stretch const all{pieces, keys, own_key, chunk};
    if constexpr (Meets) {
      if (writes_vertices) return walk_entries(rows, all, room.found, visit);
      write_begins(rows, all, room.found);
    }
    share_out(rows.items, all, room.found, [&](Piece own, counter, counter skipped, int taken, int until) {
      own.length = taken;
      visit.load(own);
      walk_parts<Width>(own.begin + static_cast<decltype(own.begin)>(skipped), taken, until,
                        [&](int, auto const& batch) { visit.batch(batch); });
    });
  }

 private:
  // What is shared out: keys, which are entries, and vertices where these count, in chunks for blocks.
  struct stretch {
    counter pieces, keys, own_key, chunk;

    template <class List> __device__ counter key(List const& list, counter i) const {
      return load_fresh(&list[i].before) + own_key * i;
    }
  };

  // take(piece, its place in the list, entries of it that are others', entries that are the warp's, the sum of these
  // over the lanes until this one), a piece a lane.
  template <bool Known = Meets, class List, class Take>
  __device__ static void share_out(List const& list, stretch const& all, [[maybe_unused]] unsigned const* begins,
                                   Take const& take) {
    using piece = std::remove_cvref_t<decltype(list[0])>;
    counter const lane = threadIdx.x & 31, warps = blockDim.x / 32, part = (all.chunk + warps - 1) / warps;
    for (counter k = blockIdx.x; k * all.chunk < all.keys; k += gridDim.x) {
      counter const begin = k * all.chunk + threadIdx.x / 32 * part;
      counter const end = min_of(min_of(begin + part, (k + 1) * all.chunk), all.keys);
      if (begin >= end) continue;
      counter at = 0, candidates = all.pieces;
      if constexpr (Known) {
        at = load_fresh(begins + k);
        candidates = load_fresh(begins + k + 1) + 1 - at;
      }
      at += last_item(candidates, [&](counter i) { return all.key(list, at + i) <= begin; });
      for (bool more = true; more; at += 32) {
        counter const mine = at + lane;
        piece const own = mine < all.pieces ? load_fresh(&list[mine]) : piece{};
        counter const first = own.before + all.own_key * (mine + 1), length = static_cast<counter>(own.length);
        counter const skipped = begin > first ? min_of(begin - first, length) : 0;
        counter const until = end > first ? min_of(end - first, length) : 0;
        int const taken = until > skipped ? static_cast<int>(until - skipped) : 0;
        take(own, mine, skipped, taken, sum_until(taken));
        more = !__any_sync(~0u, mine >= all.pieces || first + length >= end);
      }
    }
  }

  // All threads of all blocks: where the chunks begin, and the last ends.
  template <class Rows> __device__ static void write_begins(Rows const& rows, stretch const& all, unsigned* begins) {
    counter const chunks = (all.keys + all.chunk - 1) / all.chunk;
    for (counter k = global_thread() / 32; k <= chunks; k += global_threads() / 32) {
      counter const at = last_item(all.pieces, [&](counter i) { return all.key(rows.items, i) <= k * all.chunk; });
      if ((threadIdx.x & 31) == 0) begins[k] = static_cast<unsigned>(at);
    }
    meet(*rows.board);
  }

  // All threads of all blocks: every entry finds its vertex written down.
  template <class Rows, class Visit>
  __device__ static void walk_entries(Rows const& rows, stretch const& all, unsigned* vertices, Visit& visit) {
    using piece = std::remove_cvref_t<decltype(rows.items[0])>;
    int const lane = static_cast<int>(threadIdx.x) & 31;
    share_out<false>(rows.items, all, nullptr,
                     [&](piece const& own, counter mine, counter skipped, int taken, int until) {
                       counter const first = own.before + skipped;
                       int const total = __shfl_sync(~0u, until, 31);
                       for (int k = lane; k - lane < total; k += 32) {
                         int const owner = owner_of(k, until);
                         int const within = k - (__shfl_sync(~0u, until, owner) - __shfl_sync(~0u, taken, owner));
                         counter const entry = __shfl_sync(~0u, first, owner) + static_cast<counter>(within);
                         auto const vertex = static_cast<unsigned>(__shfl_sync(~0u, mine, owner));
                         if (k < total) vertices[entry] = vertex;
                       }
                     });
    meet(*rows.board);
    counter first = (static_cast<counter>(threadIdx.x / 32) * gridDim.x + blockIdx.x) * 32;
    for (; first < all.keys; first += global_threads()) {
      counter const entry = first + static_cast<counter>(lane);
      bool const mine = entry < all.keys;
      piece own{};
      if (mine) {
        own = load_fresh(&rows.items[load_fresh(vertices + entry)]);
        own.begin += static_cast<decltype(own.begin)>(entry - own.before);
      }
      walk_one(own, mine, visit);
    }
  }
};

}  // namespace heddle::gpu
