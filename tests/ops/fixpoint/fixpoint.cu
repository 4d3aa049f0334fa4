// fixpoint.cu - fixpoints over semirings of a user's own, compiled by nvcc: widest of the shortest paths, a struct.
#include "tests/support/fixpoint_check.hpp"

using namespace heddle;
using namespace heddle::testing;

namespace {

/// Fewest hops, then the greatest width.
struct way {
  std::int32_t hops = 0;
  float width = 0;
  friend HEDDLE_FN constexpr bool operator==(way a, way b) { return a.hops == b.hops && a.width == b.width; }
};

struct better_way {
  using value_type = way;
  static constexpr bool commutative = true, idempotent = true, selective = true;
  HEDDLE_FN constexpr way identity() const { return {1 << 30, 0}; }
  HEDDLE_FN constexpr way operator()(way a, way b) const {
    if (a.hops != b.hops) return a.hops < b.hops ? a : b;
    return a.width < b.width ? b : a;
  }
};

struct widest_of_shortest {
  static constexpr bool distributes = true, non_improving = true;
  better_way add;
  HEDDLE_FN constexpr way multiply(way x, float a) const { return {x.hops + 1, x.width < a ? x.width : a}; }
};

// The same, exact in any order, so that a GPU searches by atomic operations.
struct better_way_anyhow : better_way {
  static constexpr bool unordered_exact = true;
};
struct widest_of_shortest_anyhow {
  static constexpr bool distributes = true, non_improving = true;
  better_way_anyhow add;
  HEDDLE_FN constexpr way multiply(way x, float a) const { return {x.hops + 1, x.width < a ? x.width : a}; }
};

// Of widths, the least along a way, and of ways the widest.
using widest = semiring<max_monoid<float>, minimum<float>>;

}  // namespace

EXECUTOR_CASE("a fixpoint over a struct of a user's own is what its definition says [sanitize]") {
  for (auto const& graph :
       {io::grid<float>({.width = 9, .height = 9}), io::rmat<float>({.scale = 6, .edge_factor = 3})}) {
    std::vector<float> value;
    for (std::size_t k = 0; k < graph.row.size(); ++k) value.push_back(1 + (graph.row[k] * 31 + graph.col[k] * 17) % 7);
    auto const a = matrix<float>::build(graph.rows, graph.cols, graph.row, graph.col, value, take_first<float>{});
    vector<way> start(graph.rows);
    start.set(3, {0, 1e9f});
    start.set(20, {2, 5});
    check_fixpoint(exec, widest_of_shortest{}, a, start, true);
    check_fixpoint(exec, widest_of_shortest_anyhow{}, a, start, true);
    vector<float> width(graph.rows);
    width.set(3, 1e9f);
    check_fixpoint(exec, widest{}, a, width, true);
  }
}

TEST_CASE("threads that share a struct's lists find the same fixpoint") {
  auto const graph = io::rmat<float>({.scale = 12, .edge_factor = 16});
  auto const a = io::to_matrix(graph, take_first<float>{});
  auto const run = [&](int threads, fixpoint_method method) {
    vector<way> x(graph.rows, host_executor(threads));
    x.set(3, {0, 1e9f});
    fixpoint(x, no_mask, widest_of_shortest{}, a.to(host_executor(threads)), {.method = method});
    return cells_of(x);
  };
  auto const expected = run(1, fixpoint_method::rounds);
  for (int const threads : {2, 8}) {
    CHECK(same_values(run(threads, fixpoint_method::rounds), expected));
    CHECK(same_values(run(threads, fixpoint_method::piles), expected));
  }
}
