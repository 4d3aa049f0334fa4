// ewise_check.hpp - ewise_mult, ewise_add and ewise_union of drawn operands, under masks, accumulators and replace,
// against the dense reference.
#pragma once
#include <heddle/ops/ewise/ewise.hpp>

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
  for (unsigned seed = 0; seed < seeds; ++seed) {
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

}  // namespace HEDDLE_TOOLCHAIN
}  // namespace heddle::testing
