// demo_graphs.cpp - the graphs of heddle demo: one real, two made.
#include "src/cli/demo_graphs.hpp"

#include <fmt/core.h>

#include <heddle/io/generators.hpp>

#include "src/cli/karate.hpp"

namespace heddle::cli {

demo_graph karate_graph() {
  demo_graph graph{"karate club", "friendships of 34 people, Zachary 1977", {.rows = 34, .cols = 34}};
  graph.entries.values = io::field::pattern;
  graph.entries.symmetric = true;
  for (auto const [a, b] : karate_club) {
    graph.entries.row.insert(graph.entries.row.end(), {a, b});
    graph.entries.col.insert(graph.entries.col.end(), {b, a});
  }
  return graph;
}

demo_graph social_graph(demo_size size) {
  auto entries = io::rmat<float>({.scale = size.scale});
  io::add_weights(entries);
  return {"R-MAT", fmt::format("a power law as in social networks, scale {}, weights 1..255", size.scale),
          std::move(entries)};
}

demo_graph road_graph(demo_size size) {
  auto entries = io::grid<float>({.width = size.side, .height = size.side, .keep = 0.62});
  io::add_weights(entries);
  return {"road-like", fmt::format("a grid of {} x {} with 62 % of its edges, weights 1..255", size.side, size.side),
          std::move(entries)};
}

}  // namespace heddle::cli
