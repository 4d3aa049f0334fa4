// searches.cpp - the kernels of searches on a CPU, which runs their threads one by one: answers under every strategy
// that they take, and who took what. A GPU runs the same by tests/strategy.
#include <doctest/doctest.h>

#include <heddle/algorithms/bfs.hpp>
#include <heddle/algorithms/sssp.hpp>
#include <heddle/io/generators.hpp>
#include <heddle/io/load.hpp>
#include <heddle/ops/fixpoint/device.cuh>
#include <heddle/ops/fixpoint/fixpoint.hpp>
#include <heddle/semirings/operators.hpp>

#include "src/cuda/search_kernel.cuh"
#include "src/measure/counted_sharing.cuh"
#include "tests/support/graphs.hpp"
#include "tests/support/same_value.hpp"
#include "tests/support/strategies.hpp"

using namespace heddle;
using namespace heddle::strategies;
using namespace heddle::schedules;
using namespace heddle::testing;

namespace {

constexpr int resident = 3 * int{emulated::threads_of_a_block};

// Weights that differ, so that searches go on after they have reached a vertex.
matrix<float> with_weights(io::coordinates<float> g) {
  g.value.resize(g.row.size());
  g.symmetric = false;
  for (std::size_t k = 0; k < g.value.size(); ++k) {
    g.value[k] = static_cast<float>((7 * g.row[k] + 3 * g.col[k]) % 11 + 1);
  }
  return io::to_matrix(g, minimum<float>{}, host_executor(1));
}

// A hub of more entries than all threads have, rows that a warp sets aside, long paths, vertices without entries.
std::vector<matrix<float>> small_graphs() {
  std::vector<matrix<float>> all;
  all.push_back(with_weights(io::rmat<float>({.scale = 6, .edge_factor = 8})));
  all.push_back(with_weights(io::star<float>({.n = 500})));
  all.push_back(with_weights(io::path<float>({.n = 20})));
  all.push_back(with_weights(io::grid<float>({.width = 9, .height = 7, .keep = 0.7})));
  all.push_back(with_weights(io::power_law<float>({.n = 200, .degree = 6})));
  return all;
}

std::optional<gpu::sharing> setting_of(strategy const& by, matrix<float> const& a) {
  auto facts = gpu::facts_for(by, storage_of(a).csr());
  facts.threads = resident;
  return gpu::sharing_of(by, facts, false);
}

struct found_levels {
  std::vector<std::int32_t> levels, parents;
  gpu::level_counts counts;
};

// A search by policy(how) in place of `how`.
template <bool Tree, class Policy>
found_levels search(matrix<float> const& a, gpu::sharing const& by, bool pulls, bool stepwise, Policy const& policy) {
  auto const n = static_cast<std::size_t>(a.rows());
  found_levels found{std::vector<std::int32_t>(n, -7), std::vector<std::int32_t>(n, -7), {}};
  std::vector<primitives::byte> present(n);
  auto const edges = detail::pattern_of(a);
  auto const rows = detail::pattern_view<bool>(edges.by_rows());
  auto const columns = pulls ? detail::pattern_view<bool>(edges.by_columns()) : rows;
  gpu::level_arrays<std::int32_t> const into{found.levels.data(), present.data(),
                                             Tree ? found.parents.data() : nullptr};
  found.counts = gpu::with_policy(by, [&](auto const& how) {
    return gpu::search_as<Tree>(policy(how), a.exec(), rows, pulls ? &columns : nullptr, 1, {.stepwise = stepwise},
                                into);
  });
  for (std::size_t v = 0; v < n; ++v) {
    if ((present[v] != 0) != (found.levels[v] >= 0)) FAIL("present(" << v << ") is " << int{present[v]});
  }
  return found;
}
constexpr auto itself = [](auto const& how) { return how; };

template <class Policy> gpu::level_counts push(matrix<float> const& a, gpu::sharing const& by, Policy const& policy) {
  return search<false>(a, by, false, false, policy).counts;
}

// What the threads of the last list took.
gpu::share_record last_shares(io::coordinates<float> const& g, strategy const& by) {
  auto const a = io::to_matrix(g, take_first<float>{}, host_executor(1));
  std::vector<gpu::share_record> records(64);
  std::vector<gpu::counter> walked(3);
  gpu::counter threads = 0;
  push(a, *setting_of(by, a), [&]<class How>(How const& how) {
    return gpu::counted<How>{how, records.data(), records.size(), walked.data(), &threads};
  });
  CHECK_EQ(threads, resident);
  while (!records.empty() && records.back().entries == 0) records.pop_back();
  REQUIRE_FALSE(records.empty());
  return records.back();
}

// From vertex 1 to vertex 0, and from there to n others.
io::coordinates<float> hub(std::int32_t n) {
  io::coordinates<float> g{n + 2, n + 2, {1}, {0}, {1}};
  for (std::int32_t v = 2; v < n + 2; ++v) {
    g.row.push_back(0);
    g.col.push_back(v);
    g.value.push_back(1);
  }
  return g;
}

/// A struct of 8 bytes: fewest hops, then the greatest width, which an entry's place has a say in.
struct way {
  std::int32_t hops;
  float width;
  friend constexpr bool operator==(way a, way b) { return a.hops == b.hops && a.width == b.width; }
};
struct better_way {
  using value_type = way;
  static constexpr bool commutative = true, idempotent = true, selective = true, unordered_exact = true;
  constexpr way identity() const { return {1 << 30, 0}; }
  constexpr way operator()(way a, way b) const {
    if (a.hops != b.hops) return a.hops < b.hops ? a : b;
    return a.width < b.width ? b : a;
  }
};
struct widest_of_shortest {
  static constexpr bool distributes = true, non_improving = true, search_takes_strategies = true;
  better_way add;
  constexpr way multiply(way x, float a, size_type, size_type k, size_type j) const {
    return {x.hops + 1, std::min(x.width, a + static_cast<float>((2 * k + j) % 5))};
  }
};
// From vertex 1 to `many` others, and from each of these to n of its own.
io::coordinates<float> hubs(std::int32_t many, std::int32_t n) {
  std::int32_t const vertices = 2 + many * (n + 1);
  io::coordinates<float> g{vertices, vertices, {}, {}, {}};
  auto const add = [&](std::int32_t from, std::int32_t to) {
    g.row.push_back(from);
    g.col.push_back(to);
    g.value.push_back(1);
  };
  for (std::int32_t v = 2; v < 2 + many; ++v) add(1, v);
  for (std::int32_t k = 0; k < many * n; ++k) add(2 + k / n, 2 + many + k);
  return g;
}

}  // namespace

TEST_CASE("a search that counts its shares has as much room for its lists as without") {
  auto const room = []<class How>(How const& how) {
    using piece = gpu::row_piece<std::int32_t, std::int32_t>;
    return gpu::room_in_lists<How, piece>(how, host_executor(1), 10, 1000, 1);
  };
  auto const alike = [&]<class How>(How const& how) {
    CHECK_EQ(room(gpu::counted<How>{how, nullptr, 0, nullptr, nullptr}), room(how));
    return room(how);
  };
  CHECK_GT(alike(gpu::by_pieces::of({.piece = 4})), alike(gpu::by_pieces::of({})) + 200);
  CHECK_GT(alike(gpu::by_children::of({.child = 5})), alike(gpu::by_children::of({.child = 100})) + 100);
}

TEST_CASE("the kernel of breadth-first search finds the levels and the smallest parents under every strategy") {
  for (auto const& a : small_graphs()) {
    auto const expected = bfs(a, 1, {.parents = true});
    auto const levels = expected.levels.to_dense(-1), parents = expected.parents.to_dense(-1);
    for (strategy const& by : strategy_variants()) {
      auto const inside = setting_of(by, a);
      if (!inside) continue;
      CAPTURE(by.text());
      for (auto const& [pulls, stepwise] : {std::pair{false, false}, {true, false}, {false, true}}) {
        auto const alone = search<false>(a, *inside, pulls, stepwise, itself);
        CHECK(alone.levels == levels);
        CHECK_EQ(alone.counts.reached, expected.reached);
        CHECK_EQ(alone.counts.edges, expected.edges);
        CHECK_EQ(alone.counts.depth, expected.depth);
        CHECK_EQ(alone.counts.launches == 1, !stepwise);
        auto const tree = search<true>(a, *inside, pulls, stepwise, itself);
        CHECK(tree.levels == levels);
        CHECK(tree.parents == parents);
      }
    }
  }
}

TEST_CASE("the kernel of shortest paths finds the distances under every strategy") {
  constexpr float far = std::numeric_limits<float>::infinity();
  using problem = gpu::fixpoint_problem<min_plus<float>, float, std::int32_t, std::int32_t>;
  for (auto const& a : small_graphs()) {
    auto const expected = sssp(a, 1).distances.to_dense(far);
    for (strategy const& by : strategy_variants()) {
      auto const inside = setting_of(by, a);
      if (!inside || by.discards_leaves() || wants_mask(by)) continue;
      CAPTURE(by.text());
      for (bool const piles : {false, true}) {
        for (bool const stepwise : {false, true}) {
          std::vector<float> distances(expected.size(), far);
          distances[1] = 0;
          gpu::fixpoint_plan const plan{.by_piles = piles, .stepwise = stepwise, .bucket = 4, .by = *inside};
          // As fixpoint has it from one entry, and sssp with an entry everywhere.
          bool const is_partial = piles == stepwise;
          std::vector<primitives::byte> present(4 * ((expected.size() + 3) / 4));  // words are claimed
          present[1] = 1;
          problem const asked{a.exec(), a.csr(), mask_view{}, distances.data(), is_partial ? present.data() : nullptr,
                              plan,     {}};
          auto const work = gpu::with_policy(*inside, [&](auto const& how) { return gpu::solve_by(how, asked); });
          CHECK(work.complete);
          for (std::size_t v = 0; is_partial && v < expected.size(); ++v) {
            if (!present[v]) distances[v] = far;  // what stands there is nobody's
          }
          CHECK(distances == expected);
        }
      }
    }
  }
}

TEST_CASE("the kernel of a user's semiring that asks for strategies finds the fixpoint under every one") {
  using problem = gpu::fixpoint_problem<widest_of_shortest, float, std::int32_t, std::int32_t>;
  static_assert(problem::takes_sharing && !problem::in_library);
  for (auto const& a : small_graphs()) {
    vector<way> x(a.rows(), a.exec());
    x.set(1, {0, 100});
    fixpoint(x, widest_of_shortest{}, a);
    auto const expected = x.to_dense({});
    for (strategy const& by : strategy_variants()) {
      auto const inside = setting_of(by, a);
      if (!inside || by.discards_leaves() || wants_mask(by)) continue;
      CAPTURE(by.text());
      for (bool const piles : {false, true}) {
        std::vector<way> found(expected.size());
        std::vector<primitives::byte> present(4 * ((expected.size() + 3) / 4));  // words are claimed
        found[1] = {0, 100};
        present[1] = 1;
        auto const work = gpu::solve(problem{
            a.exec(), a.csr(), mask_view{}, found.data(), present.data(), {.by_piles = piles, .by = *inside}, {}});
        CHECK(work.complete);
        CHECK_EQ(work.launches, 1);
        for (std::size_t v = 0; v < expected.size(); ++v) {
          CHECK_EQ(present[v] != 0, x.get(static_cast<size_type>(v)).has_value());
          if (present[v] && !same_value(found[v], expected[v])) FAIL("row " << v << " of " << expected.size());
        }
      }
    }
  }
}

TEST_CASE("a thread has one entry more than another at most where lists are of entries, or rows are written down") {
  for (strategy const& by : {strategy(perfect_balance{}), strategy(edge_based{}), strategy(edge_based{.chunked = 1}),
                             strategy(edge_based{.chunked = 0})}) {
    CAPTURE(by.text());
    auto const shares = last_shares(hub(1000), by);
    CHECK_EQ(shares.entries, 1000);
    CHECK_EQ(shares.longest, 1);
    CHECK_EQ(shares.thread, (1000 + resident - 1) / resident);
  }
  CHECK_EQ(last_shares(hub(1000), edge_based{}).items, 1000);
  CHECK_EQ(last_shares(hub(1000), perfect_balance{}).items, 1);
}

TEST_CASE("a list of entries that does not fit is refused with its bytes, before anything is written") {
  auto const a = with_weights(io::path<float>({.n = 20}));
  auto rows = detail::pattern_view<bool>(detail::pattern_of(a).by_rows());
  rows.nnz = size_type{1} << 58;
  std::vector<std::int32_t> levels(20, -7);
  std::vector<primitives::byte> present(20);
  auto const said = [&](strategy const& by) -> std::string {
    try {
      gpu::with_policy(*setting_of(by, a), [&](auto const& how) {
        return gpu::search_as<false>(how, a.exec(), rows, decltype(&rows){}, 1, {}, {levels.data(), present.data()});
      });
    } catch (out_of_memory const& wrong) { return wrong.what(); }
    return {};
  };
  std::string const refusal = said(edge_based{});
  CHECK(refusal.starts_with("lists of a search: host: 11529215046068"));  // 4 bytes for each of 2^58 entries
  CHECK(refusal.ends_with(" bytes could not be allocated"));
  CHECK(levels == std::vector<std::int32_t>(20, -7));
}

TEST_CASE("turns take so many entries of a vertex, and stretches are equal, written down or not") {
  CHECK_EQ(last_shares(hub(1000), hierarchical{.mdt = 30, .few_vertices = 0}).longest, 30);
  CHECK_EQ(last_shares(hub(1000), hierarchical{.mdt = 30, .few_vertices = 0}).thread, 1000);
  CHECK_EQ(last_shares(hub(1000), hierarchical{.mdt = 30, .few_vertices = 2}).thread, (1000 + resident - 1) / resident);
  CHECK_EQ(last_shares(hub(1000), hierarchical{.mdt = 30, .few_vertices = 0, .depth = 4}).thread,
           4 * 30 + (1000 - 4 * 30 + resident - 1) / resident);
  for (strategy const& by : {strategy(two_phase{.edges_per_block = 10, .least_frontier = 0}),
                             strategy(balanced_gathering{.edges_per_block = 10})}) {
    auto const shares = last_shares(hub(1000), by);
    CHECK_EQ(shares.entries, 1000);
    CHECK_LE(shares.block, 340);  // 34 chunks of 100
  }
}

TEST_CASE("a vertex of very many entries is all blocks', of many a block's, of some a warp's") {
  auto const all = last_shares(hub(1000), supplementary_queues{.above = 999});
  CHECK_EQ(all.thread, (1000 + resident - 1) / resident);
  CHECK_LE(all.block, 6 * emulated::threads_of_a_block);
  CHECK_EQ(last_shares(hub(1000), supplementary_queues{.above = 1000}).block, 1000);
  CHECK_EQ(last_shares(hub(100), supplementary_queues{.above = 100}).warp, 100);
}

TEST_CASE("vertices with queues have the threads of their bin, side by side") {
  for (bool const scan : {false, true}) {
    auto const each = last_shares(hubs(6, 40), supplementary_queues{.above = 32, .scan = scan});
    CHECK_EQ(each.entries, 6 * 40);
    CHECK_EQ(each.thread, 2);  // of 40 entries by 32 threads
    CHECK_EQ(each.warp, 40);   // there are six warps
    CHECK_EQ(each.block, 80);
    auto const wide = last_shares(hubs(3, 100), supplementary_queues{.above = 32, .scan = scan});
    CHECK_EQ(wide.thread, 2);  // of 100 entries by 64 threads
    CHECK_EQ(wide.block, 100);
    CHECK_EQ(last_shares(hubs(40, 40), supplementary_queues{.above = 32, .scan = scan}).warp, 7 * 40);  // 40 to 6 warps
  }
}
