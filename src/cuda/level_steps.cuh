// level_steps.cuh - a breadth-first search in one kernel, and its steps: levels that are pushed from a list, and the
// frontier's change from a list to bits and back; pull_levels.cuh has those that are pulled.
#pragma once
#include <heddle/detail/cuda/sharing.cuh>

namespace heddle::gpu {

// Vertices that were reached, and entries that these have.
struct search_totals {
  counter reached, edges;
  __device__ void add(step_count const& found) {
    reached += found.rows;
    edges += found.entries;
  }
};

// Where a search stands before a step; the same in all blocks.
struct search_state {
  search_totals totals = {0, 0};
  std::int32_t level = -1;  // of the last vertices that were counted as reached
  std::int32_t step = 0;
  bool in_bits = false;  // the frontier is a set of bits, else a list
  bool front = false;    // which of the two sets was written last
  bool done = false;
};

// What a search is compiled for. Where a tree is asked for, lists say whose entries they hold.
template <class Index, class Offset, bool Tree, class Sharing> struct level_search {
  using I = Index;
  using O = Offset;
  static constexpr bool tree = Tree;
  using piece = typename Sharing::template piece_of<I, O, Tree>;
  using item = list_item<Sharing, piece>;
  using stage = frontier_stage<piece, Sharing::lists>;
  Sharing sharing;
  typename Sharing::template memory<piece> of_sharing;
  O const* offsets;
  I const* indices;
  O const* column_offsets;  // null: columns are not at hand
  I const* column_indices;
  size_type n, nnz;
  I source;
  std::int32_t* levels;
  primitives::byte* present;
  I* parents;  // of a tree
  bool any_parent;
  size_type const* targets;
  size_type num_targets;
  float push_cost;  // of an entry, in questions of a pull
  step_board* board;
  unsigned* visited;
  unsigned* fronts[2];
  item* lists;
  size_type room;  // for the lists of even and of odd steps, from either end: a vertex is listed once

  HEDDLE_FN size_type words() const { return (n + 31) / 32; }
  HEDDLE_FN size_type first_word() const { return 0; }  // of its vertices, in the bits of a frontier
  HEDDLE_FN list_end<item> list(std::int32_t step) const {
    return step & 1 ? list_end<item>{lists + room - 1, -1} : list_end<item>{lists, 1};
  }
  // Of a vertex whose entries begin there; its length is yet to be said.
  static HEDDLE_FN piece piece_of([[maybe_unused]] I vertex, O begin) {
    if constexpr (requires(piece p) { p.row; }) {
      return {begin, vertex, 0};
    } else {
      return {begin, 0};
    }
  }
};

// A step of one block: what it reads and writes.
template <class Search> struct search_step {
  using I = typename Search::I;
  using O = typename Search::O;
  using piece = typename Search::piece;
  using stage_type = typename Search::stage;
  Search const& s;
  stage_type& stage;
  search_state const& now;
  typename stage_type::tally tally = {};
  counter before = 0;  // items that the list has from elsewhere

  __device__ auto old_list() const { return s.list(now.step + 1); }
  __device__ auto list() const {
    auto all = s.list(now.step);
    all.first += all.step * static_cast<std::int64_t>(before);
    return all;
  }
  __device__ unsigned const* old_front() const { return s.fronts[now.front]; }
  // Of the vertices of the search itself.
  __device__ unsigned const* own_old_front() const { return old_front() + s.first_word(); }
  __device__ unsigned* front() const { return s.fronts[!now.front] + s.first_word(); }

  __device__ auto listing_by() const { return s.sharing.listing_by(s.of_sharing, s.board, now.step); }
  __device__ counter* listed() const { return &s.board->found[now.step % 3].pieces; }

  template <int Width> __device__ void append(bool const (&found)[Width], piece (&row)[Width], O const (&end)[Width]) {
    stage.append(list(), listed(), tally, found, row, end, listing_by());
  }
  // Entries [rest[w], end[w]) of the columns of vertices first + w * stride.
  template <int Width>
  __device__ void list_rest(size_type first, size_type stride, O const (&rest)[Width], O const (&end)[Width]) {
    bool some = false;
#pragma unroll
    for (int w = 0; w < Width; ++w) some |= rest[w] < end[w];
    if (!__any_sync(~0u, some)) return;
    piece row[Width];
    O length[Width];
#pragma unroll
    for (int w = 0; w < Width; ++w) {
      row[w] = s.piece_of(static_cast<I>(first + w * stride), rest[w]);
      length[w] = end[w] - rest[w];
    }
    stage.append_uncounted(list(), listed(), tally, row, length, listing_by());
  }
  __device__ void arrive() { stage.arrive(list(), *s.board, now.step, tally); }
  // The entries that the step before has listed, of which it has `found` so many.
  template <class Step> __device__ void walk(step_count const& found, Step& visit) {
    s.sharing.template walk<4>(listed_rows<list_end<typename Search::item>>{old_list(), found, s.board, now.step},
                               s.of_sharing, stage, visit);
  }
};

// The least wins, and no parent, -1, is greater than all.
template <class I> __device__ void offer_parent(I* parent, I from) {
  using word = std::conditional_t<sizeof(I) == 4, unsigned, unsigned long long>;
  atomicMin(reinterpret_cast<word*>(parent), static_cast<word>(from));
}

// Nothing is reached but the source.
template <class Search> __device__ void begin(search_step<Search>& step) {
  using I = typename Search::I;
  auto const& s = step.s;
  for (counter v = global_thread(); v < static_cast<counter>(s.n); v += global_threads()) {
    bool const is_source = static_cast<I>(v) == s.source;
    s.levels[v] = is_source ? 0 : -1;
    if constexpr (Search::tree) s.parents[v] = is_source ? s.source : I(-1);
  }
  for (counter w = global_thread(); w < static_cast<counter>(s.words()); w += global_threads()) {
    s.visited[w] = static_cast<I>(w) == s.source >> 5 ? 1u << (s.source & 31) : 0u;
  }
  if (global_thread() >= 32) return;
  bool const found[] = {threadIdx.x == 0};
  typename Search::piece row[] = {s.piece_of(s.source, s.offsets[s.source])};
  typename Search::O const end[] = {s.offsets[s.source + 1]};
  step.append(found, row, end);
}

template <class Search> struct pushing : search_step<Search> {
  using typename search_step<Search>::I;
  using typename search_step<Search>::O;
  using typename search_step<Search>::piece;
  static constexpr bool Tree = Search::tree;
  bool few;         // what a claim costs is waiting: rows are asked for before it is known whether they are new
  bool short_rows;  // most of what they lead to is new, and is claimed without being asked
  I row = 0;

  __device__ void load([[maybe_unused]] piece const& of) {
    if constexpr (Tree) row = of.row;
  }
  template <int Width> __device__ void batch(entry_batch<O, Width> const& at) {
    auto const& s = this->s;
    I v[Width];
    O begin[Width], end[Width];
    bool is_new[Width];
#pragma unroll
    for (int w = 0; w < Width; ++w) v[w] = __ldg(s.indices + at.at[w]);
    std::int32_t level[Width];
    if (few) {
#pragma unroll
      for (int w = 0; w < Width; ++w) {
        if (Tree && !s.any_parent) level[w] = load_fresh(s.levels + v[w]);
        begin[w] = __ldg(s.offsets + v[w]);
        end[w] = __ldg(s.offsets + v[w] + 1);
        is_new[w] = at.active[w];
      }
      if (!short_rows) {
        unsigned seen[Width];
#pragma unroll
        for (int w = 0; w < Width; ++w) seen[w] = load_fresh(s.visited + (v[w] >> 5));
#pragma unroll
        for (int w = 0; w < Width; ++w) is_new[w] = is_new[w] && !(seen[w] >> (v[w] & 31) & 1);
      }
#pragma unroll
      for (int w = 0; w < Width; ++w) is_new[w] = is_new[w] && claim_bit(s.visited, v[w]);
#pragma unroll
      for (int w = 0; w < Width; ++w) {
        if (is_new[w] && begin[w] < end[w]) prefetch(s.indices + begin[w]);
      }
    } else {
      bool seen[Width];
#pragma unroll
      for (int w = 0; w < Width; ++w) seen[w] = load_fresh(s.visited + (v[w] >> 5)) >> (v[w] & 31) & 1;
#pragma unroll
      for (int w = 0; w < Width; ++w) {
        is_new[w] = at.active[w] && !seen[w] && claim_bit(s.visited, v[w]);
        if (Tree && !s.any_parent) level[w] = at.active[w] && seen[w] ? load_fresh(s.levels + v[w]) : -1;
      }
#pragma unroll
      for (int w = 0; w < Width; ++w) {
        I const row = is_new[w] ? v[w] : I(0);
        begin[w] = __ldg(s.offsets + row);
        end[w] = __ldg(s.offsets + row + 1);
      }
    }
    if constexpr (Tree) offer(at, v, level, is_new);
    piece rows[Width];
#pragma unroll
    for (int w = 0; w < Width; ++w) {
      if (is_new[w]) s.levels[v[w]] = this->now.level + 1;
      rows[w] = s.piece_of(v[w], begin[w]);
    }
    this->append(is_new, rows, end);
  }

 private:
  // Where any parent will do, to the vertices that are claimed here. Else to all of this step, whichever entry claims
  // them: those that have its level, or none so far.
  template <int Width>
  __device__ void offer(entry_batch<O, Width> const& at, I const (&v)[Width], std::int32_t const (&level)[Width],
                        bool const (&is_new)[Width]) {
    auto const& s = this->s;
#pragma unroll
    for (int w = 0; w < Width; ++w) {
      I const from = __shfl_sync(~0u, row, at.owner[w]);
      if (s.any_parent) {
        if (is_new[w]) s.parents[v[w]] = from;
      } else if (at.active[w] && (level[w] < 0 || level[w] == this->now.level + 1)) {
        offer_parent(s.parents + v[w], from);
      }
    }
  }
};

// The frontier as bits, from levels.
template <class Search> __device__ void list_to_bits(search_step<Search>& step) {
  constexpr int words = 4;
  auto const& s = step.s;
  int const lane = static_cast<int>(threadIdx.x) & 31;
  size_type const last = s.words(), warps = static_cast<size_type>(global_threads() / 32);
  for (size_type first = global_thread() / 32; first < last; first += warps * words) {
    std::int32_t level[words];
#pragma unroll
    for (int k = 0; k < words; ++k) level[k] = __ldcg(s.levels + min_of(32 * (first + k * warps) + lane, s.n - 1));
#pragma unroll
    for (int k = 0; k < words; ++k) {
      size_type const w = first + k * warps;
      unsigned const bits = __ballot_sync(~0u, 32 * w + lane < s.n && level[k] == step.now.level);
      if (lane == 0 && w < last) step.front()[w] = bits;
    }
  }
}

template <class Search> __device__ void bits_to_list(search_step<Search>& step) {
  using I = typename Search::I;
  using O = typename Search::O;
  constexpr int words = 8;  // of a warp, which looks at those with bits alone
  auto const& s = step.s;
  int const lane = static_cast<int>(threadIdx.x) & 31;
  counter const last = s.words();
  for (counter first = global_thread() / 32 * words; first < last; first += global_threads() / 32 * words) {
    bool const reads = lane < words && first + lane < last;
    unsigned const mine = reads ? __ldcg(step.own_old_front() + first + lane) : 0;
    for (unsigned some = __ballot_sync(~0u, mine != 0); some; some &= some - 1) {
      int const k = __ffs(some) - 1;
      counter const v = 32 * (first + k) + lane;
      bool const found[] = {(__shfl_sync(~0u, mine, k) >> lane & 1) != 0};
      typename Search::piece row[] = {s.piece_of(static_cast<I>(v), found[0] ? __ldg(s.offsets + v) : O(0))};
      O const end[] = {found[0] ? __ldg(s.offsets + v + 1) : O(0)};
      step.append(found, row, end);
    }
  }
}

}  // namespace heddle::gpu
