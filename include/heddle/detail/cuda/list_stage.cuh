// list_stage.cuh - lists in device memory that all blocks append to, and where the items of a block wait until then.
#pragma once
#include <heddle/detail/cuda/step_board.cuh>

namespace heddle::gpu {

/// All lanes of a warp: the sum of x over the lane and those before it.
template <class T> __device__ T sum_until(T x) {
  int const lane = static_cast<int>(threadIdx.x) & 31;
  for (int d = 1; d < 32; d <<= 1) {
    T const before = __shfl_up_sync(~0u, x, d);
    if (lane >= d) x += before;
  }
  return x;
}

/// An item of a list that stands for none.
template <class T> __device__ T empty_item() {
  if constexpr (std::is_integral_v<T>) {
    return T(-1);
  } else {
    return T{};
  }
}

/// A list that begins at `first` and goes on from there by one, or by -1: two share an array from its ends.
template <class T> struct list_end {
  T* first;
  int step;

  __device__ T& operator[](counter i) const { return first[step * static_cast<std::int64_t>(i)]; }
};

/// What a warp has left of the part of a list that it asked for; the same in all lanes.
struct list_window {
  static constexpr int usual = 128;
  counter at = 0;
  int left = 0;
  int length = usual;  // that it asks for at least; 0: as much as it has items for, so that nothing is left
};

/// Places of a list: what was left of a window, and then others.
struct window_places {
  counter old, fresh;
  int old_rest;
  __device__ counter operator[](int k) const { return k < old_rest ? old + k : fresh + (k - old_rest); }
};
/// All lanes of a warp: places for so many items more.
__device__ inline window_places take_places(counter* listed, list_window& own, int items) {
  window_places places{own.at, own.at, min_of(items, own.left)};
  if (items > own.left) {
    int const asked = max_of(items - own.left, own.length);
    if ((threadIdx.x & 31) == 0) own.at = atomicAdd(listed, static_cast<counter>(asked));
    own.at = __shfl_sync(~0u, own.at, 0);
    own.left += asked;
    places.fresh = own.at;
  }
  own.at += items > places.old_rest ? items - places.old_rest : items;
  own.left -= items;
  return places;
}
/// All lanes of a warp, when it appends no more to the list: what is left of its window stands for nothing.
template <class List> __device__ void fill_window(List const& list, list_window& own) {
  using item = std::decay_t<decltype(list[0])>;
  for (int k = static_cast<int>(threadIdx.x) & 31; k < own.left; k += 32) list[own.at + k] = empty_item<item>();
  own.left = 0;
}

/// Where the items that a block has found wait in shared memory. For those that find no room there, warps ask for
/// windows of a list in device memory, and fill what remains with empty items.
template <class T, int Held> struct list_stage {
  static constexpr int capacity = Held;
  T items[Held];
  unsigned held;

  /// All lanes of a warp; mine[w]: this one has item[w]. `late`: the list in device memory, of *listed items.
  template <class List, int Width>
  __device__ void append(List const& late, counter* listed, list_window& own, bool const (&mine)[Width],
                         T const (&item)[Width]) {
    unsigned const lane = threadIdx.x & 31, before = (1u << lane) - 1;
    unsigned at[Width], all = 0;
#pragma unroll
    for (int w = 0; w < Width; ++w) {
      unsigned const votes = __ballot_sync(~0u, mine[w]);
      at[w] = all + __popc(votes & before);
      all += __popc(votes);
    }
    if (all == 0) return;
    unsigned base = 0;
    if (lane == 0) base = atomicAdd(&held, all);
    base = __shfl_sync(~0u, base, 0);
#pragma unroll
    for (int w = 0; w < Width; ++w) {
      if (mine[w] && base + at[w] < Held) items[base + at[w]] = item[w];
    }
    if (base + all <= Held) return;
    unsigned const staged = base < Held ? Held - base : 0;  // the first of these
    window_places const places = take_places(listed, own, static_cast<int>(all - staged));
#pragma unroll
    for (int w = 0; w < Width; ++w) {
      int const k = static_cast<int>(at[w] - staged);
      if (mine[w] && at[w] >= staged) late[places[k]] = item[w];
    }
  }
  /// All lanes of a warp, when it appends no more to the list.
  template <class List> __device__ void fill(List const& late, list_window& own) const { fill_window(late, own); }
  __device__ unsigned ready() const { return min_of(held, static_cast<unsigned>(Held)); }
  /// What a block adds to the count of listed items; item i has a place from there on.
  __device__ counter reserved() const { return ready(); }
  template <class List> __device__ void put(List const& list, counter place, unsigned i) const {
    list[place + i] = items[i];
  }
  /// With those that found no room.
  __device__ unsigned found() const { return held; }
  __device__ void clear() { held = 0; }
};

/// Items that know the sum of the lengths of those before them, in a list and here: one addition to a word, a count in
/// its lower half and a sum in the upper, reserves places and sums in whatever order warps and blocks come. Busato &
/// Bombieri, "Efficient Load Balancing Techniques for Graph Traversal Applications on GPUs": "unordered prefix sum".
template <class T, int Held> struct summed_stage {
  static constexpr int capacity = Held;
  T items[Held];
  counter held;  // of all
  counter kept;  // where the first came that found no room

  static __device__ counter word_of(unsigned length) { return (static_cast<counter>(length) << 32) + (length > 0); }
  static __device__ unsigned count_of(counter word) { return static_cast<unsigned>(word); }
  static __device__ unsigned sum_of(counter word) { return static_cast<unsigned>(word >> 32); }

  /// As list_stage does it, but for windows, of which nothing is left. An item without a length is none.
  template <class List, int Width>
  __device__ void append(List const& late, counter* listed, list_window&, bool const (&mine)[Width], T (&item)[Width]) {
    int const lane = static_cast<int>(threadIdx.x) & 31;
    counter own = 0;
#pragma unroll
    for (int w = 0; w < Width; ++w) own += mine[w] ? word_of(static_cast<unsigned>(item[w].length)) : 0;
    counter const sum = sum_until(own), all = __shfl_sync(~0u, sum, 31);
    if (all == 0) return;
    counter base = 0;
    bool fits = true;
    if (lane == 0) {
      base = atomicAdd(&held, all);
      fits = count_of(base) + count_of(all) <= Held;
      if (!fits) {
        if (count_of(base) <= Held) kept = base;
        base = atomicAdd(listed, all);
      }
    }
    fits = __shfl_sync(~0u, fits, 0);
    counter place = __shfl_sync(~0u, base, 0) + sum - own;
#pragma unroll
    for (int w = 0; w < Width; ++w) {
      if (!mine[w]) continue;
      item[w].before = sum_of(place);
      if (fits) {
        items[count_of(place)] = item[w];
      } else {
        late[count_of(place)] = item[w];
      }
      place += word_of(static_cast<unsigned>(item[w].length));
    }
  }
  template <class List> __device__ void fill(List const&, list_window&) const {}
  __device__ counter reserved() const { return count_of(held) <= Held ? held : kept; }
  __device__ unsigned ready() const { return count_of(reserved()); }
  template <class List> __device__ void put(List const& list, counter place, unsigned i) const {
    T item = items[i];
    item.before += sum_of(place);
    list[count_of(place) + i] = item;
  }
  __device__ unsigned found() const { return count_of(held); }
  __device__ void clear() { held = 0; }
};

/// Nothing waits here: all goes to the list at once.
struct no_stage {
  template <class List> __device__ void fill(List const&, list_window&) const {}
  __device__ unsigned ready() const { return 0; }
  __device__ counter reserved() const { return 0; }
  template <class List> __device__ void put(List const&, counter, unsigned) const {}
  __device__ unsigned found() const { return 0; }
  __device__ void clear() {}
};

}  // namespace heddle::gpu
