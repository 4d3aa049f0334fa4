// direct_triangles.hpp - triangles counted on the CPU: for every vertex its lower neighbours are marked, and those of
// each of them that are marked too are counted. The masked product C<L> = L (plus.pair) L^T, summed as it is made.
// Latapy, "Main-memory triangle computations for very large (sparse (power-law)) graphs", TCS 2008 (compact-forward).
#pragma once
#include <algorithm>
#include <heddle/detail/executor/parallel_for.hpp>
#include <heddle/detail/storage/compressed.hpp>
#include <heddle/detail/storage/matrix_storage.hpp>
#include <numeric>
#include <vector>

#include "src/executor/told_loop.hpp"

namespace heddle::detail {

constexpr size_type vertices_at_once = 256;        // claimed by a thread
constexpr size_type looks_told_at_once = 1 << 20;  // a millisecond or so

/// The neighbours of every vertex that come before it in an order, named by their places in it.
template <index_type I> struct lower_neighbours {
  std::vector<size_type> begin, end;
  std::vector<I> made;  // empty where `of_vertex` is an array of the graph's
  I const* of_vertex = nullptr;

  size_type vertices() const { return static_cast<size_type>(begin.size()); }
};

/// A graph with an edge wherever A or A^T has an entry; the arrays of A are kept.
template <index_type I, index_type O> class stored_graph {
 public:
  explicit stored_graph(matrix_storage<I, O> const& a)
      : host_(a.exec()), n_(max_of(a.rows(), a.cols())), rows_(a.share_csr()), symmetric_(a.symmetric()) {
    if (!symmetric_) columns_ = a.share_csc();
  }

  size_type vertices() const { return n_; }
  size_type entries() const { return rows_->nnz; }
  executor const& host() const { return host_; }

  /// In the order of their numbers, without a copy of A where it is symmetric.
  lower_neighbours<I> by_number() const {
    if (!symmetric_) return in_order({}, {});
    lower_neighbours<I> lower{std::vector<size_type>(n_), std::vector<size_type>(n_), {}, rows_->indices.data()};
    host::parallel_for(host_, n_, [&](size_type v) {
      auto const [from, to] = list_of(*rows_, v);
      lower.begin[v] = from - lower.of_vertex;
      lower.end[v] = std::lower_bound(from, to, static_cast<I>(v)) - lower.of_vertex;
    });
    return lower;
  }

  /// By falling degree, ties by number, so that no list is longer than sqrt(2 * edges).
  lower_neighbours<I> by_degree() const {
    std::vector<size_type> degree(static_cast<std::size_t>(n_));
    host::parallel_for(host_, n_, [&](size_type v) {
      degree[v] = list_of(*rows_, v).size() + (symmetric_ ? 0 : list_of(*columns_, v).size());
    });
    size_type const most = *std::max_element(degree.begin(), degree.end());
    std::vector<size_type> starts(static_cast<std::size_t>(most + 2), 0);
    for (size_type const d : degree) ++starts[most - d + 1];
    std::partial_sum(starts.begin(), starts.end(), starts.begin());
    std::vector<I> order(static_cast<std::size_t>(n_)), rank(static_cast<std::size_t>(n_));
    for (size_type v = 0; v < n_; ++v) {
      size_type const at = starts[most - degree[v]]++;
      order[at] = static_cast<I>(v);
      rank[v] = static_cast<I>(at);
    }
    return in_order(order, rank);
  }

 private:
  struct list {
    I const* from;
    I const* to;
    size_type size() const { return to - from; }
  };
  static list list_of(compressed<I, O> const& form, size_type v) {
    I const* const indices = form.indices.data();
    if (v >= form.major) return {indices, indices};
    return {indices + form.offsets.data()[v], indices + form.offsets.data()[v + 1]};
  }

  // visit(w) for every neighbour of v, each once; itself too where it is one, which comes before none.
  template <class Visit> void for_each_neighbour(size_type v, Visit const& visit) const {
    auto row = list_of(*rows_, v), column = symmetric_ ? list{} : list_of(*columns_, v);
    while (row.from != row.to || column.from != column.to) {
      bool const in_row = row.from != row.to && (column.from == column.to || *row.from <= *column.from);
      I const w = in_row ? *row.from : *column.from;
      if (row.from != row.to && *row.from == w) ++row.from;
      if (column.from != column.to && *column.from == w) ++column.from;
      visit(w);
    }
  }

  // Empty: vertices stay in the order of their numbers.
  lower_neighbours<I> in_order(std::vector<I> const& order, std::vector<I> const& rank) const {
    auto const number = [&](size_type at) { return order.empty() ? at : static_cast<size_type>(order[at]); };
    auto const place = [&](I v) { return rank.empty() ? v : rank[v]; };
    lower_neighbours<I> lower{std::vector<size_type>(n_ + 1), std::vector<size_type>(n_), {}, nullptr};
    auto const for_each = [&](auto const& body) {
      host::parallel_for(host_.num_workers(), n_, vertices_at_once, body);
    };
    for_each([&](size_type at) {
      size_type found = 0;
      for_each_neighbour(number(at), [&](I w) { found += place(w) < static_cast<I>(at); });
      lower.begin[at] = found;
    });
    primitives::exclusive_sum(host_, lower.begin.data(), lower.begin.data(), n_);
    lower.made.resize(static_cast<std::size_t>(lower.begin[n_]));
    for_each([&](size_type at) {
      size_type to = lower.begin[at];
      for_each_neighbour(number(at), [&](I w) {
        if (place(w) < static_cast<I>(at)) lower.made[to++] = place(w);
      });
      lower.end[at] = to;
    });
    lower.begin.pop_back();
    lower.of_vertex = lower.made.data();
    return lower;
  }

  executor host_;
  size_type n_;
  std::shared_ptr<compressed<I, O> const> rows_, columns_;
  bool symmetric_;
};

/// Marks that count_triangles looks at.
template <index_type I> size_type looked_at(executor const& host, lower_neighbours<I> const& lower) {
  return host::parallel_sum(host.num_workers(), lower.vertices(), vertices_at_once * 16, [&](int, size_type v) {
    size_type sum = 0;
    if (lower.end[v] - lower.begin[v] < 2) return sum;
    for (size_type e = lower.begin[v]; e < lower.end[v]; ++e) {
      I const w = lower.of_vertex[e];
      sum += lower.end[w] - lower.begin[w];
    }
    return sum;
  });
}

/// Triples of neighbours of one another, each once. Work: the lists of all neighbours in the lists, which `counting` is
/// told of.
template <index_type I>
size_type count_triangles(executor const& host, lower_neighbours<I> const& lower, told_stretch& counting) {
  size_type const n = lower.vertices();
  auto const threads = static_cast<std::size_t>(host.num_workers());
  std::vector<std::vector<std::uint8_t>> marks(threads);
  std::vector<size_type> found(threads * 8, 0);  // a line of the cache each
  auto const visit = [&](size_type v, auto const& body) {
    for (size_type e = lower.begin[v]; e < lower.end[v]; ++e) body(lower.of_vertex[e]);
  };
  host::for_each_run(host.num_workers(), n, vertices_at_once, [&](int thread, size_type first, size_type last) {
    auto& marked = marks[thread];
    marked.resize(static_cast<std::size_t>(n), 0);
    size_type sum = 0, looks = 0;
    for (size_type v = first; v < last; ++v) {
      if (lower.end[v] - lower.begin[v] < 2) continue;
      visit(v, [&](I w) { marked[w] = 1; });
      visit(v, [&](I w) {
        visit(w, [&](I x) { sum += marked[x]; });
        looks += lower.end[w] - lower.begin[w];
      });
      visit(v, [&](I w) { marked[w] = 0; });
      if (looks < looks_told_at_once) continue;
      counting.add(looks);
      looks = 0;
    }
    found[thread * 8] += sum;
  });
  return std::accumulate(found.begin(), found.end(), size_type{0});
}

/// The lists that count_triangles goes through: by number, or by degree where those would be long.
template <index_type I, index_type O> lower_neighbours<I> short_lists(stored_graph<I, O> const& graph) {
  // Measured on two cores: more looks than so many an entry cost more than naming vertices anew.
  constexpr size_type looks_worth_an_order = 64;
  auto lower = graph.by_number();
  if (looked_at(graph.host(), lower) > looks_worth_an_order * graph.entries()) lower = graph.by_degree();
  return lower;
}

/// Of the graph with an edge wherever A or A^T has an entry.
template <index_type I, index_type O>
size_type direct_triangle_count(matrix_storage<I, O> const& a, progress_callback const& progress) {
  stored_graph<I, O> const graph(a);
  if (graph.entries() == 0) return 0;
  auto const lower = short_lists(graph);
  told_stretch counting(progress, 0, 1, progress ? looked_at(graph.host(), lower) : 0);
  size_type const triangles = count_triangles(graph.host(), lower, counting);
  counting.end();
  return triangles;
}

}  // namespace heddle::detail
