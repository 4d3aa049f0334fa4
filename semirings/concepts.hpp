// concepts.hpp - what a user writes to bring an algebra: binary operator, monoid, semiring.
// GraphBLAS C API 2.1, sections 2.5 and 3.4 to 3.6.
#pragma once
#include <heddle/base/types.hpp>

namespace heddle {

/// z = op(x, y); host and device callable (mark it HEDDLE_FN), trivially copyable.
template <class Op, class X, class Y = X>
concept binary_operator = std::is_trivially_copyable_v<Op> && std::invocable<Op const&, X, Y>;

/// An associative operator on one domain with its identity:
///   using value_type = ...; value_type identity() const; value_type operator()(value_type, value_type) const;
/// A sum is the sum of its products alone, in order; identity() is what a reduction of nothing gives. Optional:
/// `value_type neutral() const`, an element with add(neutral, x) == add(x, neutral) == x bit for bit for every x, from
/// which walks start in place of identity(): without it the identity is trusted to be such an element, and so is that
/// of a monoid which derives from another and overrides its operator or identity alone;
/// `bool is_terminal(value_type) const` (nothing can change this value; walks stop early); `static constexpr bool
/// decided_by_one = true` (and of values that are not terminal any stands for all);
/// `static constexpr bool commutative` (true lets lanes interleave; absent, the order of entries is kept);
/// `static constexpr bool needs_presence` (true where no element is neutral: walks carry beside every sum whether there
/// is one).
template <class M>
concept monoid = std::is_trivially_copyable_v<M> && element<typename M::value_type> &&
    requires(M const& add, typename M::value_type v) {
  { add.identity() } -> std::convertible_to<typename M::value_type>;
  { add(v, v) } -> std::convertible_to<typename M::value_type>;
};

/// `add`, a monoid, and `multiply(a, b)` of an entry of the left and of the right operand; both may be data members or
/// member functions' names in one small struct:
///   struct log_add { logaddexp add; HEDDLE_FN float multiply(float a, float b) const { return a + b; } };
/// Three types may meet: multiply is given what the left and the right operand hold, and its result need only convert
/// to the monoid's domain. It may ask for positions, counted from 0: `multiply(a, b, i, k, j)` of a = A(i, k) and
/// b = B(k, j), all of them size_type; with a vector on the right j is 0, with one on the left i is.
template <class S>
concept semiring_like = std::is_trivially_copyable_v<S> && requires(S const& s) {
  requires monoid<std::remove_cvref_t<decltype(s.add)>>;
};

/// The monoid of a semiring.
template <semiring_like S> using add_of = std::remove_cvref_t<decltype(std::declval<S const&>().add)>;

/// The domain of results.
template <semiring_like S> using domain_of = typename add_of<S>::value_type;

}  // namespace heddle
