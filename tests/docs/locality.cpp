// locality.cpp - docs/locality.md's examples of a locality plan, compiled and run.
#include <heddle/heddle.hpp>

#include "tests/support/executors.hpp"
#include "tests/support/locality_check.hpp"

using namespace heddle::testing;

EXECUTOR_CASE("the locality plan in docs gives the product, and its iteration on the relabelled matrix too") {
  auto const A = matrix_with_hubs<float>(300, 300).on(exec);
  auto const x = heddle::vector<float>::filled(300, 1.0f, exec);
  auto y = heddle::vector<float>(300, exec), plain = y;
  heddle::mxv(plain, heddle::plus_times<float>{}, A, x);
  heddle::mxv(y, heddle::plus_times<float>{}, A, x, {.locality = heddle::locality{}});
  CHECK(same_bits(y, plain));

  auto const [B, order] = heddle::relabel_by_degree(A);  // B = P A P^T
  auto u = heddle::permuted(x, order);
  for (int step = 0; step < 3; ++step) {
    heddle::mxv(y, heddle::plus_times<float>{}, B, u, {.locality = heddle::locality{}});
    std::swap(u, y);
  }
  auto const result = heddle::restored(u, order);

  auto v = x;
  for (int step = 0; step < 3; ++step) {
    heddle::mxv(plain, heddle::plus_times<float>{}, A, v);
    std::swap(v, plain);
  }
  auto const got = result.tuples(), want = v.tuples();
  REQUIRE(got.index == want.index);
  for (std::size_t k = 0; k < got.value.size(); ++k) REQUIRE(got.value[k] == doctest::Approx(want.value[k]));
}
