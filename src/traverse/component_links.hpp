// component_links.hpp - trees of labels that hooks and jumps grow together, on host and GPU: what a direct search of
// components is made of.
// Shiloach & Vishkin 1982; Sutton, Ben-Nun & Barak, "Optimizing Parallel Graph Connectivity Computation via Subgraph
// Sampling", IPDPS 2018; Jaiganesh & Burtscher, "A High-Performance Connected Components Implementation for GPUs",
// 2018.
#pragma once
#include <atomic>
#include <heddle/detail/executor/integers.hpp>
#include <heddle/detail/executor/primitives.hpp>

namespace heddle::detail {

/// parents[v] <= v, and the least vertex of a tree is its own. Threads hook trees at once: what one reads may be old,
/// but was true, so that it leads to the same root as what stands there now, or to where that was hooked.
template <index_type I> struct label_forest {
  I* parents;

  HEDDLE_FN I parent(I v) const {
#if defined(__CUDA_ARCH__)
    return *const_cast<I const volatile*>(parents + v);
#else
    return std::atomic_ref(parents[v]).load(std::memory_order_relaxed);
#endif
  }

  /// Whether `root` was one, and now hangs under `below`.
  HEDDLE_FN bool hook(I root, I below) const {
#if defined(__CUDA_ARCH__)
    using word = std::conditional_t<sizeof(I) == 4, unsigned, unsigned long long>;
    return atomicCAS(reinterpret_cast<word*>(parents + root), static_cast<word>(root), static_cast<word>(below)) ==
           static_cast<word>(root);
#else
    return std::atomic_ref(parents[root]).compare_exchange_strong(root, below, std::memory_order_relaxed);
#endif
  }

  /// One tree of those of u and v: the greater root is hooked onto a vertex of the other.
  HEDDLE_FN void join(I u, I v) const {
    I a = parent(u), b = parent(v);
    while (a != b) {
      I const high = max_of(a, b), low = min_of(a, b);
      I const above = parent(high);
      if (above == low || (above == high && hook(high, low))) return;
      a = parent(above);
      b = parent(low);
    }
  }
};

/// Joins a vertex with those in entries [first, last) of its row, unless it hangs under `skipped`. On the host offsets
/// are an array; kernels take either width.
template <index_type I, class Offsets = integers> struct joined_rows {
  static constexpr bool in_library = std::is_same_v<Offsets, integers>;
  Offsets offsets;
  I const* columns;
  I first_vertex;  // of row 0
  size_type first, last;
  I skipped;  // -1: none
  label_forest<I> forest;

  HEDDLE_FN void operator()(size_type row) const {
    size_type const begin = offsets[row], end = offsets[row + 1];
    I const v = static_cast<I>(first_vertex + row);
    if (end - begin <= first || forest.parent(v) == skipped) return;
    size_type const stop = end - begin < last ? end : begin + last;
    for (size_type at = begin + first; at < stop; ++at) forest.join(v, columns[at]);
  }
  auto by_code() const requires(!std::is_same_v<Offsets, integers>) {
    return joined_rows<I>{offsets, columns, first_vertex, first, last, skipped, forest};
  }
};

/// Joins both ends of an entry, but of those whose row hangs under `skipped`.
template <index_type I> struct joined_entries {
  static constexpr bool in_library = true;
  I const* rows;
  I const* columns;
  I first_vertex;  // of row 0
  I skipped;       // -1: none
  label_forest<I> forest;

  HEDDLE_FN void operator()(size_type entry) const {
    I const v = first_vertex + rows[entry];
    if (forest.parent(v) != skipped) forest.join(v, columns[entry]);
  }
};

/// Joins a vertex with its label, which somebody else found.
template <index_type I> struct joined_labels {
  static constexpr bool in_library = true;
  I const* vertices;  // label k is of vertices[k]; null: of vertex k
  I const* labels;
  label_forest<I> forest;

  HEDDLE_FN void operator()(size_type k) const {
    I const v = vertices ? vertices[k] : static_cast<I>(k), label = labels[k];
    if (label != v) forest.join(v, label);
  }
};

/// joined[v]: whether v was its own label and is no more, where null stands for the labels of vertices that are apart.
struct joined_roots {
  static constexpr bool in_library = true;
  integers before;  // without data: null
  integers labels;
  primitives::byte* joined;

  HEDDLE_FN void operator()(size_type v) const { joined[v] = labels[v] != v && (!before.data || before[v] == v); }
};

/// A vertex hangs under its root: pointer jumping to the end.
template <index_type I> struct jumped_to_root {
  static constexpr bool in_library = true;
  label_forest<I> forest;

  HEDDLE_FN void operator()(size_type v) const {
    I root = forest.parent(static_cast<I>(v));
    for (I above = forest.parent(root); above != root; above = forest.parent(root)) root = above;
#if defined(__CUDA_ARCH__)
    forest.parents[v] = root;
#else
    std::atomic_ref(forest.parents[v]).store(root, std::memory_order_relaxed);
#endif
  }
};

}  // namespace heddle::detail
