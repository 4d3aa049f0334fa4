// bind.hpp - x -> op(s, x) and x -> op(x, s) for `apply`, where s is a scalar, which kernels read when they run; for
// numbers see semirings/bind.hpp. GraphBLAS C API 2.1, section 4.3.8: GrB_apply with a bound operator.
#pragma once
#include <heddle/ops/apply/codes.hpp>
#include <heddle/ops/detail/number.hpp>

namespace heddle {

namespace detail {

/// op(s, x), or op(x, s).
template <class Op, class S, bool First> struct bound_stored {
  Op op;
  stored_number<S> number;

  template <class X> HEDDLE_FN constexpr auto operator()(X const& x) const {
    if constexpr (First) {
      return called(op, number.get(), x);
    } else {
      return called(op, x, number.get());
    }
  }
};

template <class Op, class T, bool First>
requires has_pair_code<Op, T, T> pair_by_code<T> entries_by_code(bound_stored<Op, T, First> const& f,
                                                                 entries_read<T> const& from, void* out) {
  return bound_by_code<Op, First>(operand_of(f.number), from, out);
}

/// What `apply` makes such an operator of, when it has seen that the scalar is on the executor.
template <class Op, class T, bool First> struct operator_with_scalar {
  static constexpr bool binds_a_scalar = true;
  Op op;
  scalar<T> const* number;

  bound_stored<Op, T, First> on(executor const& exec) const { return {op, number_of("apply", exec, *number)}; }
};

template <class F>
concept binds_scalar = F::binds_a_scalar;

}  // namespace detail

/// apply(w, mask, accum, bind_first(op, s), u): t(i) = op(s, u(i)). s is a scalar of w's executor, which must outlive
/// the call, and is read when the GPU comes to it: in a device_loop anew in every iteration. Precompiled operators of
/// ewise_mult need no nvcc where s is of u's element type.
template <class Op, class T>
[[nodiscard]] detail::operator_with_scalar<Op, T, true> bind_first(Op const& op, scalar<T> const& s) {
  return {op, &s};
}
template <class Op, class T> void bind_first(Op const& op, scalar<T> const&& temporary) = delete;

/// The same for op(u(i), s).
template <class Op, class T>
[[nodiscard]] detail::operator_with_scalar<Op, T, false> bind_second(Op const& op, scalar<T> const& s) {
  return {op, &s};
}
template <class Op, class T> void bind_second(Op const& op, scalar<T> const&& temporary) = delete;

}  // namespace heddle
