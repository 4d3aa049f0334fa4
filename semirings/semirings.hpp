// semirings.hpp - the standard semirings: a monoid and a multiplication on one domain.
// GraphBLAS C API 2.1, tables 3.7 and 3.8, and the `pair`, `any` and positional ones of SuiteSparse.
#pragma once
#include <heddle/semirings/monoids.hpp>
#include <heddle/semirings/path_sums.hpp>

namespace heddle {

/// A semiring from its two parts; `multiply` may be any callable: semiring{plus_monoid<float>{}, my_multiply{}}.
/// What is no monoid is refused where a sum is made.
template <class Add, class Multiply> struct semiring {
  Add add;
  Multiply multiply;
};
template <class Add, class Multiply> semiring(Add, Multiply) -> semiring<Add, Multiply>;

/// Of integers (min, +) and (max, +) multiply by sums that saturate, and in which the identity stays what it is, so
/// that no order of relaxations shows: a wrapped distance would be a short one.
template <class T>
requires detail::wraps<T>
struct semiring<min_monoid<T>, plus<T>> {
  min_monoid<T> add;
  plus_below_infinity<T> multiply;
};
template <class T>
requires detail::wraps<T>
struct semiring<max_monoid<T>, plus<T>> {
  max_monoid<T> add;
  plus_above_infinity<T> multiply;
};

namespace detail {

/// The default of the semirings' T, which no monoid adds: so compilers say of plus_times{} that it is no semiring, and
/// not how they failed to find T.
struct element_type_is_missing {
  element_type_is_missing() = delete;
};

}  // namespace detail

template <class T = detail::element_type_is_missing>
using plus_times = semiring<plus_monoid<T>, times<T>>;  // plus_times<float>{}
template <class T = detail::element_type_is_missing> using plus_plus = semiring<plus_monoid<T>, plus<T>>;
template <class T = detail::element_type_is_missing> using plus_min = semiring<plus_monoid<T>, minimum<T>>;
template <class T = detail::element_type_is_missing> using plus_max = semiring<plus_monoid<T>, maximum<T>>;
template <class T = detail::element_type_is_missing> using plus_first = semiring<plus_monoid<T>, take_first<T>>;
template <class T = detail::element_type_is_missing> using plus_second = semiring<plus_monoid<T>, take_second<T>>;
template <class T = detail::element_type_is_missing> using plus_pair = semiring<plus_monoid<T>, pair<T>>;
template <class T = detail::element_type_is_missing> using min_plus = semiring<min_monoid<T>, plus<T>>;
template <class T = detail::element_type_is_missing> using min_times = semiring<min_monoid<T>, times<T>>;
template <class T = detail::element_type_is_missing> using min_first = semiring<min_monoid<T>, take_first<T>>;
template <class T = detail::element_type_is_missing> using min_second = semiring<min_monoid<T>, take_second<T>>;
template <class T = detail::element_type_is_missing> using min_max = semiring<min_monoid<T>, maximum<T>>;
template <class T = detail::element_type_is_missing> using max_plus = semiring<max_monoid<T>, plus<T>>;
template <class T = detail::element_type_is_missing> using max_times = semiring<max_monoid<T>, times<T>>;
template <class T = detail::element_type_is_missing> using max_first = semiring<max_monoid<T>, take_first<T>>;
template <class T = detail::element_type_is_missing> using max_second = semiring<max_monoid<T>, take_second<T>>;
template <class T = detail::element_type_is_missing> using max_min = semiring<max_monoid<T>, minimum<T>>;
template <class T = detail::element_type_is_missing> using bor_first = semiring<bor_monoid<T>, take_first<T>>;
template <class T = detail::element_type_is_missing> using bor_second = semiring<bor_monoid<T>, take_second<T>>;
template <class T = detail::element_type_is_missing> using any_pair = semiring<any_monoid<T>, pair<T>>;
template <class T = detail::element_type_is_missing> using any_first = semiring<any_monoid<T>, take_first<T>>;
template <class T = detail::element_type_is_missing> using any_second = semiring<any_monoid<T>, take_second<T>>;
template <class T = detail::element_type_is_missing> using min_firsti = semiring<min_monoid<T>, firsti<T>>;
template <class T = detail::element_type_is_missing> using min_firstj = semiring<min_monoid<T>, firstj<T>>;
template <class T = detail::element_type_is_missing> using min_secondi = semiring<min_monoid<T>, secondi<T>>;
template <class T = detail::element_type_is_missing> using min_secondj = semiring<min_monoid<T>, secondj<T>>;
template <class T = detail::element_type_is_missing> using max_firsti = semiring<max_monoid<T>, firsti<T>>;
template <class T = detail::element_type_is_missing> using max_firstj = semiring<max_monoid<T>, firstj<T>>;
template <class T = detail::element_type_is_missing> using max_secondi = semiring<max_monoid<T>, secondi<T>>;
template <class T = detail::element_type_is_missing> using max_secondj = semiring<max_monoid<T>, secondj<T>>;
template <class T = detail::element_type_is_missing> using any_firsti = semiring<any_monoid<T>, firsti<T>>;
template <class T = detail::element_type_is_missing> using any_firstj = semiring<any_monoid<T>, firstj<T>>;
template <class T = detail::element_type_is_missing> using any_secondi = semiring<any_monoid<T>, secondi<T>>;
template <class T = detail::element_type_is_missing> using any_secondj = semiring<any_monoid<T>, secondj<T>>;
template <class T = detail::element_type_is_missing> using lor_land_on = semiring<lor_monoid<T>, logical_and<T>>;
/// lor_land_on<bool>.
using lor_land = lor_land_on<bool>;
using land_lor = semiring<land_monoid<bool>, logical_or<bool>>;
using lxor_land = semiring<lxor_monoid<bool>, logical_and<bool>>;
using lxnor_lor = semiring<lxnor_monoid<bool>, logical_or<bool>>;

}  // namespace heddle
