// pushes.cpp - products in loops that push where they are asked to: they write what pulls do, and read nothing back.
#include "tests/loop/loops_of_bitmaps.hpp"
#include "tests/support/contains.hpp"
#include "tests/support/draws.hpp"
#include "tests/support/graphs.hpp"

using namespace heddle;
using namespace heddle::schedules;

using namespace heddle::seam;

using namespace heddle::strategies;
using namespace heddle::testing;

namespace {

template <class T, index_type I, index_type O>
matrix<T, I, O> random_matrix(random_source& random, size_type n, int entries, executor const& exec) {
  std::vector<I> row, col;
  std::vector<T> value;
  for (int e = 0; e < entries; ++e) {
    row.push_back(static_cast<I>(random.below(static_cast<int>(n))));
    col.push_back(static_cast<I>(random.below(static_cast<int>(n))));
    value.push_back(static_cast<T>(random.below(7) - 3));
  }
  return matrix<T, I, O>::build(n, n, row, col, value, take_first<T>{}, exec);
}

// A push in a loop gives what a pull outside of loops does.
template <class SR, index_type I = std::int32_t, index_type O = std::int32_t>
void check_semiring(executor const& exec, SR const& sr, descriptor d = {}) {
  using D = domain_of<SR>;
  d.direction = direction::push;
  random_source random(7);
  for (size_type const n : {1, 40, 3000}) {
    auto const a = random_matrix<D, I, O>(random, n, static_cast<int>(5 * n), exec);
    vector<D, I> u(n, exec), expected(n, exec), found(n, exec);
    for (size_type i = 0; i < n; i += 1 + random.below(6)) u.set(i, static_cast<D>(random.below(5)));
    mxv(expected, sr, a, u, {.direction = direction::pull});
    scalar<std::int32_t> left(1, exec);
    auto loop = device_loop(
        exec, operands(found, left),
        [&](loop_step&) {
          mxv(found, no_mask, no_accum, sr, a, u, d);
          left.set(0);
        },
        left > 0);
    INFO(loop.why(), ", n ", n);
    CHECK(loop.on_device() == !exec.is_host());
    loop.run();
    CHECK(found.tuples().index == expected.tuples().index);
    CHECK(found.tuples().value == expected.tuples().value);
  }
}

// set(descriptor, seed) says which way products go.
template <class Set> void check_products_written(executor const& exec, Set const& set) {
  min_plus<double> const sr{};
  for (unsigned seed = 0; seed < draws(40); ++seed) {
    random_source random(seed);
    write_case<double> const c(random);
    if (c.size == 0) continue;
    auto const a =
        random_matrix<double, std::int32_t, std::int32_t>(random, c.size, static_cast<int>(2 * c.size), exec);
    auto const u =
        make_vector<double>(draw_vector<double>(random, c.size, draw_density(random)), draw_held(random), exec);
    vector<double> t(c.size, exec);
    vxm(t, sr, u, a, {.direction = direction::pull});
    INFO("seed ", seed);
    check_written_in_a_loop(exec, c, to_dense(t), [&](auto& w, auto const& mask, auto const& accum, descriptor d) {
      set(d, seed);
      vxm(w, mask, accum, sr, u, a, d);
    });
  }
}

// Two shares, which the host alone can be asked for.
struct halves {
  static constexpr std::string_view name = "halves";
  template <tile_set Tiles> size_type workers(Tiles const&) const { return 2; }
  template <tile_set Tiles> path_point boundary(Tiles const& tiles, size_type w) const {
    return path_search(tiles, path_length(path_end(tiles)) * w / 2);
  }
};

std::string reason_against(executor const& exec, descriptor const& d) {
  matrix<bool> const a = random_graph(50, 100, 1, exec);
  try {
    level_search const search(a, exec, d);
  } catch (std::exception const& e) { return e.what(); }
  return "none";
}

}  // namespace

EXECUTOR_CASE("a search that pushes in its loop finds the levels of bfs [sanitize]") {
  descriptor const push{.replace = true, .direction = direction::push};
  level_search club(cast<bool>(io::to_matrix(karate_club<float>(), take_first<float>{}, exec)), exec, push);
  INFO(club.loop.why());
  CHECK(club.loop.on_device() == !exec.is_host());
  for (size_type source : {0, 33, 11}) check_search(club, source);
  for (unsigned seed = 0; seed < draws(3); ++seed) {
    level_search sparse(random_graph(3000, 4500, seed, exec), exec, push);
    for (size_type source : {0, 17}) check_search(sparse, source);
  }
}

// Rows of all lengths: a third of all vertices hang at one.
matrix<bool> graph_with_a_hub(int n, executor const& exec) {
  random_source random(5);
  std::vector<std::int32_t> from, to;
  for (int v = 1; v < n; ++v) from.push_back(v % 3 == 0 ? 0 : random.below(n)), to.push_back(v);
  return matrix<bool>::build(n, n, from, to, {}, take_first<bool>{}, exec);
}

EXECUTOR_CASE(
    "a search pushes in its loop under every schedule that shares out what was counted, rows of all lengths") {
  auto const graph = graph_with_a_hub(90000, exec);
  for (schedule const& by :
       {schedule(), schedule(merge_path{}), schedule(nonzero_split{}), schedule(nonzero_split{100}),
        schedule(thread_mapped{}), schedule(group_mapped{}), schedule(warp_mapped{}), schedule(block_mapped{})}) {
    INFO(by.text());
    level_search search(graph, exec, {.replace = true, .schedule = by, .direction = direction::push});
    for (size_type source : {0, 1}) check_search(search, source);
  }
}

EXECUTOR_CASE("a search pushes in its loop under every strategy that is one schedule in every step [sanitize]") {
  auto const graph = graph_with_a_hub(30000, exec);
  for (strategy const& by :
       {strategy(node_based{}), strategy(vertex_shuffle{}), strategy(vertex_shuffle{4, 2, 64}), strategy(scan_based{}),
        strategy(dynamic_scheduling{}), strategy(binary_search{}), strategy(balanced_gathering{}),
        strategy(balanced_redistribution{}), strategy(supplementary_queues{1 << 20}), strategy(group_mapped{})}) {
    INFO(by.text());
    level_search search(graph, exec, {.replace = true, .strategy = by});
    INFO(search.loop.why());
    CHECK(search.loop.on_device() == !exec.is_host());
    for (size_type source : {0, 1}) check_search(search, source);
  }
}

// The same search, all by pulls, all by pushes, and as it is chosen step by step; the last by other bounds too.
EXECUTOR_CASE("a loop chooses in every step whether to push, and finds the levels of bfs [sanitize]") {
  matrix<bool> const wide = random_graph(3000, 45000, 1, exec), thin = random_graph(3000, 4500, 2, exec);
  for (double const below : {0.0, 1e-9, 0.01, 1.0 / 16, 0.5, 1.0, 3.0}) {
    INFO("push_below ", below);
    for (matrix<bool> const* graph : {&wide, &thin}) {
      level_search search(*graph, exec, {.replace = true, .push_below = below});
      INFO(search.loop.why());
      CHECK(search.loop.on_device() == !exec.is_host());
      for (size_type source : {0, 17}) check_search(search, source);
    }
  }
}

EXECUTOR_CASE("a product whose direction a loop chooses is written through every mask [sanitize]") {
  check_products_written(exec, [](descriptor& d, unsigned seed) {
    d.push_below = std::array{0.0, 1.0 / 16, 0.5, 2.0}[seed % 4];
  });
}

TEST_CASE("a push_below that is no share is refused") {
  matrix<double> const a(3, 3);
  vector<double> w(3), u(3);
  for (double const below : {-0.5, std::numeric_limits<double>::quiet_NaN()}) {
    CHECK_THROWS_AS(mxv(w, plus_times<double>{}, a, u, {.push_below = below}), invalid_argument);
  }
  CHECK_THROWS_WITH_AS(mxv(w, plus_times<double>{}, a, u, {.push_below = -0.5}),
                       "descriptor: push_below is -0.5, but must be 0 or more", invalid_argument);
}

EXECUTOR_CASE("a product by push in a loop is written through every mask [sanitize]") {
  check_products_written(exec, [](descriptor& d, unsigned) { d.direction = direction::push; });
}

EXECUTOR_CASE("semirings of every kind push in a loop, with indices and offsets of either width [sanitize]") {
  check_semiring(exec, min_plus<float>{});
  check_semiring(exec, max_plus<double>{}, {.schedule = merge_path{}});
  check_semiring(exec, plus_times<std::int32_t>{});
  check_semiring(exec, plus_times<std::int64_t>{});
  check_semiring(exec, lor_land{});
  check_semiring(exec, any_pair<bool>{});
  check_semiring(exec, min_plus<float>{}, {.strategy = vertex_shuffle{}});
  check_semiring(exec, max_plus<double>{}, {.strategy = scan_based{}});
  check_semiring(exec, plus_times<std::int64_t>{}, {.strategy = node_based{}});
  check_semiring(exec, max_times<float>{}, {.schedule = nonzero_split{}});
  check_semiring<min_plus<double>, std::int64_t, std::int64_t>(exec, {});
  check_semiring<any_pair<bool>, std::int64_t, std::int64_t>(exec, {});
}

EXECUTOR_CASE("a loop that pushes relaxes distances until none falls") {
  int const side = 60, n = side * side;
  std::vector<std::int32_t> from, to;
  std::vector<double> weight;
  random_source random(3);
  for (int v = 0; v < n; ++v) {
    for (int const w : {v + 1, v + side}) {
      if (w >= n) continue;
      from.insert(from.end(), {v, w}), to.insert(to.end(), {w, v});
      weight.insert(weight.end(), 2, 1 + random.below(9));
    }
  }
  auto const a = matrix<double>::build(n, n, from, to, weight, take_first<double>{}, exec);
  double const far = std::numeric_limits<double>::infinity();
  auto distance = vector<double>::filled(n, far, exec), before = distance;
  vector<double> changed(n, exec);
  distance.set(0, 0), changed.set(0, 0);
  scalar<std::int64_t> left(1, exec);
  auto loop = device_loop(
      exec, operands(distance, before, changed, left),
      [&](loop_step&) {
        assign(before, no_mask, no_accum, distance);
        vxm(distance, no_mask, minimum<double>{}, min_plus<double>{}, changed, a, {.direction = direction::push});
        select_with(changed, no_mask, no_accum, less<double>{}, distance, before);
        nvals(left, changed);
      },
      left > 0);
  INFO(loop.why());
  CHECK(loop.on_device() == !exec.is_host());
  loop.run();
  CHECK(distance.to_dense(far) == sssp(a, 0).distances.to_dense(far));
}

EXECUTOR_CASE("a push in a loop by what has to know how many edges there are is refused by name") {
  auto const refused = [&](descriptor d, std::string const& why) {
    d.replace = true, d.direction = direction::push;
    std::string const reason = reason_against(exec, d);
    CAPTURE(reason);
    CHECK(contains(reason, why));
  };
  std::string const shared =
      ": edges are counted on the GPU, and shared out by auto, merge_path, nonzero_split, a schedule of whole rows, or "
      "a "
      "partition with most_workers that nvcc compiled";
  std::string const push = "device_loop: vxm (by A transposed) by ", one = "a loop takes strategies that are one";
  for (strategy const& by : {strategy(two_phase{}), strategy(hybrid{}), strategy(workload_decomposition{}),
                             strategy(node_splitting{8}), strategy(node_splitting{}), strategy(hierarchical{8}),
                             strategy(perfect_balance{true}), strategy(scan_based{32, 256, true}),
                             strategy(edge_based{0}), strategy(balanced_gathering{.status_bitmap = true})}) {
    refused({.strategy = by}, push + by.text() + ": " + one + " schedule in every step");
  }
  refused({.strategy = edge_based{}}, push + "push under edge_based" + shared);
  refused({.schedule = binned{}}, push + "push under binned" + shared);
  refused({.schedule = dynamic{}}, "by push under dynamic" + shared);
  refused({.schedule = {nonzero_split{}, by_block_scan{}}}, "by push under nonzero_split+scan" + shared);
  refused({.schedule = halves{}}, "by push under halves" + shared);
}
