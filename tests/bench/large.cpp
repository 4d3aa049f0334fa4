// large.cpp - the rules by which bench_large judges answers take what is right and refuse what is not.
#include <heddle/io/generators.hpp>

#include "bench/large/rules.hpp"
#include "tests/support/contains.hpp"
#include "tests/support/executors.hpp"

using namespace heddle;
using namespace heddle::testing;

namespace {

// Some components, and vertices that stand alone.
bench::large_graph judged_graph(executor const& exec, io::weight_options const& weights = {}) {
  return io::generate_matrix<double, std::int32_t, std::int64_t>("rmat", {{"scale", 9}, {"edge_factor", 1}}, exec,
                                                                 {.weights = weights});
}

constexpr size_type judged_source = 0;

// Every answer that differs from the right one at a single vertex.
template <class T, class Judge> void check_refused(std::vector<T> const& right, T change, Judge const& judge) {
  CHECK(judge(right) == "");
  for (std::size_t v = 0; v < right.size(); v += 7) {
    auto wrong = right;
    wrong[v] += change;
    CAPTURE(v);
    CHECK(judge(wrong) != "");
  }
}

}  // namespace

EXECUTOR_CASE("answers on a graph are judged by rules that refuse each that differs at one vertex") {
  auto const a = judged_graph(exec);
  auto const labels = connected_components(a).labels.to_dense(-1);
  auto const levels = bfs(a, judged_source).levels.to_dense(-1);
  for (std::int32_t const change : {-1, 1, 2}) {
    check_refused(labels, change, [&](auto const& l) { return bench::wrong_labels(a, l); });
    check_refused(levels, change, [&](auto const& l) { return bench::wrong_levels(a, judged_source, l, labels); });
  }
  auto const distances = sssp(a, judged_source).distances.to_dense(0);
  for (double const change : {-1.0, 1.0}) {
    auto finite = distances;  // infinity stays what it is when 1 is added
    for (double& d : finite) d = std::isinf(d) ? 0 : d;
    CHECK(bench::wrong_distances(a, judged_source, finite) != "");
    for (std::size_t v = 0; v < distances.size(); v += 7) {
      auto wrong = distances;
      wrong[v] = std::isinf(wrong[v]) ? 5 : wrong[v] + change;
      CHECK(bench::wrong_distances(a, judged_source, wrong) != "");
    }
  }
  CHECK(bench::wrong_distances(a, judged_source, distances) == "");
  pagerank_options const options;
  auto const ranks = pagerank(a, options).ranks.to_dense(0);
  check_refused(ranks, 1e-5, [&](auto const& r) { return bench::wrong_ranks(a, r, options); });
  auto swapped = ranks;
  std::swap(*std::max_element(swapped.begin(), swapped.end()), *std::min_element(swapped.begin(), swapped.end()));
  CHECK(contains(bench::wrong_ranks(a, swapped, options), "one more iteration moves them"));
}

EXECUTOR_CASE("one label for two components is refused, and one component in two levels of search") {
  auto const a = matrix<double, std::int32_t, std::int64_t>::build(5, 5, {0, 1, 2, 3}, {1, 0, 3, 2}, {1, 1, 1, 1},
                                                                   take_first<double>{}, exec);
  CHECK(bench::wrong_labels(a, {0, 0, 2, 2, 4}) == "");
  CHECK(bench::wrong_labels(a, {0, 0, 0, 0, 4}) == "labels: 2 vertices are not reached from their label");
  CHECK(contains(bench::wrong_labels(a, {0, 0, 2, 2, 0}), "not that of the least vertex: vertex 4"));
  CHECK(contains(bench::wrong_labels(a, {0, 1, 2, 2, 4}), "an entry joins two: vertex 0"));
  CHECK(bench::wrong_levels(a, 0, {0, 1, -1, -1, -1}, {0, 0, 2, 2, 4}) == "");
  CHECK(contains(bench::wrong_levels(a, 0, {0, -1, -1, -1, -1}, {0, 0, 2, 2, 4}), "in another component"));
  CHECK(contains(bench::wrong_levels(a, 0, {0, 1, 2, 3, -1}, {0, 0, 2, 2, 4}), "no neighbour is on the level before"));
}

EXECUTOR_CASE("products with ones are judged by the number of entries") {
  auto const a = judged_graph(exec, {.low = 1, .high = 1});
  vector<double> y(a.rows(), exec);
  mxv(y, plus_times<double>{}, a, vector<double>::filled(a.cols(), 1, exec));
  check_refused(y.to_dense(0), 1.0, [&](auto const& product) { return bench::wrong_degrees(a, product); });
}
