// rank_paths_steps.cuh - the steps of a round of shortest paths among GPUs: rows of the near list are relaxed, which
// lists or puts off what they improve, whoever owns it; and what is near of others' is offered to its owners, who take
// it. rank_paths_splits.cuh has those between rounds.
#pragma once
#include <heddle/ops/fixpoint/search_step.cuh>

#include "src/cuda/rank_offers.cuh"

namespace heddle::gpu {

// What is offered to the owner of a vertex, which counts it from its first one.
template <class T> struct alignas(2 * sizeof(T)) distance_offer {
  T distance;
  std::int32_t vertex;
};

// What a rank searches. Rows are counted from its first one; vertices of columns, lists of others and piles are the
// graph's. A distance of a vertex of another rank is the least that this one has found, and has offered or is to offer.
template <class Distance, class Offsets>
struct rank_paths : fixpoint_kernels::search<min_plus<Distance>, Distance, std::int32_t, Offsets, by_pieces>,
                    rank_share {
  using offer = distance_offer<Distance>;
  struct peer {
    rank_board* board;
    offer const* offers[2];
  };
  peer of_rank[most_kernel_ranks];
  step_board* board;
  size_type all_vertices, all_entries, source;
  std::int32_t* listed;   // vertices of others that are near, -1: none
  offer* offers[2];       // those of an owner, one after the other; of even and of odd exchanges
  Distance* distances;    // of own vertices, at the end
  size_type thin_rounds;  // of less work the search ends then; 0: never
  counter thin_work;

  HEDDLE_FN rank_board* board_of(int r) const { return of_rank[r].board; }
  HEDDLE_FN size_type others() const { return all_vertices - this->a.major; }
  HEDDLE_FN bool is_own(std::int32_t v) const {
    return static_cast<unsigned>(v - first()) < static_cast<unsigned>(this->a.major);
  }
};

// What a block has in shared memory. Windows of its warps are there too: registers are what a relaxation is short of.
template <class Search> struct paths_stage : fixpoint_kernels::stages<Search> {
  struct kept_window {
    counter at;
    int left;

    // All lanes of the warp: use(window), of which `length` is asked for when it has no more.
    template <class Use> __device__ void with(int length, Use const& use) {
      list_window own{at, left, length};
      use(own);
      __syncwarp();
      if ((threadIdx.x & 31) == 0) {
        at = own.at;
        left = own.left;
      }
      __syncwarp();
    }
  };
  kept_window of_piles[fixpoint_kernels::threads / 32], of_others[fixpoint_kernels::threads / 32];

  __device__ void begin() {
    if ((threadIdx.x & 31) == 0) of_piles[threadIdx.x / 32].left = of_others[threadIdx.x / 32].left = 0;
    fixpoint_kernels::stages<Search>::begin();
  }
  __device__ kept_window& of_pile() { return of_piles[threadIdx.x / 32]; }
  __device__ kept_window& of_other() { return of_others[threadIdx.x / 32]; }
};

// A step of one block. Lists change with the round: what a relaxation lists, what others have offered then and what a
// split lists are one list.
template <class Search> struct paths_step : fixpoint_kernels::search_step<Search> {
  using base = fixpoint_kernels::search_step<Search>;
  using typename base::Index;
  using typename base::Offset;
  using typename base::piece;
  using typename base::T;
  counter before = 0;  // items that the list has from elsewhere

  __device__ auto& kept() const { return static_cast<paths_stage<Search>&>(this->stage); }
  __device__ std::int32_t round() const { return static_cast<std::int32_t>(this->now.pile.rounds); }
  __device__ piece* near_list() const { return this->s.lists[round() & 1] + before; }

  // Rows of this rank, by their vertices.
  template <int Width>
  __device__ void list(bool const (&found)[Width], piece (&row)[Width], Offset const (&end)[Width]) {
    auto const& s = this->s;
    this->stage.near.append(near_list(), &s.board->found[this->now.step % 3].pieces, this->tally, found, row, end,
                            s.sharing.listing_by(s.of_sharing, s.board, this->now.step));
  }
  template <int Width> __device__ void put_off(bool const (&found)[Width], Index const (&row)[Width]) {
    kept().of_pile().with(list_window::usual, [&](list_window& own) {
      this->stage.far.append(this->pile(), this->waiting(), own, found, row);
    });
  }
  __device__ void close_pile() {
    kept().of_pile().with(0, [&](list_window& own) { this->stage.far.fill(this->pile(), own); });
    this->store_pile();
  }
  __device__ void arrive(bool all) {
    if (all) close_pile();
    this->stage.near.arrive(near_list(), *this->s.board, this->now.step, this->tally);
    if (threadIdx.x == 0) this->stage.far_is_full = this->stage.far.held > fixpoint_kernels::pile_crowd;
  }
};

// Nothing is reached but the source, whose row is near.
template <class Search> __device__ void begin_paths(paths_step<Search>& step) {
  using T = typename Search::T;
  auto const& s = step.s;
  auto const all = [](size_type n, auto const& of) {
    for (counter i = global_thread(); i < static_cast<counter>(n); i += global_threads()) of(i);
  };
  all(s.all_vertices, [&](counter v) {
    s.values[v] = static_cast<size_type>(v) == s.source ? T(0) : std::numeric_limits<T>::infinity();
    s.listed_in[v] = -1;
  });
  all(ceil_div(s.all_vertices, 32), [&](counter w) { s.waits[w] = 0; });
  size_type const row = s.source - s.first();
  if (global_thread() >= 32 || row < 0 || row >= s.a.major) return;
  bool const found[] = {threadIdx.x == 0};
  typename Search::piece rows[] = {{s.a.offsets[row], static_cast<std::int32_t>(s.source), 0}};
  typename Search::Offset const end[] = {s.a.offsets[row + 1]};
  step.list(found, rows, end);
}

// Entries of the near list offer sums to their columns.
template <class Search> struct relaxing_among : paths_step<Search> {
  using typename paths_step<Search>::Index;
  using typename paths_step<Search>::Offset;
  using typename paths_step<Search>::piece;
  using typename paths_step<Search>::T;
  using word = std::conditional_t<sizeof(T) == 4, unsigned, unsigned long long>;
  bool few;  // what a relaxation costs is waiting: rows are asked for before it is known whether they change
  word x = 0;

  __device__ relaxing_among(paths_step<Search> const& of, bool is_few) : paths_step<Search>(of), few(is_few) {}

  __device__ void load(piece const& of) {
    T const from = load_fresh(this->s.values + of.row);
    memcpy(&x, &from, sizeof(T));
  }

  template <int Width> __device__ void batch(entry_batch<Offset, Width> const& at) {
    auto const& s = this->s;
    Index j[Width];
    T offered[Width], old[Width];
    bool active[Width], near[Width], away[Width], others[Width];
    Offset begin[Width], end[Width];
#pragma unroll
    for (int w = 0; w < Width; ++w) {
      j[w] = __ldg(s.a.indices + at.at[w]);
      offered[w] = s.a.values[at.at[w]];
    }
#pragma unroll
    for (int w = 0; w < Width; ++w) {
      word const bits = __shfl_sync(~0u, x, at.owner[w]);
      T from;
      memcpy(&from, &bits, sizeof(T));
      offered[w] = s.sr.multiply(from, offered[w]);
      others[w] = !s.is_own(j[w]);
      if (few) ask_row(others[w] ? Index(0) : j[w] - s.first(), begin[w], end[w]);
    }
#pragma unroll
    for (int w = 0; w < Width; ++w) old[w] = load_fresh(s.values + j[w]);
#pragma unroll
    for (int w = 0; w < Width; ++w) {
      active[w] = at.active[w] && offered[w] < old[w];
      if (active[w]) active[w] = offered[w] < exchange(s.sr.add, s.values + j[w], offered[w]);
    }
    std::int32_t last[Width];
    bool any = false, any_away = false, any_others = false;
#pragma unroll
    for (int w = 0; w < Width; ++w) {
      away[w] = active[w] && this->now.pivot < offered[w];
      near[w] = active[w] && !away[w];
      any |= active[w];
      if (near[w]) last[w] = atomicExch(s.listed_in + j[w], this->round());
      if (away[w]) away[w] = claim_bit(s.waits, j[w]);
      any_away |= away[w];
    }
    if (!__any_sync(~0u, any)) return;
    piece rows[Width];
#pragma unroll
    for (int w = 0; w < Width; ++w) {
      near[w] = near[w] && last[w] != this->round();
      others[w] = near[w] && others[w];
      near[w] = near[w] && !others[w];
      any_others |= others[w];
      if (!few) ask_row(near[w] ? j[w] - s.first() : Index(0), begin[w], end[w]);
      if (few && near[w] && begin[w] < end[w]) {
        prefetch(s.a.indices + begin[w]);
        if (s.a.values.data) prefetch(s.a.values.data + begin[w]);
      }
      rows[w] = {begin[w], j[w], 0};
    }
    this->list(near, rows, end);
    if (__any_sync(~0u, any_away)) this->put_off(away, j);
    if (!__any_sync(~0u, any_others)) return;
    if ((threadIdx.x & 31) == 0) this->stage.near.has_long = true;
    this->kept().of_other().with(few ? 0 : list_window::usual, [&](list_window& own) {
      list_vertices(s.listed, &s.board->found[this->now.step % 3].aside, own, others, j);
    });
  }
  __device__ void fill() {
    this->kept().of_other().with(0, [&](list_window& own) { fill_window(this->s.listed, own); });
  }

 private:
  __device__ void ask_row(Index row, Offset& begin, Offset& end) const {
    begin = __ldg(this->s.a.offsets + row);
    end = __ldg(this->s.a.offsets + row + 1);
  }
};

// What this rank has found near of others' vertices, for their owners.
template <class Search> __device__ void order_distances(Search const& s, counter listed, bool side) {
  using offer = typename Search::offer;
  order_offers(s, s.listed, listed, s.offers[side], [&](std::int32_t v, int owner) {
    return offer{load_fresh(s.values + v), v - s.cuts[owner]};
  });
}

// What others offer, of whom each has said how much. Where they split their piles some of it is far.
template <class Search> __device__ void take_distances(paths_step<Search>& step, rank_messages const& said, bool side) {
  using Index = typename Search::Index;
  using Offset = typename Search::Offset;
  using T = typename Search::T;
  auto const& s = step.s;
  auto const take = [&]<int Width>(bool const(&asks)[Width], typename Search::offer const(&offer)[Width]) {
    T old[Width];
    bool near[Width], away[Width], any_away = false;
    std::int32_t last[Width];
    Index row[Width];
    Offset end[Width];
    typename Search::piece rows[Width];
    T* const values = s.values + s.first();
    std::int32_t* const listed_in = s.listed_in + s.first();
#pragma unroll
    for (int w = 0; w < Width; ++w) old[w] = load_fresh(values + offer[w].vertex);
#pragma unroll
    for (int w = 0; w < Width; ++w) {
      near[w] = asks[w] && offer[w].distance < old[w];
      if (near[w]) near[w] = offer[w].distance < exchange(s.sr.add, values + offer[w].vertex, offer[w].distance);
    }
#pragma unroll
    for (int w = 0; w < Width; ++w) {
      away[w] = near[w] && step.now.pivot < offer[w].distance;
      near[w] = near[w] && !away[w];
      last[w] = near[w] ? atomicExch(listed_in + offer[w].vertex, step.round()) : step.round();
      row[w] = offer[w].vertex + s.first();
      if (away[w]) away[w] = claim_bit(s.waits, row[w]);
      any_away |= away[w];
    }
#pragma unroll
    for (int w = 0; w < Width; ++w) {
      near[w] = last[w] != step.round();
      Index const own = near[w] ? offer[w].vertex : Index(0);
      rows[w] = {__ldg(s.a.offsets + own), row[w], 0};
      end[w] = __ldg(s.a.offsets + own + 1);
    }
    step.list(near, rows, end);
    if (__any_sync(~0u, any_away)) step.put_off(away, row);
  };
  for (int r = 0; r < s.ranks; ++r) {
    if (r == s.rank) continue;
    read_offers<2>(s.of_rank[r].offers[side] + s.offers_begin(r, s.rank), said.of[r].offers, take);
  }
}

}  // namespace heddle::gpu
