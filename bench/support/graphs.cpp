// graphs.cpp - the graphs that traversals are measured on, by name.
#include "bench/support/graphs.hpp"

#include <algorithm>
#include <heddle/algorithms/bfs.hpp>
#include <heddle/algorithms/connected_components.hpp>
#include <heddle/io/files.hpp>
#include <heddle/io/generators.hpp>
#include <heddle/io/load.hpp>
#include <heddle/semirings/operators.hpp>
#include <random>
#include <regex>
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
    {"usa", [] { return io::grid<float>({.width = 4890, .height = 4890, .keep = 0.6}); }},
    {"grid4096", [] { return io::grid<float>({.width = 4096, .height = 4096}); }},
    {"deep8000", [] { return io::grid<float>({.width = 16'000, .height = 64}); }},
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
  // As `rmat21x8`: 2^21 vertices of 8 entries on average. An edge is drawn in one direction, and stands in both.
  static std::regex const drawn("(er|rmat)([1-9][0-9]?)x([1-9][0-9]{0,2})");
  std::smatch parts;
  if (!std::regex_match(name, parts, drawn)) return io::read<float>(name);
  int const scale = std::stoi(parts[2]);
  double const edge_factor = std::stod(parts[3]) / 2;
  if (parts[1] == "er") return io::erdos_renyi<float>({.scale = scale, .edge_factor = edge_factor});
  return io::rmat<float>({.scale = scale, .edge_factor = edge_factor});
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
  for (int tries = 0; tries < 1000; ++tries, at = (at + 1) % n) {
    if (3 * bfs(graph, at).reached >= n) return at;
  }
  return hub;  // nothing reaches a third, or little does
}

std::vector<size_type> sources_of(matrix<float> const& graph, size_type others) {
  auto const labels = connected_components(graph).labels.to_dense(-1);
  std::vector<size_type> sizes(labels.size());
  for (auto const label : labels) ++sizes[label];
  auto const largest = std::max_element(sizes.begin(), sizes.end()) - sizes.begin();
  auto const& offsets = storage_of(graph).csr().offsets;
  auto const length = [&](size_type v) { return offsets.data()[v + 1] - offsets.data()[v]; };
  std::vector<size_type> members, sources;
  for (std::size_t v = 0; v < labels.size(); ++v) {
    if (labels[v] == largest) members.push_back(static_cast<size_type>(v));
  }
  sources.push_back(*std::max_element(members.begin(), members.end(),
                                      [&](size_type u, size_type v) { return length(u) < length(v); }));
  std::mt19937_64 draw(1);
  for (size_type k = 0; k < others; ++k) sources.push_back(members[draw() % members.size()]);
  return sources;
}

}  // namespace heddle::bench
