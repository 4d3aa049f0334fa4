// rows.hpp - what is known of an operator: its row in the table of operators, which stands beside the operators
// themselves. Codes, what kernels know, what is read, laws and the lists of documentation and tests follow from it.
#pragma once
#include <heddle/base/converted.hpp>

namespace heddle::detail {

template <class... Ts> struct type_list {};

template <class A, class B> struct joined;
template <class... As, class... Bs> struct joined<type_list<As...>, type_list<Bs...>> {
  using type = type_list<As..., Bs...>;
};
template <class A, class B> using join = typename joined<A, B>::type;

template <class T, class List> struct contains;
template <class T, class... Ts>
struct contains<T, type_list<Ts...>> : std::bool_constant<(std::is_same_v<T, Ts> || ...)> {};

namespace table {

enum fact : unsigned {
  // Who knows the operator by its code: kernels of the library, in which every thread takes the same branch.
  pairs = 1 << 0,         // of two elements: ewise, merges, apply with a bound operand
  accumulators = 1 << 1,  // writing
  runs = 1 << 2,          // tuples of one position
  numbers = 1 << 3,       // comparisons with one number
  products = 1 << 4,      // multiplications of semirings
  sums = 1 << 5,          // monoids of semirings and reductions
  functions = 1 << 6,     // of one element: apply
  often = pairs | accumulators | runs,
  everywhere = often | products,
  // What it reads.
  skips_left = 1 << 8,
  skips_right = 1 << 9,
  skips_both = skips_left | skips_right,
  // Laws.
  symmetric = 1 << 10,   // op(a, b) is op(b, a)
  monotone = 1 << 11,    // x <= y gives op(x, a) <= op(y, a) for every a, rounding included
  idempotent = 1 << 12,  // add(x, x) is x
  selective = 1 << 13,   // add(x, y) is x or y
  any_order = 1 << 14,   // sums in whatever order are the same, bit for bit
  takes_any = 1 << 15,   // add(x, y) is x, and y would do as well
  costly = 1 << 16       // takes a processor longer than reading and writing
};

HEDDLE_FN constexpr unsigned when(bool condition, unsigned facts) { return condition ? facts : 0; }

struct row {
  char const* name = "";      // empty: no operator of the library's
  char const* standard = "";  // in GraphBLAS C API 2.1, or SuiteSparse:GraphBLAS; empty: it has none
  unsigned facts = 0;
  bool has_domain = true;  // it is an operator on these elements

  HEDDLE_FN constexpr bool is_known() const { return *name != '\0'; }
  HEDDLE_FN constexpr bool has(unsigned what) const { return has_domain && (facts & what) != 0; }
};

/// The row of exactly this type: what derives from an operator may compute what it likes.
template <class Op> inline constexpr row row_of{};

template <class Op> inline constexpr bool is_known = row_of<Op>.is_known();
template <class Op, unsigned What> inline constexpr bool has = row_of<Op>.has(What);

}  // namespace table

// Codes are places in a list.
template <class List> struct codes;
template <class... Ts> struct codes<type_list<Ts...>> {
  template <class T> HEDDLE_FN static constexpr int of() {
    static_assert((std::is_same_v<T, Ts> || ...), "heddle: no kernel of the library knows this type");
    int code = 0;
    (void)((std::is_same_v<T, Ts> || (++code, false)) || ...);
    return code;
  }
  template <unsigned Use, class F> HEDDLE_FN static constexpr void call(int code, F const& f) {
    int place = 0;
    (void)(called_if<Use, Ts>(code == place++, f) || ...);
  }

 private:
  template <unsigned Use, class T, class F>
  HEDDLE_FN static constexpr bool called_if([[maybe_unused]] bool asked, F const& f) {
    if constexpr (Use == 0 || table::has<T, Use>) {
      if (asked) f(std::type_identity<T>{});
      return asked;
    } else {
      return false;
    }
  }
};

template <class T, class List> inline constexpr int code_of = codes<List>::template of<T>();

/// f(std::type_identity<T>{}) for the T of that code, on host and GPU; of operators only where `Use` is among its
/// facts: others are not compiled.
template <class List, unsigned Use = 0, class F> HEDDLE_FN constexpr void by_code(int code, F const& f) {
  codes<List>::template call<Use>(code, f);
}

}  // namespace heddle::detail
