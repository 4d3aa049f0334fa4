// conversions.cpp - values that meet another type, by every operation on every executor: numbers that the other does
// not hold, fractions, NaN.
#include "tests/support/conversions.hpp"

#include <heddle/dense_matrix.hpp>
#include <heddle/ops/apply/apply.hpp>
#include <heddle/ops/apply/cast.hpp>
#include <heddle/ops/assign/assign.hpp>
#include <heddle/ops/ewise/ewise.hpp>
#include <heddle/ops/extract/extract.hpp>
#include <heddle/ops/mxv/mxv.hpp>
#include <heddle/ops/reduce/reduce.hpp>
#include <heddle/ops/select/select.hpp>

#include "tests/support/executors.hpp"

using namespace heddle;

using namespace heddle::testing;

namespace {

// tests/semirings/converted.cpp goes through all pairs; these are compiled with every operation.
using telling_targets = detail::type_list<bool, std::uint8_t, std::int16_t, std::int32_t, std::int64_t, std::uint64_t>;

template <class To, class From> void expect(char const* what, std::vector<From> const& from, vector<To> const& found) {
  auto const got = found.tuples();
  REQUIRE_EQ(got.value.size(), from.size());
  for (std::size_t k = 0; k < from.size(); ++k) {
    To const value = got.value[k];
    CHECK_MESSAGE(same_value(value, expected_conversion<To>(from[k])), what, ", ", detail::type_name<From>(), " to ",
                  detail::type_name<To>(), " on ", found.exec().description(), ": ", exactly(from[k]), " is ",
                  exactly(value));
  }
}

/// Value k alone in row k.
template <class T> matrix<T> diagonal_of(std::vector<T> const& values, executor const& exec) {
  std::vector<std::int32_t> at(values.size());
  for (std::size_t k = 0; k < at.size(); ++k) at[k] = static_cast<std::int32_t>(k);
  auto const n = static_cast<size_type>(values.size());
  return matrix<T>::build(n, n, at, at, values, no_duplicates, exec);
}

template <class T> std::vector<T> telling_numbers() {
  auto values = telling_values<T>();
  if constexpr (detail::floating<T>) std::erase_if(values, [](T v) { return v != v; });
  return values;
}

struct operations_of {
  executor exec;

  template <class From, class To> void casts() const {
    auto const values = telling_values<From>();
    expect("cast", values, cast<To>(vector<From>::dense(values, exec)));
  }

  template <class From, class To> void casts_of_matrices() const {
    auto const values = telling_values<From>();
    auto const a = cast<To>(diagonal_of(values, exec)).tuples();
    for (std::size_t k = 0; k < values.size(); ++k) {
      CHECK(same_value<To>(a.value[k], expected_conversion<To>(values[k])));
    }
  }

  // Of floating-point numbers, by functions of them that the library has kernels of.
  template <class From, class To> void results() const {
    auto const values = telling_values<From>();
    auto const n = static_cast<size_type>(values.size());
    auto const u = vector<From>::dense(values, exec);
    vector<To> w(n, exec);
    assign(w, u);
    expect("assign", values, w);
    heddle::apply(w, identity<From>{}, u);
    expect("apply", values, w);
    ewise_mult(w, take_first<From>{}, u, u);
    expect("ewise_mult", values, w);
    ewise_add(w, take_second<From>{}, vector<From>(n, exec), u);
    expect("ewise_add", values, w);
    auto const numbers = telling_numbers<From>();
    vector<To> kept(static_cast<size_type>(numbers.size()), exec);
    select(kept, equal<From>{}, vector<From>::filled(kept.size(), numbers[0], exec), numbers[0]);
    for (auto const& value : kept.tuples().value) CHECK(same_value<To>(value, expected_conversion<To>(numbers[0])));
    if constexpr (std::is_convertible_v<From, To>) {
      assign(kept, heddle::scalar<From>(numbers[0], exec));
      CHECK(same_value<To>(*kept.get(0), expected_conversion<To>(numbers[0])));
    }
  }

  // Sums of single values: what a row has, in the domain of the monoid, becomes an output's.
  template <class From, class To> void sums() const {
    auto const values = telling_values<From>();
    auto const n = static_cast<size_type>(values.size());
    auto const a = diagonal_of(values, exec);
    vector<To> w(n, exec);
    reduce(w, min_monoid<From>{}, a);
    expect("reduce", values, w);
    mxv(w, plus_first<From>{}, a, vector<From>::filled(n, From(1), exec));
    expect("mxv", values, w);
    auto const u = vector<From>::dense(values, exec);
    mxv(w, plus_second<From>{}, diagonal_of(std::vector<From>(values.size(), From(1)), exec), u);
    expect("mxv of a vector", values, w);
  }
};

}  // namespace

EXECUTOR_CASE("[sanitize] cast converts values of every element type as one page says") {
  for_each_type(detail::precompiled_elements{}, [&]<class T>(T) {
    for_each_type(detail::type_list<std::uint8_t, std::int64_t>{},
                  [&]<class To>(To) { operations_of{exec}.casts<T, To>(); });
    for_each_type(detail::type_list<bool, double>{}, [&]<class From>(From) { operations_of{exec}.casts<From, T>(); });
  });
  for_each_type(telling_targets{}, [&]<class To>(To) {
    operations_of{exec}.casts<float, To>();
    operations_of{exec}.casts<std::uint64_t, To>();
    operations_of{exec}.casts<f16, To>();
  });
  for_each_type(telling_targets{}, [&]<class To>(To) { operations_of{exec}.casts_of_matrices<double, To>(); });
  operations_of{exec}.casts_of_matrices<std::int64_t, float>();
}

EXECUTOR_CASE(
    "[sanitize] results of assign, apply, ewise and select that an integer does not hold become its bounds, NaN 0") {
  for_each_type(telling_targets{}, [&]<class To>(To) { operations_of{exec}.results<double, To>(); });
  operations_of{exec}.results<float, std::int32_t>();
  operations_of{exec}.results<f16, std::int8_t>();
}

EXECUTOR_CASE("[sanitize] sums and products that an integer does not hold become its bounds, NaN 0") {
  operations_of{exec}.sums<double, bool>();
  operations_of{exec}.sums<double, std::uint8_t>();
  operations_of{exec}.sums<double, std::int64_t>();
  operations_of{exec}.sums<float, std::uint32_t>();
}

EXECUTOR_CASE("what a monoid of integers adds of floating-point numbers is converted one by one") {
  std::vector<double> const values = {1e300, -0.5, 2.75, std::nan(""), -1.5};
  auto const u = vector<double>::dense(values, exec);
  CHECK_EQ(reduce(max_monoid<std::int32_t>{}, u), std::numeric_limits<std::int32_t>::max());
  CHECK_EQ(reduce(min_monoid<std::int64_t>{}, u), -1);
  CHECK(reduce(lor_monoid<bool>{}, vector<double>::dense(std::vector<double>{0, std::nan("")}, exec)));
  auto many = std::vector<double>(20000, 1.75);
  many[7] = -1e300;
  CHECK_EQ(reduce(min_monoid<std::int32_t>{}, vector<double>::dense(many, exec)),
           std::numeric_limits<std::int32_t>::lowest());
  many[7] = 1;
  CHECK_EQ(reduce(plus_monoid<std::int32_t>{}, vector<double>::dense(many, exec)), 20000);
  vector<std::int64_t> rows(1, exec);
  auto const a = matrix<double>::build(1, 3, {0, 0, 0}, {0, 1, 2}, {1e300, 1e10, 5.5}, no_duplicates, exec);
  reduce(rows, min_monoid<double>{}, a);
  CHECK_EQ(*rows.get(0), 5);
  reduce(rows, no_mask, plus<std::int64_t>{}, max_monoid<std::int64_t>{}, a);
  CHECK_EQ(*rows.get(0), std::numeric_limits<std::int64_t>::lowest() + 4);  // max + 5, which wraps
}

EXECUTOR_CASE("an accumulator of integers is given floating-point results as integers") {
  auto w = vector<std::int32_t>::filled(3, 10, exec);
  auto const u = vector<double>::dense(std::vector<double>{1e300, std::nan(""), -2.75}, exec);
  assign(w, no_mask, minimum<std::int32_t>{}, u);
  CHECK(w.to_dense(-1) == std::vector<std::int32_t>{10, 0, -2});
  assign(w, no_mask, plus<std::int32_t>{}, u);
  CHECK(w.to_dense(-1) == std::vector<std::int32_t>{std::numeric_limits<std::int32_t>::lowest() + 9, 0, -4});
  auto c = matrix<std::int16_t>::build(2, 2, {0, 1}, {0, 1}, {5, 6}, no_duplicates, exec);
  auto const a = matrix<double>::build(2, 2, {0, 0}, {0, 1}, {-1e300, 300.5}, no_duplicates, exec);
  assign(c, no_mask, maximum<std::int16_t>{}, a, all, all);
  CHECK_EQ(c.get(0, 0), 5);
  CHECK_EQ(c.get(0, 1), 300);
  CHECK_EQ(c.get(1, 1), 6);
}

TEST_CASE(
    "functions of integers, bound numbers, predicates and duplicates are given floating-point numbers converted") {
  executor const exec = host_executor();
  auto const u = vector<double>::dense(std::vector<double>{1e300, std::nan(""), -0.5, 2.5}, exec);
  vector<std::int32_t> w(4, exec);
  constexpr std::int32_t most = std::numeric_limits<std::int32_t>::max();
  heddle::apply(
      w, [](std::int32_t a) { return a; }, u);
  CHECK(w.to_dense(-1) == std::vector<std::int32_t>{most, 0, 0, 2});
  heddle::apply(
      w, [](std::uint8_t a, size_type i) { return 1000 * i + a; }, u);
  CHECK(w.to_dense(-1) == std::vector<std::int32_t>{255, 1000, 2000, 3002});
  heddle::apply(w, bind_second(maximum<std::int32_t>{}, 1e300), u);
  CHECK(w.to_dense(-1) == std::vector<std::int32_t>(4, most));
  ewise_mult(w, maximum<std::int32_t>{}, u, u);
  CHECK(w.to_dense(-1) == std::vector<std::int32_t>{most, 0, 0, 2});
  ewise_add(w, minimum<std::int32_t>{}, u, vector<std::int32_t>::filled(4, 1, exec));
  CHECK(w.to_dense(-1) == std::vector<std::int32_t>{1, 0, 0, 1});
  vector<double> kept(4, exec);
  select(
      kept, [](std::int64_t a, std::int64_t least) { return a >= least; }, u, 1e-300);
  CHECK_EQ(kept.nvals(), 4);
  select(
      kept, [](std::int64_t a, std::int64_t least) { return a >= least; }, u, 1.5);
  CHECK_EQ(kept.nvals(), 2);
  auto const built = vector<double>::build(1, {0, 0}, {1e300, std::nan("")}, maximum<std::int32_t>{}, exec);
  CHECK_EQ(*built.get(0), most);
  select(kept, row_le{}, u, 1e300);
  CHECK_EQ(kept.nvals(), 4);
}

EXECUTOR_CASE("elements that are set, filled and extracted are converted") {
  vector<std::uint8_t> w(2, exec);
  w.set(0, 300.5);
  CHECK_EQ(w.get(0), 255);
  w.fill(std::nan(""));
  CHECK_EQ(w.get(1), 0);
  assign(w, -1e300);
  CHECK_EQ(w.get(1), 0);
  matrix<std::int8_t> a(1, 1, exec);
  a.set(0, 0, -1e9f);
  CHECK_EQ(a.get(0, 0), -128);
  heddle::scalar<std::int32_t> s(1e300, exec);
  CHECK_EQ(s.get(), std::numeric_limits<std::int32_t>::max());
  s.set(-std::numeric_limits<double>::infinity());
  CHECK_EQ(s.get(), std::numeric_limits<std::int32_t>::lowest());
  extract(s, vector<double>::filled(1, 1e10, exec), 0);
  CHECK_EQ(s.get(), std::numeric_limits<std::int32_t>::max());
  heddle::dense_matrix<std::int16_t> d(1, 2, exec);
  d.set(0, 0, 1e300);
  CHECK_EQ(d.get(0, 0), std::numeric_limits<std::int16_t>::max());
  d.fill(-2.5);
  CHECK_EQ(d.get(0, 1), -2);
}
