// families.hpp - families of cases by operation, element types and operators; the lists of all.
#pragma once
#include "tests/support/cases/run.hpp"

namespace heddle::testing {

/// A family's name is the operation, the semiring, monoid or operator, and the element types: `name` tells what types
/// alone do not.
namespace families {

inline char const* name_of(operation what) {
  char const* const names[] = {"mxv",
                               "vxm",
                               "mxm",
                               "reduce_rows",
                               "reduce_matrix",
                               "reduce_vector",
                               "ewise_mult",
                               "select",
                               "assign_vector",
                               "assign_scalar",
                               "apply_index",
                               "cast_vector",
                               "cast_matrix",
                               "transpose",
                               "build_vector",
                               "build_matrix",
                               "spmv",
                               "ewise_add",
                               "ewise_union",
                               "mult_matrices",
                               "add_matrices",
                               "union_matrices",
                               "transpose_into",
                               "kronecker",
                               "extract_vector",
                               "extract_matrix",
                               "extract_column",
                               "assign_part",
                               "assign_matrix",
                               "assign_row",
                               "assign_column",
                               "subassign_part",
                               "subassign_matrix",
                               "subassign_row",
                               "subassign_column",
                               "diag",
                               "diagonal",
                               "bind_first",
                               "bind_second",
                               "index_vector",
                               "select_vector",
                               "bind_first_matrix",
                               "bind_second_matrix",
                               "index_matrix",
                               "select_matrix"};
  return names[static_cast<int>(what)];
}

template <class... Accums> std::vector<op_code> accums_of(accumulators<Accums...>) {
  if constexpr ((is_drawn<Accums> || ...)) {
    return drawn_accumulators();
  } else {
    return {op_code::none, code_of(Accums{})...};
  }
}

template <class Types>
case_family of_types(operation what, type_code domain, std::vector<std::array<op_code, 2>> algebras,
                     std::vector<op_code> accums, decltype(case_family::run) run) {
  case_family f{{},
                what,
                domain,
                type_of<typename Types::W>,
                type_of<typename Types::A>,
                type_of<typename Types::B>,
                type_of<typename Types::M>,
                std::move(algebras),
                std::move(accums),
                run};
  f.name = std::string(name_of(what)) + ' ';
  if (f.algebras.size() == 1) {
    for (op_code const op : f.algebras[0]) f.name += op == op_code::none ? "" : testing::name_of(op) + std::string(" ");
  } else {
    f.name += "drawn ";
  }
  f.name += testing::name_of(domain);
  for (type_code const t : {f.w, f.a, f.b, f.mask}) f.name += std::string(" ") + testing::name_of(t);
  f.name += sizeof(typename Types::I) == 8 ? " I64" : "";
  f.name += sizeof(typename Types::O) == 8 ? " O64" : "";
  return f;
}

template <class SR> std::vector<std::array<op_code, 2>> algebras_of() {
  if constexpr (is_drawn<SR>) {
    return drawn_algebras(type_of<domain_of<SR>>);
  } else {
    SR const sr{};
    return {{code_of(sr.add), code_of(sr.multiply)}};
  }
}
template <class Monoid> std::vector<std::array<op_code, 2>> monoids_of() {
  if constexpr (is_drawn<Monoid>) {
    return drawn_monoids(type_of<typename Monoid::value_type>);
  } else {
    return {{code_of(Monoid{}), op_code::none}};
  }
}
template <class Op> std::vector<std::array<op_code, 2>> operators_of() {
  using enum op_code;
  if constexpr (requires { Op{}.op; }) {
    if (Op{}.op == less) return {{none, less}, {none, equal}, {none, not_equal}};
    std::vector<std::array<op_code, 2>> all = {{none, plus},    {none, minus}, {none, times}, {none, minimum},
                                               {none, maximum}, {none, first}, {none, second}};
    using T = decltype(Op{}(1, 1));
    if (std::is_integral_v<T>) {  // of real numbers quotients are NaN or -0 too often
      for (op_code const op : {reverse_minus, divide, reverse_divide}) all.push_back({none, op});
    }
    return all;
  } else {
    return {{none, code_of(Op{})}};
  }
}

template <class SR, class Accums, class Types = case_types<domain_of<SR>>> case_family mxv() {
  return of_types<Types>(operation::mxv, type_of<domain_of<SR>>, algebras_of<SR>(), accums_of(Accums{}),
                         running::product_with_vector<Types, operation::mxv, SR, Accums>);
}
template <class SR, class Accums, class Types = case_types<domain_of<SR>>> case_family vxm() {
  return of_types<Types>(operation::vxm, type_of<domain_of<SR>>, algebras_of<SR>(), accums_of(Accums{}),
                         running::product_with_vector<Types, operation::vxm, SR, Accums>);
}
template <class SR, class Accums, class Types = case_types<domain_of<SR>>> case_family mxm() {
  return of_types<Types>(operation::mxm, type_of<domain_of<SR>>, algebras_of<SR>(), accums_of(Accums{}),
                         running::product_of_matrices<Types, SR, Accums>);
}
template <class Monoid, class Accums, class Types = case_types<typename Monoid::value_type>> case_family reduce_rows() {
  return of_types<Types>(operation::reduce_rows, type_of<typename Monoid::value_type>, monoids_of<Monoid>(),
                         accums_of(Accums{}), running::sums_of_rows<Types, Monoid, Accums>);
}
template <class Monoid, class Types = case_types<typename Monoid::value_type>> case_family reduce_matrix() {
  return of_types<Types>(operation::reduce_matrix, type_of<typename Monoid::value_type>, monoids_of<Monoid>(), {},
                         running::sum_of_matrix<Types, Monoid>);
}
template <class Monoid, class Types = case_types<typename Monoid::value_type>> case_family reduce_vector() {
  return of_types<Types>(operation::reduce_vector, type_of<typename Monoid::value_type>, monoids_of<Monoid>(), {},
                         running::sum_of_vector<Types, Monoid>);
}
template <class Op, class Accums, class Types> case_family ewise_mult() {
  return of_types<Types>(operation::ewise_mult, type_of<typename Types::A>, operators_of<Op>(), accums_of(Accums{}),
                         running::elementwise<Types, operation::ewise_mult, Op, Accums>);
}
template <class Op, class Accums, class Types> case_family select() {
  return of_types<Types>(operation::select, type_of<typename Types::A>, operators_of<Op>(), accums_of(Accums{}),
                         running::elementwise<Types, operation::select, Op, Accums>);
}
// D: what the operator takes.
template <operation What, class Op, class Accums, class Types, class D = typename Types::A> case_family of_pairs() {
  constexpr auto run = [] {
    if constexpr (What == operation::ewise_mult || What == operation::ewise_add || What == operation::ewise_union) {
      return running::elementwise<Types, What, Op, Accums>;
    } else {
      return running::pairs_of_matrices<Types, What, Op, Accums>;
    }
  }();
  return of_types<Types>(What, type_of<D>, operators_of<Op>(), accums_of(Accums{}), run);
}
template <class Accums, class Types> case_family transpose_into() {
  return of_types<Types>(operation::transpose_into, type_of<typename Types::A>, {{op_code::none, op_code::none}},
                         accums_of(Accums{}), running::transposed_into<Types, Accums>);
}
template <class Accums, class Types> case_family assign_vector() {
  return of_types<Types>(operation::assign_vector, type_of<typename Types::B>, {{op_code::none, op_code::none}},
                         accums_of(Accums{}), running::assigned<Types, false, Accums>);
}
template <class Accums, class Types> case_family assign_scalar() {
  return of_types<Types>(operation::assign_scalar, type_of<typename Types::B>, {{op_code::none, op_code::none}},
                         accums_of(Accums{}), running::assigned<Types, true, Accums>);
}
template <class I> case_family apply_index() {
  return of_types<case_types<I, I, I, I, I, I>>(operation::apply_index, type_of<I>, {{op_code::none, op_code::none}},
                                                {}, running::numbered<I>);
}
template <class To, class From, class I = std::int32_t> case_family cast_vector() {
  return of_types<case_types<To, From, From, To, I>>(operation::cast_vector, type_of<From>,
                                                     {{op_code::none, op_code::none}}, {},
                                                     running::cast_of_vector<To, From, I>);
}
template <class To, class From> case_family cast_matrix() {
  return of_types<case_types<To, From>>(operation::cast_matrix, type_of<From>, {{op_code::none, op_code::none}}, {},
                                        running::cast_of_matrix<To, From>);
}
template <class Types> case_family transposed() {
  return of_types<Types>(operation::transpose, type_of<typename Types::A>, {{op_code::none, op_code::none}}, {},
                         running::transpose_of_matrix<Types>);
}
template <class Types> case_family diag() {
  return of_types<Types>(operation::diag, type_of<typename Types::B>, {{op_code::none, op_code::none}}, {},
                         running::diagonal_matrix<Types>);
}
template <class Types> case_family diagonal() {
  return of_types<Types>(operation::diagonal, type_of<typename Types::A>, {{op_code::none, op_code::none}}, {},
                         running::diagonal_of_matrix<Types>);
}
template <class T, class Op, class I = std::int32_t> case_family build_vector() {
  return of_types<case_types<T, T, T, T, I>>(operation::build_vector, type_of<T>, operators_of<Op>(), {},
                                             running::built_vector<T, Op, I>);
}
template <class Op, class Types> case_family build_matrix() {
  return of_types<Types>(operation::build_matrix, type_of<typename Types::A>, operators_of<Op>(), {},
                         running::built_matrix<Types, Op>);
}
template <class Types> case_family spmv() {
  using D = detail::sum_type<typename Types::W, typename Types::A, typename Types::B>;
  return of_types<Types>(operation::spmv, type_of<D>, {{op_code::plus, op_code::times}}, {},
                         running::scaled_product<Types>);
}

}  // namespace families
}  // namespace heddle::testing
