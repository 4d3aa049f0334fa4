// kronecker_check.hpp - kronecker of drawn operands, under masks, accumulators and replace, against the dense
// reference.
#pragma once
#include <heddle/ops/kronecker/kronecker.hpp>

#include "tests/support/draws.hpp"
#include "tests/support/product_case.hpp"

namespace heddle::testing {
inline namespace HEDDLE_TOOLCHAIN {  // instantiated in .cpp and .cu files alike, where operations differ

template <class A, class B = A, class I = std::int32_t, class O = I, class Op>
void check_kronecker(executor const& exec, Op const& op, unsigned seeds) {
  using D = std::remove_cvref_t<std::invoke_result_t<Op const&, A, B>>;
  for (unsigned seed = 0; seed < draws(seeds); ++seed) {
    random_source random(seed);
    auto const size = [&] { return random.pick<size_type>({0, 1, 1, 2, 3, 4, 5, 6}); };
    auto a = draw_matrix<A>(random, size(), size(), draw_density(random));
    auto b = draw_matrix<B>(random, size(), size(), draw_density(random));
    bool const pattern_a = draw_pattern(random, a), pattern_b = draw_pattern(random, b);
    auto const kind = all_mask_kinds[seed % 5];
    bool const turn_a = seed / 5 % 2, turn_b = seed / 10 % 2, replace = random.chance(50);
    bool const accumulates = random.chance(50);
    auto const t = reference::kronecker(op, a, b);
    auto const old = draw_matrix<D>(random, t.rows, t.cols, draw_density(random));
    auto const mask = draw_matrix<bool>(random, t.rows, t.cols, draw_density(random));
    INFO("seed ", seed, ", A ", a.rows, " x ", a.cols, ": ", print(a), ", B ", b.rows, " x ", b.cols, ": ", print(b),
         ", C ", print(old), ", mask ", name_of(kind), ' ', print(mask), ", replace ", replace, ", accumulates ",
         accumulates, ", transposed ", turn_a, ' ', turn_b, ", ", exec.description());
    auto expected = old;
    expected.cells = accumulates ? reference::written(old.cells, kind, mask.cells, minus<D>{}, replace, t.cells)
                                 : reference::written(old.cells, kind, mask.cells, no_accumulator{}, replace, t.cells);
    auto c = make_matrix<D, I, O>(old, exec);
    auto const left = make_either<A, I, O>(turn_a ? transposed(a) : a, pattern_a, exec);
    auto const right = make_either<B, I, O>(turn_b ? transposed(b) : b, pattern_b, exec);
    auto const masked = make_matrix<bool, I, O>(mask, exec);
    auto const call = [&](auto const& chosen_mask, auto const& accum) {
      descriptor const d{.replace = replace};
      if (turn_a && turn_b) return kronecker(c, chosen_mask, accum, op, transpose(left), transpose(right), d);
      if (turn_a) return kronecker(c, chosen_mask, accum, op, transpose(left), right, d);
      if (turn_b) return kronecker(c, chosen_mask, accum, op, left, transpose(right), d);
      kronecker(c, chosen_mask, accum, op, left, right, d);
    };
    auto const with_mask = [&](auto const& chosen_mask) {
      accumulates ? call(chosen_mask, minus<D>{}) : call(chosen_mask, no_accum);
    };
    kind == mask_kind::none ? with_mask(no_mask) : with_mask(make_mask(kind, masked));
    CHECK(to_dense(c) == expected);
  }
}

/// Two types to a third, which does not commute.
struct placed_digits {
  HEDDLE_FN double operator()(int a, float b) const { return 100.0 * a + b; }
};

}  // namespace HEDDLE_TOOLCHAIN
}  // namespace heddle::testing
