// relaxing.cuh - the step of a fixpoint on a GPU that multiplies: entries of listed rows offer products to their
// columns.
#pragma once
#include <heddle/ops/fixpoint/search_step.cuh>

namespace heddle::gpu::fixpoint_kernels {

// Entries of listed rows offer products to their columns.
template <class Search> struct relaxing : search_step<Search> {
  using step = search_step<Search>;
  using SR = typename Search::SR;
  using A = typename Search::A;
  using typename step::Index;
  using typename step::Offset;
  using typename step::T;
  using left = heddle::detail::left_of<SR, T>;
  using right = heddle::detail::right_of<SR, A>;
  using step::now;
  using step::s;
  using typename step::piece;
  bool few;  // what a relaxation costs is waiting: rows are asked for before it is known whether they change
  left x{};
  Index row = 0;

  __device__ relaxing(step const& of, bool is_few) : step(of), few(is_few) {}

  __device__ void load(piece const& of) {
    row = of.row;
    if constexpr (heddle::detail::reads<SR>::left) x = static_cast<left>(load_fresh(s.values + of.row));
  }

  template <int Width> __device__ void batch(entry_batch<Offset, Width> const& at) {
    Index j[Width];
    right weight[Width];
    bool active[Width], near[Width], away[Width];
    T offered[Width];
    Offset begin[Width], end[Width];
#pragma unroll
    for (int w = 0; w < Width; ++w) {
      j[w] = __ldg(s.a.indices + at.at[w]);
      if constexpr (heddle::detail::reads<SR>::right) weight[w] = static_cast<right>(s.a.values[at.at[w]]);
    }
#pragma unroll
    for (int w = 0; w < Width; ++w) {
      left from{};
      if constexpr (heddle::detail::reads<SR>::left) from = shuffled(x, at.owner[w]);
      [[maybe_unused]] Index k = 0;
      if constexpr (heddle::detail::asks_positions<SR, left, right>) k = __shfl_sync(~0u, row, at.owner[w]);
      offered[w] = heddle::detail::product_of(s.sr, from, weight[w], 0, k, j[w]);
      if (few) {
        begin[w] = __ldg(s.a.offsets + j[w]);
        end[w] = __ldg(s.a.offsets + j[w] + 1);
      }
    }
    improving(at.active, j, offered, active);
    T old[Width];
    combine_all(active, j, offered, old);
    // Rows are listed while that is under way: what is no improvement after all was beaten in this step by another,
    // which would have listed the row as well.
    std::int32_t last[Width];
    bool any = false;
#pragma unroll
    for (int w = 0; w < Width; ++w) {
      away[w] = active[w] && s.by_piles && !s.before(offered[w], now.pivot);
      near[w] = active[w] && !away[w];
      any |= active[w];
      if (near[w]) last[w] = atomicExch(s.listed_in + j[w], now.step);
      if (away[w]) away[w] = claim_bit(s.waits, j[w]);
    }
    if (!__any_sync(~0u, any)) return;
    if (s.present) {
#pragma unroll
      for (int w = 0; w < Width; ++w) {
        if (active[w] && differs<T>{}(s.sr.add(old[w], offered[w]), old[w])) s.present[j[w]] = 1;
      }
    }
    piece rows[Width];
#pragma unroll
    for (int w = 0; w < Width; ++w) {
      near[w] = near[w] && last[w] != now.step;
      if (!few) {
        Index const of = near[w] ? j[w] : Index(0);
        begin[w] = __ldg(s.a.offsets + of);
        end[w] = __ldg(s.a.offsets + of + 1);
      }
      if (few && near[w] && begin[w] < end[w]) {
        prefetch(s.a.indices + begin[w]);
        if (s.a.values.data) prefetch(s.a.values.data + begin[w]);
      }
      rows[w] = {begin[w], j[w], 0};
    }
    this->list(near, rows, end);
    if (s.by_piles) this->put_off(away, j);
  }

 private:
  template <class V> static __device__ V shuffled(V const& value, int lane) {
    if constexpr (sizeof(V) == 4 || sizeof(V) == 8) {
      using word = std::conditional_t<sizeof(V) == 4, unsigned, unsigned long long>;
      word bits;
      memcpy(&bits, &value, sizeof(V));
      bits = __shfl_sync(~0u, bits, lane);
      V result;
      memcpy(&result, &bits, sizeof(V));
      return result;
    } else {
      return static_cast<V>(__shfl_sync(~0u, static_cast<int>(value), lane));
    }
  }

  // Which of the products would change something, as far as one can see before.
  template <int Width>
  __device__ void improving(bool const (&active)[Width], Index const (&j)[Width], T const (&offered)[Width],
                            bool (&improves)[Width]) {
    T old[Width];
#pragma unroll
    for (int w = 0; w < Width; ++w) {
      old[w] = load_fresh(s.values + j[w]);
      improves[w] = active[w] && s.mask.open(j[w]);
    }
#pragma unroll
    for (int w = 0; w < Width; ++w) {
      if (!improves[w]) continue;
      bool const is_neutral = s.present && !differs<T>{}(offered[w], neutral_of(s.sr.add));
      improves[w] = is_neutral || differs<T>{}(s.sr.add(old[w], offered[w]), old[w]);
    }
  }
  // Positions without an entry hold the neutral element, so one that is offered makes an entry alone, and is wanted
  // afterwards only if it has.
  template <int Width>
  __device__ void combine_all(bool (&wanted)[Width], Index const (&j)[Width], T const (&offered)[Width],
                              T (&old)[Width]) {
#pragma unroll
    for (int w = 0; w < Width; ++w) {
      old[w] = offered[w];
      if (wanted[w] && s.present && !differs<T>{}(offered[w], neutral_of(s.sr.add))) {
        wanted[w] = claim(s.present, j[w]);
      } else if (wanted[w]) {
        old[w] = exchange(s.sr.add, s.values + j[w], offered[w]);
      }
    }
  }
};

}  // namespace heddle::gpu::fixpoint_kernels
