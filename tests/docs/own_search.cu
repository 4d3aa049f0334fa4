// own_search.cu - the semiring of docs/semirings.md whose search takes strategies, compiled with the call: answers
// under every one, and what a call came to.
#include <heddle/heddle.hpp>
#include <heddle/io/generators.hpp>
#include <heddle/io/load.hpp>

#include "tests/support/fixpoint_check.hpp"
#include "tests/support/strategies.hpp"

using namespace heddle;
using namespace heddle::strategies;
using namespace heddle::schedules;
using namespace heddle::testing;

namespace {

// clang-format off
// The most reliable way: entries between 0 and 1 are multiplied, and of ways the best counts.
struct most_reliable {
  static constexpr bool distributes = true, non_improving = true, search_takes_strategies = true;
  heddle::max_monoid<double> add;
  HEDDLE_FN double multiply(double x, float a) const { return x * a; }
};
// clang-format on

// The same, that does not ask.
struct most_reliable_by_pieces {
  static constexpr bool distributes = true, non_improving = true;
  max_monoid<double> add;
  HEDDLE_FN double multiply(double x, float a) const { return x * a; }
};

template <class SR, class A, class Offset = std::int32_t>
inline constexpr bool takes_sharing = gpu::fixpoint_problem<SR, A, std::int32_t, Offset>::takes_sharing;
static_assert(takes_sharing<most_reliable, float> && takes_sharing<most_reliable, std::int8_t>);
static_assert(!takes_sharing<most_reliable, float, std::int64_t> && !takes_sharing<most_reliable_by_pieces, float>);

matrix<float> with_chances(io::coordinates<float> g, executor const& exec) {
  g.value.resize(g.row.size());
  g.symmetric = false;
  for (std::size_t k = 0; k < g.value.size(); ++k) {
    g.value[k] = static_cast<float>((7 * g.row[k] + 3 * g.col[k]) % 11 + 1) / 12;
  }
  return io::to_matrix(g, maximum<float>{}, exec);
}

fixpoint_result search(vector<double>& x, matrix<float> const& a, fixpoint_options const& options) {
  x = vector<double>(a.rows(), a.exec());
  x.set(1, 1.0);
  return fixpoint(x, most_reliable{}, a, options);
}

cells<double> reliabilities(matrix<float> const& a, fixpoint_options const& options = {}) {
  vector<double> x(0, a.exec());
  search(x, a, options);
  return cells_of(x);
}

}  // namespace

EXECUTOR_CASE("the most reliable ways are what their definition says, by every method [sanitize]") {
  auto const a = with_chances(io::rmat<float>({.scale = 6, .edge_factor = 4}), host_executor());
  vector<double> start(a.rows());
  start.set(1, 1.0);
  check_fixpoint(exec, most_reliable{}, a, start, true);
}

GPU_CASE("the search of docs/semirings.md takes a strategy, in one launch") {
  auto const A = with_chances(io::rmat<float>({.scale = 8, .edge_factor = 8}), cuda_executor());
  vector<double> x(A.rows(), A.exec());
  x.set(1, 1.0);
  // clang-format off
  auto const found = heddle::fixpoint(x, most_reliable{}, A, {.strategy = heddle::strategies::hybrid{}});
  // one launch: found.launches == 1
  // clang-format on
  CHECK_EQ(found.launches, 1);
  CHECK(same_values(cells_of(x), reliabilities(A.to(host_executor()))));
}

GPU_CASE("a user's semiring that asks for it is searched under every strategy that the search has") {
  auto const exec = cuda_executor();
  // A hub of more entries than a block has threads, rows that a warp sets aside, long paths, rows without entries.
  for (auto const& graph : {io::rmat<float>({.scale = 11, .edge_factor = 16}),
                            io::power_law<float>({.n = 3000, .degree = 8}), io::star<float>({.n = 5000}),
                            io::path<float>({.n = 300}), io::grid<float>({.width = 60, .height = 40, .keep = 0.7})}) {
    auto const a = with_chances(graph, exec);
    auto const expected = reliabilities(a.to(host_executor()));
    CHECK(same_values(reliabilities(a), expected));
    for (strategy const& by : strategy_variants()) {
      if (by.discards_leaves() || wants_mask(by)) continue;
      if (!gpu::sharing_of(by, gpu::facts_for(by, storage_of(a).csr()), false)) continue;
      CAPTURE(by.text());
      for (auto const method :
           {fixpoint_method::automatic, fixpoint_method::rounds, fixpoint_method::piles, fixpoint_method::stepwise}) {
        CAPTURE(static_cast<int>(method));
        bool const stepwise = method == fixpoint_method::stepwise;
        vector<double> x(0, exec);
        auto const found = search(x, a, {.method = method, .strategy = by});
        CHECK(same_values(cells_of(x), expected));
        CHECK(found.ran_as.starts_with(stepwise ? "search step by step by " : "search by "));
        CHECK((stepwise ? found.launches > 0 : found.launches == 1));
      }
    }
    for (char const* text : {"thread_mapped", "group_mapped", "block_mapped", "merge_path", "nonzero_split", "coo"}) {
      CAPTURE(text);
      vector<double> x(0, exec);
      CHECK_EQ(search(x, a, {.schedule = schedule::parse(text)}).launches, 1);
      CHECK(same_values(cells_of(x), expected));
    }
  }
}

// One of each policy.
GPU_CASE("fifty searches of a user's semiring under one policy are the same bits") {
  auto const a = with_chances(io::rmat<float>({.scale = 10, .edge_factor = 12}), cuda_executor());
  auto const expected = reliabilities(a.to(host_executor()));
  for (char const* name : {"cut_tiles:max_atoms=256+scan", "vertex_shuffle", "scan_based", "node_splitting:mdt=9",
                           "binary_search", "two_phase:edges_per_block=64,least_frontier=2", "workload_decomposition",
                           "hierarchical:mdt=5,few_vertices=2", "edge_based"}) {
    CAPTURE(name);
    for (int run = 0; run < 50; ++run) {
      auto const method = run % 2 ? fixpoint_method::piles : fixpoint_method::automatic;
      REQUIRE(same_values(reliabilities(a, {.method = method, .strategy = strategy::parse(name)}), expected));
    }
  }
}

EXECUTOR_CASE("a fixpoint tells whether a user's search took a strategy, and refuses what it does not have") {
  auto const a = with_chances(io::rmat<float>({.scale = 6, .edge_factor = 4}), exec);
  auto const ran_as = [&](auto const& sr, fixpoint_options const& options) {
    auto x = vector<double>::build(64, {1}, {1.0}, no_duplicates, exec);
    auto const found = fixpoint(x, sr, a, options);
    CHECK(same_values(cells_of(x), reliabilities(a.to(host_executor()))));
    return found.ran_as;
  };
  most_reliable const sr;
  most_reliable_by_pieces const by_pieces;
  CHECK_EQ(ran_as(sr, {.schedule = binned{}}), "loop by binned");
  CHECK_EQ(ran_as(sr, {.strategy = hybrid{}, .most_rounds = 64}), "loop by hybrid");
  CHECK_EQ(ran_as(sr, {.method = fixpoint_method::products, .strategy = hybrid{}}), "loop by hybrid");
  CHECK_EQ(ran_as(by_pieces, {.strategy = hybrid{}}), "loop by hybrid");
  CHECK_THROWS_AS(ran_as(sr, {.method = fixpoint_method::rounds, .schedule = binned{}}), invalid_argument);
  CHECK_THROWS_AS(ran_as(by_pieces, {.method = fixpoint_method::rounds, .strategy = hybrid{}}), invalid_argument);
  if (exec.is_host()) {
    CHECK_EQ(ran_as(sr, {.strategy = hybrid{}}), "loop by hybrid");
    return;
  }
  CHECK_EQ(ran_as(sr, {}), "search by pieces of at most 256 entries");
  CHECK_EQ(ran_as(by_pieces, {}), "search by pieces of at most 256 entries");
  CHECK(ran_as(sr, {.strategy = hybrid{}}).starts_with("search by stretches"));
  CHECK_EQ(ran_as(sr, {.strategy = node_based{}}), "search by a row to 1 lane");
}
