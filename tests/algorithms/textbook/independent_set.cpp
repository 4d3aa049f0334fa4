// independent_set.cpp - a maximal independent set by public operations: no two of it are joined, and none can be added.
// Luby, "A Simple Parallel Algorithm for the Maximal Independent Set Problem", SIAM J. Computing 15(4), 1986.
#include <random>

#include "tests/algorithms/textbook/graphs.hpp"
#include "tests/support/executors.hpp"

using namespace heddle;
using namespace heddle::testing;

namespace {

/// Every vertex gets another number below n.
vector<std::int32_t> lots(size_type n, std::mt19937& random, executor const& exec) {
  std::vector<std::int32_t> order(static_cast<std::size_t>(n));
  std::iota(order.begin(), order.end(), 0);
  for (std::size_t k = order.size(); k > 1; --k) std::swap(order[k - 1], order[random() % k]);
  return vector<std::int32_t>::dense(order, exec);
}

/// Entries, all true, at the vertices of a set to which none can be added. A: symmetric, without loops.
vector<bool> independent_set(matrix<std::int32_t> const& A, unsigned seed) {
  size_type const n = A.rows();
  std::int32_t const none = std::numeric_limits<std::int32_t>::max();
  std::mt19937 random(seed);
  vector<bool> set(n, A.exec()), wins(n, A.exec()), leaves(n, A.exec());
  auto lot = lots(n, random, A.exec()), least = lot;  // lot: where vertices are neither in nor out yet
  while (lot.nvals() > 0) {
    mxv(least, structure(lot), no_accum, min_second<std::int32_t>{}, A, lot, {.replace = true});  // of the neighbours
    ewise_union(wins, less<std::int32_t>{}, lot, none, least, none);
    select(wins, equal<bool>{}, wins, true);
    assign(set, structure(wins), no_accum, true);
    mxv(leaves, any_pair<bool>{}, A, wins);
    ewise_add(leaves, logical_or<bool>{}, leaves, wins);
    assign(lot, complement(structure(leaves)), no_accum, lot, {.replace = true});
    assign(lot, structure(lot), no_accum, lots(n, random, A.exec()));
  }
  return set;
}

/// What makes it none, or "".
std::string broken_independence(adjacency const& neighbours, vector<bool> const& set) {
  auto const in = set.to_dense(false);
  if (static_cast<size_type>(std::count(in.begin(), in.end(), true)) != set.nvals()) return "an entry is false";
  for (std::size_t u = 0; u < neighbours.size(); ++u) {
    bool const joined = std::any_of(neighbours[u].begin(), neighbours[u].end(), [&](auto v) { return in[v]; });
    if (in[u] && joined) return std::to_string(u) + " has a neighbour in the set";
    if (!in[u] && !joined) return std::to_string(u) + " could be added";
  }
  return {};
}

}  // namespace

EXECUTOR_CASE("Luby's set by the book is independent and maximal, whatever the lots [sanitize]") {
  for (auto const& g : textbook_graphs()) {
    auto const a = matrix_of<std::int32_t>(g, exec);
    for (unsigned const seed : {1u, 2u, 3u}) {
      INFO(g.name, ", seed ", seed);
      auto const set = independent_set(a, seed);
      CHECK_EQ(broken_independence(neighbours_of(g), set), "");
      if (!exec.is_host()) CHECK(set.tuples().index == independent_set(a.to(executor{}), seed).tuples().index);
    }
  }
}

TEST_CASE("a set with two neighbours, and one that can be added to, are found out") {
  adjacency const path = {{1}, {0, 2}, {1}};
  CHECK_EQ(broken_independence(path, vector<bool>::build(3, {0, 1}, {true, true}, take_first<bool>{})),
           "0 has a neighbour in the set");
  CHECK_EQ(broken_independence(path, vector<bool>::build(3, {0}, {true}, take_first<bool>{})), "2 could be added");
}
