// bind.hpp - x -> op(s, x) and x -> op(x, s) for `apply`: one side of a binary operator is a number of the host's, or a
// scalar, which kernels read when they run. GraphBLAS C API 2.1, section 4.3.8: GrB_apply with a bound operator.
#pragma once
#include <heddle/ops/ewise/pairs.hpp>

namespace heddle {

namespace detail {

/// op(number, x), or op(x, number).
template <class Op, class Number, bool First> struct bound_operator {
  Op op;
  Number number;

  template <class U> HEDDLE_FN constexpr auto operator()(U const& u) const {
    if constexpr (First) {
      return op(number.get(), u);
    } else {
      return op(u, number.get());
    }
  }
  /// The same by a kernel of the library, of elements k to out[k].
  template <class U>
  coded_pair<U> coded(paired_operand<U> const& u,
                      void* out) const requires has_pair_code<Op, typename Number::type, U> {
    auto const bound = operand_of(number);
    int const code = pair_code<Op, U>();
    if constexpr (First) {
      return {{bound, u, out}, {}, code};
    } else {
      return {{u, bound, out}, {}, code};
    }
  }
};

/// What `apply` makes such an operator of, when it has seen that the scalar is on the executor.
template <class Op, class T, bool First> struct operator_with_scalar {
  static constexpr bool binds_a_scalar = true;
  Op op;
  scalar<T> const* number;

  bound_operator<Op, stored_number<T>, First> on(executor const& exec) const {
    check_executor("apply", exec, "the scalar", number->exec());
    return {op, {number->data()}};
  }
};

template <class F>
concept binds_scalar = F::binds_a_scalar;

}  // namespace detail

/// apply(w, mask, accum, bind_first(op, s), u): t(i) = op(s, u(i)). s is a number, which is copied, or a scalar of w's
/// executor, which must outlive the call, and is read when the GPU comes to it: in a device_loop anew in every
/// iteration. Precompiled operators of ewise_mult need no nvcc where s is of u's element type.
template <class Op, class T>
requires(!detail::is_scalar<T>)
    [[nodiscard]] detail::bound_operator<Op, detail::given_number<T>, true> bind_first(Op const& op, T const& s) {
  return {op, {s}};
}
template <class Op, class T>
[[nodiscard]] detail::operator_with_scalar<Op, T, true> bind_first(Op const& op, scalar<T> const& s) {
  return {op, &s};
}
template <class Op, class T> void bind_first(Op const& op, scalar<T> const&& temporary) = delete;

/// The same for op(u(i), s).
template <class Op, class T>
requires(!detail::is_scalar<T>)
    [[nodiscard]] detail::bound_operator<Op, detail::given_number<T>, false> bind_second(Op const& op, T const& s) {
  return {op, {s}};
}
template <class Op, class T>
[[nodiscard]] detail::operator_with_scalar<Op, T, false> bind_second(Op const& op, scalar<T> const& s) {
  return {op, &s};
}
template <class Op, class T> void bind_second(Op const& op, scalar<T> const&& temporary) = delete;

}  // namespace heddle
