// graphs.cpp - the graphs that traversals are measured on, by name.
#include "bench/support/graphs.hpp"

#include <heddle/algorithms/bfs.hpp>
#include <heddle/io/files.hpp>
#include <heddle/io/generators.hpp>
#include <heddle/io/load.hpp>
#include <heddle/semirings/operators.hpp>
#include <vector>

namespace heddle::bench {
namespace {

struct recipe {
  std::string name;
  io::coordinates<float> (*make)();
};

std::vector<recipe> const recipes = {
    {"rmat16", [] { return io::rmat<float>({.scale = 16}); }},
    {"kron21", [] { return io::rmat<float>({.scale = 21, .edge_factor = 44}); }},
    {"web", [] { return io::power_law<float>({.n = 4'000'000, .degree = 21}); }},
    {"rgg", [] { return io::random_geometric<float>({.n = 4'000'000, .degree = 15}); }},
    {"road", [] { return io::grid<float>({.width = 4096, .height = 4096, .keep = 0.62}); }},
    {"road1024", [] { return io::grid<float>({.width = 1024, .height = 1024, .keep = 0.62}); }},
    {"rmat20", [] { return io::rmat<float>({.scale = 20}); }},
    {"rmat24", [] { return io::rmat<float>({.scale = 24}); }},
    {"graph500", [] { return io::rmat<float>({.scale = 24, .edge_factor = 11}); }},
    {"er23", [] { return io::erdos_renyi<float>({.scale = 23, .edge_factor = 12}); }},
    {"delaunay21", [] { return io::delaunay_like<float>({.n = 2'097'152}); }},
};

}  // namespace

io::coordinates<float> read_or_make(std::string const& name) {
  for (recipe const& each : recipes) {
    if (each.name == name) return each.make();
  }
  return io::read<float>(name);
}

matrix<float> weighted(io::coordinates<float> graph) {
  io::add_weights(graph);
  return io::to_matrix(graph, take_first<float>{});
}

size_type source_of(matrix<float> const& graph, size_type middle) {
  auto const& offsets = storage_of(graph).csr().offsets;
  auto const length = [&](size_type v) { return offsets.data()[v + 1] - offsets.data()[v]; };
  size_type const n = graph.rows();
  size_type hub = 0;
  for (size_type v = 0; v < n; ++v) hub = length(v) > length(hub) ? v : hub;
  size_type at = length(hub) * n > 20 * graph.nnz() ? hub : middle;
  while (3 * bfs(graph, at).reached < n) at = (at + 1) % n;
  return at;
}

}  // namespace heddle::bench
