// rank_search.hpp - what a rank does by element in a breadth-first search among GPUs, which the host runs too.
#pragma once
#include <atomic>
#include <heddle/detail/executor/integers.hpp>
#include <heddle/detail/executor/primitives.hpp>

namespace heddle::detail {

using primitives::byte;

/// words[w] has bit b where flags[64 w + b] is set, of n flags.
struct words_of_flags {
  static constexpr bool in_library = true;
  byte const* flags;
  size_type n;
  std::uint64_t* words;

  HEDDLE_FN void operator()(size_type w) const {
    std::uint64_t word = 0;
    size_type const begin = w * 64, end = min_of(n, begin + 64);
    for (size_type i = begin; i < end; ++i) word |= static_cast<std::uint64_t>(flags[i] != 0) << (i - begin);
    words[w] = word;
  }
};

/// An entry of the frontier's rows, which begin at `scanned`, offers its column a parent: the least offer stays.
struct offered_by_entry {
  static constexpr bool in_library = true;
  integers offsets, columns, rows;
  size_type const* scanned;
  size_type num_rows, first;  // number of row 0
  byte const* met;            // who is offered no more
  byte* found;
  integers_out offers;

  HEDDLE_FN void operator()(size_type entry) const {
    size_type low = 0, high = num_rows;  // scanned[low] <= entry < scanned[high]
    while (high - low > 1) {
      size_type const middle = low + (high - low) / 2;
      (scanned[middle] <= entry ? low : high) = middle;
    }
    size_type const row = rows[low], v = columns[offsets[row] + entry - scanned[low]];
    if (met[v]) return;
    lower(v, first + row);
    found[v] = 1;
  }

 private:
  template <class I> HEDDLE_FN static void lower_to(I* at, I value) {
#if defined(__CUDA_ARCH__)
    using word = std::conditional_t<sizeof(I) == 4, int, long long>;
    atomicMin(reinterpret_cast<word*>(at), static_cast<word>(value));
#else
    std::atomic_ref<I> const least(*at);
    for (I old = least.load(std::memory_order_relaxed);
         value < old && !least.compare_exchange_weak(old, value, std::memory_order_relaxed);) {}
#endif
  }
  HEDDLE_FN void lower(size_type v, size_type parent) const {
    if (offers.wide) {
      lower_to(static_cast<std::int64_t*>(offers.data) + v, std::int64_t{parent});
    } else {
      lower_to(static_cast<std::int32_t*>(offers.data) + v, static_cast<std::int32_t>(parent));
    }
  }
};

/// What a rank knows of its vertices.
struct searched_vertices {
  std::int32_t* levels;
  integers_out parents;
  byte* reached;
  byte* next;  // reached in this level
  std::int32_t level;

  HEDDLE_FN void reach(size_type v, size_type parent) const {
    levels[v] = level;
    parents.set(v, parent);
    reached[v] = next[v] = 1;
  }
};

/// Offer k, for vertex at[k], is taken by who was not reached before this level.
struct taken_offer {
  static constexpr bool in_library = true;
  integers at, parent;
  searched_vertices vertices;

  HEDDLE_FN void operator()(size_type k) const {
    size_type const v = at[k];
    integers const known = parents();
    if (!vertices.reached[v] || (vertices.levels[v] == vertices.level && parent[k] < known[v])) {
      vertices.reach(v, parent[k]);
    }
  }

 private:
  HEDDLE_FN integers parents() const {
    integers known;
    known.data = vertices.parents.data, known.wide = vertices.parents.wide;
    return known;
  }
};

/// Who was not reached looks for its first neighbour in the frontier, whose bits are given: the least, as columns
/// ascend.
struct pulled_vertex {
  static constexpr bool in_library = true;
  integers offsets, columns;
  std::uint64_t const* frontier;
  searched_vertices vertices;

  HEDDLE_FN void operator()(size_type v) const {
    if (vertices.reached[v]) return;
    size_type const end = offsets[v + 1];
    for (size_type at = offsets[v]; at < end; ++at) {
      size_type const u = columns[at];
      if ((frontier[u / 64] >> (u % 64) & 1) == 0) continue;
      return vertices.reach(v, u);
    }
  }
};

}  // namespace heddle::detail
