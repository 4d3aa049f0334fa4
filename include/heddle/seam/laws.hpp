// laws.hpp - whether a monoid or a semiring of a user's own keeps the laws that it declares, tried on values.
#pragma once
#include <heddle/base/error.hpp>
#include <heddle/seam/walk/traits.hpp>
#include <heddle/semirings/multiply.hpp>
#include <heddle/semirings/properties.hpp>
#include <string>
#include <vector>

namespace heddle::detail {

/// Looks for values that a law does not hold for: `law(x, y)` of every two of them, the first of which are named.
template <class T, class Law>
std::string counterexample(char const* declared, char const* says, std::vector<T> const& xs, Law const& law) {
  for (std::size_t i = 0; i < xs.size(); ++i) {
    for (std::size_t k = 0; k < xs.size(); ++k) {
      if (law(xs[i], xs[k])) continue;
      return concat(declared, ": ", says, " does not hold for x = values[", i, "], y = values[", k, "]");
    }
  }
  return {};
}

template <class T> bool same(T const& x, T const& y) { return !differs<T>{}(x, y); }

}  // namespace heddle::detail

namespace heddle::seam {

/// The first law that `add` declares and that does not hold on `values`, in one line that names positions among them;
/// empty where all hold. Of a monoid: that its neutral element, or its identity, changes nothing (unless it
/// `needs_presence`), `commutative`, `is_terminal`, `decided_by_one`, `idempotent`, `selective`, and of one that is
/// idempotent or `unordered_exact` that it is associative to the last bit. Values have ==; all NaNs are one, and -0 is
/// not 0.
/// Overflow and NaN break laws that hold elsewhere: try what will occur. O(n^3) of n values.
template <class M>
requires monoid<M> std::string broken_law(M const& add, std::vector<typename M::value_type> const& values) {
  using T = typename M::value_type;
  using detail::same;
  std::string broken;
  auto const holds = [&](char const* declared, char const* says, auto const& law) {
    if (broken.empty()) broken = detail::counterexample(declared, says, values, law);
  };
  if constexpr (!detail::needs_presence<M>()) {
    T const neutral = neutral_of(add);
    holds("neutral element", "add(neutral, x) == x == add(x, neutral)",
          [&](T const& x, T const&) { return same<T>(add(neutral, x), x) && same<T>(add(x, neutral), x); });
  }
  if constexpr (is_commutative<M>() && !detail::table::has<M, detail::table::takes_any>) {
    holds("commutative", "add(x, y) == add(y, x)",
          [&](T const& x, T const& y) { return same<T>(add(x, y), add(y, x)); });
  }
  if constexpr (requires(T const& x) { add.is_terminal(x); }) {
    holds("is_terminal", "add(x, y) == x",
          [&](T const& x, T const& y) { return !add.is_terminal(x) || same<T>(add(x, y), x); });
  }
  if constexpr (detail::is_decided_by_one<M>()) {
    auto const is_final = [&](T const& x) {
      if constexpr (requires { add.is_terminal(x); }) return static_cast<bool>(add.is_terminal(x));
      return false;
    };
    holds("decided_by_one", "add(x, y) is y where y alone is terminal, else x",
          [&](T const& x, T const& y) { return same<T>(add(x, y), !is_final(x) && is_final(y) ? y : x); });
  }
  if constexpr (is_idempotent<M>()) {
    holds("idempotent", "add(x, x) == x", [&](T const& x, T const&) { return same<T>(add(x, x), x); });
  }
  if constexpr (is_selective<M>()) {
    holds("selective", "add(x, y) is x or y",
          [&](T const& x, T const& y) { return same<T>(add(x, y), x) || same<T>(add(x, y), y); });
  }
  if constexpr (is_unordered_exact<M>() || is_idempotent<M>()) {
    holds("associative", "add(add(x, y), z) == add(x, add(y, z)) for every z", [&](T const& x, T const& y) {
      for (T const& z : values) {
        if (!same<T>(add(add(x, y), z), add(x, add(y, z)))) return false;
      }
      return true;
    });
  }
  return broken;
}

/// The same of a semiring's monoid, and of what the semiring declares: `distributes` and `non_improving`, for every
/// entry among `entries` of a matrix. Multiplications that ask for positions are given some.
template <semiring_like SR, class A>
std::string broken_law(SR const& sr, std::vector<domain_of<SR>> const& values, std::vector<A> const& entries) {
  using T = domain_of<SR>;
  std::string broken = broken_law(sr.add, values);
  for (std::size_t e = 0; e < entries.size() && broken.empty(); ++e) {
    auto const times_a = [&](T const& x) { return detail::product_of(sr, x, static_cast<A>(entries[e]), 0, 3, 5); };
    if constexpr (is_distributive<SR>()) {
      broken = detail::counterexample("distributes", "multiply(add(x, y), a) == add(multiply(x, a), multiply(y, a))",
                                      values, [&](T const& x, T const& y) {
                                        return detail::same<T>(times_a(sr.add(x, y)), sr.add(times_a(x), times_a(y)));
                                      });
    }
    if constexpr (is_non_improving<SR>()) {
      if (broken.empty()) {
        broken =
            detail::counterexample("non_improving", "add(x, multiply(x, a)) == x", values,
                                   [&](T const& x, T const&) { return detail::same<T>(sr.add(x, times_a(x)), x); });
      }
    }
    if (!broken.empty()) broken += detail::concat(", a = entries[", e, "]");
  }
  return broken;
}

}  // namespace heddle::seam
