// strategies.cpp - the strategies of docs/strategies.md: the examples, compiled and run, and the table.
#include <heddle/heddle.hpp>
#include <heddle/io/generators.hpp>
#include <heddle/io/load.hpp>
#include <sstream>

#include "tests/docs/pages.hpp"
#include "tests/support/contains.hpp"
#include "tests/support/executors.hpp"

using namespace heddle::testing;

namespace {

heddle::matrix<float> example(heddle::executor const& exec) {
  return heddle::io::to_matrix(heddle::io::rmat<float>({.scale = 8}), heddle::take_first<float>{}, exec);
}

// Names in the first column of the page's first table; others tell of measurements.
std::string names_in_table(std::string const& page) {
  std::istringstream lines(page);
  std::string names;
  for (std::string line; std::getline(lines, line) && !line.starts_with("## ");) {
    if (!line.starts_with("| `")) continue;
    names += (names.empty() ? "" : " ") + line.substr(3, line.find('`', 3) - 3);
  }
  return names;
}

}  // namespace

EXECUTOR_CASE("the searches under strategies of docs/strategies.md find what others do") {
  auto const A = example(exec);
  heddle::size_type const source = 0;
  // clang-format off
  auto const near = heddle::bfs(A, source, {.strategy = heddle::strategies::hybrid{.f0 = 20}});
  auto const far = heddle::sssp(A, source, {.strategy = heddle::strategy::parse("hierarchical:mdt=64")});
  // clang-format on
  CHECK(near.levels.to_dense(-1) == heddle::bfs(A, source).levels.to_dense(-1));
  CHECK(far.distances.to_dense(-1) == heddle::sssp(A, source).distances.to_dense(-1));
}

EXECUTOR_CASE("the search inside which docs/strategies.md shares out by a strategy finds what others do") {
  auto const A = example(exec);
  // clang-format off
  auto const found = heddle::bfs(A, 0, {.strategy = heddle::strategies::scan_based{}});
  // one launch: found.launches == 1
  // clang-format on
  CHECK(found.levels.to_dense(-1) == heddle::bfs(A, 0).levels.to_dense(-1));
  CHECK_EQ(found.launches, exec.is_host() ? 0 : 1);
}

EXECUTOR_CASE("a loop whose product docs/strategies.md shares out by a strategy finds the levels of others") {
  auto const A = heddle::cast<bool>(example(exec));
  heddle::vector<bool> frontier(A.rows(), exec), next = frontier;
  heddle::vector<std::int32_t> levels(A.rows(), exec);
  heddle::scalar<std::int64_t> found(1, exec);
  frontier.set(0, true);
  auto loop = heddle::device_loop(
      exec, heddle::operands(frontier, next, levels, found),
      [&](heddle::loop_step& step) {
        heddle::assign(levels, heddle::structure(frontier), heddle::no_accum, step.iteration());
        // clang-format off
        heddle::vxm(next, heddle::complement(heddle::structure(levels)), heddle::no_accum, heddle::any_pair<bool>{},
                    frontier, A, {.replace = true, .strategy = heddle::strategies::vertex_shuffle{}});
        // clang-format on
        heddle::nvals(found, next);
        step.swap(frontier, next);
      },
      found > 0);
  CHECK(loop.on_device() == !exec.is_host());
  loop.run();
  CHECK(levels.to_dense(-1) == heddle::bfs(A, 0).levels.to_dense(-1));
}

EXECUTOR_CASE("components and ranks under strategies of docs/strategies.md are those of others") {
  auto const A = example(exec);
  // clang-format off
  auto const groups = heddle::connected_components(A, {.strategy = heddle::strategies::hybrid{}});
  auto const ranks = heddle::pagerank(A, {.strategy = heddle::strategies::scan_based{}});
  // clang-format on
  CHECK(groups.labels.to_dense(-1) == heddle::connected_components(A).labels.to_dense(-1));
  CHECK(ranks.converged);
  CHECK(ranks.ranks.to_dense(-1) ==
        heddle::pagerank(A, {.strategy = heddle::strategies::node_based{}}).ranks.to_dense(-1));
}

EXECUTOR_CASE("the edges of a frontier of docs/strategies.md are those of its rows") {
  auto const A = example(exec);
  auto const frontier = heddle::vector<bool>::build(A.rows(), {0, 5}, {true, true}, heddle::take_first<bool>{}, exec);
  // clang-format off
  heddle::vector<std::int32_t> producers(0, A.exec()), neighbours(0, A.exec());
  heddle::expand(producers, neighbours, A, frontier);  // edge e leads from producers(e) to neighbours(e)
  // clang-format on
  CHECK_GT(producers.size(), 0);
  for (auto const vertex : producers.to_dense(-1)) CHECK((vertex == 0 || vertex == 5));
  CHECK_EQ(neighbours.size(), producers.size());
}

TEST_CASE("docs/strategies.md lists every strategy with its summary and its parameters" * doctest::skip(!has_pages())) {
  auto const page = text_of("docs/strategies.md");
  std::string names;
  for (std::string const& name : heddle::strategy::names()) {
    CAPTURE(name);
    names += (names.empty() ? "" : " ") + name;
    auto const s = heddle::strategy::parse(name);
    std::string parameters;
    for (auto const& [parameter, value] : s.parameters()) {
      parameters += (parameters.empty() ? "`" : ", `") + parameter + '`';
    }
    auto const at = page.find("| `" + name + "` |");
    REQUIRE(at != std::string::npos);
    auto const line = page.substr(at, page.find('\n', at) - at);
    CHECK(contains(line, "| " + parameters + " |"));
    std::string said = line.substr(name.size() + 7);
    std::erase(said, '`');
    CHECK(contains(said, s.summary()));
  }
  CHECK(names_in_table(page) == names);
}
