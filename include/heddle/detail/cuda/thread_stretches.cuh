// thread_stretches.cuh - equal shares of the entries of a list, or of its vertices and entries together, for threads.
#pragma once
#include <heddle/detail/cuda/stretches.cuh>

namespace heddle::gpu {

/// Stretches of equally many entries, or of vertices and entries together, to threads, each of which searches for where
/// its own begins and walks it alone: "workload decomposition" of Raval et al., "Dynamic Load Balancing Strategies for
/// Graph Applications on GPUs", 2017. `Turns`, before that: a thread takes so many entries of a vertex, and lists what
/// is left of it for the next turn, until few vertices have some left, or there were so many turns ("hierarchical
/// processing").
template <bool Turns> struct by_thread_stretches : usual_policy {
  static constexpr listing lists = listing::summed;
  template <class I, class O, bool> using piece_of = summed_piece<I, O>;

  int share = 0;                       // of a thread; 0: as much as gives every resident one the same
  int vertices_above = sharing::none;  // as by_stretches has it
  int fewest = 1;                      // entries of a vertex that is listed, of those behind an edge
  int turn = 1;                        // entries of a vertex in a turn
  unsigned few = 0;                    // vertices that are not worth a turn
  unsigned depth = sharing::none;      // turns of a step, at most

  static by_thread_stretches of(sharing const& by) {
    return {{},
            by.share,
            by.vertices_above,
            by.fewest,
            by.turn,
            static_cast<unsigned>(by.few),
            static_cast<unsigned>(by.depth)};
  }

  bool meets() const { return Turns; }

  /// Vertices with entries left, of even and of odd turns.
  template <class Piece> struct memory { Piece* left[2]; };
  template <class Piece> void arrange(carver& take, memory<Piece>& room, size_type n, size_type nnz) const {
    if constexpr (Turns) {
      for (auto& list : room.left) take(list, min_of(n, nnz / (size_type{turn} + 1)));
    }
  }

  template <class Room> __device__ rows_for_sums listing_by(Room const&, step_board*, std::int32_t step) const {
    return {{}, step > 0 ? fewest : 1};
  }

  template <int Width, class Rows, class Piece, class Stage, class Visit>
  __device__ void walk(Rows const& rows, memory<Piece> const& room, Stage&, Visit& visit) const {
    using kept = typename Stage::kept_type;
    auto list = rows.items;
    counter word = load_fresh(&rows.counted().pieces);
    if constexpr (Turns) word = take_turns<Width, kept>(list, word, room, *rows.board, visit);
    walk_stretches<Width>(list, kept::count_of(word), kept::sum_of(word), visit);
  }

 private:
  // All threads of all blocks: turns, as long as they are worth it. Returns what is left, and makes `list` that list.
  template <int Width, class Kept, class List, class Piece, class Visit>
  __device__ counter take_turns(List& list, counter word, memory<Piece> const& room, step_board& board,
                                Visit& visit) const {
    int const lane = static_cast<int>(threadIdx.x) & 31;
    counter number = meetings(board);
    for (counter const end = number + depth; number < end && Kept::count_of(word) >= max_of(few, 1u); ++number) {
      counter const pieces = Kept::count_of(word);
      counter first = (static_cast<counter>(threadIdx.x / 32) * gridDim.x + blockIdx.x) * 32;
      for (; first < pieces; first += global_threads()) {
        Piece own{};
        if (first + lane < pieces) own = load_fresh(&list[first + lane]);
        int const taken = min_of(own.length, turn), rest = own.length - taken;
        auto next = own.begin;
        own.length = taken;
        visit.load(own);
        walk_whole<Width>(next, taken, visit);
        own.begin = next;
        own.length = rest;
        put_off<Kept>(own, room.left[number & 1], &board.left[number % 3]);
      }
      if (global_thread() == 0) board.left[(number + 1) % 3] = 0;
      meet(board);
      word = load_fresh(&board.left[number % 3]);
      list = list_of<List>(room.left[number & 1]);
    }
    return word;
  }

  template <class List, class Piece> static __device__ List list_of(Piece* first) {
    if constexpr (std::is_pointer_v<List>) {
      return first;
    } else {
      return List{first, 1};
    }
  }

  // All lanes of a warp: what is left of the vertices of lanes, if anything.
  template <class Kept, class Piece> __device__ static void put_off(Piece& own, Piece* left, counter* counted) {
    int const lane = static_cast<int>(threadIdx.x) & 31;
    counter const mine = Kept::word_of(static_cast<unsigned>(own.length)), until = sum_until(mine);
    counter const all = __shfl_sync(~0u, until, 31);
    if (all == 0) return;
    counter place = 0;
    if (lane == 0) place = atomicAdd(counted, all);
    place = __shfl_sync(~0u, place, 0) + until - mine;
    own.before = Kept::sum_of(place);
    if (own.length > 0) left[Kept::count_of(place)] = own;
  }

  template <int Width, class List, class Visit>
  __device__ void walk_stretches(List const& list, unsigned pieces, unsigned entries, Visit& visit) const {
    using piece = std::remove_cvref_t<decltype(list[0])>;
    using offset = decltype(piece::begin);
    unsigned const lane = threadIdx.x & 31;
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
        walk_some<Width>(next, left, visit);
      }
    }
  }
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
  // All entries of lanes, each by its own.
  template <int Width, class Offset, class Visit>
  __device__ static void walk_whole(Offset& next, int left, Visit& visit) {
    while (__any_sync(~0u, left > 0)) walk_some<Width>(next, left, visit);
  }
  // Some of them, as many at once as are worth it.
  template <int Width, class Offset, class Visit>
  __device__ static void walk_some(Offset& next, int& left, Visit& visit) {
    if (__any_sync(~0u, left > 1)) {
      walk_alone<Width>(next, left, visit);
    } else {
      walk_alone<1>(next, left, visit);
    }
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
