// sssp_rounding.cpp - negative weights whose sums are rounded: cycles of weight zero are no error, negative ones are,
// and the answer is the same by every method.
#include <heddle/algorithms/sssp.hpp>
#include <heddle/semirings/operators.hpp>
#include <random>

#include "tests/support/executors.hpp"
#include "tests/support/graphs.hpp"
#include "tests/support/sssp_reference.hpp"

using namespace heddle;
using namespace heddle::testing;

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

template <class T = double> matrix<T> matrix_of(executor const& exec, std::int64_t n, std::vector<arc> const& arcs) {
  std::vector<std::int32_t> row, col;
  std::vector<T> value;
  for (arc const& a : arcs) {
    row.push_back(static_cast<std::int32_t>(a.from));
    col.push_back(static_cast<std::int32_t>(a.to));
    value.push_back(static_cast<T>(a.weight));
  }
  return matrix<T>::build(n, n, row, col, value, minimum<T>{}, exec);
}

enum class verdict { distances, negative_cycle };

struct answer {
  verdict kind;
  std::vector<double> distance;
  bool operator==(answer const&) const = default;
};

template <class T> answer answer_of(matrix<T> const& a, size_type source, sssp_options const& options = {}) {
  try {
    auto const result = sssp(a, source, options);
    auto const dense = result.distances.to_dense(T(-1));
    bool const of_products = options.method == traversal_method::loop || options.direction != direction::automatic;
    if (of_products) CHECK_LE(result.rounds, a.rows());
    return {verdict::distances, {dense.begin(), dense.end()}};
  } catch (negative_cycle const&) { return {verdict::negative_cycle, {}}; }
}

/// What is wrong with the answer from vertex 0, or nothing.
std::string complaint_about(answer const& found, std::int64_t n, std::vector<arc> const& arcs) {
  bool const negative = has_negative_cycle_exactly(n, arcs, 0);
  if (found.kind == verdict::negative_cycle) return negative ? "" : "an error without a negative cycle";
  auto const expected = relax_all_but_once(n, arcs, 0);
  if (negative && !expected.at_rest) return "a negative cycle that changes distances is not found";
  if (found.distance != expected.distance) return "other distances";
  return "";
}

std::string complaint_about(executor const& exec, std::int64_t n, std::vector<arc> const& arcs) {
  return complaint_about(answer_of(matrix_of(exec, n, arcs), 0), n, arcs);
}

/// Of a list of graphs a GPU takes one in so many: each costs it milliseconds.
int stride(executor const& exec) { return exec.is_host() ? 1 : 23; }

/// A cycle over all of `around`, in random order, whose weights are x and -x by pairs: zero in sum, not when rounded.
void add_zero_cycle(std::vector<arc>& arcs, std::vector<std::int64_t> around, std::mt19937& random) {
  std::shuffle(around.begin(), around.end(), random);
  std::vector<double> weights;
  while (weights.size() + 2 <= around.size()) {
    double const weight = std::uniform_int_distribution(1, 99)(random) / 10.0;
    weights.push_back(weight);
    weights.push_back(-weight);
  }
  if (weights.size() < around.size()) weights.push_back(0);
  std::shuffle(weights.begin(), weights.end(), random);
  for (std::size_t k = 0; k < around.size(); ++k) {
    arcs.push_back({around[k], around[(k + 1) % around.size()], weights[k]});
  }
}

/// Cycles of weight zero on disjoint vertices, joined by long arcs forwards, so that there are no other cycles.
std::vector<arc> zero_cycles(std::int64_t n, std::int64_t length, std::mt19937& random) {
  std::vector<arc> arcs;
  for (std::int64_t begin = 0; begin < n; begin += length) {
    std::vector<std::int64_t> around;
    for (std::int64_t v = begin; v < std::min(begin + length, n); ++v) around.push_back(v);
    add_zero_cycle(arcs, around, random);
    if (begin + length < n) arcs.push_back({begin, begin + length, 0.1});
  }
  return arcs;
}

}  // namespace

EXECUTOR_CASE("a cycle that weighs nothing is no error though rounding makes it look negative") {
  auto const a = matrix_of(exec, 3, {{0, 1, 0.1}, {1, 2, 0.4}, {2, 1, -0.4}});
  for (direction const way : all_directions) {
    auto const found = answer_of(a, 0, {.direction = way});
    REQUIRE(found.kind == verdict::distances);
    CHECK(found.distance == std::vector<double>{0, 0.1, 0.5});
  }
}

EXECUTOR_CASE("an arc to a pair of opposite tenths is never an error: 9,801 graphs of three vertices") {
  int wrong = 0;
  for (int k = 0; k < 99 * 99; k += stride(exec)) {
    double const first = (k / 99 + 1) / 10.0, second = (k % 99 + 1) / 10.0;
    wrong += complaint_about(exec, 3, {{0, 1, first}, {1, 2, second}, {2, 1, -second}}) != "";
  }
  CHECK(wrong == 0);
}

EXECUTOR_CASE("every graph of three vertices with six weights a place gets the exact verdict: 46,656 of them") {
  std::vector<double> const weights{infinity, 0.1, -0.1, 0.4, -0.4, 0.7};
  std::vector<std::pair<int, int>> const places{{0, 1}, {1, 2}, {2, 1}, {2, 0}, {0, 2}, {1, 0}};
  int negative = 0;
  std::string wrong;
  for (int k = 0; k < 46656 && wrong.empty(); k += stride(exec)) {
    std::vector<arc> arcs;
    for (int rest = k; auto const& [from, to] : places) {
      double const weight = weights[rest % 6];
      if (weight < infinity) arcs.push_back({from, to, weight});
      rest /= 6;
    }
    auto const found = answer_of(matrix_of(exec, 3, arcs), 0);
    negative += found.kind == verdict::negative_cycle;
    wrong = complaint_about(found, 3, arcs);
    CAPTURE(k);
    CHECK(wrong == "");
  }
  CHECK(negative * stride(exec) > 10000);
}

EXECUTOR_CASE("cycles of weight zero are no error in larger graphs, and all methods give the same bits") {
  std::mt19937 random(7);
  for (int g = 0; g < 60; g += exec.is_host() ? 1 : 6) {
    CAPTURE(g);
    std::int64_t const n = 12 + 5 * g, length = 3 + g % 20;
    auto const arcs = zero_cycles(n, length, random);
    REQUIRE_FALSE(has_negative_cycle_exactly(n, arcs, 0));
    auto const a = matrix_of(exec, n, arcs);
    auto const found = answer_of(a, 0);
    CHECK(complaint_about(found, n, arcs) == "");
    for (direction const way : all_directions) CHECK(answer_of(a, 0, {.direction = way}) == found);
    for (char const* const name : {"merge_path", "thread_mapped", "nonzero_split"}) {
      CHECK(answer_of(a, 0, {.schedule = schedule::parse(name)}) == found);
    }
  }
}

EXECUTOR_CASE("a cycle that is negative by its last bit is found if it changes distances") {
  std::mt19937 random(11);
  int found_ones = 0;
  for (int g = 0; g < 60; g += exec.is_host() ? 1 : 6) {
    CAPTURE(g);
    std::int64_t const n = 12 + 5 * g, length = 3 + g % 20;
    auto arcs = zero_cycles(n, length, random);
    auto& changed = arcs[static_cast<std::size_t>(std::uniform_int_distribution<std::int64_t>(0, n - 1)(random))];
    changed.weight = changed.weight == 0 ? -0x1p-60 : std::nextafter(changed.weight, -infinity);
    auto const a = matrix_of(exec, n, arcs);
    auto const found = answer_of(a, 0);
    CHECK(complaint_about(found, n, arcs) == "");
    found_ones += found.kind == verdict::negative_cycle;
    for (direction const way : all_directions) CHECK(answer_of(a, 0, {.direction = way}) == found);
  }
  CHECK(found_ones > 0);
}

EXECUTOR_CASE("a cycle of a tiny negative weight is an error wherever going round shows") {
  CHECK(answer_of(matrix_of(exec, 2, {{0, 1, 0.5}, {1, 0, std::nextafter(-0.5, -1.0)}}), 0).kind ==
        verdict::negative_cycle);
  CHECK(answer_of(matrix_of(exec, 1, {{0, 0, -1e-17}}), 0).kind == verdict::negative_cycle);
  CHECK(answer_of(matrix_of(exec, 1, {{0, 0, -5e-324}}), 0).kind == verdict::negative_cycle);
  // The source's own distance falls below 0 once, and then rounding hides the rest.
  CHECK(answer_of(matrix_of(exec, 3, {{0, 1, 1}, {1, 2, -1}, {2, 0, -1e-17}}), 0).kind == verdict::negative_cycle);
}

EXECUTOR_CASE("where rounding hides a negative cycle distances come to rest, and they are the answer") {
  auto const found = answer_of(matrix_of(exec, 3, {{0, 1, 1}, {1, 1, -1e-17}, {1, 2, 1}}), 0);
  CHECK(found.distance == std::vector<double>{0, 1, 2});
}

EXECUTOR_CASE("weights of every size are summed exactly") {
  // 2^-1074 and 2^1023 in one cycle: the sum is the smallest number there is, above or below zero.
  double const large = 0x1p1023, small = 0x1p-1074;
  auto const cycle = [&](double last) {
    return matrix_of(exec, 4, {{0, 1, small}, {1, 2, -large}, {2, 3, large}, {3, 1, last}, {3, 0, 1}});
  };
  CHECK(answer_of(cycle(small), 0).kind == verdict::distances);
  CHECK(answer_of(cycle(-small), 0).kind == verdict::negative_cycle);
  // Distances overflow to minus infinity.
  CHECK(answer_of(matrix_of(exec, 3, {{0, 1, 1}, {1, 2, -large}, {2, 1, -large}}), 0).kind == verdict::negative_cycle);
}

EXECUTOR_CASE("float weights are summed exactly too") {
  std::vector<arc> const arcs{{0, 1, 0.1f}, {1, 2, 0.4f}, {2, 3, 0.7f}, {3, 1, -0.7f}, {3, 2, -0.7f}, {2, 1, -0.4f}};
  REQUIRE_FALSE(has_negative_cycle_exactly(4, {{1, 2, 0.4f}, {2, 1, -0.4f}, {2, 3, 0.7f}, {3, 2, -0.7f}}, 1));
  bool const negative = has_negative_cycle_exactly(4, arcs, 0);
  CHECK((answer_of(matrix_of<float>(exec, 4, arcs), 0).kind == verdict::negative_cycle) == negative);
  int wrong = 0;
  for (int k = 0; k < 99 * 99; k += 7 * stride(exec)) {
    double const first = (k / 99 + 1) / 10.0f, second = (k % 99 + 1) / 10.0f;
    auto const a = matrix_of<float>(exec, 3, {{0, 1, first}, {1, 2, second}, {2, 1, -second}});
    wrong += answer_of(a, 0).kind == verdict::negative_cycle;
  }
  CHECK(wrong == 0);
}

EXECUTOR_CASE("an arc of minus infinity is a distance, and on a cycle an error wherever the cycle is") {
  std::vector<arc> arcs{{0, 1, 1}, {1, 2, -infinity}, {2, 3, 5}};
  CHECK(answer_of(matrix_of(exec, 9, arcs), 0).distance ==
        std::vector<double>{0, 1, -infinity, -infinity, infinity, infinity, infinity, infinity, infinity});
  arcs.push_back({3, 1, 1e300});
  CHECK(answer_of(matrix_of(exec, 4, arcs), 0).kind == verdict::negative_cycle);
  CHECK(answer_of(matrix_of(exec, 9, arcs), 0).kind == verdict::negative_cycle);
  CHECK_THROWS_WITH_AS(sssp(matrix_of(exec, 1, {{0, 0, -infinity}}), 0),
                       "sssp: a cycle of negative weight -inf through vertex 0 can be reached from the source",
                       negative_cycle);
  arcs.back().weight = infinity;
  CHECK(answer_of(matrix_of(exec, 9, arcs), 0).kind == verdict::distances);
  arcs.back().weight = std::numeric_limits<double>::quiet_NaN();
  CHECK(answer_of(matrix_of(exec, 9, arcs), 0).kind == verdict::distances);
}

EXECUTOR_CASE("a long cycle of inexact weights: zero is no error, a last bit less is") {
  std::mt19937 random(3);
  for (std::int64_t const n : {100, 701}) {
    std::vector<std::int64_t> around(static_cast<std::size_t>(n));
    for (std::int64_t v = 0; v < n; ++v) around[v] = v;
    std::vector<arc> arcs;
    add_zero_cycle(arcs, around, random);
    CHECK(complaint_about(exec, n, arcs) == "");
    for (arc& a : arcs) a.weight = std::nextafter(a.weight, -infinity);
    CHECK(complaint_about(exec, n, arcs) == "");
    CHECK(answer_of(matrix_of(exec, n, arcs), 0).kind == verdict::negative_cycle);
  }
}
