// precompiled.cpp - every element-wise kernel of the library, and every type and operator that one serves,
// against the host.
#include <doctest/doctest.h>

#include <algorithm>
#include <heddle/ops/assign/assign.hpp>
#include <heddle/ops/ewise/ewise.hpp>

#include "tests/support/executors.hpp"
#include "tests/support/operators.hpp"
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
  storage_of(u).write_bitmap();
  storage_of(v).write_bitmap();
  vector<T> w(500, exec);
  ewise_add(w, no_mask, no_accum, max_monoid<T>{}, u, v);
  return w;
}

template <class T, class V> void check_same(char const* what, vector<V> const& found, vector<V> const& wanted) {
  CHECK_MESSAGE(same_entries(found, wanted), detail::type_name<T>(), ", ", what);
}

template <class T> void check_merges(executor const& exec) {
  check_same<T>("no accumulator", merged<T, no_accum_type>(exec), merged<T, no_accum_type>(executor{}));
  for_each_operator<detail::binary_operators<T>, table::accumulators>([&]<class Accum>(Accum const&) {
    check_same<T>(table::row_of<Accum>.name, merged<T, Accum>(exec), merged<T, Accum>(executor{}));
  });
}

template <class T> void check_products(executor const& exec) {
  for_each_operator<detail::binary_operators<T>, table::pairs>([&]<class Op>(Op const&) {
    using I = std::int32_t;
    check_same<T>(table::row_of<Op>.name, combined<T, I, Op>(exec), combined<T, I, Op>(executor{}));
  });
}

template <class T> void check_united(executor const& exec) {
  check_same<T>("the greater", added<T>(exec), added<T>(executor{}));
  using I = std::int32_t;
  check_same<T>("minus", united<T, I, minus<T>>(exec), united<T, I, minus<T>>(executor{}));
  check_same<T>("less", united<T, I, less<T>>(exec), united<T, I, less<T>>(executor{}));
}

template <class T> void check_type(executor const& exec) {
  check_merges<T>(exec);
  check_products<T>(exec);
  CHECK(same_entries(combined<T, std::int64_t, plus<T>>(exec), combined<T, std::int64_t, plus<T>>(executor{})));
  CHECK(same_entries(combined<T, std::int64_t, less<T>>(exec), combined<T, std::int64_t, less<T>>(executor{})));
  check_united<T>(exec);
}

template <class... Ts> void check_every_type(executor const& exec, detail::type_list<Ts...>) {
  (check_type<Ts>(exec), ...);
  for_each_operator<detail::binary_operators<float>, table::pairs>([&]<class Op>(Op const&) {
    using I = std::int32_t;
    check_same<float>(table::row_of<Op>.name, united<float, I, Op>(exec), united<float, I, Op>(executor{}));
  });
}

}  // namespace

GPU_CASE("every precompiled accumulator and operator computes as on the host [sanitize]") {
  check_every_type(cuda_executor(), detail::precompiled_elements{});
}
