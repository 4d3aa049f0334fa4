// device_loop.cpp - loops that a GPU runs by itself do what the host's do: operands, swaps, sums.
#include "tests/loop/counted_loop.hpp"
#include "tests/support/executors.hpp"

using namespace heddle;
using namespace heddle::testing;

namespace {

// Where a GPU could record a loop, it did.
void check_where_it_runs(executor const& exec, recorded_loop const& loop) {
  INFO(loop.why());
  CHECK(loop.on_device() == !exec.is_host());
  CHECK(loop.why().empty() == loop.on_device());
}

// Ranks of a ring with chords: every vertex passes its rank on to two.
struct ranks {
  static constexpr std::int32_t n = 1500;
  static constexpr double damping = 0.85, rest = (1 - damping) / n;

  explicit ranks(executor const& exec) : received(links(exec)) {}

  static std::int32_t chord(std::int32_t v) { return static_cast<std::int32_t>((7ll * v * v + 3) % n); }
  static matrix<double> links(executor const& exec) {
    std::vector<std::int32_t> to, from;
    for (std::int32_t v = 0; v < n; ++v) {
      to.push_back((v + 1) % n), from.push_back(v);
      to.push_back(chord(v)), from.push_back(v);
    }
    return matrix<double>::build(n, n, to, from, std::vector<double>(to.size(), 0.5), plus<double>{}, exec);
  }

  // The same in numbers of the host: iterations, and the ranks.
  static std::pair<size_type, std::vector<double>> by_hand(double tolerance) {
    std::vector<double> rank(n, 1.0 / n);
    size_type iterations = 0;
    for (double error = 1; error > tolerance; ++iterations) {
      std::vector<double> next(n, rest);
      for (std::int32_t v = 0; v < n; ++v) {
        next[(v + 1) % n] += damping * 0.5 * rank[v];
        next[chord(v)] += damping * 0.5 * rank[v];
      }
      error = 0;
      for (std::int32_t v = 0; v < n; ++v) error += (next[v] - rank[v]) * (next[v] - rank[v]);
      rank = next;
    }
    return {iterations, rank};
  }

  matrix<double> received;
  vector<double> rank = vector<double>::filled(n, 1.0 / n, received.exec()), next = rank;
  scalar<double> error{1, received.exec()};

  void improve(loop_step& step) {
    vector<double> difference(n, rank.exec());
    spmv(next, damping, received, rank, 0);
    assign(next, no_mask, plus<double>{}, rest);
    ewise_mult(difference, no_mask, no_accum, minus<double>{}, next, rank);
    ewise_mult(difference, no_mask, no_accum, times<double>{}, difference, difference);
    reduce(error, plus_monoid<double>{}, difference);
    step.swap(rank, next);
  }
};

void check_ranks(ranks const& found, loop_result const& done, double tolerance) {
  auto const [iterations, expected] = ranks::by_hand(tolerance);
  CHECK(done.iterations == iterations);
  CHECK(!done.limited);
  CHECK(found.error.get() <= tolerance);
  auto const values = found.rank.to_dense(-1);
  double worst = 0;
  for (std::size_t v = 0; v < values.size(); ++v) worst = std::max(worst, std::abs(values[v] / expected[v] - 1));
  CHECK(worst < 1e-12);
}

}  // namespace

EXECUTOR_CASE("ranks by a device_loop are those of a plain loop [sanitize]") {
  ranks r(exec);
  auto loop = device_loop(
      exec, operands(r.rank, r.next, r.error), [&](loop_step& step) { r.improve(step); }, r.error > 1e-16);
  check_where_it_runs(exec, loop);
  check_ranks(r, loop.run(), 1e-16);
}

EXECUTOR_CASE("a recorded loop runs again on other contents of its operands") {
  ranks r(exec);
  auto loop = device_loop(
      exec, operands(r.rank, r.next, r.error), [&](loop_step& step) { r.improve(step); }, r.error > 1e-16);
  auto const first = loop.run();
  SUBCASE("where they were") { r.rank.fill(1.0 / ranks::n); }
  SUBCASE("in other memory") { r.rank = vector<double>::filled(ranks::n, 1.0 / ranks::n, exec); }
  SUBCASE("after a reader has made a list of them") {
    CHECK(r.rank.tuples().value.size() == ranks::n);
    r.rank.fill(1.0 / ranks::n);
  }
  r.error.set(1);
  auto const second = loop.run();
  CHECK(first.iterations == second.iterations);
  check_ranks(r, second, 1e-16);
  CHECK(loop.run().iterations == 0);  // the error is what it was
  check_where_it_runs(exec, loop);
}

GPU_CASE("a thousand runs of a recorded loop give the same bits") {
  executor const gpu = cuda_executor();
  ranks r(gpu);
  auto loop = device_loop(
      gpu, operands(r.rank, r.next, r.error), [&](loop_step& step) { r.improve(step); }, r.error > 1e-8);
  std::vector<double> once;
  int different = 0;
  for (int k = 0; k <= 1000; ++k) {
    r.rank.fill(1.0 / ranks::n);
    r.error.set(1);
    loop.run();
    auto const found = r.rank.to_dense(-1);
    if (k == 0) once = found;
    different += found != once;
  }
  CHECK_EQ(different, 0);
}

EXECUTOR_CASE("a loop of no iterations changes nothing") {
  countdown count(exec);
  fibonacci f(exec);
  auto loop = device_loop(
      exec, operands(f.a, f.b, count.ticks, count.left), [&](loop_step& step) { f.next(step), count.tick(); },
      count.left > 0);
  CHECK(all_are(f.a, 1));
  CHECK(all_are(f.b, 0));
  auto const done = loop.run();
  CHECK(done.iterations == 0);
  CHECK(!done.limited);
  CHECK(all_are(f.a, 1));
  CHECK(all_are(f.b, 0));
  CHECK(count.left.get() == 0);
}

EXECUTOR_CASE("operands that change places stand where they belong after odd and even numbers of iterations") {
  countdown count(exec);
  fibonacci f(exec);
  auto loop = device_loop(
      exec, operands(f.a, f.b, count.ticks, count.left), [&](loop_step& step) { f.next(step), count.tick(); },
      count.left > 0);
  check_where_it_runs(exec, loop);
  for (int iterations : {1, 2, 5, 8, 3, 30, 0, 7}) {
    CAPTURE(iterations);
    f.start();
    count.start(iterations);
    CHECK(loop.run().iterations == iterations);
    auto const [a, b] = fibonacci_after(iterations);
    CHECK(all_are(f.a, a));
    CHECK(all_are(f.b, b));
  }
}

EXECUTOR_CASE("three operands take turns in a loop") {
  countdown count(exec);
  std::vector<vector<double>> v;
  for (int i = 0; i < 3; ++i) v.push_back(vector<double>::filled(50, i, exec));
  auto loop = device_loop(
      exec, operands(v[0], v[1], v[2], count.ticks, count.left),
      [&](loop_step& step) {
        assign(v[0], no_mask, plus<double>{}, 10);
        step.swap(v[0], v[1]);
        step.swap(v[1], v[2]);
        count.tick();
      },
      count.left > 0);
  check_where_it_runs(exec, loop);
  for (int iterations : {1, 2, 3, 4, 11}) {
    CAPTURE(iterations);
    for (int i = 0; i < 3; ++i) v[i].fill(i);
    count.start(iterations);
    CHECK(loop.run().iterations == iterations);
    std::vector<double> expected = {0, 1, 2};
    for (int i = 0; i < iterations; ++i) {
      expected[0] += 10;
      std::swap(expected[0], expected[1]);
      std::swap(expected[1], expected[2]);
    }
    for (int i = 0; i < 3; ++i) CHECK(all_are(v[i], expected[i]));
  }
}

EXECUTOR_CASE("products and sums of rows accumulate in a loop, also where rows are empty") {
  auto const a = matrix<double>::build(4, 4, {0, 0, 2}, {0, 3, 1}, {1, 2, 3}, plus<double>{}, exec);
  auto const ones = vector<double>::filled(4, 1, exec);
  auto product = vector<double>::filled(4, 0, exec), sums = product;
  countdown count(exec);
  auto loop = device_loop(
      exec, operands(product, sums, count.ticks, count.left),
      [&](loop_step&) {
        mxv(product, no_mask, plus<double>{}, plus_times<double>{}, a, ones);
        vxm(product, no_mask, plus<double>{}, plus_times<double>{}, ones, a, {.direction = direction::pull});
        reduce(sums, no_mask, plus<double>{}, plus_monoid<double>{}, a);
        count.tick();
      },
      count.left > 0);
  check_where_it_runs(exec, loop);
  count.start(3);
  CHECK(loop.run().iterations == 3);
  CHECK(product.form() == vector_form::dense);
  CHECK(product.to_dense(-1) == std::vector<double>{12, 9, 9, 6});
  CHECK(sums.to_dense(-1) == std::vector<double>{9, 0, 9, 0});
}

EXECUTOR_CASE("results in a loop are written to memory that a vector has adopted") {
  buffer<double> memory(exec, 40);
  countdown count(exec);
  {
    auto v = vector<double>::adopt(exec, memory.data(), 40);
    v.fill(3);
    auto loop = device_loop(
        exec, operands(v, count.ticks, count.left),
        [&](loop_step&) {
          ewise_mult(v, no_mask, no_accum, plus<double>{}, v, v);
          assign(v, no_mask, no_accum, vector<double>(v));
          count.tick();
        },
        count.left > 0);
    count.start(4);
    CHECK(loop.run().iterations == 4);
  }
  CHECK(memory.to_host() == std::vector<double>(40, 48));
}

EXECUTOR_CASE("ewise_add and ewise_union of dense vectors are recorded, of lists they are refused") {
  countdown count(exec);
  auto v = vector<double>::filled(40, 3, exec);
  auto const ones = vector<double>::filled(40, 1, exec), fives = vector<double>::filled(40, 5, exec);
  auto const list = vector<double>::build(40, {5}, {1}, plus<double>{}, exec);
  auto const body = [&](bool lists) {
    return [&, lists](loop_step&) {
      ewise_add(v, no_mask, no_accum, plus<double>{}, v, v);
      ewise_union(v, no_mask, no_accum, minus<double>{}, v, 0.0, ones, 0.0);
      ewise_add(v, no_mask, plus<double>{}, max_monoid<double>{}, fives, v);
      if (lists) ewise_add(v, no_mask, no_accum, plus<double>{}, list, list);
      count.tick();
    };
  };
  auto loop = device_loop(exec, operands(v, count.ticks, count.left), body(false), count.left > 0);
  check_where_it_runs(exec, loop);
  count.start(4);
  CHECK(loop.run().iterations == 4);
  CHECK(all_are(v, 598));  // 3, then x = 2 x - 1, x + max(5, x)
  CHECK_THROWS_AS(device_loop(exec, operands(v, count.ticks, count.left), body(true), count.left > 0),
                  invalid_argument);
}

EXECUTOR_CASE("a copy that a loop assigns goes to the memory that the output has") {
  countdown count(exec);
  auto v = vector<double>::filled(40, 3, exec);
  auto loop = device_loop(
      exec, operands(v, count.ticks, count.left),
      [&](loop_step&) {
        vector<double> twice(40, exec);
        ewise_mult(twice, no_mask, no_accum, plus<double>{}, v, v);
        assign(v, no_mask, no_accum, std::move(twice));
        count.tick();
      },
      count.left > 0);
  check_where_it_runs(exec, loop);
  count.start(4);
  auto const* const memory = storage_of(v).bitmap().values.data();
  CHECK(loop.run().iterations == 4);
  CHECK(storage_of(v).bitmap().values.data() == memory);
  CHECK(all_are(v, 48));
}

EXECUTOR_CASE("sums into a scalar are those that are handed back") {
  scalar<double> sum(-1, exec);
  auto const v = vector<double>::filled(5000, 0.25, exec);
  auto sparse = vector<double>::build(5000, {3, 70, 900}, {1, 2, 4}, plus<double>{}, exec);
  reduce(sum, plus_monoid<double>{}, v);
  CHECK(sum.get() == reduce(plus_monoid<double>{}, v));
  reduce(sum, max_monoid<double>{}, sparse);
  CHECK(sum.get() == 4);
  reduce(sum, plus_monoid<double>{}, vector<double>(7, exec));
  CHECK(!sum.has_value());
  if (!exec.is_host()) CHECK_THROWS_AS(reduce(sum, plus_monoid<double>{}, vector<double>(7)), executor_mismatch);
}
