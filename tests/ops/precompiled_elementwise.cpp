// precompiled_elementwise.cpp - every element-wise kernel of the library, and every type and operator that one serves,
// against the host.
#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <heddle/ops/apply/cast.hpp>
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
  return vector<T, I>::build(500, index, value, first<T>{}).to(exec);
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

template <class T, class... Accums> void check_merges(executor const& exec, type_list<Accums...>) {
  auto const check = [&](std::string const& accum, auto const& found, auto const& wanted) {
    CHECK_MESSAGE(same_entries(found, wanted), detail::type_name<T>(), ", ", accum);
  };
  (check(detail::type_name<Accums>(), merged<T, Accums>(exec), merged<T, Accums>(executor{})), ...);
}

template <class T, class I, class... Ops> void check_products(executor const& exec, type_list<Ops...>) {
  auto const check = [&](std::string const& op, auto const& found, auto const& wanted) {
    CHECK_MESSAGE(same_entries(found, wanted), detail::type_name<T>(), ", ", op);
  };
  (check(detail::type_name<Ops>(), combined<T, I, Ops>(exec), combined<T, I, Ops>(executor{})), ...);
}

template <class T, class... Ops> void check_unions(executor const& exec, type_list<Ops...>) {
  auto const check = [&](std::string const& op, auto const& found, auto const& wanted) {
    CHECK_MESSAGE(same_entries(found, wanted), detail::type_name<T>(), ", ", op);
  };
  (check(detail::type_name<Ops>(), united<T, std::int32_t, Ops>(exec), united<T, std::int32_t, Ops>(executor{})), ...);
  check("the greater", added<T>(exec), added<T>(executor{}));
}

template <class... Ts> void check_every_type(executor const& exec, type_list<Ts...>) {
  (check_merges<Ts>(exec, detail::precompiled_accumulators<Ts>{}), ...);
  (check_products<Ts, std::int32_t>(exec, detail::precompiled_ewise<Ts>{}), ...);
  (check_products<Ts, std::int64_t>(exec, type_list<plus<Ts>, less<Ts>>{}), ...);
  (check_unions<Ts>(exec, type_list<minus<Ts>, less<Ts>>{}), ...);
  check_unions<float>(exec, detail::precompiled_ewise<float>{});
}

// C++ defines the conversion of x to T.
template <class T> bool converts(double x) {
  if constexpr (std::is_integral_v<T> && !std::is_same_v<T, bool>) {
    return std::trunc(x) >= static_cast<double>(std::numeric_limits<T>::lowest()) &&
           std::trunc(x) < std::ldexp(1.0, std::numeric_limits<T>::digits);
  } else {
    return true;
  }
}

constexpr double drawn_numbers[] = {0.0,     -0.0,
                                    1.0,     -1.0,
                                    2.5,     -2.5,
                                    127.9,   255.0,
                                    2049.0,  32767.0,
                                    65519.0, 65520.0,
                                    0x1p31,  0x1p63,
                                    -0x1p63, 16777217.0,
                                    1e-7,    -1e-42,
                                    5e-324,  3e38,
                                    1e300,   std::numeric_limits<double>::quiet_NaN()};
template <class T> using odd_array = std::array<T, std::size(drawn_numbers)>;

// Both zeros, ties, numbers at the ends of ranges and beyond them, and a NaN; 1 for what From or a target cannot have.
template <class From> odd_array<From> odd_numbers(bool (*converts_on)(double)) {
  odd_array<From> result;
  std::transform(std::begin(drawn_numbers), std::end(drawn_numbers), result.begin(), [=](double x) {
    bool const fits = converts<From>(x) && converts_on(static_cast<double>(static_cast<From>(x)));
    return static_cast<From>(fits ? x : 1.0);
  });
  return result;
}

template <class To, class From> bool casts(executor const& exec) {
  auto const from = odd_numbers<From>(&converts<To>);
  buffer<From> const operand(exec, from);
  auto const bytes = ops::convert<To>(exec, operand.data(), operand.size());
  odd_array<To> found;
  detail::copy_bytes(executor{}, found.data(), exec, bytes.data(), sizeof(found));
  return std::equal(found.begin(), found.end(), from.begin(),
                    [](To to, From value) { return same_value(to, static_cast<To>(value)); });
}

template <class To, class... Froms> void check_casts(executor const& exec, type_list<Froms...>) {
  auto const check = [](bool right, std::string const& from) {
    CHECK_MESSAGE(right, from, " to ", detail::type_name<To>());
  };
  (check(std::is_same_v<To, Froms> || casts<To, Froms>(exec), detail::type_name<Froms>()), ...);
}

template <class... Tos> void check_all_casts(executor const& exec, type_list<Tos...> types) {
  (check_casts<Tos>(exec, types), ...);
}

// The mask's values are written where it is true, and are true there.
template <class T> void check_truth(executor const& exec) {
  auto const values = odd_numbers<T>(&converts<T>);
  vector<T> mask(static_cast<size_type>(values.size()), exec), w(mask.size(), exec);
  std::vector<std::int32_t> wanted;
  for (std::int32_t k = 0; k < mask.size(); ++k) {
    mask.set(k, values[k]);
    if (values[k] != T(0)) wanted.push_back(k);
  }
  assign(w, mask, no_accum, mask);
  CHECK_MESSAGE(w.tuples().index == wanted, detail::type_name<T>());
}

template <class... Ts> void check_all_truths(executor const& exec, type_list<Ts...>) { (check_truth<Ts>(exec), ...); }

// A code calls what it was made of, and nothing else.
template <class... Ts> constexpr bool calls_back(type_list<Ts...> list) {
  auto const called = [&]<class T>(std::type_identity<T>) {
    int calls = 0, right = 0;
    cuda::with_coded(list, cuda::code_of<T>(list), [&]<class Found>(std::type_identity<Found>) {
      ++calls;
      right += std::is_same_v<T, Found>;
    });
    return calls == 1 && right == 1;
  };
  return (called(std::type_identity<Ts>{}) && ...);
}
static_assert(calls_back(precompiled_elements{}));
static_assert(calls_back(detail::precompiled_accumulators<float>{}));
static_assert(calls_back(detail::precompiled_ewise<float>{}));

}  // namespace

EXECUTOR_CASE("every precompiled accumulator and operator computes as on the host [sanitize]") {
  check_every_type(exec, precompiled_elements{});
}

EXECUTOR_CASE("every precompiled type is cast to every other as on the host [sanitize]") {
  check_all_casts(exec, precompiled_elements{});
}

EXECUTOR_CASE("a mask of any precompiled type is true where its value is not zero [sanitize]") {
  check_all_truths(exec, precompiled_elements{});
}

TEST_CASE("an accumulator that is chosen by its code is the one of that code") {
  auto const check = []<class Accum>(std::type_identity<Accum>) {
    detail::coded_accumulator<double> const chosen{cuda::code_of<Accum>(detail::precompiled_accumulators<double>{})};
    CHECK_EQ(chosen(3, -2), Accum{}(3, -2));
    CHECK_EQ(chosen(0, 5), Accum{}(0, 5));
  };
  auto const check_all = [&]<class... Accums>(type_list<no_accum_type, Accums...>) {
    (check(std::type_identity<Accums>{}), ...);
  };
  check_all(detail::precompiled_accumulators<double>{});
}
