// rank_search_steps.cuh - the steps of a breadth-first search among GPUs that are not those of one: a push along own
// rows, which takes own vertices and offers parents to those of others, these offers put in order for their owners, who
// take them, and the bits of other ranks' frontiers. Buluc & Madduri, "Parallel Breadth-First Search on Distributed
// Memory Systems", SC 2011.
#pragma once
#include "src/cuda/pull_levels.cuh"
#include "src/cuda/rank_offers.cuh"

namespace heddle::gpu {

// What a rank searches. Vertices of lists, rows and results are counted from its first one; those of entries, parents
// and bits of frontiers are the graph's. All that it has met is a bit in `met`: own vertices that were reached, others'
// that it has offered a parent in a level before or has seen in a frontier.
template <class Offset> struct rank_search : level_search<std::int32_t, Offset, true, by_pieces>, rank_share {
  using I = std::int32_t;
  using O = Offset;
  struct peer {
    rank_board* board;
    unsigned const* fronts[2];
    counter const* offers;
  };
  peer of_rank[most_kernel_ranks];
  size_type all_vertices, all_entries;
  bool pulls;             // whether columns are at hand
  size_type thin_levels;  // where these have less work, vertices and entries, the search ends; 0: never
  counter thin_work;
  unsigned* met;
  unsigned* least;  // parent for a vertex of another rank; no_parent before it was met
  I* listed;        // vertices of others that were met in this level, -1: none
  counter* offers;  // those of an owner, one after the other

  static constexpr unsigned no_parent = ~0u;

  HEDDLE_FN rank_board* board_of(int r) const { return of_rank[r].board; }
  HEDDLE_FN size_type first_word() const { return cuts[rank] / 32; }
  HEDDLE_FN size_type words_of(int r) const { return (cuts[r + 1] - cuts[r] + 31) / 32; }
  HEDDLE_FN size_type all_words() const { return (all_vertices + 31) / 32; }
  HEDDLE_FN size_type others() const { return all_vertices - this->n; }
  // Of a vertex of another rank, among all of these.
  HEDDLE_FN size_type place_of(I v) const { return v < first() ? v : v - this->n; }
};

// An offer: the vertex as its owner counts, and the least parent that a rank has for it.
__device__ inline counter offer_of(std::int32_t vertex, unsigned parent) {
  return static_cast<counter>(vertex) << 32 | parent;
}

// Nothing is reached but the source.
template <class Search> __device__ void begin_rank(search_step<Search>& step) {
  auto const& s = step.s;
  auto const all = [](size_type n, auto const& of) {
    for (counter i = global_thread(); i < static_cast<counter>(n); i += global_threads()) of(i);
  };
  size_type const source = s.source - s.first();
  bool const is_mine = source >= 0 && source < s.n;
  all(s.n, [&](counter v) {
    bool const is_source = static_cast<size_type>(v) == source;
    s.levels[v] = is_source ? 0 : -1;
    s.parents[v] = is_source ? s.source : -1;
  });
  all(s.all_words(), [&](counter w) {
    s.met[w] = is_mine && static_cast<std::int32_t>(w) == s.source >> 5 ? 1u << (s.source & 31) : 0u;
  });
  all(s.others(), [&](counter k) { s.least[k] = s.no_parent; });
  if (global_thread() >= 32 || !is_mine) return;
  bool const found[] = {threadIdx.x == 0};
  typename Search::piece row[] = {s.piece_of(static_cast<std::int32_t>(source), s.offsets[source])};
  typename Search::O const end[] = {s.offsets[source + 1]};
  step.append(found, row, end);
}

// What takes vertices of its own for the next frontier.
template <class Search> struct taking : search_step<Search> {
  using typename search_step<Search>::I;
  using typename search_step<Search>::O;
  using typename search_step<Search>::piece;

  // All lanes of a warp: asks[w] offers vertex v[w] of this rank a parent. Those that are reached by it are listed, and
  // the least stays of what is offered in this level.
  template <int Width> __device__ void take(bool const (&asks)[Width], I const (&v)[Width], I const (&parent)[Width]) {
    auto const& s = this->s;
    bool is_new[Width];
    std::int32_t level[Width];
    O begin[Width], end[Width];
    piece rows[Width];
#pragma unroll
    for (int w = 0; w < Width; ++w) {
      is_new[w] = asks[w] && !(load_fresh(s.visited + (v[w] >> 5)) >> (v[w] & 31) & 1);
    }
#pragma unroll
    for (int w = 0; w < Width; ++w) {
      level[w] = asks[w] && !is_new[w] ? load_fresh(s.levels + v[w]) : -1;
      is_new[w] = is_new[w] && claim_bit(s.visited, v[w]);
    }
#pragma unroll
    for (int w = 0; w < Width; ++w) {
      begin[w] = is_new[w] ? __ldg(s.offsets + v[w]) : O(0);
      end[w] = is_new[w] ? __ldg(s.offsets + v[w] + 1) : O(0);
      if (asks[w] && (level[w] < 0 || level[w] == this->now.level + 1)) offer_parent(s.parents + v[w], parent[w]);
      if (is_new[w]) s.levels[v[w]] = this->now.level + 1;
      rows[w] = s.piece_of(v[w], begin[w]);
    }
    this->append(is_new, rows, end);
  }
};

// Entries of the frontier's rows: own vertices are taken, to others a parent is offered.
template <class Search> struct pushing_among : taking<Search> {
  using typename search_step<Search>::I;
  using typename search_step<Search>::O;
  using typename search_step<Search>::piece;
  list_window window = {};
  I row = 0;

  __device__ void load(piece const& of) { row = of.row; }
  template <int Width> __device__ void batch(entry_batch<O, Width> const& at) {
    auto const& s = this->s;
    I v[Width], own[Width], parent[Width];
    bool is_own[Width], is_met[Width], is_other[Width];
#pragma unroll
    for (int w = 0; w < Width; ++w) {
      v[w] = __ldg(s.indices + at.at[w]);
      parent[w] = __shfl_sync(~0u, row, at.owner[w]) + s.first();
    }
#pragma unroll
    for (int w = 0; w < Width; ++w) {
      bool const mine = static_cast<unsigned>(v[w] - s.first()) < static_cast<unsigned>(s.n);
      is_own[w] = at.active[w] && mine;
      is_other[w] = at.active[w] && !mine;
      own[w] = is_own[w] ? v[w] - s.first() : 0;
    }
    this->take(is_own, own, parent);
    if (s.ranks == 1) return;
    unsigned best[Width];
#pragma unroll
    for (int w = 0; w < Width; ++w) {
      is_met[w] = is_other[w] && !(load_fresh(s.met + (v[w] >> 5)) >> (v[w] & 31) & 1);
    }
#pragma unroll
    for (int w = 0; w < Width; ++w) best[w] = is_met[w] ? load_fresh(s.least + s.place_of(v[w])) : 0;
#pragma unroll
    for (int w = 0; w < Width; ++w) {
      unsigned const from = static_cast<unsigned>(parent[w]);
      if (from < best[w]) best[w] = atomicMin(s.least + s.place_of(v[w]), from);
      is_met[w] = is_met[w] && best[w] == s.no_parent;
    }
    // Each vertex is met for the first time once.
    list_vertices(s.listed, &s.board_of(s.rank)->listed, window, is_met, v);
  }
  __device__ void fill() { fill_window(this->s.listed, window); }
};

// What was listed, each with its least parent, for the owners. These vertices are offered no parent again.
template <class Search> __device__ void order_offers(Search const& s) {
  using I = typename Search::I;
  order_offers(s, s.listed, load_fresh(&s.board_of(s.rank)->listed), s.offers, [&](I v, int owner) {
    atomicOr(s.met + (v >> 5), 1u << (v & 31));
    return offer_of(v - s.cuts[owner], load_fresh(s.least + s.place_of(v)));
  });
}

// What others offer, of whom each has said how much.
template <class Search> __device__ void take_offers(taking<Search>& step, rank_messages const& said) {
  using I = typename Search::I;
  auto const& s = step.s;
  if (blockIdx.x == 0) {  // those that this rank has made are with their owners, who were told how many there are
    rank_board* const board = s.board_of(s.rank);
    if (threadIdx.x == 0) board->listed = 0;
    if (threadIdx.x < static_cast<unsigned>(s.ranks)) board->offered[threadIdx.x] = 0;
  }
  for (int r = 0; r < s.ranks; ++r) {
    if (r == s.rank) continue;
    read_offers<4>(s.of_rank[r].offers + s.offers_begin(r, s.rank), said.of[r].offers,
                   [&]<int Width>(bool const(&asks)[Width], counter const(&offer)[Width]) {
                     I v[Width], parent[Width];
#pragma unroll
                     for (int w = 0; w < Width; ++w) {
                       v[w] = static_cast<I>(offer[w] >> 32);
                       parent[w] = static_cast<I>(offer[w] & ~0u);
                     }
                     step.take(asks, v, parent);
                   });
  }
}

// The frontier of other ranks, whose vertices are offered no parent again.
template <class Search> __device__ void copy_fronts(search_step<Search>& step) {
  auto const& s = step.s;
  bool const front = step.now.front;
  for (int r = 0; r < s.ranks; ++r) {
    if (r == s.rank) continue;
    counter const begin = static_cast<counter>(s.cuts[r] / 32), words = static_cast<counter>(s.words_of(r));
    unsigned const* const from = s.of_rank[r].fronts[front] + begin;
    unsigned *const to = s.fronts[front] + begin, *const met = s.met + begin;
    counter const fours = begin % 4 == 0 ? words / 4 : 0;
    for (counter k = global_thread(); k < fours; k += global_threads()) {
      int4 const bits = load_far(reinterpret_cast<int4 const*>(from) + k);
      int4 all = load_fresh(reinterpret_cast<int4 const*>(met) + k);
      all.x |= bits.x, all.y |= bits.y, all.z |= bits.z, all.w |= bits.w;
      reinterpret_cast<int4*>(to)[k] = bits;
      reinterpret_cast<int4*>(met)[k] = all;
    }
    for (counter w = 4 * fours + global_thread(); w < words; w += global_threads()) {
      unsigned const bits = load_far(from + w);
      to[w] = bits;
      met[w] = load_fresh(met + w) | bits;
    }
  }
}

}  // namespace heddle::gpu
