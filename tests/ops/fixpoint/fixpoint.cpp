// fixpoint.cpp - x = x (+) x A until nothing changes: every method against the definition, limits, masks, refusals.
#include <limits>

#include "tests/support/fixpoint_check.hpp"

using namespace heddle;
using namespace heddle::schedules;
using namespace heddle::testing;

namespace {

// Weights 1 to 7 over a divisor: with 1 all sums are exact.
template <class T> matrix<T> weighted(io::coordinates<double, std::int32_t> const& graph, double divisor = 1) {
  std::vector<T> value;
  for (std::size_t k = 0; k < graph.row.size(); ++k) {
    value.push_back(static_cast<T>((1 + (graph.row[k] * 31 + graph.col[k] * 17) % 7) / divisor));
  }
  return matrix<T>::build(graph.rows, graph.cols, graph.row, graph.col, value, take_first<T>{});
}

std::vector<io::coordinates<double, std::int32_t>> small_graphs() {
  return {io::path<double>({.n = 30}), io::star<double>({.n = 40}), io::rmat<double>({.scale = 6, .edge_factor = 3}),
          io::erdos_renyi<double>({.scale = 6, .edge_factor = 1}), io::grid<double>({.width = 9, .height = 9})};
}

template <class T> vector<T> at(size_type n, std::vector<std::int32_t> const& index, std::vector<T> const& value) {
  return vector<T>::build(n, index, value, take_first<T>{});
}

template <class T> vector<T> numbered(size_type n) {
  std::vector<T> value;
  for (size_type i = 0; i < n; ++i) value.push_back(static_cast<T>((i * 37) % n));
  return vector<T>::dense(value);
}

}  // namespace

EXECUTOR_CASE("fixpoints over the library's semirings are what their definition says") {
  for (auto const& graph : small_graphs()) {
    size_type const n = graph.rows;
    CAPTURE(n);
    for (double const divisor : {1.0, 7.0}) {
      auto const a = weighted<double>(graph, divisor);
      check_fixpoint(exec, min_plus<double>{}, a, at<double>(n, {3}, {0.0}), true);
      check_fixpoint(exec, min_plus<double>{}, a, at<double>(n, {3, 20}, {0.5, -2.0}), true);
      auto filled = vector<double>::filled(n, std::numeric_limits<double>::infinity());
      filled.set(5, 0.0);
      check_fixpoint(exec, min_plus<double>{}, a, filled, true);
    }
    check_fixpoint(exec, min_plus<float>{}, weighted<float>(graph, 3), at<float>(n, {1}, {0.0f}), true);
    check_fixpoint(exec, min_plus<std::int32_t>{}, weighted<std::int32_t>(graph), at<std::int32_t>(n, {1}, {0}), true);
    check_fixpoint(exec, min_first<std::int32_t>{}, weighted<std::int32_t>(graph), numbered<std::int32_t>(n), true);
    check_fixpoint(exec, min_second<std::int32_t>{}, weighted<std::int32_t>(graph), numbered<std::int32_t>(n), false);
    check_fixpoint(exec, lor_land{}, weighted<bool>(graph), at<bool>(n, {0, 7}, {true, true}), false);
  }
}

TEST_CASE("fixpoints over semirings that the GPU has no kernels for are what their definition says on the host") {
  executor const exec = host_executor();
  for (auto const& graph : small_graphs()) {
    size_type const n = graph.rows;
    auto const a = weighted<double>(graph);
    check_fixpoint(exec, max_min<double>{}, a, at<double>(n, {3}, {1e9}), true);
    check_fixpoint(exec, min_max<float>{}, weighted<float>(graph), at<float>(n, {3, 9}, {-1e9f, 4.0f}), true);
    check_fixpoint(exec, max_first<std::int64_t>{}, weighted<std::int64_t>(graph), numbered<std::int64_t>(n), true);
    check_fixpoint(exec, semiring{bor_monoid<std::uint8_t>{}, bitwise_and<std::uint8_t>{}},
                   weighted<std::uint8_t>(graph), at<std::uint8_t>(n, {2, 5}, {7, 200}), false);
  }
}

TEST_CASE("any number of threads finds the same fixpoint of lists that are long enough to share") {
  auto const graph = io::rmat<double>({.scale = 13, .edge_factor = 16});
  auto const a = weighted<double>(graph, 7);
  auto const start = at<double>(graph.rows, {1}, {0.0});
  auto filled = vector<double>::filled(graph.rows, std::numeric_limits<double>::infinity());
  filled.set(1, 0.0);
  auto const labels = numbered<std::int32_t>(graph.rows);
  auto const pattern = weighted<std::int32_t>(graph);
  for (auto const method : {fixpoint_method::rounds, fixpoint_method::piles}) {
    auto const run = [&](int threads, auto x, auto const& sr, auto const& matrix) {
      auto on = x.to(host_executor(threads));
      fixpoint(on, no_mask, sr, matrix.to(host_executor(threads)), {.method = method});
      return cells_of(on);
    };
    auto const sparse = run(1, start, min_plus<double>{}, a), dense = run(1, filled, min_plus<double>{}, a);
    auto const least = run(1, labels, min_first<std::int32_t>{}, pattern);
    for (int const threads : {2, 3, 8}) {
      CHECK(same_values(run(threads, start, min_plus<double>{}, a), sparse));
      CHECK(same_values(run(threads, filled, min_plus<double>{}, a), dense));
      CHECK(same_values(run(threads, labels, min_first<std::int32_t>{}, pattern), least));
    }
  }
}

EXECUTOR_CASE("after r rounds x is the sum over all ways of at most r entries") {
  auto const graph = io::grid<double>({.width = 12, .height = 12});
  auto const a = weighted<double>(graph);
  auto const start = at<double>(graph.rows, {40, 41}, {0.0, 20.0});  // neighbours: one changes the other
  using enum fixpoint_method;
  for (size_type const most : {1, 2, 5, 11}) {
    auto expected = cells_of(start);
    naive_fixpoint(min_plus<double>{}, a.tuples(), all_open(graph.rows), expected, most);
    for (auto const method :
         exec.is_host() ? std::vector{automatic, products, rounds} : std::vector{automatic, products}) {
      auto x = start.to(exec);
      auto const result = fixpoint(x, no_mask, min_plus<double>{}, a.to(exec), {.method = method, .most_rounds = most});
      CHECK(same_values(cells_of(x), expected));
      CHECK_EQ(result.rounds, most);
      CHECK_FALSE(result.complete);
    }
  }
}

EXECUTOR_CASE("what the mask closes stays, and counts") {
  auto const graph = io::grid<double>({.width = 8, .height = 8});
  auto const a = weighted<double>(graph);
  auto start = at<double>(graph.rows, {0, 27, 36}, {0.0, 1.0, 99.0});
  std::vector<bool> open(graph.rows), closed(graph.rows);
  vector<bool> mask(graph.rows);
  for (size_type i = 0; i < graph.rows; ++i) {
    open[i] = i % 5 != 1 && i != 36;
    closed[i] = !open[i];
    if (open[i]) mask.set(i, true);
  }
  auto const on = a.to(exec);
  auto const closing = mask.to(exec);
  for (auto const method : methods_of<min_plus<double>, double>(exec, true)) {
    auto expected = cells_of(start), opposite = cells_of(start);
    naive_fixpoint(min_plus<double>{}, a.tuples(), open, expected, graph.rows);
    naive_fixpoint(min_plus<double>{}, a.tuples(), closed, opposite, graph.rows);
    auto x = start.to(exec), y = start.to(exec);
    fixpoint(x, closing, min_plus<double>{}, on, {.method = method});
    fixpoint(y, complement(structure(closing)), min_plus<double>{}, on, {.method = method});
    CHECK(same_values(cells_of(x), expected));
    CHECK(same_values(cells_of(y), opposite));
  }
  auto x = start.to(exec);  // as a mask x is what it was
  fixpoint(x, structure(x), min_plus<double>{}, on);
  CHECK_EQ(x.nvals(), 3);
}

EXECUTOR_CASE("x A^T goes against the entries, and a schedule or a direction asks for products") {
  auto const a = weighted<double>(io::rmat<double>({.scale = 6, .edge_factor = 3}));
  auto const flat = a.tuples();
  auto const turned = matrix<double>::build(a.cols(), a.rows(), flat.col, flat.row, flat.value, take_first<double>{});
  auto const start = at<double>(a.rows(), {3}, {0.0});
  auto expected = cells_of(start);
  naive_fixpoint(min_plus<double>{}, turned.tuples(), all_open(a.rows()), expected, a.rows());
  auto const on = a.to(exec);
  auto const check = [&](fixpoint_options const& options) {
    auto x = start.to(exec);
    fixpoint(x, no_mask, min_plus<double>{}, transpose(on), options);
    CHECK(same_values(cells_of(x), expected));
  };
  check({});
  check({.schedule = merge_path{}});
  check({.direction = direction::pull});
}

EXECUTOR_CASE("the host's flag ends a fixpoint, with x as far as it is") {
  auto const a = weighted<double>(io::path<double>({.n = 50})).to(exec);
  std::atomic<bool> const stop = true;
  for (auto const method : methods_of<min_plus<double>, double>(exec, true)) {
    auto x = at<double>(50, {0}, {0.0}).to(exec);
    auto const result = fixpoint(x, no_mask, min_plus<double>{}, a, {.method = method, .stop = &stop});
    CHECK_FALSE(result.complete);
    CHECK_EQ(x.nvals(), 1);
  }
}

EXECUTOR_CASE("a negative cycle is an error, a negative weight alone is none, and x stays what it was") {
  auto const cycle = [&](double last) {
    return matrix<double>::build(4, 4, {0, 1, 2, 2}, {1, 2, 1, 3}, {1.0, -3.0, last, 1.0}, take_first<double>{}, exec);
  };
  auto x = at<double>(4, {0}, {0.0}).to(exec);
  CHECK_THROWS_AS(fixpoint(x, no_mask, min_plus<double>{}, cycle(2.0)), negative_cycle);
  CHECK_EQ(x.nvals(), 1);
  auto const result = fixpoint(x, no_mask, min_plus<double>{}, cycle(3.0));
  CHECK(result.complete);
  CHECK(x.to_dense(9) == std::vector<double>{0, 1, -2, -1});
  auto y = at<double>(4, {0}, {0.0}).to(exec);  // a limit of the user's is no error
  CHECK_FALSE(fixpoint(y, no_mask, min_plus<double>{}, cycle(2.0), {.most_rounds = 2}).complete);
}

EXECUTOR_CASE("as many rounds as rows tell whether longest ways end") {
  auto const ways = [&](double back) {
    return matrix<double>::build(3, 3, {0, 1, 1}, {1, 0, 2}, {2.0, back, 5.0}, take_first<double>{}, exec);
  };
  auto x = at<double>(3, {0}, {1.0}).to(exec), y = at<double>(3, {0}, {1.0}).to(exec);
  CHECK_FALSE(fixpoint(x, max_plus<double>{}, ways(-1.0), {.most_rounds = 3}).complete);
  CHECK(fixpoint(y, max_plus<double>{}, ways(-2.0), {.most_rounds = 3}).complete);
  CHECK(y.to_dense(0) == std::vector<double>{1, 3, 8});
}

TEST_CASE("a flag that ends piles is no negative cycle, however many lists there were before") {
  ops::fixpoint_detail::outcome<double, std::int32_t> ended{vector<double>(3), {.rounds = 7, .complete = false}};
  CHECK_FALSE(ops::fixpoint_detail::goes_round_a_cycle(ended));
  ended.limit = 3;  // of rounds
  CHECK(ops::fixpoint_detail::goes_round_a_cycle(ended));
  ended.result.rounds = 2;
  CHECK_FALSE(ops::fixpoint_detail::goes_round_a_cycle(ended));
  ended.result = {.rounds = 3, .complete = true};
  CHECK_FALSE(ops::fixpoint_detail::goes_round_a_cycle(ended));
  ended = {vector<double>(3), {.rounds = 2, .complete = false}, 2};  // a limit of the caller's
  CHECK_FALSE(ops::fixpoint_detail::goes_round_a_cycle(ended));
}

EXECUTOR_CASE("fixpoints of nothing, of one vertex, and over no entries") {
  auto const check = [&](size_type n, std::vector<std::int32_t> const& loop) {
    std::vector<double> const ones(loop.size(), 1.0);
    auto const a = matrix<double>::build(n, n, loop, loop, ones, take_first<double>{}, exec);
    for (auto const method : methods_of<min_plus<double>, double>(exec, true)) {
      vector<double> x(n, exec);
      CHECK(fixpoint(x, no_mask, min_plus<double>{}, a, {.method = method}).complete);
      CHECK_EQ(x.nvals(), 0);
      if (n == 0) continue;
      x.set(n - 1, 3.0);
      fixpoint(x, no_mask, min_plus<double>{}, a, {.method = method});
      CHECK_EQ(x.nvals(), 1);
      CHECK_EQ(x.get(n - 1), 3.0);
    }
  };
  check(0, {});
  check(1, {});
  check(1, {0});
  check(6, {});
}

TEST_CASE("fixpoint refuses what does not fit, in one line") {
  auto const a = weighted<double>(io::path<double>({.n = 5}));
  auto const wide = matrix<double>::build(2, 3, {}, {}, {}, take_first<double>{});
  auto x = at<double>(5, {0}, {0.0});
  vector<double> other(4), pair_of(2);
  min_plus<double> const sr;
  using enum fixpoint_method;
  CHECK_THROWS_WITH_AS(fixpoint(other, no_mask, sr, a), "fixpoint: x has length 4 but A is 5 x 5", dimension_mismatch);
  CHECK_THROWS_WITH_AS(fixpoint(pair_of, no_mask, sr, wide), "fixpoint: x has length 2 but A is 2 x 3",
                       dimension_mismatch);
  CHECK_THROWS_AS(fixpoint(x, structure(other), sr, a), dimension_mismatch);
  CHECK_THROWS_WITH_AS(fixpoint(x, no_mask, sr, a, {.most_rounds = -1}),
                       "fixpoint: most_rounds is -1, but must be 0 or more", invalid_argument);
  CHECK_THROWS_WITH_AS(fixpoint(x, no_mask, sr, a, {.delta = -1}), "fixpoint: delta is -1, but must be 0 or more",
                       invalid_argument);
  CHECK_THROWS_WITH_AS(fixpoint(x, no_mask, sr, a, {.method = piles, .most_rounds = 3}),
                       "fixpoint: piles do not tell rounds apart, so a limit wants rounds or products",
                       invalid_argument);
  CHECK_THROWS_WITH_AS(fixpoint(x, no_mask, sr, a, {.method = rounds, .schedule = merge_path{}}),
                       "fixpoint: only products take a schedule, a strategy and a direction", invalid_argument);
  CHECK_THROWS_WITH_AS(fixpoint(x, no_mask, sr, a, {.method = stepwise}),
                       "fixpoint: stepwise is a GPU's; the host has rounds", invalid_argument);
  vector<bool> reached(5);
  CHECK_THROWS_WITH_AS(fixpoint(reached, no_mask, lor_land{}, a, {.method = piles}),
                       "fixpoint: piles want a monoid that is selective, such as minimum and maximum",
                       invalid_argument);
  CHECK_EQ(x.nvals(), 1);
}

GPU_CASE("what a GPU cannot search is refused, in one line") {
  using enum fixpoint_method;
  auto const gpu = cuda_executor();
  auto const a = weighted<double>(io::path<double>({.n = 5})).to(gpu);
  auto x = at<double>(5, {0}, {0.0}).to(gpu);
  CHECK_THROWS_WITH_AS(fixpoint(x, no_mask, min_plus<double>{}, a, {.method = rounds, .most_rounds = 3}),
                       "fixpoint: a GPU tells rounds of lists not apart, so a limit wants products", invalid_argument);
  auto labels = numbered<std::int64_t>(5).to(gpu);
  CHECK_THROWS_AS(fixpoint(labels, no_mask, min_second<std::int64_t>{},
                           weighted<std::int64_t>(io::path<double>({.n = 5})).to(gpu), {.method = rounds}),
                  not_compiled);
  vector<bool> some(5, gpu);
  CHECK_THROWS_AS(fixpoint(some, no_mask, semiring{any_monoid<bool>{}, pair<bool>{}}, a, {.method = rounds}),
                  invalid_argument);
  CHECK_EQ(x.nvals(), 1);
}

EXECUTOR_CASE("a given width of piles, or a narrow one, gives the same distances") {
  auto const a = weighted<double>(io::grid<double>({.width = 40, .height = 30}), 7).to(exec);
  auto const search = [&](fixpoint_options const& options) {
    auto x = vector<double>::filled(1200, std::numeric_limits<double>::infinity(), exec);
    x.set(17, 0.0);
    fixpoint(x, no_mask, min_plus<double>{}, a, options);
    return cells_of(x);
  };
  auto const expected = search({.method = fixpoint_method::products});
  for (double const delta : {0.0, 1e-3, 0.5, 3.0, 1e300}) {
    CAPTURE(delta);
    CHECK(same_values(search({.method = fixpoint_method::piles, .delta = delta}), expected));
  }
}

GPU_CASE("searches of one kernel: long rows, many pieces, wide lists, whole numbers at their limits [sanitize]") {
  auto const gpu = cuda_executor();
  auto const compare = [&](auto const& sr, auto const& a, auto const& start) {
    auto expected = start;
    fixpoint(expected, no_mask, sr, a);
    for (auto const method : {fixpoint_method::automatic, fixpoint_method::rounds, fixpoint_method::stepwise}) {
      auto x = start.to(gpu);
      auto const result = fixpoint(x, no_mask, sr, a.to(gpu), {.method = method});
      CHECK(same_values(cells_of(x), cells_of(expected)));
      CHECK(result.complete);
      CHECK_GE(result.launches, 1);
      if (method == fixpoint_method::stepwise) CHECK_GT(result.launches, result.rounds);
    }
  };
  auto const skewed = io::rmat<double>({.scale = 12, .edge_factor = 24});
  auto const star = io::star<double>({.n = 3000});
  for (auto const& graph : {skewed, star}) {
    compare(min_plus<double>{}, weighted<double>(graph, 7), at<double>(graph.rows, {1}, {0.0}));
    compare(min_plus<float>{}, weighted<float>(graph), at<float>(graph.rows, {1, 5}, {-3.0f, 0.0f}));
    compare(min_plus<std::int64_t>{}, weighted<std::int64_t>(graph), at<std::int64_t>(graph.rows, {1}, {1LL << 40}));
    compare(max_min<double>{}, weighted<double>(graph, 7), at<double>(graph.rows, {1}, {1e9}));
    compare(max_min<float>{}, weighted<float>(graph), at<float>(graph.rows, {1, 5}, {2.0f, 100.0f}));
    compare(min_first<std::int32_t>{}, weighted<std::int32_t>(graph), numbered<std::int32_t>(graph.rows));
    compare(lor_land{}, weighted<bool>(graph), at<bool>(graph.rows, {1}, {true}));
    auto far = vector<std::int32_t>::filled(graph.rows, std::numeric_limits<std::int32_t>::max() - 100);
    far.set(7, std::numeric_limits<std::int32_t>::max() - 150);
    compare(min_plus<std::int32_t>{},
            matrix<std::int32_t>::build(graph.rows, graph.rows, {7}, {9}, {40}, take_first<std::int32_t>{}), far);
  }
}
