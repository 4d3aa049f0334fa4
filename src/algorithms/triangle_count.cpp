// triangle_count.cpp - the strictly lower part with hubs first, the masked product, and the sum of its entries.
#include <algorithm>
#include <heddle/algorithms/triangle_count.hpp>
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

// Visits (i, j) for every stored entry off the diagonal.
template <index_type I, index_type O, class Visit>
void for_each_edge(std::vector<O> const& offsets, std::vector<I> const& indices, Visit const& visit) {
  for (size_type i = 0; i + 1 < static_cast<size_type>(offsets.size()); ++i) {
    for (O e = offsets[i]; e < offsets[i + 1]; ++e) {
      if (indices[e] != i) visit(static_cast<I>(i), indices[e]);
    }
  }
}

// Rows sorted, each neighbour once.
template <index_type I> void drop_duplicates(adjacency<I>& graph, executor const& host) {
  size_type const n = graph.vertices();
  std::vector<size_type> kept(static_cast<std::size_t>(n) + 1, 0);
  host::for_each_run(host.num_workers(), n, 1024, [&](size_type begin, size_type end) {
    for (size_type v = begin; v < end; ++v) {
      auto const at = graph.neighbours.begin();
      auto const from = at + graph.offsets[v], to = at + graph.offsets[v + 1];
      std::sort(from, to);
      kept[v + 1] = std::unique(from, to) - from;
    }
  });
  std::partial_sum(kept.begin(), kept.end(), kept.begin());
  for (size_type v = 0; v < n; ++v) {
    std::copy_n(graph.neighbours.begin() + graph.offsets[v], kept[v + 1] - kept[v], graph.neighbours.begin() + kept[v]);
  }
  graph.neighbours.resize(static_cast<std::size_t>(kept[n]));
  graph.offsets = std::move(kept);
}

// Every edge in the row of `owner(i, j)`, its other end as `name` says.
template <index_type I, index_type O, class Owner, class Name>
adjacency<I> gather_edges(size_type n, std::vector<O> const& offsets, std::vector<I> const& indices, Owner const& owner,
                          Name const& name) {
  adjacency<I> graph{std::vector<size_type>(static_cast<std::size_t>(n) + 1, 0), {}};
  for_each_edge(offsets, indices, [&](I i, I j) { ++graph.offsets[name(owner(i, j)) + 1]; });
  std::partial_sum(graph.offsets.begin(), graph.offsets.end(), graph.offsets.begin());
  graph.neighbours.resize(static_cast<std::size_t>(graph.offsets.back()));
  std::vector<size_type> next = graph.offsets;
  for_each_edge(offsets, indices, [&](I i, I j) {
    I const from = owner(i, j), to = from == i ? j : i;
    graph.neighbours[next[name(from)]++] = name(to);
  });
  return graph;
}

// rank[v]: position of v by falling degree, ties by number, so that the rows of L stay below sqrt(2 * edges).
template <index_type I, index_type O>
std::vector<I> rank_by_degree(size_type n, std::vector<O> const& offsets, std::vector<I> const& indices) {
  std::vector<size_type> degree(static_cast<std::size_t>(n), 0);
  for_each_edge(offsets, indices, [&](I i, I j) { ++degree[i], ++degree[j]; });
  std::vector<I> order(static_cast<std::size_t>(n)), rank(static_cast<std::size_t>(n));
  std::iota(order.begin(), order.end(), I{0});
  std::stable_sort(order.begin(), order.end(), [&](I u, I v) { return degree[u] > degree[v]; });
  for (size_type position = 0; position < n; ++position) rank[order[position]] = static_cast<I>(position);
  return rank;
}

template <index_type I, index_type O> adjacency<I> lower_part(matrix_storage<I, O> const& a) {
  auto const form = a.share_csr();
  std::vector<O> const offsets = form->offsets.to_host();
  std::vector<I> const indices = form->indices.to_host();
  size_type const n = max_of(a.rows(), a.cols());
  std::vector<I> const rank = rank_by_degree(n, offsets, indices);
  auto const later = [&](I i, I j) { return rank[i] > rank[j] ? i : j; };
  auto lower = gather_edges(n, offsets, indices, later, [&](I v) { return rank[v]; });
  drop_duplicates(lower, a.exec().is_host() ? a.exec() : executor());
  return lower;
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
