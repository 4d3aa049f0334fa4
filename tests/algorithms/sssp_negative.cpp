// sssp_negative.cpp - shortest paths where few weights are negative, or many: how much is relaxed, that the direct
// method comes to what rounds come to bit by bit, and that negative cycles are refused wherever they are.
#include <heddle/algorithms/sssp.hpp>
#include <heddle/io/generators.hpp>
#include <heddle/semirings/operators.hpp>
#include <random>

#include "src/verify/graph_answers.hpp"
#include "tests/support/executors.hpp"
#include "tests/support/graphs.hpp"

using namespace heddle;
using namespace heddle::testing;

namespace {

constexpr double no_way = std::numeric_limits<double>::infinity();

struct arc_graph {
  std::int64_t n = 0;
  std::vector<arc> arcs;
};

template <class T = double> matrix<T> matrix_of_arcs(executor const& exec, arc_graph const& g) {
  auto const edges = edges_of(g.n, g.arcs);
  std::vector<T> const value(edges.value.begin(), edges.value.end());
  return matrix<T>::build(g.n, g.n, edges.row, edges.col, value, minimum<T>{}, exec);
}

/// Whole weights from 1 to 100.
template <class Options>
arc_graph drawn_arcs(io::coordinates<double> (*generate)(Options const&, progress_callback const&),
                     Options const& options) {
  auto entries = generate(options, {});
  io::add_weights(entries, {.low = 1, .high = 100});
  arc_graph g{entries.rows, {}};
  for (std::size_t k = 0; k < entries.row.size(); ++k) {
    g.arcs.push_back({entries.row[k], entries.col[k], entries.value[k]});
  }
  return g;
}

std::vector<arc_graph> deep_and_wide() {
  return {drawn_arcs(io::grid<double>, {.width = 20000, .height = 2}),
          drawn_arcs(io::grid<double>, {.width = 150, .height = 150}),
          drawn_arcs(io::grid<double>, {.width = 200, .height = 100, .keep = 0.75}),
          drawn_arcs(io::rmat<double>, {.scale = 12, .edge_factor = 8}),
          drawn_arcs(io::erdos_renyi<double>, {.scale = 12, .edge_factor = 8})};
}

template <class T> std::vector<double> all_distances_of(sssp_result<T> const& result) {
  auto const dense = result.distances.to_dense(T(0));
  return {dense.begin(), dense.end()};
}

/// At most twenty times what the same graph takes without the sign.
void check_relaxed(executor const& exec, arc_graph const& g) {
  arc_graph positive = g;
  for (arc& a : positive.arcs) a.weight = std::abs(a.weight);
  auto const without = sssp(matrix_of_arcs(exec, positive), 0), with = sssp(matrix_of_arcs(exec, g), 0);
  CHECK_GT(with.relaxed, 0);
  CHECK_LE(with.relaxed, 20 * without.relaxed);
  CHECK_EQ(verify::check_distances(edges_of(g.n, g.arcs), {0}, all_distances_of(with)), "");
}

void add_ring_of_arcs(arc_graph& g, std::int64_t first, std::int64_t length, double step, double last) {
  for (std::int64_t v = 0; v < length; ++v) {
    g.arcs.push_back({first + v, first + (v + 1) % length, v + 1 < length ? step : last});
  }
}

struct refusal_or_ways {
  bool refused = false;
  std::vector<double> distances;
  std::vector<std::int32_t> parents;
  bool operator==(refusal_or_ways const&) const = default;
};

template <class T>
refusal_or_ways refusal_or_ways_of(matrix<T> const& a, std::vector<size_type> const& sources,
                                   sssp_options options = {}) {
  options.parents = true;
  try {
    auto const result = sssp(a, sources, options);
    return {false, all_distances_of(result), result.parents.to_dense(-1)};
  } catch (negative_cycle const&) { return {true, {}, {}}; }
}

/// Few or many negative arcs, by `seed`: tenths, opposite pairs, weights that rounding hides, and those that are no
/// numbers.
arc_graph drawn_small_arcs(unsigned seed) {
  std::mt19937 random(seed);
  auto const below = [&](std::uint32_t n) { return static_cast<std::int64_t>(random() % n); };
  arc_graph g{2 + below(30), {}};
  std::int64_t const negative = below(4) == 0 ? 300 : 1 + below(60), kind = below(6);
  auto const n = static_cast<std::uint32_t>(g.n);
  for (std::int64_t k = 0; k < 3 * g.n; ++k) {
    std::int64_t const u = below(n), v = below(3) == 0 ? (u + 1) % g.n : below(n);
    double weight = static_cast<double>(below(100)) / (kind % 2 == 0 ? 1 : 10);
    if (kind == 2 && below(9) == 0) weight = 1e16;
    if (below(1000) < negative) weight = kind == 3 ? -1e-17 : kind == 4 ? -weight / 8 : -1;
    if (kind == 5 && below(40) == 0) weight = below(3) == 0 ? std::nan("") : below(2) == 0 ? no_way : -no_way;
    g.arcs.push_back({u, v, weight});
    if (below(20) == 0) g.arcs.push_back({v, u, -weight});
  }
  return g;
}

}  // namespace

EXECUTOR_CASE("one negative weight, or one in a thousand, leaves most rows relaxed once") {
  for (arc_graph g : deep_and_wide()) {
    CAPTURE(g.n);
    auto const with_one = [&](std::size_t at) {
      arc_graph one = g;
      while (one.arcs[at].from >= one.arcs[at].to) ++at;
      one.arcs[at].weight = -1;
      return one;
    };
    if (!exec.is_host() && g.n > 30000) continue;
    check_relaxed(exec, with_one(g.arcs.size() / 2));
    check_relaxed(exec, with_one(10));
    // Arcs that lead downwards stay, so that edges are no negative cycles.
    arc_graph some = g;
    for (std::size_t k = 0; k < some.arcs.size(); ++k) {
      arc& a = some.arcs[k];
      if (a.from < a.to && k * 7919 % 500 == 0 && a.weight > 0) a.weight = -1;
    }
    check_relaxed(exec, some);
    // Shifted by potentials: every path keeps its weight but for its ends.
    for (arc& a : g.arcs) a.weight += static_cast<double>(a.from * 31 % 9) - static_cast<double>(a.to * 31 % 9);
    auto const shifted = sssp(matrix_of_arcs(exec, g), 0);
    CHECK_GT(shifted.relaxed, 0);
    CHECK_LE(shifted.relaxed, 20 * static_cast<size_type>(g.arcs.size()));
    CHECK_EQ(verify::check_distances(edges_of(g.n, g.arcs), {0}, all_distances_of(shifted)), "");
  }
}

EXECUTOR_CASE("arcs far below 0 that lead upwards are relaxed in the order in which they lead") {
  arc_graph g = drawn_arcs(io::rmat<double>, {.scale = 12, .edge_factor = 16});
  std::erase_if(g.arcs, [](arc const& a) { return a.from >= a.to; });
  for (std::size_t k = 0; k < g.arcs.size(); ++k) {
    if (k * 7919 % 1000 < 300) g.arcs[k].weight *= -1;
  }
  auto const a = matrix_of_arcs(exec, g);
  auto const result = sssp(a, 0);
  CHECK_EQ(verify::check_distances(edges_of(g.n, g.arcs), {0}, all_distances_of(result)), "");
  if (exec.is_host()) CHECK_LE(result.relaxed, 12 * a.nnz());
}

EXECUTOR_CASE("the direct method comes to what rounds come to, on drawn graphs of every kind [sanitize]") {
  int refused = 0, different = 0, narrow = 0;
  for (unsigned seed = 0; seed < 3000; seed += exec.is_host() ? 1 : 61) {
    arc_graph const g = drawn_small_arcs(seed);
    std::vector<size_type> sources{0};
    if (seed % 5 == 0) sources = {0, static_cast<size_type>(seed) % g.n, g.n - 1};
    auto const a = matrix_of_arcs(exec, g);
    auto const expected = refusal_or_ways_of(a, sources, {.method = traversal_method::loop});
    bool same = refusal_or_ways_of(a, sources) == expected;
    same = same && refusal_or_ways_of(a, sources, {.method = traversal_method::direct, .delta = 0.3}) == expected;
    bool const negative = std::any_of(g.arcs.begin(), g.arcs.end(), [](arc const& a) { return a.weight < 0; });
    if (negative) same = same && refusal_or_ways_of(a, sources, {.targets = {g.n - 1}}) == expected;
    if (!exec.is_host())
      same = same && refusal_or_ways_of(a, sources, {.method = traversal_method::stepwise}) == expected;
    auto const floats = matrix_of_arcs<float>(exec, g);
    bool const same_floats =
        refusal_or_ways_of(floats, sources) == refusal_or_ways_of(floats, sources, {.method = traversal_method::loop});
    if (!same || !same_floats) MESSAGE("seed ", seed);
    different += !same;
    narrow += !same_floats;
    refused += expected.refused;
  }
  CHECK_EQ(different, 0);
  CHECK_EQ(narrow, 0);
  if (exec.is_host()) CHECK_GT(refused, 300);
  if (exec.is_host()) CHECK_LT(refused, 2700);
}

EXECUTOR_CASE("a negative cycle far away, or as long as the graph, is refused long before n rounds") {
  std::int64_t const n = 100000;
  arc_graph far = drawn_arcs(io::grid<double>, {.width = n / 2, .height = 2});
  for (arc& a : far.arcs) {
    if (a.from == n - 1 && a.to == n - 2) a.weight = -101;
  }
  CHECK(refusal_or_ways_of(matrix_of_arcs(exec, far), {0}).refused);
  CHECK(refusal_or_ways_of(matrix_of_arcs<float>(exec, far), {0, 17, 90}).refused);
  for (arc& a : far.arcs) a.weight = a.weight < 0 ? -no_way : a.weight / 10;
  CHECK(refusal_or_ways_of(matrix_of_arcs(exec, far), {0}).refused);
  arc_graph ring{n, {}};
  add_ring_of_arcs(ring, 0, n, 1, -static_cast<double>(n));
  CHECK(refusal_or_ways_of(matrix_of_arcs(exec, ring), {3}).refused);
  CHECK(refusal_or_ways_of(matrix_of_arcs<float>(exec, ring), {3}).refused);
  ring.arcs.back().weight += 1;
  CHECK_FALSE(refusal_or_ways_of(matrix_of_arcs(exec, ring), {3}).refused);
  arc_graph behind{n + 2, {{n + 1, n, 5}, {n, 7, 3}}};
  add_ring_of_arcs(behind, 0, n, 0.1, -0.1 * static_cast<double>(n));
  CHECK(refusal_or_ways_of(matrix_of_arcs(exec, behind), {n + 1}).refused);
}

EXECUTOR_CASE("deep graphs behind a cycle of weight zero that rounding shortens are searched like others") {
  std::int64_t const n = 40000;
  arc_graph g = drawn_arcs(io::grid<double>, {.width = n / 2, .height = 2});
  for (arc& a : g.arcs) a.weight /= 10;
  g.n += 3;
  for (arc const& a : {arc{n + 2, n, 0.1}, {n, n + 1, 0.4}, {n + 1, n, -0.4}, {n, 0, 0.1}}) g.arcs.push_back(a);
  auto const a = matrix_of_arcs(exec, g);
  auto const result = sssp(a, n + 2);
  CHECK_LT(*result.distances.get(n), 0.1);
  CHECK_GT(result.relaxed, 0);
  CHECK_LE(result.relaxed, 20 * a.nnz());
}

EXECUTOR_CASE("sources below 0 and arcs of minus infinity before deep graphs are no reason for n rounds") {
  arc_graph g = drawn_arcs(io::grid<double>, {.width = 20000, .height = 2});
  for (arc& a : g.arcs) a.weight = a.from == 10 && a.to == 11 ? -1 : 0.37 * a.weight;
  auto const several = sssp(matrix_of_arcs(exec, g), std::vector<size_type>{10, 11});
  CHECK_EQ(*several.distances.get(11), -1);
  CHECK_GT(several.relaxed, 0);
  CHECK_LE(several.relaxed, 20 * static_cast<size_type>(g.arcs.size()));
  ++g.n;
  g.arcs.push_back({g.n - 1, 5, -no_way});
  auto const lowest = sssp(matrix_of_arcs(exec, g), g.n - 1);
  CHECK_EQ(*lowest.distances.get(0), -no_way);
  CHECK_EQ(lowest.reached, g.n);
}

TEST_CASE("any number of threads finds the same distances over negative weights") {
  arc_graph g = drawn_arcs(io::rmat<double>, {.scale = 14, .edge_factor = 16});
  for (arc& a : g.arcs) {
    double const p = static_cast<double>(a.from * 7919 % 301) / 7, q = static_cast<double>(a.to * 7919 % 301) / 7;
    a.weight += p - q;
  }
  auto const once = refusal_or_ways_of(matrix_of_arcs(host_executor(1), g), {5});
  REQUIRE_FALSE(once.refused);
  for (int const threads : {2, 8}) CHECK(refusal_or_ways_of(matrix_of_arcs(host_executor(threads), g), {5}) == once);
}
