// first_answers.cpp - searches read no more than they have to: a vertex that looks for a neighbour stops at the first,
// and triangles are looked for in the shorter lists. Reads are counted, not timed.
#include <cmath>
#include <heddle/matrix.hpp>
#include <heddle/semirings/operators.hpp>

#include "src/algorithms/direct_bfs.hpp"
#include "src/algorithms/direct_triangles.hpp"
#include "src/algorithms/word_bfs.hpp"
#include "tests/support/guarded_array.hpp"

using namespace heddle;
using namespace heddle::seam;
using namespace heddle::testing;

namespace {

using vertex_number = std::int32_t;
using arc_view = compressed_view<bool, vertex_number, vertex_number>;

// Vertex 0 has arcs to 1, ..., middle; each of these to all vertices behind them, which have none.
struct three_levels {
  static constexpr vertex_number middle = 200, n = 2000;
  std::vector<vertex_number> offsets{0}, heads, column_offsets{0}, tails;

  three_levels() {
    for (vertex_number v = 0; v < n; ++v) {
      if (v == 0) {
        for (vertex_number w = 1; w <= middle; ++w) heads.push_back(w);
      } else if (v <= middle) {
        for (vertex_number w = middle + 1; w < n; ++w) heads.push_back(w);
        tails.push_back(0);
      } else {
        for (vertex_number u = 1; u <= middle; ++u) tails.push_back(u);
      }
      offsets.push_back(static_cast<vertex_number>(heads.size()));
      column_offsets.push_back(static_cast<vertex_number>(tails.size()));
    }
  }
  size_type nnz() const { return static_cast<size_type>(heads.size()); }
  arc_view rows() const { return {n, n, nnz(), offsets.data(), heads.data(), {}}; }
  arc_view columns(vertex_number const* indices) const { return {n, n, nnz(), column_offsets.data(), indices, {}}; }
  /// Of the tails of arcs to the last vertex the second, and all behind.
  size_type second_of_last() const { return nnz() - middle + 1; }
};

}  // namespace

TEST_CASE("an array tells whether what is guarded of it was read") {
  std::vector<int> const numbers{1, 2, 3, 4};
  for (size_type const first : {0, 1, 3}) {
    guarded_array<int> const array(numbers, first);
    int volatile read = 0;
    for (size_type k = 0; k < first; ++k) read = read + array.data()[k];
    CHECK_FALSE(array.was_read());
    read = read + array.data()[3];
    CHECK(array.was_read());
    CHECK(read == (first == 0 ? 4 : first == 1 ? 5 : 10));
  }
}

TEST_CASE("a vertex that looks for a neighbour in the frontier stops at the first") {
  three_levels const graph;
  guarded_array<vertex_number> const tails(graph.tails, graph.second_of_last());
  arc_view const columns = graph.columns(tails.data());
  host::direct_bfs<vertex_number, vertex_number> search(graph.rows(), &columns, 1, 1);
  std::vector<std::int32_t> levels(three_levels::n, -1);
  std::vector<primitives::byte> seen(three_levels::n, 0);
  search.search(0, {}, levels.data(), seen.data());
  CHECK(search.reached == three_levels::n);
  CHECK(search.depth == 2);
  CHECK(levels.back() == 2);
  CHECK_FALSE(tails.was_read());
  std::vector<vertex_number> parents(three_levels::n, -1);
  host::find_parents(graph.rows(), &columns, levels.data(), 0, 1, parents.data());
  CHECK(parents.back() == 1);
  CHECK_FALSE(tails.was_read());
}

TEST_CASE("a vertex that gathers the sources of its neighbours stops when all that are alive have come") {
  three_levels const graph;
  guarded_array<vertex_number> const tails(graph.tails, graph.second_of_last());
  arc_view const columns = graph.columns(tails.data());
  host::word_bfs<vertex_number, vertex_number> search(graph.rows(), &columns, 1, 1);
  size_type const sources[] = {0};
  source_reach found[1];
  search.search(sources, found, nullptr);
  CHECK(found[0].reached == three_levels::n);
  CHECK_FALSE(tails.was_read());
}

TEST_CASE("a search that has reached its targets asks no vertex any more") {
  three_levels const graph;
  guarded_array<vertex_number> const tails(graph.tails, graph.second_of_last() - 1);
  arc_view const columns = graph.columns(tails.data());
  host::direct_bfs<vertex_number, vertex_number> search(graph.rows(), &columns, 1, 1);
  std::vector<std::int32_t> levels(three_levels::n, -1);
  std::vector<primitives::byte> seen(three_levels::n, 0);
  size_type const target[] = {5};
  search.search(0, target, levels.data(), seen.data());
  CHECK(search.depth == 1);
  CHECK_FALSE(tails.was_read());
}

namespace {

matrix<float> graph_of_edges(vertex_number n, std::vector<std::pair<vertex_number, vertex_number>> const& edges,
                             bool symmetric) {
  std::vector<vertex_number> row, col;
  for (auto const& [u, v] : edges) {
    row.push_back(u), col.push_back(v);
    if (symmetric) row.push_back(v), col.push_back(u);
  }
  auto a = matrix<float>::build(n, n, row, col, {}, take_first<float>{});
  a.assume_symmetric(symmetric);
  return a;
}

template <class Lists> double longest_of(Lists const& lists) {
  size_type longest = 0;
  for (size_type v = 0; v < lists.vertices(); ++v) longest = max_of(longest, lists.end[v] - lists.begin[v]);
  return static_cast<double>(longest);
}

size_type counted(heddle::detail::stored_graph<vertex_number, vertex_number> const& graph,
                  heddle::detail::lower_neighbours<vertex_number> const& lists) {
  heddle::progress_callback const nobody;
  heddle::detail::told_stretch untold(nobody, 0, 1, 0);
  return count_triangles(graph.host(), lists, untold);
}

}  // namespace

TEST_CASE("by degree no list of neighbours is longer than the root of twice the edges, wherever hubs stand") {
  vertex_number const n = 2000, hubs = 40;
  for (bool const last : {false, true}) {
    for (bool const symmetric : {true, false}) {
      CAPTURE(last);
      CAPTURE(symmetric);
      auto const place = [&](vertex_number v) { return last ? n - 1 - v : v; };
      std::vector<std::pair<vertex_number, vertex_number>> edges;
      for (vertex_number v = hubs; v < n; ++v) {  // a ring, all of it joined to hubs
        for (vertex_number h = 0; h < hubs; ++h) edges.emplace_back(place(v), place(h));
        if (v + 1 < n) edges.emplace_back(place(v), place(v + 1));
      }
      auto const a = graph_of_edges(n, edges, symmetric);
      heddle::detail::stored_graph<vertex_number, vertex_number> const graph(storage_of(a));
      auto const lists = graph.by_degree();
      CHECK(longest_of(lists) <= std::sqrt(2.0 * static_cast<double>(edges.size())));
      CHECK(counted(graph, lists) == size_type{hubs} * (n - hubs - 1));
      CHECK(counted(graph, short_lists(graph)) == size_type{hubs} * (n - hubs - 1));
    }
  }
}

TEST_CASE("triangles are looked for in the shorter lists where those by number would be long") {
  vertex_number const side = 1000, middle = 100;  // all in the middle are joined to all of lower and of higher numbers
  std::vector<std::pair<vertex_number, vertex_number>> edges;
  for (vertex_number m = side; m < side + middle; ++m) {
    for (vertex_number v = 0; v < side; ++v) edges.emplace_back(m, v), edges.emplace_back(side + middle + v, m);
  }
  for (vertex_number v = side + middle; v + 1 < 2 * side + middle; ++v) edges.emplace_back(v, v + 1);
  for (bool const symmetric : {true, false}) {
    CAPTURE(symmetric);
    auto const a = graph_of_edges(2 * side + middle, edges, symmetric);
    heddle::detail::stored_graph<vertex_number, vertex_number> const graph(storage_of(a));
    CHECK(looked_at(graph.host(), graph.by_number()) > 64 * graph.entries());
    auto const lists = short_lists(graph);
    CHECK(longest_of(lists) <= std::sqrt(2.0 * static_cast<double>(edges.size())));
    CHECK(looked_at(graph.host(), lists) <= graph.entries());
    CHECK(counted(graph, lists) == size_type{middle} * (side - 1));
  }
}
