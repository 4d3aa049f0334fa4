// scatter.cpp - entries are written to positions that a vector holds, and summed there, as the dense reference does it.
#include <heddle/ops/scatter/scatter.hpp>

#include "tests/support/drawn_positions.hpp"
#include "tests/support/executors.hpp"
#include "tests/support/write_cases.hpp"

using namespace heddle;
using namespace heddle::testing;

namespace {

template <class Monoid, class P, class U, class D = typename Monoid::value_type>
dense_vector<D> scattered(dense_vector<P> const& p, dense_vector<U> const& u, size_type size, Monoid const& add) {
  dense_vector<D> t(static_cast<std::size_t>(size));
  for (std::size_t i = 0; i < p.size(); ++i) {
    if (!p[i] || !u[i]) continue;
    auto& sum = t[static_cast<std::size_t>(*p[i])];
    sum = sum ? add(*sum, static_cast<D>(*u[i])) : static_cast<D>(*u[i]);
  }
  return t;
}

// Not commutative: digits side by side, of which the first are lost where they become many.
struct pair_of_ends {
  using value_type = std::int64_t;
  HEDDLE_FN constexpr std::int64_t identity() const { return 0; }
  HEDDLE_FN constexpr std::int64_t operator()(std::int64_t a, std::int64_t b) const { return (a * 10 + b) % 1'000'003; }
};

template <class W, class P, class U, class Monoid>
void check_scatter(executor const& exec, unsigned seed, Monoid const& add) {
  random_source random(seed);
  write_case<W> const c(random);
  size_type const length = draw_size(random);
  auto const u = draw_vector<U>(random, length, draw_density(random));
  auto const p = draw_positions<P>(random, length, c.size);
  held const u_held = draw_held(random), p_held = draw_held(random);
  INFO("seed ", seed, ", u ", print(u), " (", name_of(u_held), "), p ", print(p), " (", name_of(p_held), ")");
  auto const from = make_vector<U>(u, u_held, exec);
  auto const at = make_vector<P>(p, p_held, exec);
  check_written(exec, c, minus<W>{}, scattered(p, u, c.size, add),
                [&](auto& w, auto const& mask, auto const& accum, descriptor const& d) {
                  scatter(w, mask, accum, at, from, add, d);
                });
  CHECK(to_dense(from) == u);
  CHECK(to_dense(at) == p);
}

}  // namespace

EXECUTOR_CASE("scatter sums what goes to one position, in order [sanitize]") {
  for (unsigned seed = 0; seed < draws(400); ++seed) {
    check_scatter<double, std::int32_t, double>(exec, seed, plus_monoid<double>{});
    check_scatter<std::int32_t, std::int64_t, std::int32_t>(exec, seed, min_monoid<std::int32_t>{});
    check_scatter<float, std::int32_t, float>(exec, seed, any_monoid<float>{});
    check_scatter<std::int64_t, std::int32_t, std::int64_t>(exec, seed, pair_of_ends{});
  }
}

EXECUTOR_CASE("few entries are scattered into a long vector as a list") {
  auto const p = vector<std::int64_t>::dense({900'000, 7, 900'000, 12}, exec);
  auto const u = vector<double>::dense({1.0, 2.0, 4.0, 8.0}, exec);
  vector<double> w(1'000'000, exec);
  scatter(w, p, u, plus_monoid<double>{});
  CHECK(w.form() == vector_form::sparse);
  CHECK_EQ(w.tuples().index, std::vector<std::int32_t>{7, 12, 900'000});
  CHECK_EQ(w.tuples().value, std::vector<double>{2, 8, 5});
}

EXECUTOR_CASE("vectors of 64-bit indices are scattered") {
  auto const p = vector<std::int32_t, std::int64_t>::dense({2, 0, 2}, exec);
  auto const u = vector<float, std::int64_t>::dense({1.0f, 2.0f, 4.0f}, exec);
  vector<float, std::int64_t> sums(3, exec);
  scatter(sums, p, u, plus_monoid<float>{});
  CHECK_EQ(sums.to_dense(0), std::vector<float>{2, 0, 5});
  CHECK_EQ(sums.nvals(), 2);
}

TEST_CASE("few entries are scattered among 2^40 positions") {
  executor const exec = host_executor(1);
  auto const u = vector<float, std::int64_t>::dense({5.0f, 6.0f}, exec);
  vector<float, std::int64_t> sums(size_type{1} << 40, exec);
  scatter(sums, vector<std::int32_t, std::int64_t>::dense({70, 7}, exec), u, plus_monoid<float>{});
  CHECK_EQ(sums.tuples().index, std::vector<std::int64_t>{7, 70});
  CHECK_EQ(sums.tuples().value, std::vector<float>{6, 5});
}

EXECUTOR_CASE("the output may be any operand of scatter") {
  auto const start = vector<std::int32_t>::dense({3, 2, 0, 1}, exec);
  auto const u = vector<std::int32_t>::dense({10, 20, 30, 40}, exec);
  auto w = start;
  scatter(w, w, w, plus_monoid<std::int32_t>{});
  CHECK_EQ(w.to_dense(-1), std::vector<std::int32_t>{0, 1, 2, 3});
  w = start;
  scatter(w, w, u, plus_monoid<std::int32_t>{});
  CHECK_EQ(w.to_dense(-1), std::vector<std::int32_t>{30, 40, 20, 10});
  w = u;
  scatter(w, start, w, plus_monoid<std::int32_t>{});
  CHECK_EQ(w.to_dense(-1), std::vector<std::int32_t>{30, 40, 20, 10});
}

EXECUTOR_CASE("a position outside of the vector that is scattered to is named, and nothing is written") {
  auto w = vector<double>::filled(6, 5.0, exec);
  auto const dense = vector<std::int64_t>::dense({0, 1, 2, 6, 7, 1}, exec);
  CHECK_THROWS_WITH_AS(scatter(w, dense, w, plus_monoid<double>{}), "scatter: p(3) is 6, which lies outside of [0, 6)",
                       index_out_of_range);
  CHECK_EQ(w.to_dense(0), std::vector<double>(6, 5.0));
}

EXECUTOR_CASE("scatter checks lengths") {
  vector<double> w(3, exec), u(4, exec);
  vector<std::int32_t> p(4, exec);
  CHECK_THROWS_WITH_AS(scatter(u, p, w, plus_monoid<double>{}), "scatter: u has length 3 but p has length 4",
                       dimension_mismatch);
}

EXECUTOR_CASE("values are converted to the monoid's domain, and its sums to the output's") {
  auto const p = vector<std::int32_t>::dense({1, 1, 0}, exec);
  auto const u = vector<std::int32_t>::dense({3, 4, 5}, exec);
  vector<float> w(2, exec);
  scatter(w, p, u, plus_monoid<double>{});
  CHECK_EQ(w.to_dense(0), std::vector<float>{5, 7});
}
