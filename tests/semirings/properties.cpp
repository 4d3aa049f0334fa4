// properties.cpp - laws that monoids and semirings are said to keep: they hold, and users may declare theirs.
#include <doctest/doctest.h>

#include <heddle/ops/dispatch.hpp>
#include <heddle/semirings/multiply.hpp>
#include <heddle/semirings/properties.hpp>
#include <limits>
#include <tuple>
#include <vector>

#include "tests/support/same_value.hpp"

using namespace heddle;
using namespace heddle::testing;

namespace {

// Whatever sums neither overflow nor meet infinity less infinity: there no law holds.
template <class T> std::vector<T> lawful_values() {
  if constexpr (std::is_same_v<T, bool>) return {false, true};
  std::vector<T> values{T(0), T(1), T(2), T(3), T(7)};
  if constexpr (std::is_signed_v<T>) values.insert(values.end(), {T(-1), T(-5)});
  if constexpr (std::is_floating_point_v<T>) {
    values.insert(values.end(), {T(-0.0), T(0.1), T(-0.3), T(1e30), std::numeric_limits<T>::infinity()});
  }
  return values;
}

template <class T> auto all_monoids() {
  std::tuple const of_all{plus_monoid<T>{}, times_monoid<T>{}, min_monoid<T>{},  max_monoid<T>{},  any_monoid<T>{},
                          lor_monoid<T>{},  land_monoid<T>{},  lxor_monoid<T>{}, lxnor_monoid<T>{}};
  if constexpr (std::is_integral_v<T>) {
    return std::tuple_cat(of_all, std::tuple{bor_monoid<T>{}, band_monoid<T>{}, bxor_monoid<T>{}});
  } else {
    return of_all;
  }
}

template <class T> auto all_multiplications() {
  std::tuple const of_all{plus<T>{},  minus<T>{},  times<T>{}, minimum<T>{},     maximum<T>{},     logical_or<T>{},
                          first<T>{}, second<T>{}, pair<T>{},  logical_and<T>{}, logical_xor<T>{}, logical_xnor<T>{}};
  if constexpr (std::is_integral_v<T>) {
    return std::tuple_cat(of_all, std::tuple{bitwise_or<T>{}, bitwise_and<T>{}, bitwise_xor<T>{}, firsti<T>{},
                                             firstj<T>{}, secondj<T>{}});
  } else {
    return of_all;
  }
}

template <class Tuple, class Visit> void for_each_of(Tuple const& all, Visit const& visit) {
  std::apply([&](auto const&... one) { (visit(one), ...); }, all);
}

template <class M> bool keeps_laws(M const& add) {
  using T = typename M::value_type;
  bool holds = true;
  for (T const x : lawful_values<T>()) {
    if constexpr (is_idempotent<M>()) holds &= same_value(add(x, x), x);
    for (T const y : lawful_values<T>()) {
      if constexpr (is_selective<M>()) holds &= same_value(add(x, y), x) || same_value(add(x, y), y);
    }
  }
  return holds;
}

template <semiring_like SR> bool keeps_laws(SR const& sr) {
  using T = domain_of<SR>;
  bool holds = true;
  for (T const a : lawful_values<T>()) {
    auto const times_a = [&](T x) { return detail::product_of(sr, x, a, 0, 3, 5); };
    for (T const x : lawful_values<T>()) {
      if constexpr (is_non_improving<SR>()) holds &= same_value(sr.add(x, times_a(x)), x);
      if constexpr (is_distributive<SR>()) {
        for (T const y : lawful_values<T>()) {
          holds &= same_value(times_a(sr.add(x, y)), sr.add(times_a(x), times_a(y)));
        }
      }
    }
  }
  return holds;
}

template <class T> void check_laws() {
  for_each_of(all_monoids<T>(), []<class Add>(Add const& add) {
    INFO(detail::type_name<Add>());
    CHECK(keeps_laws(add));
    for_each_of(all_multiplications<T>(), [&]<class Multiply>(Multiply const& multiply) {
      using both = semiring<Add, Multiply>;
      INFO(detail::type_name<Multiply>());
      if constexpr (is_distributive<both>() || is_non_improving<both>()) CHECK(keeps_laws(both{add, multiply}));
    });
  });
}

// Greatest common divisors: no multiple changes them.
struct gcd {
  using value_type = int;
  static constexpr bool idempotent = true, selective = false;
  int identity() const { return 0; }
  int operator()(int a, int b) const { return b == 0 ? a : (*this)(b, a % b); }
};
struct gcd_times {
  static constexpr bool distributes = true, non_improving = true;
  gcd add;
  int multiply(int a, int b) const { return a * b; }
};
struct undeclared {
  plus_monoid<int> add;
  int multiply(int a, int b) const { return a * b; }
};

static_assert(is_idempotent<gcd>() && !is_selective<gcd>() && is_distributive<gcd_times>());
static_assert(is_non_improving<gcd_times>() && !is_distributive<undeclared>() && !is_non_improving<undeclared>());

// What fixpoint is for.
static_assert(is_distributive<min_plus<double>>() && is_distributive<max_min<float>>() && is_distributive<lor_land>());
static_assert(is_distributive<any_pair<bool>>() && is_distributive<min_firsti<std::int32_t>>());
static_assert(is_non_improving<min_first<std::int64_t>>() && is_non_improving<max_min<double>>());
static_assert(is_selective<max_monoid<int>>() && is_idempotent<band_monoid<unsigned>>());

}  // namespace

TEST_CASE("laws that the library's monoids and semirings are said to keep hold, but for overflow and NaN") {
  check_laws<bool>();
  check_laws<std::int32_t>();
  check_laws<std::uint16_t>();
  check_laws<double>();
}
