// device.hpp - y = alpha A x + beta y on a GPU, as a plain C++ compiler sees it; and the sink that scales.
#pragma once
#include <heddle/base/half.hpp>
#include <heddle/detail/dispatch/dispatch.hpp>
#include <heddle/detail/storage/compressed.hpp>
#include <heddle/ops/mxv/device.hpp>

namespace heddle::detail {

/// What products are summed in: double where an operand is double, else float.
template <class... Ts> using sum_type = std::conditional_t<(std::is_same_v<Ts, double> || ...), double, float>;

/// y(i) = alpha sum + beta y(i). As in BLAS, nothing that is multiplied by zero matters, not even a NaN. The sum of a
/// row without entries is 0; `offsets` null: there is none.
template <class S, class Y, class Offset> struct scaling_sink {
  Y* y;
  S alpha, beta;
  Offset const* offsets;

  HEDDLE_FN constexpr void operator()(size_type i, S sum) const {
    bool const matters = alpha != S(0) && (!offsets || offsets[i + 1] > offsets[i]);
    S const product = matters ? alpha * sum : S(0);
    y[i] = converted<Y>(beta == S(0) ? product : product + beta * converted<S>(y[i]));
  }
  /// For rows of which it is known that they have entries.
  HEDDLE_FN constexpr scaling_sink filled() const { return {y, alpha, beta, nullptr}; }
};

}  // namespace heddle::detail

namespace heddle::gpu {

/// Element types of the matrix, of x and of y.
template <class A, class X, class Y> struct spmv_types {
  using sum = detail::sum_type<A, X, Y>;
  using stored = A;
  using operand = X;
  using result = Y;
};

/// What is summed.
template <class Types, class Index>
using spmv_product = heddle::detail::full_product<plus_times<typename Types::sum>, typename Types::stored,
                                                  typename Types::operand, Index>;

template <class Types, class Index, class Offset> struct spmv_problem {
  using result = void;
  static constexpr bool in_library = detail::is_listed<Types, precompiled_spmv, precompiled_wide_spmv, Index, Offset>;
  static constexpr bool by_code = !detail::has_own_offsets<Offset> || is_short_real<typename Types::stored>;
  /// What is launched, or stands for what is.
  static constexpr bool is_general = in_library && !detail::has_own_offsets<Offset>;
  static constexpr bool is_usual =
      in_library && !has_every_walk<plus_times<typename Types::sum>, typename Types::stored>;
  using product = detail::rarely_if<is_general, detail::usually_if<is_usual, spmv_product<Types, Index>>>;
  using sink = detail::scaling_sink<typename Types::sum, typename Types::result, Offset>;
  static constexpr reduction_call call() { return call_of<product, plus_monoid<typename Types::sum>, sink>(); }
  executor exec;
  plan const* chosen;
  compressed_view<typename Types::stored, Index, Offset> a;
  typename Types::operand const* x;
  sink close;

  static std::string kernel() {
    return heddle::detail::concat("spmv of the types ", heddle::detail::type_name<Types>());
  }
};

}  // namespace heddle::gpu
