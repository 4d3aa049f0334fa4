// rank_offers.cuh - what searches among GPUs offer to vertices of other ranks: these are listed, each once a step, then
// the offers are put in order for their owners, who read them in that order. Buluc & Madduri, "Parallel Breadth-First
// Search on Distributed Memory Systems", SC 2011.
#pragma once
#include <heddle/detail/cuda/list_stage.cuh>

#include "src/cuda/rank_meeting.cuh"

namespace heddle::gpu {

// How the vertices of a search are dealt out, and which of them are this rank's.
struct rank_share {
  std::int32_t cuts[most_kernel_ranks + 1];  // rank r has vertices [cuts[r], cuts[r + 1])
  int rank, ranks;
  std::int32_t own_begin;
  counter patience_ns;

  void deal(std::span<size_type const> begins, int own, double patience_s) {
    for (std::size_t r = 0; r < begins.size(); ++r) cuts[r] = static_cast<std::int32_t>(begins[r]);
    rank = own;
    ranks = static_cast<int>(begins.size()) - 1;
    own_begin = cuts[own];
    patience_ns = static_cast<counter>(1e9 * patience_s);
  }
  HEDDLE_FN std::int32_t first() const { return own_begin; }
  // Where the offers of rank r for the vertices of another one begin.
  HEDDLE_FN size_type offers_begin(int r, int owner) const {
    return owner < r ? cuts[owner] : cuts[owner] - (cuts[r + 1] - cuts[r]);
  }
  HEDDLE_FN int owner_of(std::int32_t v) const {
    int r = 0;
    while (v >= cuts[r + 1]) ++r;
    return r;
  }
};

// All lanes of a warp: v[w] is listed where found[w] says so.
template <int Width>
__device__ void list_vertices(std::int32_t* list, counter* listed, list_window& window, bool const (&found)[Width],
                              std::int32_t const (&v)[Width]) {
  unsigned const before = (1u << (threadIdx.x & 31)) - 1;
  int at[Width], all = 0;
#pragma unroll
  for (int w = 0; w < Width; ++w) {
    unsigned const votes = __ballot_sync(~0u, found[w]);
    at[w] = all + __popc(votes & before);
    all += __popc(votes);
  }
  if (all == 0) return;
  window_places const places = take_places(listed, window, all);
#pragma unroll
  for (int w = 0; w < Width; ++w) {
    if (found[w]) list[places[at[w]]] = v[w];
  }
}

// All lanes of a warp: offer[w] is for rank owner[w], -1: for none.
template <int Width, class Search, class Offer>
__device__ void put_offers(Search const& s, Offer* offers, int const (&owner)[Width], Offer const (&offer)[Width]) {
  counter const lane = threadIdx.x & 31;
  for (int r = 0; r < s.ranks; ++r) {
    unsigned votes[Width];
    counter all = 0, place = 0;
#pragma unroll
    for (int w = 0; w < Width; ++w) {
      votes[w] = __ballot_sync(~0u, owner[w] == r);
      all += static_cast<counter>(__popc(votes[w]));
    }
    if (all == 0) continue;
    if (lane == 0) place = atomicAdd(&s.board_of(s.rank)->offered[r], all);
    place = __shfl_sync(~0u, place, 0) + static_cast<counter>(s.offers_begin(s.rank, r));
#pragma unroll
    for (int w = 0; w < Width; ++w) {
      if (owner[w] == r) offers[place + __popc(votes[w] & ((1u << lane) - 1))] = offer[w];
      place += __popc(votes[w]);
    }
  }
}

// All threads: of the vertices that were listed, -1 for none, make(v, owner) gives the offers.
template <class Search, class Offer, class Make>
__device__ void order_offers(Search const& s, std::int32_t const* list, counter listed, Offer* offers,
                             Make const& make) {
  constexpr int width = 4;
  counter const lane = threadIdx.x & 31;
  for (counter first = global_thread() / 32 * 32 * width; first < listed; first += global_threads() * width) {
    std::int32_t v[width];
    int owner[width];
    Offer offer[width] = {};
#pragma unroll
    for (int w = 0; w < width; ++w) {
      counter const at = first + 32 * w + lane;
      v[w] = at < listed ? load_fresh(list + at) : -1;
    }
#pragma unroll
    for (int w = 0; w < width; ++w) {
      owner[w] = v[w] < 0 ? -1 : s.owner_of(v[w]);
      if (v[w] >= 0) offer[w] = make(v[w], owner[w]);
    }
    put_offers(s, offers, owner, offer);
  }
}

// Offers have 8 or 16 bytes.
template <class Offer> __device__ Offer load_offer(Offer const* at) {
  using word = std::conditional_t<sizeof(Offer) == 16, int4, counter>;
  static_assert(sizeof(Offer) == sizeof(word));
  word const bits = load_far(reinterpret_cast<word const*>(at));
  Offer offer;
  memcpy(&offer, &bits, sizeof(Offer));
  return offer;
}

// All threads: offers that lie at another rank, take(which of them are there, and these) by all lanes of a warp, of
// which each has so many at once.
template <int width, class Offer, class Take>
__device__ void read_offers(Offer const* from, counter offered, Take const& take) {
  counter const lane = threadIdx.x & 31;
  for (counter first = global_thread() / 32 * 32 * width; first < offered; first += global_threads() * width) {
    bool is_there[width];
    Offer offer[width];
#pragma unroll
    for (int w = 0; w < width; ++w) {
      counter const at = first + 32 * w + lane;
      is_there[w] = at < offered;
      offer[w] = Offer{};
      if (is_there[w]) offer[w] = load_offer(from + at);
    }
    take(is_there, offer);
  }
}

}  // namespace heddle::gpu
