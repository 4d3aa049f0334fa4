// precompiled_types.cpp - every element type of the library cast to every other and taken for a mask, and the codes of
// its operators.
#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <heddle/ops/apply/cast.hpp>
#include <heddle/ops/assign/assign.hpp>
#include <heddle/ops/ewise/ewise.hpp>

#include "tests/support/executors.hpp"
#include "tests/support/operators.hpp"
#include "tests/support/same_value.hpp"

using namespace heddle;

using namespace heddle::testing;

namespace {

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

template <class To, class... Froms> void check_casts(executor const& exec, detail::type_list<Froms...>) {
  auto const check = [](bool right, std::string const& from) {
    CHECK_MESSAGE(right, from, " to ", detail::type_name<To>());
  };
  (check(std::is_same_v<To, Froms> || casts<To, Froms>(exec), detail::type_name<Froms>()), ...);
}

template <class... Tos> void check_all_casts(executor const& exec, detail::type_list<Tos...> types) {
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

template <class... Ts> void check_all_truths(executor const& exec, detail::type_list<Ts...>) {
  (check_truth<Ts>(exec), ...);
}

// A code calls what it was made of, and nothing else.
template <class... Ts> constexpr bool calls_back(detail::type_list<Ts...>) {
  using list = detail::type_list<Ts...>;
  auto const called = [&]<class T>(std::type_identity<T>) {
    int calls = 0, right = 0;
    detail::by_code<list>(detail::code_of<T, list>, [&]<class Found>(std::type_identity<Found>) {
      ++calls;
      right += std::is_same_v<T, Found>;
    });
    return calls == 1 && right == 1;
  };
  return (called(std::type_identity<Ts>{}) && ...);
}
static_assert(calls_back(detail::precompiled_elements{}));

}  // namespace

EXECUTOR_CASE("every precompiled type is cast to every other as on the host [sanitize]") {
  check_all_casts(exec, detail::precompiled_elements{});
}

EXECUTOR_CASE("a mask of any precompiled type is true where its value is not zero [sanitize]") {
  check_all_truths(exec, detail::precompiled_elements{});
}

TEST_CASE("an accumulator that is chosen by its code is the one of that code") {
  for_each_operator<detail::binary_operators<double>, table::accumulators>([]<class Accum>(Accum const& accum) {
    INFO(detail::type_name<Accum>());
    double written = 3;
    seam::vector_sink<double, Accum> const sink{&written, nullptr, {}, false, true, accum};
    auto const chosen = detail::by_code(sink).accum;
    CHECK_EQ(chosen(3, -2), accum(3, -2));
    CHECK_EQ(chosen(0, 5), accum(0, 5));
  });
}
