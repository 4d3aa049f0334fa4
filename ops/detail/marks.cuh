// marks.cuh - nvcc compiles users' functions for GPUs if they are marked. For one that is not, it comes to a sentence
// here: a lambda is told from other functions, and else kernels that nobody launches call it, whose names say it.
#pragma once
#include <heddle/detail/executor/toolchain.hpp>
#include <heddle/semirings/multiply.hpp>
#include <string_view>

namespace heddle::gpu {

template <class F, class X, class... At>
__global__ void write_HEDDLE_FN_in_front_of_this_function(F const f, X x, At... at) {
  if constexpr (std::invocable<F const&, X, At...>) {
    static_cast<void>(f(x, at...));
  } else if constexpr (std::invocable<F const&, X>) {
    static_cast<void>(f(x));
  }
}
template <class S, class A, class B> __global__ void write_HEDDLE_FN_in_front_of_this_multiply(S const s, A a, B b) {
  if constexpr (detail::asks_positions<S, A, B>) {
    static_cast<void>(s.multiply(a, b, 0, 0, 0));
  } else if constexpr (detail::takes_entries<S, A, B>) {
    static_cast<void>(s.multiply(a, b));
  }
}
template <class M> __global__ void write_HEDDLE_FN_in_front_of_the_functions_of_this_monoid(M const add) {
  static_cast<void>(add(add.identity(), add.identity()));
}

}  // namespace heddle::gpu

namespace heddle::inline HEDDLE_TOOLCHAIN::ops {

/// "... [with F = lambda [](float)->float]"
template <class F> constexpr std::string_view name_with_type() { return __PRETTY_FUNCTION__; }
template <class F> constexpr bool is_plain_lambda() {
  return name_with_type<F>().find("F = lambda [") != std::string_view::npos &&
         !__nv_is_extended_device_lambda_closure_type(F) && !__nv_is_extended_host_device_lambda_closure_type(F);
}
/// The library's are marked.
template <class F> constexpr bool is_of_library() {
  return name_with_type<F>().find("F = heddle::") != std::string_view::npos;
}

template <class F, class... X> constexpr void require_marked() {
  static_assert(!is_plain_lambda<F>(),
                "heddle: nvcc wants lambdas marked: write [] HEDDLE_FN (float x) { return 2 * x; }, or a struct with "
                "HEDDLE_FN float operator()(float x) const");
  if constexpr (!is_plain_lambda<F>() && !is_of_library<F>()) {
    static_cast<void>(&gpu::write_HEDDLE_FN_in_front_of_this_function<F, X...>);
  }
}
template <class M> constexpr void require_marked_monoid() {
  if constexpr (!is_of_library<M>()) {
    static_cast<void>(&gpu::write_HEDDLE_FN_in_front_of_the_functions_of_this_monoid<M>);
  }
}
template <class SR, class A, class B> constexpr void require_marked_semiring() {
  if constexpr (!is_of_library<SR>()) {
    using left = detail::left_of<SR, A>;
    using right = detail::right_of<SR, B>;
    static_cast<void>(&gpu::write_HEDDLE_FN_in_front_of_this_multiply<SR, left, right>);
    require_marked_monoid<add_of<SR>>();
  }
}

}  // namespace heddle::inline HEDDLE_TOOLCHAIN::ops
