// mistakes.hpp - what a compiler says of a call that no form of its operation takes: one sentence, which names what to
// write. A call that fits a form is none of its business.
#pragma once
#include <heddle/base/mask.hpp>
#include <heddle/descriptor.hpp>
#include <heddle/ops/detail/marks.hpp>
#include <heddle/semirings/multiply.hpp>
#include <vector>

namespace heddle::detail {

/// What is known to be wrong with a call.
enum class mistake : std::uint8_t {
  none,
  no_value_type,
  no_semiring,
  no_monoid,
  no_accum,
  no_mask,
  other_way_round,
  host_operand,
  semiring_left_out,
  operator_left_out,
  monoid_left_out,
  thunk_left_out,
  output_left_out
};

/// What a refused call gives: whatever is asked of it, so that one error is said and not two.
struct refused {
  template <class T> operator T() const;
};

template <class Forms, class... X>
concept takes = requires {
  Forms::with(std::declval<X>()...);
};

/// `identity()` and no `value_type`.
template <class M>
concept monoid_without_type = requires(M const& add) {
  add.identity();
}
&&!requires { typename M::value_type; };

template <class S> constexpr bool lacks_value_type() {
  if constexpr (requires(S const& s) { s.add; }) {
    return monoid_without_type<std::remove_cvref_t<decltype(std::declval<S const&>().add)>>;
  } else {
    return monoid_without_type<S>;
  }
}

/// A std::vector, std::array or std::span stands where a heddle::vector, with the index type of the output, would.
template <class X>
concept host_values = requires(X const& x) {
  x.begin();
  x.size();
  requires element<typename X::value_type>;
};
template <class X, class Index> struct as_operand { using type = X; };
template <class X, class Index>
requires host_values<X>
struct as_operand<X&, Index> {
  using type = vector<typename X::value_type, Index>&;
};
template <class X, class Index>
requires host_values<X>
struct as_operand<X const&, Index> {
  using type = vector<typename X::value_type, Index> const&;
};
template <class X> struct index_of_output { using type = std::int32_t; };
template <class X>
requires requires { typename X::index; }
struct index_of_output<X> {
  using type = typename X::index;
};

using some_vector = vector<float, std::int32_t>;
using some_matrix = matrix<float, std::int32_t, std::int32_t>;

/// The arguments of a call of an operation, without the descriptor.
template <class Forms, class... X> struct attempted {
  template <std::size_t k> using argument = std::remove_cvref_t<std::tuple_element_t<k, std::tuple<X...>>>;

  /// Whether it would with a Y in the place of argument k, which is neither a container nor a mask.
  template <class Y, std::size_t k, std::size_t... i> static constexpr bool takes_instead(std::index_sequence<i...>) {
    return !masks_something<argument<k>> && !std::is_same_v<argument<k>, no_accum_type> &&
           takes<Forms, std::conditional_t<i == k, Y, X>...>;
  }
  template <class Y, std::size_t... k> static constexpr std::size_t place_of(std::index_sequence<k...> all) {
    std::size_t place = sizeof...(X);
    ((place == sizeof...(X) && takes_instead<Y, k>(all) ? place = k : 0), ...);
    return place;
  }

  /// Whether it would with the last two arguments exchanged.
  template <std::size_t... i> static constexpr bool takes_exchanged(std::index_sequence<i...>) {
    constexpr std::size_t last = sizeof...(i) - 1, before = last > 0 ? last - 1 : 0;
    return takes<Forms, std::tuple_element_t<i == last ? before : i == before ? last : i, std::tuple<X...>>...>;
  }

  template <class Out, class... Rest> static constexpr bool takes_no_mask(parameter_list<Out, Rest...>) {
    return takes<Forms, Out, no_mask_type const&, Rest...>;
  }
  template <class Out, class Mask, class... Rest>
  static constexpr bool takes_no_accum(parameter_list<Out, Mask, Rest...>) {
    return takes<Forms, Out, Mask, no_accum_type const&, Rest...>;
  }

  /// Whether it would with a Y in front of one of the arguments behind those that are `Before`.
  template <class Y, class... Before> static constexpr bool takes_also(parameter_list<Before...>, parameter_list<>) {
    return false;
  }
  template <class Y, class... Before, class Next, class... Rest>
  static constexpr bool takes_also(parameter_list<Before...>, parameter_list<Next, Rest...>) {
    return takes<Forms, Before..., Y const&, Next, Rest...> ||
           takes_also<Y>(parameter_list<Before..., Next>{}, parameter_list<Rest...>{});
  }
  template <class Y> static constexpr bool lacks = takes_also<Y>(parameter_list<>{}, parameter_list<X...>{});

  static constexpr mistake found() {
    if constexpr (takes<Forms, X...>) {
      return mistake::none;
    } else if constexpr (constexpr mistake wrong = misplaced(); wrong != mistake::none) {
      return wrong;
    } else {
      return left_out();
    }
  }
  static constexpr mistake misplaced() {
    constexpr std::index_sequence_for<X...> all{};
    constexpr std::size_t n = sizeof...(X);
    constexpr std::size_t semiring = place_of<plus_times<float>>(all), add = place_of<plus_monoid<float>>(all);
    using index = typename index_of_output<argument<0>>::type;
    if constexpr (semiring < n) {
      return lacks_value_type<argument<semiring>>() ? mistake::no_value_type : mistake::no_semiring;
    } else if constexpr (add < n) {
      return lacks_value_type<argument<add>>() ? mistake::no_value_type : mistake::no_monoid;
    } else if constexpr (takes_exchanged(all)) {
      return mistake::other_way_round;
    } else if constexpr (takes<Forms, typename as_operand<X, index>::type...>) {
      return mistake::host_operand;
    } else {
      return mistake::none;
    }
  }
  /// Whether these are the forms of a product or of an ewise_ operation: other names are others' too.
  static constexpr bool computes =
      takes<Forms, some_matrix&, plus_times<float>, some_matrix const&, some_matrix const&> ||
      takes<Forms, some_vector&, plus_times<float>, some_matrix const&, some_vector const&> ||
      takes<Forms, some_vector&, plus_times<float>, some_vector const&, some_matrix const&>;

  static constexpr mistake left_out() {
    if constexpr (masked_without_accum() != mistake::none) {
      return masked_without_accum();
    } else if constexpr (lacks<plus<float>>) {
      return mistake::operator_left_out;
    } else if constexpr (lacks<plus_times<float>>) {
      return mistake::semiring_left_out;
    } else if constexpr (takes<Forms, some_vector&, equal<float>, some_vector const&, int> &&
                         takes<Forms, X..., int const&>) {
      return mistake::thunk_left_out;
    } else if constexpr (lacks<plus_monoid<float>> || takes<Forms, X..., plus_monoid<float> const&>) {
      return mistake::monoid_left_out;
    } else if constexpr (computes && (takes<Forms, some_vector&, X...> || takes<Forms, some_matrix&, X...>)) {
      return mistake::output_left_out;
    } else {
      return mistake::none;
    }
  }
  static constexpr mistake masked_without_accum() {
    if constexpr (sizeof...(X) == 1) {
      return mistake::none;
    } else if constexpr (std::is_same_v<argument<1>, no_accum_type>) {
      return takes_no_mask(parameter_list<X...>{}) ? mistake::no_mask : mistake::none;
    } else if constexpr ((std::is_same_v<std::remove_cvref_t<X>, no_accum_type> || ...)) {
      return mistake::none;
    } else {
      return takes_no_accum(parameter_list<X...>{}) ? mistake::no_accum : mistake::none;
    }
  }
};

/// The same for what is given, and descriptors for what is not.
template <class Forms, class Given, class... X> struct attempt;
template <class Forms, class... Given> struct attempt<Forms, parameter_list<Given...>> {
  using type = attempted<Forms, Given...>;
};
template <class Forms, class... Given, class X, class... Rest>
struct attempt<Forms, parameter_list<Given...>, X, Rest...>
    : std::conditional_t<std::is_same_v<X, descriptor>, attempt<Forms, parameter_list<Given...>>,
                         attempt<Forms, parameter_list<Given..., X const&>, Rest...>> {};

template <class Forms, class First, class... X>
inline constexpr mistake mistake_of = attempt<Forms, parameter_list<First>, X...>::type::found();

/// Whether a mask is one of an output.
template <class Mask, class Output> inline constexpr bool is_mask_of = std::is_same_v<Mask, no_mask_type>;
template <class M, class W, class I> inline constexpr bool is_mask_of<mask_of<vector<M, I>>, vector<W, I>> = true;
template <class M, class W, class I, class O>
inline constexpr bool is_mask_of<mask_of<matrix<M, I, O>>, matrix<W, I, O>> = true;
/// An argument as the mask of such an output. What is none is no_mask: compiling it says so.
template <class Output, class M> auto mask_for(M const& argument) {
  using Mask = decltype(as_mask(argument));
  static_assert(is_mask_of<Mask, Output>,
                "heddle: this masks no output of that kind: write no_mask, or a heddle::vector for a vector and a "
                "heddle::matrix for a matrix, with the output's index types");
  if constexpr (is_mask_of<Mask, Output>) {
    return as_mask(argument);
  } else {
    return no_mask;
  }
}

/// Compiling this says what to write, once for each operation.
template <mistake Found, class Forms> auto explained() {
  static_assert(Found != mistake::no_value_type,
                "heddle: this monoid has no value_type: write using value_type = float; into it, or the type "
                "of its elements");
  static_assert(
      Found != mistake::no_semiring,
      "heddle: a semiring is wanted here: write plus_times<float>{}, another one of heddle's, or a struct with "
      "a monoid add and a function multiply(a, b)");
  static_assert(Found != mistake::no_monoid,
                "heddle: a monoid is wanted here, an operator with an identity: write plus_monoid<float>{} for "
                "plus<float>{}, or a struct with value_type, identity() and operator()");
  static_assert(
      Found != mistake::no_accum,
      "heddle: an accumulator goes behind the mask: write no_accum there, or an operator such as plus<float>{}");
  static_assert(Found != mistake::no_mask,
                "heddle: a mask goes in front of the accumulator: write no_mask there, or a container of that shape");
  static_assert(Found != mistake::other_way_round,
                "heddle: the last two arguments stand the other way round: write mxv(w, semiring, A, u), vxm(w, "
                "semiring, u, A), gather(w, values, positions)");
  static_assert(Found != mistake::host_operand,
                "heddle: a std::vector v is no operand: write heddle::vector<float>::dense(v) for it, and to_dense(0) "
                "of a result makes a std::vector again");
  static_assert(Found != mistake::semiring_left_out,
                "heddle: the semiring is missing: write plus_times<float>{}, or another one, in front of the operands");
  static_assert(Found != mistake::operator_left_out,
                "heddle: the operator is missing: write plus<float>{}, or another one, in front of the operands; apply "
                "takes negate<float>{} and the like");
  static_assert(Found != mistake::monoid_left_out,
                "heddle: the monoid is missing: write plus_monoid<float>{}, or another one, where the form has it");
  static_assert(Found != mistake::thunk_left_out,
                "heddle: the number behind the operand is missing: write what less<float>{} compares with, and 0 for "
                "tril{}, on_diagonal{}, row_index<int>{} and the like");
  static_assert(Found != mistake::output_left_out,
                "heddle: an operation writes its first argument and gives nothing: write vector<float> w(A.rows()), "
                "or a matrix, and w in front of these");
  return refused{};
}

}  // namespace heddle::detail

namespace heddle::inline HEDDLE_TOOLCHAIN::ops {

template <class W, class D, class Accum> constexpr bool accumulates_into() {
  if constexpr (std::is_same_v<Accum, no_accum_type>) {
    return true;
  } else if constexpr (std::is_invocable_v<Accum const&, W, D>) {
    return std::is_constructible_v<W, std::invoke_result_t<Accum const&, W, D>>;
  } else {
    return false;
  }
}
/// Compiling this says that a monoid makes integers of floating-point numbers which nobody asked it to cut.
template <bool Truncated> constexpr void require_fractions() {
  static_assert(!Truncated,
                "heddle: this monoid adds integers, and is given floating-point numbers, whose fractions would be "
                "lost: write monoid_of{0.0, f} in place of monoid_of{0, f}, or plus_monoid<double>{}");
}
/// What multiplies an A and a B, and what sums elements T: compiling these says what is wrong with it.
template <class SR, class A, class B> constexpr void require_semiring() {
  require_marked_semiring<SR, A, B>();
  require_fractions<detail::truncates_products<SR, A, B>>();
}
template <class Monoid, class T> constexpr void require_monoid() {
  require_marked_monoid<Monoid>();
  require_fractions<detail::truncates_sums<Monoid, T>>();
}

/// Whether results of type D go to an output's elements, W. Where they do not, compiling this says so.
template <class W, class D, class Accum> constexpr bool goes_into() {
  constexpr bool converts = std::is_constructible_v<W, D>;
  static_assert(
      converts,
      "heddle: the results do not convert to the elements of the output: write an output of their type, or an "
      "operator that gives what the output holds");
  static_assert(!converts || accumulates_into<W, D, Accum>(),
                "heddle: the accumulator does not take an element of the output and a result: write no_accum, or an "
                "operator of both whose result the output holds");
  if constexpr (converts && !std::is_same_v<Accum, no_accum_type>) {
    require_marked<Accum, W, D>();
    require_fractions<detail::truncates_sums<Accum, D>>();
  }
  return converts && accumulates_into<W, D, Accum>();
}

}  // namespace heddle::inline HEDDLE_TOOLCHAIN::ops

/// Behind the last form of an operation: a call that no form takes, and one would but for a mistake that has a name, is
/// answered with a sentence. Qualified, the operation's name finds the forms alone. An argument in braces is a
/// descriptor, and so are those left out. Of anybody else's function of that name no call is taken that it fits better.
#define HEDDLE_EXPLAIN(operation)                                                                                      \
  namespace ops::operation##_detail {                                                                                  \
    struct forms_of {                                                                                                  \
      template <class... X> static auto with(X&&... x) -> decltype(heddle::operation(static_cast<X&&>(x)...));         \
    };                                                                                                                 \
  }                                                                                                                    \
  template <class A, class B = descriptor, class C = descriptor, class D = descriptor, class E = descriptor,           \
            class F = descriptor, class G = descriptor, class H = descriptor, class K = descriptor,                    \
            detail::mistake Found = detail::mistake_of<ops::operation##_detail::forms_of, A&, B, C, D, E, F, G, H, K>> \
  requires(Found != detail::mistake::none) auto operation(A const&, B const& = {}, C const& = {}, D const& = {},       \
                                                          E const& = {}, F const& = {}, G const& = {}, H const& = {},  \
                                                          K const& = {}) {                                             \
    return detail::explained<Found, ops::operation##_detail::forms_of>();                                              \
  }
