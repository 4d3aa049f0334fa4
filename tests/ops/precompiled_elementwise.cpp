// precompiled_elementwise.cpp - every element-wise kernel of the library, and every type and operator that one serves,
// against the host.
#include <doctest/doctest.h>

#include <algorithm>
#include <heddle/ops/assign/assign.hpp>
#include <heddle/ops/ewise/ewise.hpp>

#include "tests/support/executors.hpp"
#include "tests/support/same_value.hpp"

using namespace heddle;

using namespace heddle::testing;

namespace {

// Values 0 to 3, such that any two steps meet in many pairs of them.
template <class T, index_type I = std::int32_t> vector<T, I> every(int step, executor const& exec) {
  std::vector<I> index;
  std::vector<T> value;
  for (int i = 0; i < 500; i += step) index.push_back(i), value.push_back(static_cast<T>((i / step + step) % 4));
  return vector<T, I>::build(500, index, value, take_first<T>{}).to(exec);
}

template <class T, index_type I> bool same_entries(vector<T, I> const& a, vector<T, I> const& b) {
  auto const x = a.tuples(), y = b.tuples();
  return x.index == y.index && std::equal(x.value.begin(), x.value.end(), y.value.begin(), y.value.end(),
                                          [](T const& left, T const& right) { return same_value<T>(left, right); });
}

template <class W, class Accum> vector<W> merged(executor const& exec) {
  auto w = every<W>(3, exec);
  assign(w, every<W>(5, exec), Accum{}, every<W>(2, exec));
  return w;
}

template <class T, class I, class Op> auto combined(executor const& exec) {
  vector<std::invoke_result_t<Op const&, T, T>, I> w(500, exec);
  ewise_mult(w, no_mask, no_accum, Op{}, every<T, I>(2, exec), every<T, I>(3, exec));
  return w;
}

// Lists, merged by the kernels that know operators by their codes.
template <class T, class I, class Op> auto united(executor const& exec) {
  vector<std::invoke_result_t<Op const&, T, T>, I> w(500, exec);
  ewise_union(w, no_mask, no_accum, Op{}, every<T, I>(2, exec), T(1), every<T, I>(3, exec), T(2));
  return w;
}

// Bitmaps, and the operator of a monoid where there is one.
template <class T> vector<T> added(executor const& exec) {
  auto u = every<T>(2, exec), v = every<T>(3, exec);
  u.storage().write_bitmap();
  v.storage().write_bitmap();
  vector<T> w(500, exec);
  ewise_add(w, no_mask, no_accum, max_monoid<T>{}, u, v);
  return w;
}

template <class T, class... Accums> void check_merges(executor const& exec, detail::type_list<Accums...>) {
  auto const check = [&](std::string const& accum, auto const& found, auto const& wanted) {
    CHECK_MESSAGE(same_entries(found, wanted), detail::type_name<T>(), ", ", accum);
  };
  (check(detail::type_name<Accums>(), merged<T, Accums>(exec), merged<T, Accums>(executor{})), ...);
}

template <class T, class I, class... Ops> void check_products(executor const& exec, detail::type_list<Ops...>) {
  auto const check = [&](std::string const& op, auto const& found, auto const& wanted) {
    CHECK_MESSAGE(same_entries(found, wanted), detail::type_name<T>(), ", ", op);
  };
  (check(detail::type_name<Ops>(), combined<T, I, Ops>(exec), combined<T, I, Ops>(executor{})), ...);
}

template <class T, class... Ops> void check_unions(executor const& exec, detail::type_list<Ops...>) {
  auto const check = [&](std::string const& op, auto const& found, auto const& wanted) {
    CHECK_MESSAGE(same_entries(found, wanted), detail::type_name<T>(), ", ", op);
  };
  (check(detail::type_name<Ops>(), united<T, std::int32_t, Ops>(exec), united<T, std::int32_t, Ops>(executor{})), ...);
  check("the greater", added<T>(exec), added<T>(executor{}));
}

template <class... Ts> void check_every_type(executor const& exec, detail::type_list<Ts...>) {
  (check_merges<Ts>(exec, detail::precompiled_accumulators<Ts>{}), ...);
  (check_products<Ts, std::int32_t>(exec, detail::precompiled_ewise<Ts>{}), ...);
  (check_products<Ts, std::int64_t>(exec, detail::type_list<plus<Ts>, less<Ts>>{}), ...);
  (check_unions<Ts>(exec, detail::type_list<minus<Ts>, less<Ts>>{}), ...);
  check_unions<float>(exec, detail::precompiled_ewise<float>{});
}

}  // namespace

GPU_CASE("every precompiled accumulator and operator computes as on the host [sanitize]") {
  check_every_type(cuda_executor(), detail::precompiled_elements{});
}
