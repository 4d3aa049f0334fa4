// general.cuh - semirings and monoids whose operators are chosen at run time: one set of kernels a type for all of the
// precompiled ones that have none of their own. They carry presence, so that they need no element that is neutral in
// all of them.
#pragma once
#include <heddle/ops/mxv/device.hpp>
#include <heddle/ops/reduce/device.hpp>

namespace heddle::cuda {

enum class sum_of : std::uint8_t { plus, min, max, logical_or, logical_and, logical_xor, any };
enum class product_of_pair : std::uint8_t { times, plus, first, second, pair, logical_or, logical_and };

template <class Add> struct code_of_sum;
template <class T> struct code_of_sum<plus_monoid<T>> { static constexpr auto value = sum_of::plus; };
template <class T> struct code_of_sum<min_monoid<T>> { static constexpr auto value = sum_of::min; };
template <class T> struct code_of_sum<max_monoid<T>> { static constexpr auto value = sum_of::max; };
template <class T> struct code_of_sum<lor_monoid<T>> { static constexpr auto value = sum_of::logical_or; };
template <class T> struct code_of_sum<land_monoid<T>> { static constexpr auto value = sum_of::logical_and; };
template <class T> struct code_of_sum<lxor_monoid<T>> { static constexpr auto value = sum_of::logical_xor; };
template <class T> struct code_of_sum<any_monoid<T>> { static constexpr auto value = sum_of::any; };

template <class Multiply> struct code_of_product;
template <class T> struct code_of_product<times<T>> { static constexpr auto value = product_of_pair::times; };
template <class T> struct code_of_product<plus<T>> { static constexpr auto value = product_of_pair::plus; };
template <class T> struct code_of_product<first<T>> { static constexpr auto value = product_of_pair::first; };
template <class T> struct code_of_product<second<T>> { static constexpr auto value = product_of_pair::second; };
template <class T> struct code_of_product<pair<T>> { static constexpr auto value = product_of_pair::pair; };
template <class T> struct code_of_product<logical_or<T>> { static constexpr auto value = product_of_pair::logical_or; };
template <class T> struct code_of_product<logical_and<T>> {
  static constexpr auto value = product_of_pair::logical_and;
};

/// The same bits as the monoid of that code. `start`: an element that is neutral in it, for pushes.
template <class T> struct general_monoid {
  using value_type = T;
  static constexpr bool commutative = true, needs_presence = true;
  sum_of code = sum_of::plus;
  T start{};

  __host__ __device__ T identity() const { return start; }
  __host__ __device__ T operator()(T a, T b) const {
    switch (code) {
      case sum_of::plus:
        return plus<T>{}(a, b);
      case sum_of::min:
        return minimum<T>{}(a, b);
      case sum_of::max:
        return maximum<T>{}(a, b);
      case sum_of::logical_or:
        return logical_or<T>{}(a, b);
      case sum_of::logical_and:
        return logical_and<T>{}(a, b);
      case sum_of::logical_xor:
        return logical_xor<T>{}(a, b);
      default:
        return a;
    }
  }
};

template <class T> struct general_semiring {
  static constexpr bool read_at_run_time = true;
  general_monoid<T> add;
  product_of_pair code = product_of_pair::times;

  __host__ __device__ T multiply(T a, T b) const {
    switch (code) {
      case product_of_pair::times:
        return times<T>{}(a, b);
      case product_of_pair::plus:
        return plus<T>{}(a, b);
      case product_of_pair::first:
        return a;
      case product_of_pair::second:
        return b;
      case product_of_pair::pair:
        return T(1);
      case product_of_pair::logical_or:
        return logical_or<T>{}(a, b);
      default:
        return logical_and<T>{}(a, b);
    }
  }
};

template <class Add> general_monoid<typename Add::value_type> general(Add const& add) {
  return {code_of_sum<Add>::value, neutral_of(add)};
}

template <class SR> general_semiring<domain_of<SR>> general_ring(SR const& sr) {
  return {general(sr.add), code_of_product<std::remove_cvref_t<decltype(sr.multiply)>>::value};
}

template <class W, class Add> vector_sink<W, general_monoid<W>> general(vector_sink<W, Add> const& sink) {
  return {sink.values, sink.present, sink.mask, sink.replace, sink.accumulate, general(sink.accum)};
}

template <class SR, class Index, class Offset>
pull_problem<general_semiring<domain_of<SR>>, Index, Offset> general(pull_problem<SR, Index, Offset> const& p) {
  return {p.exec, p.chosen, p.a, p.u, p.u_present, general(p.sink), p.empty_rows, general_ring(p.sr)};
}

template <class SR, class Index, class Offset>
push_problem<general_semiring<domain_of<SR>>, Index, Offset> general(push_problem<SR, Index, Offset> const& p) {
  return {p.exec, p.chosen, p.a, p.size, p.u_indices, p.u_values, p.u_nvals, p.mask, general_ring(p.sr)};
}

template <class Monoid, class Offset>
reduce_problem<general_monoid<typename Monoid::value_type>, Offset> general(reduce_problem<Monoid, Offset> const& p) {
  return {p.exec, p.chosen, p.rows, p.values, general(p.sink), p.empty_rows, general(p.add)};
}

}  // namespace heddle::cuda
