// word_ends.cpp - searches of as many vertices, and from as many sources, as fill words of 64 bits, or one more or
// less; and of rows about the length from which they are pushed in another way.
#include <heddle/algorithms/bfs.hpp>
#include <heddle/algorithms/bfs_from_each.hpp>
#include <heddle/semirings/operators.hpp>

#include "tests/support/bfs_reference.hpp"
#include "tests/support/executors.hpp"

using namespace heddle;
using namespace heddle::testing;

namespace {

struct word_arcs {
  std::int32_t n;
  std::vector<std::int32_t> from, to;
  void join(std::int32_t u, std::int32_t v) { from.push_back(u), to.push_back(v); }
  matrix<float> on(executor const& exec) const {
    return matrix<float>::build(n, n, from, to, std::vector<float>(from.size(), 1.0f), take_first<float>{}, exec);
  }
};

// A path backwards, and from its begin arcs to all.
word_arcs star_and_path(std::int32_t n) {
  word_arcs a{n, {}, {}};
  for (std::int32_t v = 1; v < n; ++v) a.join(v, v - 1);
  for (std::int32_t v = 1; v < n; v += 2) a.join(0, v);
  return a;
}

// Layers of `width`, each joined to all of the next.
word_arcs joined_layers(std::int32_t width, std::int32_t count) {
  word_arcs a{width * count, {}, {}};
  for (std::int32_t u = 0; u < width * (count - 1); ++u) {
    for (std::int32_t v = 0; v < width; ++v) a.join(u, (u / width + 1) * width + v);
  }
  return a;
}

void check_search(executor const& exec, word_arcs const& graph, size_type source) {
  auto const expected = reference_bfs(adjacency_of(graph.n, graph.from, graph.to), source);
  auto const a = graph.on(exec);
  for (auto const how : {direction::automatic, direction::push, direction::pull}) {
    for (double const push_cost : {0.5, 1e9}) {
      auto const found = bfs(a, source, {.direction = how, .parents = true, .push_cost = push_cost});
      auto const levels = found.levels.to_dense(-1), parents = found.parents.to_dense(-1);
      CAPTURE(graph.n);
      CAPTURE(source);
      CAPTURE(push_cost);
      CHECK(std::equal(levels.begin(), levels.end(), expected.levels.begin()));
      CHECK(std::equal(parents.begin(), parents.end(), expected.parents.begin()));
      CHECK(found.reached == expected.reached);
      CHECK(found.edges == expected.edges);
      CHECK(found.depth == expected.depth);
    }
  }
}

}  // namespace

EXECUTOR_CASE("vertices at the ends of words are found, and none behind the last") {
  for (std::int32_t const n : {1, 2, 7, 8, 9, 63, 64, 65, 127, 128, 129, 191, 192, 193}) {
    check_search(exec, star_and_path(n), 0);
    check_search(exec, star_and_path(n), n - 1);
  }
}

EXECUTOR_CASE("rows of 15, 16 and 17 neighbours are pushed alike, and so are levels that fill words") {
  for (std::int32_t const width : {1, 8, 15, 16, 17, 63, 64, 65}) check_search(exec, joined_layers(width, 4), 0);
}

EXECUTOR_CASE("as many sources as fill words are searched, and one more or less") {
  auto const graph = star_and_path(130);
  auto const a = graph.on(exec);
  auto const neighbours = adjacency_of(graph.n, graph.from, graph.to);
  for (size_type const count : {1, 63, 64, 65, 127, 128, 129}) {
    CAPTURE(count);
    std::vector<size_type> sources;
    for (size_type k = 0; k < count; ++k) sources.push_back((k * 37 + 129) % 130);
    for (auto const how : {direction::automatic, direction::pull}) {
      auto const result = bfs_from_each(a, sources, {.direction = how, .levels = true});
      REQUIRE(static_cast<size_type>(result.found.size()) == count);
      bool right = true;
      for (std::size_t b = 0; b < sources.size(); ++b) {
        auto const expected = reference_bfs(neighbours, sources[b]);
        auto const levels = result.levels[b].to_dense(-1);
        right = right && result.found[b].reached == expected.reached && result.found[b].depth == expected.depth &&
                std::equal(levels.begin(), levels.end(), expected.levels.begin());
      }
      CHECK(right);
    }
  }
}
