// ewise.cpp - element-wise products on the intersection of two vectors, as the reference has them.
#include <heddle/ops/ewise/ewise.hpp>

#include "tests/support/executors.hpp"
#include "tests/support/write_cases.hpp"

using namespace heddle;
using namespace heddle::testing;

namespace {

template <class T, class Op> void check_operator(executor const& exec, Op const& op, unsigned seeds) {
  using D = std::invoke_result_t<Op const&, T, T>;
  for (unsigned seed = 0; seed < seeds; ++seed) {
    random_source random(seed);
    write_case<D> const c(random);
    auto const u = draw_vector<T>(random, c.size, draw_density(random));
    auto const v = draw_vector<T>(random, c.size, draw_density(random));
    held const u_held = draw_held(random), v_held = draw_held(random);
    auto const left = make_vector<T>(u, u_held, exec), right = make_vector<T>(v, v_held, exec);
    INFO("seed ", seed, ", u ", print(u), " (", name_of(u_held), "), v ", print(v), " (", name_of(v_held), ")");
    check_written(exec, c, plus<D>{}, reference::ewise_mult(op, u, v),
                  [&](auto& w, auto const& mask, auto const& accum, descriptor const& d) {
                    ewise_mult(w, mask, accum, op, left, right, d);
                  });
    CHECK(to_dense(left) == u);
    CHECK(to_dense(right) == v);
  }
}

}  // namespace

EXECUTOR_CASE("ewise_mult applies the operator where both operands have an entry") {
  check_operator<std::int32_t>(exec, minus<std::int32_t>{}, 500);
  check_operator<double>(exec, times<double>{}, 200);
  check_operator<float>(exec, first<float>{}, 100);
}

EXECUTOR_CASE("ewise_mult of a comparison answers bool") { check_operator<float>(exec, less<float>{}, 300); }

EXECUTOR_CASE("the output of ewise_mult may be an operand and the mask too") {
  for (unsigned seed = 0; seed < 200; ++seed) {
    random_source random(seed);
    size_type const size = draw_size(random);
    auto const cells = draw_vector<float>(random, size, draw_density(random));
    auto const other = draw_vector<float>(random, size, draw_density(random));
    auto const u = make_vector<float>(other, draw_held(random), exec);
    held const how = draw_held(random);
    mask_kind const kind = all_mask_kinds[1 + random.below(4)];
    descriptor const d{.replace = random.chance(50)};
    INFO("seed ", seed, ", w ", print(cells), " (", name_of(how), "), u ", print(other), ", mask ", name_of(kind));
    auto w = make_vector<float>(cells, how, exec);
    ewise_mult(w, make_mask(kind, w), no_accum, minus<float>{}, u, w, d);
    auto const t = reference::ewise_mult(minus<float>{}, other, cells);
    CHECK(to_dense(w) == reference::written(cells, kind, cells, no_accumulator{}, d.replace, t));
  }
}

EXECUTOR_CASE("operands of ewise_mult that do not fit are named") {
  vector<float> w(4, exec);
  vector<float> const u(3, exec), v(4, exec);
  CHECK_THROWS_WITH_AS(ewise_mult(w, no_mask, no_accum, plus<float>{}, u, v), "ewise_mult: u has length 3, v 4 and w 4",
                       dimension_mismatch);
  CHECK_THROWS_WITH_AS(ewise_mult(w, u, no_accum, plus<float>{}, v, v),
                       "ewise_mult: w has length 4 but the mask has length 3", dimension_mismatch);
}

TEST_CASE("ewise_mult takes callables and 64-bit positions") {
  auto const u = vector<int, std::int64_t>::build(6, {0, 2, 5}, {1, 2, 3}, first<int>{});
  auto const v = vector<int, std::int64_t>::build(6, {2, 4, 5}, {10, 20, 30}, first<int>{});
  vector<int, std::int64_t> w(6);
  ewise_mult(
      w, no_mask, no_accum, [](int a, int b) { return 100 * a + b; }, u, v);
  CHECK(w.tuples().index == std::vector<std::int64_t>{2, 5});
  CHECK(w.tuples().value == std::vector<int>{210, 330});
}
