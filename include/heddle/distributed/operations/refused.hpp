// refused.hpp - what is not distributed says so: a call that takes operands which are dealt out, and that no form of
// the operation takes, is answered with one sentence.
#pragma once
#include <heddle/algorithms/connected_components.hpp>
#include <heddle/distributed/operations/algorithms.hpp>
#include <heddle/distributed/operations/dense_products.hpp>
#include <heddle/distributed/operations/entrywise.hpp>
#include <heddle/distributed/operations/sparse_products.hpp>
#include <heddle/ops/detail/mistakes.hpp>
#include <initializer_list>

namespace heddle::detail {

template <class X> inline constexpr bool is_dealt_out = false;
template <class T, index_type I, index_type O> inline constexpr bool is_dealt_out<distributed::matrix<T, I, O>> = true;
template <class T, index_type I> inline constexpr bool is_dealt_out<distributed::vector<T, I>> = true;
template <class T> inline constexpr bool is_dealt_out<distributed::dense_matrix<T>> = true;
template <class M> inline constexpr bool is_dealt_out<transpose_of<M>> = is_dealt_out<M>;
template <class M> inline constexpr bool is_dealt_out<mask_of<M>> = is_dealt_out<M>;

template <class... X>
concept some_dealt_out = (is_dealt_out<std::remove_cvref_t<X>> || ...);

/// The forms of an operation that has none over ranks.
struct no_forms {};
/// Whether a form takes a call; descriptors are left out, as in mistake_of.
template <class Forms, class... X> inline constexpr bool has_form = false;
template <class Forms, class... X> inline constexpr bool has_form<Forms, attempted<Forms, X...>> = takes<Forms, X...>;

/// A source as a number: who takes one is chosen last.
struct any_source {
  any_source(size_type);
};

}  // namespace heddle::detail

#define HEDDLE_NOT_DISTRIBUTED(operation, holds)                                                    \
  static_assert(holds, "heddle: " #operation                                                        \
                       " of these operands is not distributed, see docs/ranks.md: gather_to(rank) " \
                       "gives whole ones at a rank, and " #operation " takes these there")
// Of anybody else's function of that name no call is taken, for an operand is heddle's.
#define HEDDLE_REFUSED(operation, forms)                                                                             \
  template <class A, class B = descriptor, class C = descriptor, class D = descriptor, class E = descriptor,         \
            class F = descriptor, class G = descriptor, class H = descriptor, class K = descriptor>                  \
  requires detail::some_dealt_out<A, B, C, D, E, F, G, H, K> &&                                                      \
      (!detail::has_form<forms,                                                                                      \
                         typename detail::attempt<forms, detail::parameter_list<A&>, B, C, D, E, F, G, H, K>::type>) \
          detail::refused                                                                                            \
          operation(A&&, B const& = {}, C const& = {}, D const& = {}, E const& = {}, F const& = {}, G const& = {},   \
                    H const& = {}, K const& = {}) {                                                                  \
    HEDDLE_NOT_DISTRIBUTED(operation, (!detail::some_dealt_out<A, B, C, D, E, F, G, H, K>));                         \
    return {};                                                                                                       \
  }
// Positions in braces, which are no argument of a template's own type.
#define HEDDLE_REFUSED_LIST(operation)                                                                             \
  template <class A, class B>                                                                                      \
  requires detail::some_dealt_out<A, B> detail::refused operation(A&&, B const&, std::initializer_list<size_type>, \
                                                                  std::initializer_list<size_type> = {}) {         \
    HEDDLE_NOT_DISTRIBUTED(operation, (!detail::some_dealt_out<A, B>));                                            \
    return {};                                                                                                     \
  }
// Forms over ranks stand in the namespace of the toolchain. Where no local one stands there, `where` names it: else
// nvcc finds local ones alone.
#define HEDDLE_PARTLY_REFUSED_IN(where, operation)                                                          \
  namespace distributed_detail {                                                                            \
  struct forms_of_##operation {                                                                             \
    template <class... X> static auto with(X&&... x) -> decltype(where::operation(static_cast<X&&>(x)...)); \
  };                                                                                                        \
  }                                                                                                         \
  HEDDLE_REFUSED(operation, distributed_detail::forms_of_##operation)
#define HEDDLE_PARTLY_REFUSED(operation) HEDDLE_PARTLY_REFUSED_IN(heddle, operation)

namespace heddle::inline HEDDLE_TOOLCHAIN {

HEDDLE_PARTLY_REFUSED(mxv)
HEDDLE_PARTLY_REFUSED(vxm)
HEDDLE_PARTLY_REFUSED(mxm)
HEDDLE_PARTLY_REFUSED(spmv)
HEDDLE_PARTLY_REFUSED(ewise_mult)
HEDDLE_PARTLY_REFUSED(ewise_add)
HEDDLE_PARTLY_REFUSED(apply)
HEDDLE_PARTLY_REFUSED(select)
HEDDLE_PARTLY_REFUSED(select_with)
HEDDLE_PARTLY_REFUSED(assign)
HEDDLE_PARTLY_REFUSED(gather)
HEDDLE_PARTLY_REFUSED(scatter)
HEDDLE_PARTLY_REFUSED(reduce)
HEDDLE_PARTLY_REFUSED(transpose)
HEDDLE_PARTLY_REFUSED(bfs)
HEDDLE_PARTLY_REFUSED_IN(heddle::HEDDLE_TOOLCHAIN, sssp)
HEDDLE_PARTLY_REFUSED(connected_components)
HEDDLE_PARTLY_REFUSED(pagerank)
HEDDLE_REFUSED(ewise_union, detail::no_forms)
HEDDLE_REFUSED(apply_index, detail::no_forms)
HEDDLE_REFUSED(subassign, detail::no_forms)
HEDDLE_REFUSED(extract, detail::no_forms)
HEDDLE_REFUSED(kronecker, detail::no_forms)
HEDDLE_REFUSED(fixpoint, detail::no_forms)
HEDDLE_REFUSED(triangle_count, detail::no_forms)
HEDDLE_REFUSED(bfs_from_each, detail::no_forms)
HEDDLE_REFUSED(mxm_need, detail::no_forms)
HEDDLE_REFUSED(diag, detail::no_forms)
HEDDLE_REFUSED(expand, detail::no_forms)
HEDDLE_REFUSED(relabel_by_degree, detail::no_forms)
HEDDLE_REFUSED_LIST(assign)
HEDDLE_REFUSED_LIST(subassign)
HEDDLE_REFUSED_LIST(extract)

/// Options of a local search, in braces too.
template <class T, index_type I, index_type O>
detail::refused bfs(distributed::matrix<T, I, O> const&, detail::any_source, bfs_options const&) {
  static_assert(!detail::is_dealt_out<distributed::matrix<T, I, O>>,
                "heddle: the options of a local bfs are not distributed: over ranks it takes "
                "distributed::search_options, and always gives the smallest parents");
  return {};
}
template <class T, index_type I, index_type O>
detail::refused sssp(distributed::matrix<T, I, O> const&, detail::any_source, sssp_options const&) {
  static_assert(!detail::is_dealt_out<distributed::matrix<T, I, O>>,
                "heddle: the options of a local sssp are not distributed: over ranks it takes "
                "distributed::search_options");
  return {};
}
template <class T, index_type I, index_type O>
detail::refused connected_components(distributed::matrix<T, I, O> const&, components_options const&) {
  static_assert(!detail::is_dealt_out<distributed::matrix<T, I, O>>,
                "heddle: the options of a local connected_components are not distributed: over ranks it takes none");
  return {};
}

}  // namespace heddle::inline HEDDLE_TOOLCHAIN

#undef HEDDLE_PARTLY_REFUSED
#undef HEDDLE_PARTLY_REFUSED_IN
#undef HEDDLE_REFUSED_LIST
#undef HEDDLE_REFUSED
#undef HEDDLE_NOT_DISTRIBUTED
