// transpose.cpp - C<mask> = C accum A^T, as the reference has it.
#include <heddle/ops/transpose/transpose.hpp>

#include "tests/support/draws.hpp"
#include "tests/support/executors.hpp"
#include "tests/support/product_case.hpp"

using namespace heddle;
using namespace heddle::testing;

namespace {

template <class W, class A, class I = std::int32_t, class O = I>
void check_transposes(executor const& exec, unsigned seeds) {
  for (unsigned seed = 0; seed < draws(seeds); ++seed) {
    random_source random(seed);
    size_type const rows = draw_size(random), cols = draw_size(random);
    auto const kind = all_mask_kinds[seed % 5];
    bool const turned = seed / 5 % 2, replace = random.chance(50), accumulates = random.chance(50);
    auto t = draw_matrix<A>(random, rows, cols, draw_density(random));
    bool const pattern = draw_pattern(random, t);
    auto const old = draw_matrix<W>(random, rows, cols, draw_density(random));
    auto const mask = draw_matrix<bool>(random, rows, cols, draw_density(random));
    INFO("seed ", seed, ", A^T ", print(t), ", C ", print(old), ", mask ", name_of(kind), ' ', print(mask),
         ", replace ", replace, ", accumulates ", accumulates, ", A transposed ", turned, ", ", exec.description());
    auto expected = old;
    expected.cells = accumulates ? reference::written(old.cells, kind, mask.cells, minus<W>{}, replace, t.cells)
                                 : reference::written(old.cells, kind, mask.cells, no_accumulator{}, replace, t.cells);
    auto c = make_matrix<W, I, O>(old, exec);
    auto const a = make_either<A, I, O>(turned ? t : transposed(t), pattern, exec);
    auto const masked = make_matrix<bool, I, O>(mask, exec);
    auto const call = [&](auto const& chosen_mask, auto const& accum) {
      descriptor const d{.replace = replace};
      turned ? heddle::transpose(c, chosen_mask, accum, transpose(a), d)
             : heddle::transpose(c, chosen_mask, accum, a, d);
    };
    auto const with_mask = [&](auto const& chosen_mask) {
      accumulates ? call(chosen_mask, minus<W>{}) : call(chosen_mask, no_accum);
    };
    kind == mask_kind::none ? with_mask(no_mask) : with_mask(make_mask(kind, masked));
    CHECK(to_dense(c) == expected);
    CHECK(to_dense(a) == (turned ? t : transposed(t)));
  }
}

}  // namespace

EXECUTOR_CASE("transpose writes A^T under mask, accumulator and replace [sanitize]") {
  check_transposes<float, float>(exec, 200);
  check_transposes<double, std::int32_t>(exec, 100);
  check_transposes<std::int64_t, std::int64_t, std::int32_t, std::int64_t>(exec, 60);
  check_transposes<float, float, std::int64_t>(exec, 60);
}

EXECUTOR_CASE("the output of transpose may be its operand and the mask, and stays apart from the operand afterwards") {
  for (unsigned seed = 0; seed < draws(40); ++seed) {
    random_source random(seed);
    size_type const n = draw_size(random);
    auto const cells = draw_matrix<float>(random, n, n, draw_density(random));
    auto const kind = all_mask_kinds[1 + seed % 4];
    INFO("seed ", seed, ", C ", print(cells), ", mask ", name_of(kind));
    auto c = make_matrix<float>(cells, exec);
    heddle::transpose(c, no_mask, no_accum, c);
    CHECK(to_dense(c) == transposed(cells));
    heddle::transpose(c, make_mask(kind, c), minus<float>{}, transpose(c));
    auto const same = transposed(cells);
    CHECK(to_dense(c).cells == reference::written(same.cells, kind, same.cells, minus<float>{}, false, same.cells));
    if (n == 0) continue;
    auto const a = make_matrix<float>(cells, exec);
    heddle::transpose(c, no_mask, no_accum, a);
    c.set(0, n - 1, 77);
    CHECK(to_dense(a) == cells);
    CHECK_EQ(c.get(0, n - 1), 77);
  }
}

TEST_CASE("transpose of structs keeps what they hold") {
  struct edge {
    int length = 0;
    char kind = ' ';
    bool operator==(edge const&) const = default;
  };
  auto const a = matrix<edge>::build(2, 3, {0, 1}, {2, 0}, {{4, 'x'}, {5, 'y'}}, take_first<edge>{});
  auto c = matrix<edge>::build(3, 2, {0}, {0}, {{1, 'z'}}, take_first<edge>{});
  heddle::transpose(c, no_mask, take_second<edge>{}, a);
  CHECK(c.tuples().value == std::vector<edge>{{1, 'z'}, {5, 'y'}, {4, 'x'}});
}

EXECUTOR_CASE("operands of transpose that do not fit are named, and C is what it was") {
  auto const a = matrix<float>::build(2, 3, {0, 1}, {2, 0}, {1, 2}, take_first<float>{}, exec);
  matrix<float> c = a;
  matrix<float> const mask(3, 2, exec);
  CHECK_THROWS_WITH_AS(heddle::transpose(c, no_mask, no_accum, a),
                       "transpose: C is 2 x 3 but the transpose of A is 3 x 2", dimension_mismatch);
  CHECK_THROWS_WITH_AS(heddle::transpose(c, mask, no_accum, transpose(a)),
                       "transpose: C is 2 x 3 but the mask is 3 x 2", dimension_mismatch);
  CHECK_EQ(c.nnz(), 2);
}
