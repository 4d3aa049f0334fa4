// operators.hpp - the table of operators as lists that tests walk.
#pragma once
#include <heddle/detail/executor/flagged.hpp>
#include <heddle/ops/apply/functions.hpp>
#include <heddle/semirings/index_operators.hpp>
#include <heddle/semirings/semirings.hpp>

namespace heddle::testing {

namespace table = detail::table;

template <class List> struct each_operator;
template <class... Ops> struct each_operator<detail::type_list<Ops...>> {
  template <unsigned Facts, class Visit> static void visit(Visit const& visit) { (visit_one<Facts, Ops>(visit), ...); }

 private:
  template <unsigned Facts, class Op, class Visit> static void visit_one(Visit const& visit) {
    if constexpr (table::row_of<Op>.has_domain && (Facts == 0 || table::has<Op, Facts>)) visit(Op{});
  }
};

/// visit(Op{}) for every operator of a list that is one on its elements and has one of these facts; 0: for all.
template <class List, unsigned Facts = 0, class Visit> void for_each_operator(Visit const& visit) {
  each_operator<List>::template visit<Facts>(visit);
}

/// visit(list of T, title) for every part of the table.
template <class T, class Visit> void for_each_list(Visit const& visit) {
  visit(std::type_identity<detail::binary_operators<T>>{}, "of two values");
  visit(std::type_identity<detail::real_binary_operators<T>>{}, "of two real numbers");
  visit(std::type_identity<detail::unary_operators<T>>{}, "of one value");
  visit(std::type_identity<detail::position_operators<T>>{}, "of positions and a scalar, for `apply_index`");
  visit(std::type_identity<detail::position_rules>{}, "the same, for `select`; no templates");
  visit(std::type_identity<detail::monoids<T>>{}, "monoids");
}

/// f of element k alone, as a GPU calls it.
template <class F> void call_at(F const& f, size_type k) {
  if constexpr (detail::batched_functor<F>) {
    size_type elements[F::at_once];
    for (auto& element : elements) element = k;
    f.some(elements, 1);
  } else {
    f(k);
  }
}

}  // namespace heddle::testing
