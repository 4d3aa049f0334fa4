// triangle_count.cpp - the strictly lower part with hubs first, the masked product, and the sum of its entries.
#include <algorithm>
#include <atomic>
#include <heddle/algorithms/triangle_count.hpp>
#include <heddle/host/parallel_for.hpp>
#include <heddle/ops/mxv/mxv.hpp>
#include <numeric>

namespace heddle::detail {

namespace {

// A graph as arrays on the host; `offsets` are 64-bit while it is being made.
template <index_type I> struct adjacency {
  std::vector<size_type> offsets;
  std::vector<I> neighbours;
  size_type vertices() const { return static_cast<size_type>(offsets.size()) - 1; }
};

constexpr size_type rows_at_once = 256;  // claimed by a thread

// The stored graph: of a symmetric one every edge stands in the rows of both its ends.
template <index_type I, index_type O> struct stored_graph {
  std::vector<O> offsets;
  std::vector<I> indices;
  bool symmetric;

  // body(row), from several threads at once.
  template <class Body> void for_each_row(executor const& host, Body const& body) const {
    auto const rows = static_cast<size_type>(offsets.size()) - 1;
    host::for_each_run(host.num_workers(), rows, rows_at_once, [&](size_type begin, size_type end) {
      for (size_type i = begin; i < end; ++i) body(static_cast<I>(i));
    });
  }
  // visit(j) for every entry (i, j) off the diagonal.
  template <class Visit> void for_each_neighbour(I i, Visit const& visit) const {
    for (O e = offsets[i]; e < offsets[i + 1]; ++e) {
      if (indices[e] != i) visit(indices[e]);
    }
  }
};

size_type claim(size_type& count, size_type number = 1) {
  return std::atomic_ref(count).fetch_add(number, std::memory_order_relaxed);
}

// Rows sorted, each neighbour once.
template <index_type I> adjacency<I> without_duplicates(adjacency<I> graph, executor const& host) {
  size_type const n = graph.vertices();
  adjacency<I> result{std::vector<size_type>(static_cast<std::size_t>(n) + 1), {}};
  auto& kept = result.offsets;
  auto const at = graph.neighbours.begin();
  host::for_each_run(host.num_workers(), n, rows_at_once, [&](size_type begin, size_type end) {
    for (size_type v = begin; v < end; ++v) {
      auto const from = at + graph.offsets[v], to = at + graph.offsets[v + 1];
      std::sort(from, to);
      kept[v] = std::unique(from, to) - from;
    }
  });
  primitives::exclusive_sum(host, kept.data(), kept.data(), n);
  result.neighbours.resize(static_cast<std::size_t>(kept[n]));
  host::parallel_for(host, n, [&](size_type v) {
    std::copy_n(at + graph.offsets[v], kept[v + 1] - kept[v], result.neighbours.begin() + kept[v]);
  });
  return result;
}

// Every edge in the row of its end of higher rank, vertices named by their ranks; rows in any order.
template <index_type I, index_type O>
adjacency<I> gather_edges(executor const& host, size_type n, stored_graph<I, O> const& a, std::vector<I> const& rank) {
  adjacency<I> graph{std::vector<size_type>(static_cast<std::size_t>(n) + 1, 0), {}};
  a.for_each_row(host, [&](I i) {
    size_type own = 0;
    a.for_each_neighbour(i, [&](I j) {
      if (rank[i] > rank[j]) {
        ++own;
      } else if (!a.symmetric) {
        claim(graph.offsets[rank[j]]);
      }
    });
    claim(graph.offsets[rank[i]], own);
  });
  primitives::exclusive_sum(host, graph.offsets.data(), graph.offsets.data(), n);
  graph.neighbours.resize(static_cast<std::size_t>(graph.offsets.back()));
  std::vector<size_type> next = graph.offsets;
  a.for_each_row(host, [&](I i) {
    a.for_each_neighbour(i, [&](I j) {
      if (rank[i] > rank[j]) {
        graph.neighbours[claim(next[rank[i]])] = rank[j];
      } else if (!a.symmetric) {
        graph.neighbours[claim(next[rank[j]])] = rank[i];
      }
    });
  });
  return graph;
}

// rank[v]: position of v by falling degree, ties by number, so that the rows of L stay below sqrt(2 * edges).
template <index_type I, index_type O>
std::vector<I> rank_by_degree(executor const& host, size_type n, stored_graph<I, O> const& a) {
  std::vector<size_type> degree(static_cast<std::size_t>(n), 0);
  std::vector<I> rank(static_cast<std::size_t>(n));
  if (n == 0) return rank;
  a.for_each_row(host, [&](I i) {
    size_type own = 0;
    a.for_each_neighbour(i, [&](I j) {
      ++own;
      if (!a.symmetric) claim(degree[j]);
    });
    claim(degree[i], own);
  });
  size_type const most = *std::max_element(degree.begin(), degree.end());
  host::parallel_for(host, n, [&](size_type v) { degree[v] = most - degree[v]; });
  auto const order = primitives::stable_order(host, degree.data(), n, most + 1);
  host::parallel_for(host, n, [&](size_type at) { rank[order.data()[at]] = static_cast<I>(at); });
  return rank;
}

template <index_type I, index_type O> adjacency<I> lower_part(matrix_storage<I, O> const& a) {
  executor const host = a.exec().is_host() ? a.exec() : executor();
  auto const form = a.share_csr();
  stored_graph<I, O> const graph{form->offsets.to_host(), form->indices.to_host(), a.symmetric()};
  size_type const n = max_of(a.rows(), a.cols());
  std::vector<I> const rank = rank_by_degree(host, n, graph);
  return without_duplicates(gather_edges(host, n, graph, rank), host);
}

template <index_type I, index_type O>
size_type count_below(adjacency<I> const& lower, executor const& exec, schedule const& chosen) {
  size_type const n = lower.vertices();
  std::vector<O> const offsets(lower.offsets.begin(), lower.offsets.end());
  auto const l = matrix<bool, I, O>::from_csr(
      {n, n, offsets.back(), offsets.data(), lower.neighbours.data(), nullptr, true}, exec);
  matrix<std::int64_t, I, O> c(n, n, exec);
  mxm(c, structure(l), no_accum, plus_pair<std::int64_t>{}, l, transpose(l), {.schedule = chosen});
  vector<std::int64_t, I> by_row(n, exec);
  auto const ones = vector<std::int64_t, I>::filled(n, 1, exec);
  mxv(by_row, plus_times<std::int64_t>{}, c, ones, {.schedule = chosen});
  auto const sums = by_row.tuples();
  return std::accumulate(sums.value.begin(), sums.value.end(), size_type{0});
}

}  // namespace

template <index_type I, index_type O>
size_type triangle_count(matrix_storage<I, O> const& a, triangle_options const& options) {
  adjacency<I> const lower = lower_part(a);
  if (lower.neighbours.empty()) return 0;
  // 32-bit numbers wherever they hold the graph: they are faster, and compiled for the GPU.
  constexpr auto narrow = static_cast<size_type>(std::numeric_limits<std::int32_t>::max());
  auto const edges = static_cast<size_type>(lower.neighbours.size());
  if constexpr (sizeof(I) > 4 || sizeof(O) > 4) {
    if (lower.vertices() >= narrow || edges > narrow) return count_below<I, O>(lower, a.exec(), options.schedule);
  }
  adjacency<std::int32_t> const small{lower.offsets, {lower.neighbours.begin(), lower.neighbours.end()}};
  return count_below<std::int32_t, std::int32_t>(small, a.exec(), options.schedule);
}

template size_type triangle_count(matrix_storage<std::int32_t, std::int32_t> const&, triangle_options const&);
template size_type triangle_count(matrix_storage<std::int32_t, std::int64_t> const&, triangle_options const&);
template size_type triangle_count(matrix_storage<std::int64_t, std::int32_t> const&, triangle_options const&);
template size_type triangle_count(matrix_storage<std::int64_t, std::int64_t> const&, triangle_options const&);

}  // namespace heddle::detail
