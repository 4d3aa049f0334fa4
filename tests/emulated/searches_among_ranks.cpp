// searches_among_ranks.cpp - the kernel of breadth-first search among GPUs on a CPU: ranks are threads of the system,
// each of which runs a kernel, and they read each other's memory. Real GPUs run the same by tests/nccl.
#include <doctest/doctest.h>

#include <heddle/algorithms/bfs.hpp>
#include <heddle/io/generators.hpp>
#include <heddle/io/load.hpp>
#include <heddle/semirings/operators.hpp>
#include <random>
#include <thread>

#include "src/cuda/rank_search_kernel.cuh"

using namespace heddle;

namespace {

template <class O> using pattern = matrix<float, std::int32_t, O>;

// The rows [begin, end) of a matrix.
template <class O> struct some_rows {
  std::vector<O> offsets;
  std::vector<std::int32_t> indices;

  some_rows(compressed_view<bool, std::int32_t, O> const& all, size_type begin, size_type end) {
    for (size_type v = begin; v <= end; ++v) offsets.push_back(all.offsets[v] - all.offsets[begin]);
    indices.assign(all.indices + all.offsets[begin], all.indices + all.offsets[end]);
  }
  compressed_view<bool, std::int32_t, O> view(size_type minor) const {
    return {static_cast<size_type>(offsets.size()) - 1,
            minor,
            static_cast<size_type>(indices.size()),
            offsets.data(),
            indices.data(),
            {}};
  }
};

struct found_by_ranks {
  std::vector<std::int32_t> levels, parents;
  std::vector<gpu::rank_search_counts> counts;
};

template <class O>
found_by_ranks search(pattern<O> const& a, std::vector<size_type> const& cuts, bool pulls, size_type source,
                      int absent = -1, detail::thin_levels const& thin = {0, 0}) {
  auto const n = static_cast<std::size_t>(a.rows()), ranks = cuts.size() - 1;
  auto const edges = detail::pattern_of(a);
  auto const rows = detail::pattern_view<bool>(edges.by_rows());
  auto const columns = pulls ? detail::pattern_view<bool>(edges.by_columns()) : rows;
  found_by_ranks found{std::vector<std::int32_t>(n, -7), std::vector<std::int32_t>(n, -7),
                       std::vector<gpu::rank_search_counts>(ranks)};
  std::vector<primitives::byte> present(n, 7);
  std::vector<some_rows<O>> part, column_part;
  std::vector<compressed_view<bool, std::int32_t, O>> column_view;
  for (std::size_t r = 0; r < ranks; ++r) {
    part.emplace_back(rows, cuts[r], cuts[r + 1]);
    column_part.emplace_back(columns, cuts[r], cuts[r + 1]);
    column_view.push_back(column_part.back().view(a.rows()));
  }
  std::vector<gpu::rank_search_task<O>> tasks;
  std::vector<gpu::rank_search_memory> memory;
  std::vector<gpu::rank_search_memory::arrays> shared;
  for (std::size_t r = 0; r < ranks; ++r) {
    tasks.push_back({part[r].view(a.rows()), pulls ? &column_view[r] : nullptr, cuts, static_cast<int>(r), a.nnz(),
                     source, absent < 0 ? 300.0 : 0.2, thin});
    memory.push_back(gpu::remember_for_ranks(a.exec(), tasks.back()));
    shared.push_back(memory.back().shared);
  }
  std::vector<std::thread> all;
  for (std::size_t r = 0; r < ranks; ++r) {
    if (static_cast<int>(r) == absent) continue;
    all.emplace_back([&, r] {
      auto const at = static_cast<std::size_t>(cuts[r]);
      found.counts[r] =
          gpu::search_among_ranks(a.exec(), tasks[r], memory[r], shared,
                                  {found.levels.data() + at, present.data() + at, found.parents.data() + at});
    });
  }
  for (auto& each : all) each.join();
  for (std::size_t v = 0; absent < 0 && v < n; ++v) {
    if ((present[v] != 0) != (found.levels[v] >= 0)) FAIL("present(" << v << ") is " << int{present[v]});
  }
  return found;
}

// As many ranks, cut at multiples of 32; some have no rows.
std::vector<size_type> drawn_cuts(size_type n, std::size_t ranks, unsigned seed) {
  std::mt19937 random(seed);
  std::vector<size_type> cuts{0};
  for (std::size_t r = 1; r < ranks; ++r) {
    cuts.push_back(std::min(n, 32 * static_cast<size_type>(random() % static_cast<unsigned>(n / 32 + 2))));
  }
  cuts.push_back(n);
  std::sort(cuts.begin(), cuts.end());
  return cuts;
}

template <class O> void check_all(pattern<O> const& a, size_type source) {
  auto const expected = bfs(a, source, {.parents = true});
  auto const levels = expected.levels.to_dense(-1), parents = expected.parents.to_dense(-1);
  for (std::size_t const ranks : {1, 2, 3, 4}) {
    for (unsigned const seed : {1u, 2u}) {
      for (bool const pulls : {false, true}) {
        auto const cuts = drawn_cuts(a.rows(), ranks, seed);
        CAPTURE(a.rows());
        CAPTURE(a.nnz());
        CAPTURE(cuts);
        CAPTURE(pulls);
        auto const found = search(a, cuts, pulls, source);
        CHECK(found.levels == levels);
        CHECK(found.parents == parents);
        for (auto const& counts : found.counts) {
          CHECK(counts.ended);
          CHECK_EQ(counts.reached, expected.reached);
          CHECK_EQ(counts.depth, expected.depth);
        }
      }
    }
  }
}

template <class O> pattern<O> made(io::coordinates<float> const& g) {
  if constexpr (sizeof(O) == 4) {
    return io::to_matrix(g, take_first<float>{}, host_executor(1));
  } else {
    return pattern<O>::build(g.rows, g.cols, g.row, g.col, g.value, take_first<float>{}, host_executor(1));
  }
}

}  // namespace

TEST_CASE("kernels of several ranks find the levels and the smallest parents of one search") {
  std::vector<io::coordinates<float>> graphs;
  graphs.push_back(io::rmat<float>({.scale = 9, .edge_factor = 8}));
  graphs.push_back(io::star<float>({.n = 1500}));
  graphs.push_back(io::path<float>({.n = 70}));
  graphs.push_back(io::grid<float>({.width = 19, .height = 13, .keep = 0.7}));
  graphs.push_back(io::power_law<float>({.n = 600, .degree = 6}));  // directed
  graphs.push_back({3, 3, {0}, {2}, {1}});                          // more ranks than words of bits
  for (auto const& g : graphs) {
    check_all(made<std::int32_t>(g), 1);
    check_all(made<std::int64_t>(g), 0);
  }
}

TEST_CASE("kernels of several ranks find the smallest of many parents, which all ranks offer") {
  std::mt19937 random(5);
  for (int trial = 0; trial < 6; ++trial) {
    std::int32_t const n = 200 + 37 * trial;
    io::coordinates<float> g{n, n, {}, {}, {}};
    auto const join = [&](std::int32_t u, std::int32_t v) {
      g.row.push_back(u), g.col.push_back(v), g.value.push_back(1);
    };
    // The source knows a third of all, who know others at random; what is reached then knows all again.
    for (std::int32_t v = 0; v < n / 3; ++v) join(1, (v * 5) % n);
    for (std::int32_t k = 0; k < 10 * n; ++k) {
      join(static_cast<std::int32_t>(random() % static_cast<unsigned>(n)),
           static_cast<std::int32_t>(random() % static_cast<unsigned>(n)));
    }
    for (std::int32_t v = 0; v < n; ++v) join(n - 1, v);
    check_all(made<std::int32_t>(g), 1);
  }
}

TEST_CASE("kernels of ranks that wait in vain for another one give up") {
  auto const a = made<std::int32_t>(io::rmat<float>({.scale = 7, .edge_factor = 8}));
  for (int const absent : {0, 2}) {
    auto const found = search(a, {0, 32, 64, 128}, true, 1, absent);
    for (auto const& counts : found.counts) CHECK_FALSE(counts.ended);
  }
}

TEST_CASE("kernels of ranks end a search whose levels are thin, and no other") {
  auto const a = made<std::int32_t>(io::path<float>({.n = 300}));  // of two entries a vertex
  auto const ended = [&](detail::thin_levels const& thin) {
    auto const found = search(a, {0, 128, 300}, false, 0, -1, thin);
    CHECK_EQ(found.counts[0].thin, found.counts[1].thin);
    CHECK(found.counts[0].ended);
    return std::pair(found.counts[0].thin, found.counts[0].depth);
  };
  CHECK(ended({20, 4}) == std::pair(true, size_type{19}));
  CHECK(ended({20, 2}) == std::pair(false, size_type{299}));
  CHECK(ended({300, 100}) == std::pair(false, size_type{299}));  // it has come to its end
}
