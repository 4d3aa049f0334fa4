// scalars.cpp - scalars in the place of numbers, read when an operation runs: outside of loops and in them, the number
// of the iteration among them.
#include "tests/loop/counted_loop.hpp"
#include "tests/support/draws.hpp"
#include "tests/support/executors.hpp"
#include "tests/support/write_cases.hpp"

using namespace heddle;
using namespace heddle::testing;

namespace {

template <class T, class F> dense_vector<T> each_entry(dense_vector<T> const& u, F const& f) {
  dense_vector<T> t(u.size());
  for (std::size_t i = 0; i < u.size(); ++i) {
    if (u[i]) t[i] = f(*u[i]);
  }
  return t;
}

// W's elements of a scalar of S.
template <class W, class S> void check_assigned_scalars(executor const& exec, unsigned seeds) {
  for (unsigned seed = 0; seed < draws(seeds); ++seed) {
    random_source random(seed);
    write_case<W> const c(random);
    auto const value = draw_value<S>(random);
    dense_vector<W> const t(static_cast<std::size_t>(c.size), static_cast<W>(value));
    scalar<S> const number(value, exec);
    INFO("seed ", seed, ", value ", value);
    check_written(exec, c, minus<W>{}, t, [&](auto& w, auto const& mask, auto const& accum, descriptor const& d) {
      assign(w, mask, accum, number, d);
    });
  }
}

}  // namespace

EXECUTOR_CASE("what stands in a scalar is assigned where the mask is open [sanitize]") {
  check_assigned_scalars<float, float>(exec, 300);
  check_assigned_scalars<std::int32_t, std::int64_t>(exec, 200);
  check_assigned_scalars<bool, bool>(exec, 100);
}

EXECUTOR_CASE("an operator is bound to a number or to a scalar on either side [sanitize]") {
  for (unsigned seed = 0; seed < draws(300); ++seed) {
    random_source random(seed);
    write_case<double> const c(random);
    auto const u = draw_vector<double>(random, c.size, draw_density(random));
    auto const from = make_vector<double>(u, draw_held(random), exec);
    auto const value = draw_value<double>(random);
    scalar<double> const number(value, exec);
    INFO("seed ", seed, ", u ", print(u), ", value ", value);
    auto const check = [&](auto const& f, auto const& expected) {
      check_written(exec, c, plus<double>{}, each_entry(u, expected),
                    [&](auto& w, auto const& mask, auto const& accum, descriptor const& d) {
                      apply(w, mask, accum, f, from, d);
                    });
    };
    minus<double> const op{};
    check(bind_first(op, value), [&](double x) { return op(value, x); });
    check(bind_first(op, number), [&](double x) { return op(value, x); });
    check(bind_second(op, value), [&](double x) { return op(x, value); });
    check(bind_second(op, number), [&](double x) { return op(x, value); });
  }
}

EXECUTOR_CASE("entries of vectors and matrices are selected by what stands in a scalar [sanitize]") {
  for (unsigned seed = 0; seed < draws(200); ++seed) {
    random_source random(seed);
    write_case<float> const c(random);
    auto const u = draw_vector<float>(random, c.size, draw_density(random));
    auto const from = make_vector<float>(u, draw_held(random), exec);
    auto const value = draw_value<float>(random);
    scalar<float> const number(value, exec);
    INFO("seed ", seed, ", u ", print(u), ", value ", value);
    dense_vector<float> t(u.size());
    for (std::size_t i = 0; i < u.size(); ++i) {
      if (u[i] && *u[i] < value) t[i] = u[i];
    }
    check_written(exec, c, plus<float>{}, t, [&](auto& w, auto const& mask, auto const& accum, descriptor const& d) {
      select(w, mask, accum, less<float>{}, from, number, d);
    });
  }
  auto const a = matrix<int>::build(2, 3, {0, 0, 1}, {0, 2, 1}, {5, 6, 7}, take_second<int>{}, exec);
  matrix<int> c(2, 3, exec);
  scalar<int> const six(6, exec);
  select(c, no_mask, no_accum, not_equal<int>{}, a, six);
  CHECK(c.tuples().value == std::vector{5, 7});
  apply(c, no_mask, no_accum, bind_first(minus<int>{}, six), a);
  CHECK(c.tuples().value == std::vector{1, 0, -1});
  matrix<int> turned(3, 2, exec);
  apply(turned, no_mask, no_accum, bind_second(minus<int>{}, 2), transpose(a));
  CHECK(turned.tuples().value == std::vector{3, 5, 4});
}

EXECUTOR_CASE("a scalar of another executor is refused by name") {
  if (exec.is_host()) return;
  scalar<double> const host(3);
  auto v = vector<double>::filled(4, 1, exec);
  auto w = v;
  auto a = matrix<double>::build(4, 4, {0}, {1}, {2}, plus<double>{}, exec);
  CHECK_THROWS_AS(assign(w, no_mask, no_accum, host), executor_mismatch);
  CHECK_THROWS_AS(apply(w, no_mask, no_accum, bind_first(plus<double>{}, host), v), executor_mismatch);
  CHECK_THROWS_AS(apply(a, no_mask, no_accum, bind_first(plus<double>{}, host), a), executor_mismatch);
  CHECK_THROWS_AS(select(w, no_mask, no_accum, less<double>{}, v, host), executor_mismatch);
  CHECK_THROWS_AS(select(a, no_mask, no_accum, less<double>{}, a, host), executor_mismatch);
  scalar<std::int64_t> count;
  CHECK_THROWS_AS(nvals(count, v), executor_mismatch);
  CHECK(to_dense(w) == to_dense(v));
}

EXECUTOR_CASE("a loop is told the number of the iteration, from 0 in every run [sanitize]") {
  countdown count(exec);
  auto sums = vector<std::int64_t>::filled(70, 0, exec), last = sums;
  auto loop = device_loop(
      exec, operands(sums, last, count.ticks, count.left),
      [&](loop_step& step) {
        assign(sums, no_mask, plus<std::int64_t>{}, step.iteration());
        assign(last, no_mask, no_accum, step.iteration());
        count.tick();
      },
      count.left > 0);
  CHECK(loop.on_device() == !exec.is_host());
  std::int64_t expected = 0;
  for (int iterations : {1, 5, 12, 0, 3}) {
    count.start(iterations);
    CHECK(loop.run().iterations == iterations);
    expected += iterations * (iterations - 1) / 2;
    CHECK(sums.to_dense(-1) == std::vector<std::int64_t>(70, expected));
  }
  CHECK(last.to_dense(-1) == std::vector<std::int64_t>(70, 2));
}

EXECUTOR_CASE("the number of the iteration goes on where operands change places") {
  countdown count(exec);
  auto even = vector<double>::filled(9, 0, exec), odd = even;
  auto loop = device_loop(
      exec, operands(even, odd, count.ticks, count.left),
      [&](loop_step& step) {
        assign(even, no_mask, plus<double>{}, step.iteration());
        step.swap(even, odd);
        count.tick();
      },
      count.left > 0);
  count.start(6);
  CHECK(loop.run().iterations == 6);
  CHECK(all_are(even, 0 + 2 + 4));
  CHECK(all_are(odd, 1 + 3 + 5));
}

EXECUTOR_CASE("a scalar that a loop sums is used by the operations behind it, in every iteration anew") {
  countdown count(exec);
  auto x = vector<double>::dense({1, 2, 3, 4}, exec);
  scalar<double> sum(0, exec);
  vector<double> small(4, exec);
  small.set(0, 0);
  auto loop = device_loop(
      exec, operands(x, small, sum, count.ticks, count.left),
      [&](loop_step&) {
        reduce(sum, plus_monoid<double>{}, x);
        apply(x, no_mask, no_accum, bind_second(minus<double>{}, sum), x);
        apply(x, no_mask, no_accum, bind_first(plus<double>{}, 2.0), x);
        select(small, no_mask, no_accum, less<double>{}, x, sum);
        count.tick();
      },
      count.left > 0);
  CHECK(loop.on_device() == !exec.is_host());
  count.start(3);
  CHECK(loop.run().iterations == 3);
  std::vector<double> expected = {1, 2, 3, 4};
  double total = 0;
  for (int k = 0; k < 3; ++k) {
    total = expected[0] + expected[1] + expected[2] + expected[3];
    for (double& one : expected) one += 2 - total;
  }
  CHECK(x.to_dense(-1) == expected);
  CHECK(sum.get() == total);
  CHECK(static_cast<size_type>(small.tuples().index.size()) ==
        std::count_if(expected.begin(), expected.end(), [&](double one) { return one < total; }));
}
