// accumulators.cpp - z = accum(w, t) on w and t as they are, its result in w's type; as a plain C++ compiler sees it.
#include "tests/support/accumulator_check.hpp"
#include "tests/support/executors.hpp"

using namespace heddle;
using namespace heddle::seam;
using namespace heddle::testing;

// A kernel may accumulate by its monoid where that is what was asked for, and nowhere else.
static_assert(detail::accumulates_as<plus<float>, plus_monoid<float>>);
static_assert(detail::accumulates_as<minimum<std::int64_t>, min_monoid<std::int64_t>>);
static_assert(detail::accumulates_as<plus_monoid<float>, plus_monoid<float>>);
static_assert(!detail::accumulates_as<plus<double>, plus_monoid<float>>);
static_assert(!detail::accumulates_as<plus<double>, larger_of>);
static_assert(!detail::accumulates_as<plus_monoid<double>, plus_twice>);
static_assert(!detail::accumulates_as<plus_twice, plus_monoid<double>>);
static_assert(!detail::accumulates_as<plus_times_factor, plus_times_factor>);

TEST_CASE("an accumulator computes on what w and t hold and its result is converted") {
  check_wide_accumulators(executor{});
}

TEST_CASE("an accumulator of the user's is the one that is applied") { check_users_accumulators(executor{}); }

EXECUTOR_CASE("an accumulator on w's own type takes t as C++ converts it") {
  constexpr auto all = sums_of::products_and_rows;
  auto const i32 = plus_monoid<std::int32_t>{};
  auto const f64 = plus_monoid<double>{};
  check_accumulator<all, std::int8_t, std::int32_t>(exec, i32, minimum<std::int8_t>{}, {50, -7, 100}, {300, -200, 40});
  check_accumulator<all, std::int64_t, double>(exec, f64, plus<std::int64_t>{}, {5, -7}, {0.75, -0.5, 2.5});
  check_accumulator<all, bool, std::int32_t>(exec, i32, logical_or<bool>{}, {true, false}, {1, 0, 2});
  check_accumulator<all, float, double>(exec, f64, times<float>{}, {5, -7}, {0.75, -0.5, 2.5});
}

TEST_CASE("an accumulator that has no kernel on the GPU is refused and changes nothing" *
          doctest::skip(!cuda_available())) {
  executor const exec = cuda_executor();
  auto const a = diagonal(cycling<std::int32_t>(1, {300}), exec);
  auto const ones = vector<std::int32_t>::filled(accumulated_length, 1, exec);
  minimum<std::int32_t> const accum{};
  auto const w0 = cycling<std::int8_t>(2, {50, -7});
  for (held const how : {held::sparse, held::both, held::bitmap}) {
    auto w = make_vector(w0, how, exec);
    CHECK_THROWS_AS(mxv(w, no_mask, accum, plus_times<std::int32_t>{}, a, ones), not_compiled);
    CHECK_THROWS_AS(reduce(w, structure(w), accum, plus_monoid<std::int32_t>{}, a, {.replace = true}), not_compiled);
    CHECK_THROWS_AS(assign(w, no_mask, accum, ones), not_compiled);
    CHECK_EQ(text_of(to_dense(w)), text_of(w0));
  }
  auto c = diagonal(w0, exec);
  CHECK_THROWS_AS(mxm(c, no_mask, accum, plus_times<std::int32_t>{}, a, a), not_compiled);
  CHECK_EQ(text_of(to_dense(c)), text_of(to_dense(diagonal(w0, exec))));
}
