// numbers.cpp - a sum is the sum of its products alone: NaNs, infinities and zeros of both signs by every method,
// direction, form and schedule.
#include <heddle/ops/spmv/spmv.hpp>

#include "tests/support/numbers_check.hpp"

using namespace heddle;
using namespace heddle::testing;

EXECUTOR_CASE("minima of NaNs and of zeros of both signs are the same by every product of a matrix and a vector") {
  number_check<min_plus<float>>(exec, {}, -0.0f).all();
  number_check<min_plus<double>>(exec, {}, -0.0).all();
}

EXECUTOR_CASE("maxima of NaNs and of zeros of both signs are the same by every product of a matrix and a vector") {
  number_check<max_plus<double>>(exec, {}, -0.0).all();
  number_check<max_times<float>>(exec, {}, 1.0f).all();
}

EXECUTOR_CASE("sums of NaNs and of zeros of both signs are the same by every product of a matrix and a vector") {
  number_check<plus_times<float>>(exec, {}, 1.0f).all();
  number_check<plus_second<double>>(exec, {}, 1.0, true).all();
}

EXECUTOR_CASE("products of matrices agree on NaNs and on zeros of both signs, whichever method makes them") {
  check_number_products<min_plus<float>>(exec, {}, -0.0f);
  check_number_products<plus_times<double>>(exec, {}, 1.0);
}

EXECUTOR_CASE("reductions agree on NaNs and on zeros of both signs") {
  check_number_reductions(exec, plus_monoid<float>{});
  check_number_reductions(exec, min_monoid<float>{});
  check_number_reductions(exec, max_monoid<double>{});
}

EXECUTOR_CASE("a minimum of NaNs alone is NaN, and of nothing the identity") {
  float const nan = std::numeric_limits<float>::quiet_NaN(), infinity = std::numeric_limits<float>::infinity();
  auto const a = matrix<float>::build(3, 2, {0, 0, 2}, {0, 1, 0}, {nan, nan, 4}, take_first<float>{}, exec);
  vector<float> w(3, exec);
  reduce(w, min_monoid<float>{}, a);
  CHECK(same_values(to_dense(w), dense_vector<float>{nan, std::nullopt, 4.0f}));
  CHECK(same_value(reduce(min_monoid<float>{}, vector<float>::filled(20000, nan, exec)), nan));
  CHECK(same_value(reduce(min_monoid<float>{}, vector<float>(5, exec)), infinity));
  CHECK(same_value(reduce(plus_monoid<float>{}, vector<float>(5, exec)), 0.0f));
  CHECK(same_value(reduce(plus_monoid<float>{}, vector<float>::filled(20000, -0.0f, exec)), -0.0f));
}

EXECUTOR_CASE("spmv of a row without entries is +0, and of products that are all -0 it is -0") {
  auto const a =
      matrix<float>::build(4, 2, {0, 0, 2, 2}, {0, 1, 0, 1}, {-0.0f, -0.0f, 2, -2}, take_first<float>{}, exec);
  auto const x = vector<float>::filled(2, 1.0f, exec);
  for (schedule const& s : schedule_variants()) {
    INFO("schedule ", s.text(), ", ", exec.description());
    vector<float> y(4, exec);
    spmv(y, 1, a, x, 0, {.schedule = s});
    CHECK(same_values(to_dense(y), dense_vector<float>{-0.0f, 0.0f, 0.0f, 0.0f}));
    auto z = vector<float>::filled(4, -0.0f, exec);
    spmv(z, 1, a, x, 1, {.schedule = s});
    CHECK(same_values(to_dense(z), dense_vector<float>{-0.0f, 0.0f, 0.0f, 0.0f}));
  }
}

TEST_CASE("products are pushed by atomics only where a neutral element is there to start from, or all are one value") {
  static_assert(gpu::can_push<min_plus<float>> && gpu::can_push<max_times<double>> && gpu::can_push<lor_land>);
  static_assert(gpu::can_push<any_pair<bool>> && !gpu::can_push<any_first<int>>);
  static_assert(!gpu::can_push<semiring<lor_monoid<int>, take_first<int>>> && !gpu::can_push<plus_times<float>>);
  static_assert(gpu::pushes_one_value<any_pair<int>> && !gpu::pushes_one_value<any_first<int>>);
}

TEST_CASE("a logical sum over int of one product is that product, and of more 0 or 1, by every method") {
  executor const exec = host_executor();
  number_check<semiring<lor_monoid<int>, take_first<int>>>(exec, {}, 1).all();
  number_check<semiring<lxnor_monoid<int>, take_second<int>>>(exec, {}, 1, true).all();
  check_number_products<semiring<lor_monoid<int>, times<int>>>(exec, {}, 1);
  check_number_reductions(exec, lor_monoid<int>{});
  check_number_reductions(exec, land_monoid<int>{});
}
