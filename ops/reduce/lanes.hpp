// lanes.hpp - sums that are the same in any order, on the CPU: many side by side, by vectors, each over every 32nd
// or 64th value.
#pragma once
#include <heddle/base/converted.hpp>
#include <heddle/detail/host/flag_bits.hpp>
#include <heddle/detail/host/lanes.hpp>
#include <heddle/semirings/monoids.hpp>
#include <mutex>

namespace heddle::host {

namespace lanes {

// Of floating-point numbers as the processor compares them: of a NaN and a number the number, if that comes second; of
// two zeros either.
template <class T> struct lesser {
  HEDDLE_FN T operator()(T a, T sum) const { return a < sum ? a : sum; }
};
template <class T> struct greater {
  HEDDLE_FN T operator()(T a, T sum) const { return sum < a ? a : sum; }
};

template <class D, class Op, class T>
[[gnu::always_inline]] inline D reduce_blocks(Op const op, D const neutral, T const* in, size_type begin,
                                              size_type end) {
  constexpr size_type lanes = sizeof(D) == 8 ? 32 : 64;  // half of the registers of vectors, the others are for values
  heddle::detail::few<D, lanes> sum;
  for (D& s : sum) s = neutral;
  size_type i = begin;
  for (; i + lanes <= end; i += lanes) {
    for (size_type k = 0; k < lanes; ++k) sum[k] = op(detail::converted<D>(in[i + k]), sum[k]);
  }
  for (size_type k = 0; i + k < end; ++k) sum[k] = op(detail::converted<D>(in[i + k]), sum[k]);
  D all = neutral;
  for (D const& s : sum) all = op(s, all);
  return all;
}

template <class D, class Op, class T>
D reduce_plainly(Op const& op, D const& neutral, T const* in, size_type begin, size_type end) {
  return reduce_blocks<D>(op, neutral, in, begin, end);
}

#if HEDDLE_WIDE_VECTORS
template <class D, class Op, class T>
[[gnu::target("avx2")]] D reduce_widely(Op const& op, D const& neutral, T const* in, size_type begin, size_type end) {
  return reduce_blocks<D>(op, neutral, in, begin, end);
}
#endif

template <class D, class Op, class T>
D reduce_by(Op const& op, D const& neutral, T const* in, size_type begin, size_type end) {
#if HEDDLE_WIDE_VECTORS
  if (vectors::use_wide()) return reduce_widely<D>(op, neutral, in, begin, end);
#endif
  return reduce_plainly<D>(op, neutral, in, begin, end);
}

}  // namespace lanes

/// Whether a sum by the monoid is the same, bit for bit, in whatever order: of integers that wrap, and of what is least
/// or greatest.
template <class Monoid> constexpr bool is_sum_in_any_order() {
  using D = typename Monoid::value_type;
  return std::is_arithmetic_v<D> && !std::is_same_v<D, bool> && sizeof(D) <= 8 &&
         detail::table::has<Monoid, detail::table::any_order>;
}

/// The sum of in[begin, end) by such a monoid, from its neutral element on.
template <class Monoid, class T>
typename Monoid::value_type sum_of_run(Monoid const& add, T const* in, size_type begin, size_type end) {
  using D = typename Monoid::value_type;
  using op = typename detail::operator_of<Monoid>::type;
  if constexpr (std::is_floating_point_v<D>) {
    using compared = std::conditional_t<std::is_same_v<op, minimum<D>>, lanes::lesser<D>, lanes::greater<D>>;
    D const sum = lanes::reduce_by<D>(compared{}, add.identity(), in, begin, end);
    if (sum != D(0) && sum != add.identity()) return sum;  // else it was two zeros, perhaps, or nothing but NaNs
  }
  return lanes::reduce_by<D>(in_lanes(op{}), neutral_of(add), in, begin, end);
}

/// The sum of n values by such a monoid.
template <class Monoid, class T>
typename Monoid::value_type sum_in_any_order(executor const& exec, Monoid const& add, T const* in, size_type n) {
  auto sum = neutral_of(add);
  std::mutex one_at_a_time;
  for_each_vector_run(exec.num_workers(), n, true, [&](size_type begin, size_type end) {
    auto const part = sum_of_run(add, in, begin, end);
    std::scoped_lock const lock(one_at_a_time);
    sum = add(sum, part);
  });
  return sum;
}

}  // namespace heddle::host
