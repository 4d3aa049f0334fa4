// paths_among_ranks.cpp - the kernel of shortest paths among GPUs on a CPU: ranks are threads of the system, each of
// which runs a kernel, and they read each other's memory. Real GPUs run the same by tests/nccl.
#include <doctest/doctest.h>

#include <cstring>
#include <heddle/algorithms/sssp.hpp>
#include <heddle/io/generators.hpp>
#include <heddle/io/load.hpp>
#include <heddle/semirings/operators.hpp>
#include <random>
#include <thread>

#include "src/cuda/rank_paths_kernel.cuh"

using namespace heddle;

namespace {

template <class T> struct weighted_edges {
  std::int32_t n;
  std::vector<std::int32_t> row, col;
  std::vector<T> weight;

  void join(std::int32_t u, std::int32_t v, T w) { row.push_back(u), col.push_back(v), weight.push_back(w); }
};

struct paths_setting {
  bool by_piles = true, adapts = true;
  double bucket = 1;
  int piece = 512;  // entries
  int absent = -1;
  detail::thin_levels thin = {0, 0};
};

template <class T> struct paths_of_ranks {
  std::vector<T> distances;
  std::vector<gpu::rank_paths_counts> counts;
};

template <class T, class O>
paths_of_ranks<T> find_paths(matrix<T, std::int32_t, O> const& a, std::vector<size_type> const& cuts, size_type source,
                             paths_setting const& how) {
  auto const n = static_cast<std::size_t>(a.rows()), ranks = cuts.size() - 1;
  auto const all = storage_of(a).csr().template view<T>();
  paths_of_ranks<T> found{std::vector<T>(n, T(-7)), std::vector<gpu::rank_paths_counts>(ranks)};
  std::vector<std::vector<O>> offsets(ranks);
  std::vector<gpu::rank_paths_task<T, O>> tasks;
  std::vector<gpu::rank_paths_memory> memory;
  std::vector<gpu::rank_paths_memory::arrays> shared;
  for (std::size_t r = 0; r < ranks; ++r) {
    O const first = all.offsets[cuts[r]];
    for (size_type v = cuts[r]; v <= cuts[r + 1]; ++v) offsets[r].push_back(all.offsets[v] - first);
    compressed_view<T, std::int32_t, O> rows{cuts[r + 1] - cuts[r], a.rows(),  offsets[r].back(), offsets[r].data(),
                                             all.indices + first,   all.values};
    if (rows.values.data) rows.values.data += first;
    gpu::rank_paths_task<T, O> task{rows, cuts, static_cast<int>(r), a.nnz(), source};
    task.by.piece = how.piece;
    task.by_piles = how.by_piles, task.bucket = how.bucket, task.adapts = how.adapts, task.thin = how.thin;
    task.patience_s = how.absent < 0 ? 300.0 : 0.2;
    tasks.push_back(task);
    memory.push_back(gpu::remember_for_paths(a.exec(), task));
    shared.push_back(memory.back().shared);
  }
  std::vector<std::thread> kernels;
  for (std::size_t r = 0; r < ranks; ++r) {
    if (static_cast<int>(r) == how.absent) continue;
    kernels.emplace_back([&, r] {
      found.counts[r] =
          gpu::find_paths_among_ranks(a.exec(), tasks[r], memory[r], shared, found.distances.data() + cuts[r]);
    });
  }
  for (auto& each : kernels) each.join();
  return found;
}

// As many ranks; some have no rows.
std::vector<size_type> cuts_of_paths(size_type n, std::size_t ranks, unsigned seed) {
  std::mt19937 random(seed);
  std::vector<size_type> cuts{0, n};
  while (cuts.size() < ranks + 1) cuts.push_back(static_cast<size_type>(random() % static_cast<unsigned>(n + 1)));
  std::sort(cuts.begin(), cuts.end());
  return cuts;
}

template <class T, class O = std::int32_t> matrix<T, std::int32_t, O> made_of(weighted_edges<T> const& g) {
  return matrix<T, std::int32_t, O>::build(g.n, g.n, g.row, g.col, g.weight, minimum<T>{}, host_executor(1));
}

// The least sums over all ways, as a queue of changed vertices finds them.
template <class T, class O> std::vector<T> least_sums(matrix<T, std::int32_t, O> const& a, size_type source) {
  auto const rows = storage_of(a).csr().template view<T>();
  std::vector<T> least(static_cast<std::size_t>(a.rows()), std::numeric_limits<T>::infinity());
  std::vector<size_type> changed{source};
  least[static_cast<std::size_t>(source)] = 0;
  for (std::size_t k = 0; k < changed.size(); ++k) {
    for (O at = rows.offsets[changed[k]]; at < rows.offsets[changed[k] + 1]; ++at) {
      T const sum = least[static_cast<std::size_t>(changed[k])] + rows.values[at];
      auto const to = static_cast<std::size_t>(rows.indices[at]);
      if (!(sum < least[to])) continue;
      least[to] = sum;
      changed.push_back(rows.indices[at]);
    }
  }
  return least;
}

template <class T, class O>
void check_paths(matrix<T, std::int32_t, O> const& a, size_type source, paths_setting const& how = {}) {
  auto const expected = least_sums(a, source);
  auto const is_finite = [](T d) { return d < std::numeric_limits<T>::infinity(); };
  for (std::size_t const ranks : {1, 2, 3, 4}) {
    for (unsigned const seed : {1u, 2u}) {
      auto const cuts = cuts_of_paths(a.rows(), ranks, seed);
      CAPTURE(a.rows());
      CAPTURE(a.nnz());
      CAPTURE(cuts);
      CAPTURE(how.by_piles);
      CAPTURE(how.bucket);
      auto const found = find_paths(a, cuts, source, how);
      CHECK(std::memcmp(found.distances.data(), expected.data(), expected.size() * sizeof(T)) == 0);
      for (std::size_t r = 0; r < ranks; ++r) {
        auto const& counts = found.counts[r];
        CHECK(counts.ended);
        CHECK_FALSE(counts.thin);
        CHECK_EQ(counts.rounds, found.counts[0].rounds);
        CHECK_EQ(counts.reached, std::count_if(expected.begin() + cuts[r], expected.begin() + cuts[r + 1], is_finite));
      }
    }
  }
}

// Weights of few values, of none, of infinity, of many.
template <class T> T drawn_weight(int kind, std::mt19937& random) {
  switch (kind) {
    case 0:
      return static_cast<T>(random() % 4);
    case 1:
      return T(3);
    case 2:
      return T(0);
    case 3:
      return random() % 5 == 0 ? std::numeric_limits<T>::infinity() : static_cast<T>(random() % 10);
    default:
      return static_cast<T>(random() % 100000) / T(977);
  }
}

template <class T> weighted_edges<T> drawn_edges(std::int32_t n, int edges, int kind, unsigned seed) {
  std::mt19937 random(seed);
  weighted_edges<T> g{n, {}, {}, {}};
  auto const below = [&](std::int32_t bound) {
    return static_cast<std::int32_t>(random() % static_cast<unsigned>(bound));
  };
  for (int k = 0; k < edges; ++k) {
    std::int32_t const u = below(n), v = below(n);  // that of a pair comes in no fixed order
    g.join(u, v, drawn_weight<T>(kind, random));
  }
  return g;
}

template <class T> weighted_edges<T> with_drawn_weights(io::coordinates<float> const& pattern, int kind) {
  std::mt19937 random(3);
  weighted_edges<T> g{static_cast<std::int32_t>(pattern.rows), {}, {}, {}};
  for (std::size_t k = 0; k < pattern.row.size(); ++k) {
    g.join(pattern.row[k], pattern.col[k], drawn_weight<T>(kind, random));
  }
  return g;
}

}  // namespace

TEST_CASE("kernels of several ranks find the distances of one search, bit for bit") {
  std::vector<io::coordinates<float>> patterns;
  patterns.push_back(io::rmat<float>({.scale = 9, .edge_factor = 8}));
  patterns.push_back(io::star<float>({.n = 1500}));
  patterns.push_back(io::path<float>({.n = 70}));
  patterns.push_back(io::grid<float>({.width = 19, .height = 13, .keep = 0.7}));
  patterns.push_back(io::power_law<float>({.n = 600, .degree = 6}));  // directed
  patterns.push_back({3, 3, {0}, {2}, {1}});                          // more ranks than vertices
  for (auto const& pattern : patterns) {
    check_paths(made_of(with_drawn_weights<float>(pattern, 4)), 1, {.bucket = 2});
    check_paths(made_of<double, std::int64_t>(with_drawn_weights<double>(pattern, 4)), 0, {.bucket = 2});
    check_paths(made_of<float, std::int64_t>(with_drawn_weights<float>(pattern, 0)), 0, {.by_piles = false});
    check_paths(made_of(with_drawn_weights<double>(pattern, 3)), 0, {.adapts = false, .bucket = 0.5});
  }
}

TEST_CASE(
    "kernels of several ranks relax many ways that tie, weights of zero and of infinity, and reach what they can") {
  for (int trial = 0; trial < 8; ++trial) {
    for (int const kind : {0, 1, 2, 3, 4}) {
      std::int32_t const n = 40 + 61 * trial;
      int const edges = n * (trial % 2 == 0 ? 2 : 9);
      auto g = drawn_edges<float>(n, edges, kind, static_cast<unsigned>(trial * 5 + kind));
      for (std::int32_t v = 0; v < n / 2; ++v) g.join(1, v, static_cast<float>(v % 7));  // a hub that the source is
      double const bucket = std::array{0.0, 0.01, 1.0, 50.0}[static_cast<std::size_t>(trial % 4)];
      check_paths(made_of(g), 1, {.by_piles = trial % 3 != 2, .adapts = trial % 2 == 0, .bucket = bucket, .piece = 32});
    }
  }
}

TEST_CASE("kernels of several ranks hold piles of more than blocks keep, and cut them where they were too wide") {
  // All vertices are far, and become better again and again; more than a block's stage holds of lists and of piles.
  std::int32_t const n = 9000;
  weighted_edges<float> g{n, {}, {}, {}};
  std::mt19937 random(11);
  for (std::int32_t v = 1; v < n; ++v) {
    g.join(0, v, static_cast<float>(4000 + random() % 4000));
    for (int k = 0; k < 3; ++k) g.join(v, static_cast<std::int32_t>(random() % n), static_cast<float>(random() % 900));
  }
  for (double const bucket : {5.0, 300.0, 1e6})
    check_paths(made_of(g), 0, {.adapts = bucket != 300.0, .bucket = bucket});
}

TEST_CASE("kernels of ranks that wait in vain for another one give up on shortest paths") {
  auto const a = made_of(drawn_edges<float>(200, 2000, 4, 1));
  for (int const absent : {0, 2}) {
    auto const found = find_paths(a, {0, 50, 70, 200}, 1, {.absent = absent});
    for (auto const& counts : found.counts) CHECK_FALSE(counts.ended);
  }
}

TEST_CASE("kernels of ranks end shortest paths whose rounds are thin, and no others") {
  weighted_edges<float> chain{300, {}, {}, {}};
  for (std::int32_t v = 0; v + 1 < chain.n; ++v) chain.join(v, v + 1, static_cast<float>(v % 3));
  auto const a = made_of(chain);
  auto const find = [&](detail::thin_levels const& until) { return find_paths(a, {0, 100, 300}, 0, {.thin = until}); };
  auto const thin = find({20, 3}), thick = find({20, 1});
  for (auto const& counts : thin.counts) {
    CHECK(counts.ended);
    CHECK(counts.thin);
    CHECK_EQ(counts.rounds, 20);
  }
  for (auto const& counts : thick.counts) CHECK_FALSE(counts.thin);
  CHECK(thick.distances == least_sums(a, 0));
}
