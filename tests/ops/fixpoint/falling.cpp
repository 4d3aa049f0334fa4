// falling.cpp - fixpoints whose ways become better by going on: that every method comes to the same, how much
// is multiplied, and what is found of cycles.
#include <random>

#include "tests/support/fixpoint_check.hpp"

using namespace heddle;
using namespace heddle::seam;
using namespace heddle::testing;

namespace {

// Entries i -> j of a drawn graph, upwards alone or both ways.
template <class T> matrix<T> drawn(unsigned seed, bool upwards, int negative_of_100) {
  std::mt19937 random(seed);
  std::int32_t const n = 2 + static_cast<std::int32_t>(random() % 25);
  std::vector<std::int32_t> row, col;
  std::vector<T> value;
  for (std::int32_t k = 0; k < 3 * n; ++k) {
    auto u = static_cast<std::int32_t>(random() % n), v = static_cast<std::int32_t>(random() % n);
    if (upwards && u > v) std::swap(u, v);
    if (upwards && u == v) continue;
    T const weight = static_cast<T>(random() % 50) / (std::is_integral_v<T> ? 1 : 10);
    row.push_back(u), col.push_back(v);
    value.push_back(static_cast<int>(random() % 100) < negative_of_100 ? static_cast<T>(-weight) : weight);
  }
  return matrix<T>::build(n, n, row, col, value, take_first<T>{});
}

template <class T> vector<T> started(size_type n) {
  return vector<T>::build(n, {0, static_cast<std::int32_t>(n - 1)}, {T(0), T(3)}, take_first<T>{});
}

// Entries after the search by that method, or nothing where it is refused.
template <class T, class SR>
std::optional<cells<T>> found(executor const& exec, SR const& sr, matrix<T> const& a, fixpoint_method method) {
  auto x = started<T>(a.rows()).to(exec);
  try {
    fixpoint(x, no_mask, sr, a.to(exec), {.method = method});
  } catch (negative_cycle const&) { return {}; }
  return cells_of(x);
}

template <class T> int count_disagreements(executor const& exec, int* refused) {
  int different = 0;
  for (unsigned seed = 0; seed < 900; seed += exec.is_host() ? 1 : 37) {
    auto const a = drawn<T>(seed, seed % 3 == 0, seed % 2 == 0 ? 4 : 30);
    auto const expected = found(exec, min_plus<T>{}, a, fixpoint_method::products);
    *refused += !expected.has_value();
    for (auto const method : methods_of<min_plus<T>, T>(exec, exec.is_host())) {  // a GPU refuses piles
      auto const other = found(exec, min_plus<T>{}, a, method);
      bool const same = expected ? other && same_values(*other, *expected) : !other;
      if (!same) MESSAGE("seed ", seed, " method ", static_cast<int>(method));
      different += !same;
    }
  }
  return different;
}

template <class T> matrix<T> long_grid(std::int32_t width, T sign, T odd_one) {
  auto const graph = io::grid<double>({.width = width, .height = 2});
  std::vector<T> value;
  for (std::size_t k = 0; k < graph.row.size(); ++k) {
    value.push_back(static_cast<T>(1 + (graph.row[k] + graph.col[k]) * 31 % 50) * sign);
    if (k % 1000 == 500 && graph.row[k] < graph.col[k]) value.back() = odd_one;
  }
  return matrix<T>::build(graph.rows, graph.cols, graph.row, graph.col, value, take_first<T>{});
}

}  // namespace

EXECUTOR_CASE("every method comes to the same where weights are negative, and refuses the same cycles [sanitize]") {
  int refused = 0;
  CHECK_EQ(count_disagreements<double>(exec, &refused), 0);
  CHECK_EQ(count_disagreements<float>(exec, &refused), 0);
  CHECK_EQ(count_disagreements<std::int32_t>(exec, &refused), 0);
  CHECK_EQ(count_disagreements<std::int64_t>(exec, &refused), 0);
  CHECK_GT(refused, 0);
}

EXECUTOR_CASE(
    "a way through all rows comes to rest within as many rounds, and a cycle through all of them is refused") {
  for (std::int32_t const n : {2, 3, 40}) {
    CAPTURE(n);
    std::vector<std::int32_t> row, col;
    for (std::int32_t i = 0; i < n; ++i) row.push_back(i), col.push_back((i + 1) % n);
    for (double const back : {1.0 * n, n - 1.0, n - 1.5}) {  // a cycle of weight 1, 0 and -1/2
      std::vector<double> value(row.size(), -1);
      value.back() = back;
      auto const a = matrix<double>::build(n, n, row, col, value, take_first<double>{}, exec);
      for (auto const method : methods_of<min_plus<double>, double>(exec, exec.is_host())) {
        CAPTURE(static_cast<int>(method));
        auto x = vector<double>::build(n, {0}, {0.0}, take_first<double>{}, exec);
        auto const run = [&] { return fixpoint(x, no_mask, min_plus<double>{}, a, {.method = method}).complete; };
        if (back < n - 1.0) {
          CHECK_THROWS_AS(run(), negative_cycle);
          CHECK_EQ(x.nvals(), 1);
        } else {
          CHECK(run());
          CHECK_EQ(x.get(n - 1), 1.0 - n);
        }
      }
    }
  }
}

EXECUTOR_CASE("a few negative weights leave most rows of a long graph multiplied once") {
  auto const edges = [&](auto const& sr, auto const& a) {
    using T = domain_of<std::decay_t<decltype(sr)>>;
    auto x = vector<T>::build(a.rows(), {0}, {T(0)}, take_first<T>{}).to(exec);
    auto const result = fixpoint(x, no_mask, sr, a.to(exec));
    CHECK(result.complete);
    CHECK_EQ(x.nvals(), a.rows());
    return result.edges;
  };
  std::int32_t const width = exec.is_host() ? 20000 : 2000;
  CHECK_LE(edges(min_plus<double>{}, long_grid<double>(width, 1, -1)), 20 * 6 * width);
  CHECK_LE(edges(min_plus<std::int32_t>{}, long_grid<std::int32_t>(width, 1, -1)), 20 * 6 * width);
  if (exec.is_host()) CHECK_LE(edges(max_plus<double>{}, long_grid<double>(width, -1, 1)), 20 * 6 * width);
}

TEST_CASE("longest ways through a graph without cycles are found in a few passes") {
  std::int32_t const n = 4000;
  std::vector<std::int32_t> row, col;
  std::vector<double> value;
  for (std::int32_t u = 0; u < n; ++u) {
    for (std::int32_t step = 1; step < 8; ++step) {
      if (u + step < n) row.push_back(u), col.push_back(u + step), value.push_back(1 + (u * 7 + step) % 5);
    }
  }
  auto const a = matrix<double>::build(n, n, row, col, value, take_first<double>{});
  auto x = vector<double>::build(n, {0}, {0.0}, take_first<double>{}), y = x;
  auto const result = fixpoint(x, no_mask, max_plus<double>{}, a);
  CHECK_LE(result.edges, 20 * a.nnz());
  fixpoint(y, no_mask, max_plus<double>{}, a, {.method = fixpoint_method::rounds});
  CHECK(same_values(cells_of(x), cells_of(y)));
}

TEST_CASE("a negative cycle behind a long graph is refused before n rounds, and x stays what it was") {
  std::int32_t const width = 50000;
  auto const entries = long_grid<double>(width, 1, 1).tuples();
  auto value = entries.value;
  for (std::size_t k = 0; k < value.size(); ++k) {
    if (entries.row[k] == 2 * width - 1 && entries.col[k] == 2 * width - 2) value[k] = -90;
  }
  auto const a = matrix<double>::build(2 * width, 2 * width, entries.row, entries.col, value, take_first<double>{});
  auto x = vector<double>::build(a.rows(), {0}, {0.0}, take_first<double>{});
  CHECK_THROWS_AS(fixpoint(x, no_mask, min_plus<double>{}, a), negative_cycle);
  CHECK_EQ(x.nvals(), 1);
}

TEST_CASE("what a mask closes stays where weights are negative, and ends no way") {
  for (unsigned seed = 0; seed < 200; ++seed) {
    auto const a = drawn<double>(seed, seed % 2 == 0, 10);
    vector<bool> mask(a.rows());
    for (size_type i = 0; i < a.rows(); i += 1 + seed % 3) mask.set(i, true);
    auto const run = [&](fixpoint_method method) -> std::optional<cells<double>> {
      auto x = started<double>(a.rows());
      try {
        fixpoint(x, complement(structure(mask)), min_plus<double>{}, a, {.method = method});
      } catch (negative_cycle const&) { return {}; }
      return cells_of(x);
    };
    auto const expected = run(fixpoint_method::products), other = run(fixpoint_method::piles);
    CAPTURE(seed);
    REQUIRE_EQ(expected.has_value(), other.has_value());
    if (expected) CHECK(same_values(*expected, *other));
  }
}

TEST_CASE("a falling cycle is told only where rounding cannot hide it") {
  auto const told = [](double weight, double at) {
    auto const a = matrix<double>::build(3, 3, {0, 1, 2}, {1, 2, 1}, {at, 1.0, weight}, take_first<double>{});
    std::vector<double> const x{0, at, at + 1};
    host::falling_cycles<double, double, std::int32_t, std::int32_t> cycles(a.csr(), mask_view{}, x.data());
    return cycles.find([](size_type) { return true; }, true).has_value();
  };
  CHECK(told(-2, 1));
  CHECK(told(-2, 0.1));
  CHECK_FALSE(told(-1, 1));
  CHECK_FALSE(told(3, 1));
  CHECK_FALSE(told(std::nextafter(-1.0, -2.0), 1e6));  // 1e6 + 1 - 1.0000000000000002 is 1e6
  CHECK(told(-1.5, 0x1p50));
  CHECK_FALSE(told(-1.5, 0x1p60));
}

TEST_CASE("rows stand in an order in which entries lead onwards where there is no cycle") {
  for (unsigned seed = 0; seed < 50; ++seed) {
    auto const a = drawn<double>(seed, true, 0);
    host::onward_order<std::int32_t> const order(a.csr(), mask_view{}, {0, 1});
    auto const entries = a.tuples();
    for (std::size_t k = 0; k < entries.row.size(); ++k) {
      auto const from = order.place[entries.row[k]], to = order.place[entries.col[k]];
      if (from >= 0) CHECK_LT(from, to);
    }
    for (std::size_t i = 0; i < order.rows.size(); ++i) CHECK_EQ(order.place[order.rows[i]], i);
  }
}

TEST_CASE("places are visited upwards, those that are added ahead in the same pass, those behind in the next") {
  host::places_to_visit places(200);
  for (std::size_t const p : {63, 64, 130, 5}) places.add(p);
  std::vector<std::size_t> seen;
  auto const visit = [&](std::size_t p) {
    seen.push_back(p);
    if (p == 63) places.add(62), places.add(63), places.add(65), places.add(199);
  };
  CHECK(places.pass(visit));
  CHECK(seen == std::vector<std::size_t>{5, 63, 64, 65, 130, 199});
  seen.clear();
  auto const note = [&](std::size_t p) { seen.push_back(p); };
  CHECK(places.pass(note));
  CHECK(seen == std::vector<std::size_t>{62, 63});
  CHECK_FALSE(places.pass(note));
}
