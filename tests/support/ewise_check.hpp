// ewise_check.hpp - ewise_mult, ewise_add and ewise_union of drawn operands, under masks, accumulators and replace,
// against the dense reference.
#pragma once
#include <heddle/ops/ewise/ewise.hpp>

#include "tests/support/draws.hpp"
#include "tests/support/product_case.hpp"
#include "tests/support/write_cases.hpp"

namespace heddle::testing {
inline namespace HEDDLE_TOOLCHAIN {  // instantiated in .cpp and .cu files alike, where operations differ

// The three operations, on vectors and as the reference has them on cells.
struct multiplying {
  static constexpr char const* name = "ewise_mult";
  template <class... Args> static void write(Args&&... args) { ewise_mult(args...); }
  template <class Op, class U, class V>
  static auto expected(Op const& op, dense_vector<U> const& u, dense_vector<V> const& v) {
    return reference::ewise_mult(op, u, v);
  }
};
struct adding {
  static constexpr char const* name = "ewise_add";
  template <class... Args> static void write(Args&&... args) { ewise_add(args...); }
  template <class Op, class U, class V>
  static auto expected(Op const& op, dense_vector<U> const& u, dense_vector<V> const& v) {
    return reference::ewise_add(op, u, v);
  }
};
/// With alpha = 7 and beta = -3.
struct uniting {
  static constexpr char const* name = "ewise_union";
  template <class C, class Mask, class Accum, class Op, class U, class V>
  static void write(C& c, Mask const& mask, Accum const& accum, Op const& op, U const& u, V const& v,
                    descriptor const& d) {
    ewise_union(c, mask, accum, op, u, 7, v, -3, d);
  }
  template <class Op, class U, class V>
  static auto expected(Op const& op, dense_vector<U> const& u, dense_vector<V> const& v) {
    return reference::ewise_union(op, u, 7, v, -3);
  }
};

/// Two types to a third, and neither commutative nor associative.
struct weighed {
  HEDDLE_FN double operator()(int a, float b) const { return 2.0 * a - 0.5 * b; }
};

template <class How, class U, class V = U, class W = void, class Op>
void check_vectors(executor const& exec, Op const& op, unsigned seeds) {
  using D = std::conditional_t<std::is_void_v<W>, std::invoke_result_t<Op const&, U, V>, W>;
  for (unsigned seed = 0; seed < draws(seeds); ++seed) {
    random_source random(seed);
    write_case<D> const c(random);
    auto const u = draw_vector<U>(random, c.size, draw_density(random));
    auto const v = draw_vector<V>(random, c.size, draw_density(random));
    held const u_held = draw_held(random), v_held = draw_held(random);
    auto const left = make_vector<U>(u, u_held, exec);
    auto const right = make_vector<V>(v, v_held, exec);
    INFO(How::name, ", seed ", seed, ", u ", print(u), " (", name_of(u_held), "), v ", print(v), " (", name_of(v_held),
         ")");
    check_written(exec, c, plus<D>{}, How::expected(op, u, v),
                  [&](auto& w, auto const& mask, auto const& accum, descriptor const& d) {
                    How::write(w, mask, accum, op, left, right, d);
                  });
    CHECK(to_dense(left) == u);
    CHECK(to_dense(right) == v);
  }
}

/// One call on matrices that are drawn: kinds of masks, transposes and patterns come in turn.
template <class How, class U, class V = U, class I = std::int32_t, class O = I, class Op>
void check_matrices(executor const& exec, Op const& op, unsigned seeds) {
  using D = std::remove_cvref_t<std::invoke_result_t<Op const&, U, V>>;
  for (unsigned seed = 0; seed < draws(seeds); ++seed) {
    random_source random(seed);
    size_type const rows = draw_size(random), cols = draw_size(random);
    auto const kind = all_mask_kinds[seed % 5];
    bool const turn_a = seed / 5 % 2, turn_b = seed / 10 % 2, replace = random.chance(50),
               accumulates = random.chance(50);
    auto a = draw_matrix<U>(random, rows, cols, draw_density(random));
    auto b = draw_matrix<V>(random, rows, cols, draw_density(random));
    bool const pattern_a = draw_pattern(random, a), pattern_b = draw_pattern(random, b);
    auto const old = draw_matrix<D>(random, rows, cols, draw_density(random));
    auto const mask = draw_matrix<bool>(random, rows, cols, draw_density(random));
    INFO(How::name, ", seed ", seed, ", A ", print(a), ", B ", print(b), ", C ", print(old), ", mask ", name_of(kind),
         ' ', print(mask), ", replace ", replace, ", accumulates ", accumulates, ", transposed ", turn_a, ' ', turn_b,
         ", ", exec.description());
    auto const t = How::expected(op, a.cells, b.cells);
    auto expected = old;
    expected.cells = accumulates ? reference::written(old.cells, kind, mask.cells, minus<D>{}, replace, t)
                                 : reference::written(old.cells, kind, mask.cells, no_accumulator{}, replace, t);
    auto c = make_matrix<D, I, O>(old, exec);
    auto const left = make_either<U, I, O>(turn_a ? transposed(a) : a, pattern_a, exec);
    auto const right = make_either<V, I, O>(turn_b ? transposed(b) : b, pattern_b, exec);
    auto const masked = make_matrix<bool, I, O>(mask, exec);
    auto const call = [&](auto const& chosen_mask, auto const& accum) {
      descriptor const d{.replace = replace};
      if (turn_a && turn_b) return How::write(c, chosen_mask, accum, op, transpose(left), transpose(right), d);
      if (turn_a) return How::write(c, chosen_mask, accum, op, transpose(left), right, d);
      if (turn_b) return How::write(c, chosen_mask, accum, op, left, transpose(right), d);
      How::write(c, chosen_mask, accum, op, left, right, d);
    };
    auto const with_mask = [&](auto const& chosen_mask) {
      accumulates ? call(chosen_mask, minus<D>{}) : call(chosen_mask, no_accum);
    };
    kind == mask_kind::none ? with_mask(no_mask) : with_mask(make_mask(kind, masked));
    CHECK(to_dense(c) == expected);
  }
}

}  // namespace HEDDLE_TOOLCHAIN
}  // namespace heddle::testing
