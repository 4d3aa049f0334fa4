// vector_loops.cpp - long operands, of which hosts take 64 positions at once, by vectors where all have an entry: every
// operator gives what it gives one by one, at whatever length, whatever is missing, and whichever operand the output
// is.
#include <cmath>
#include <heddle/ops/apply/apply.hpp>
#include <heddle/ops/apply/cast.hpp>
#include <heddle/ops/assign/assign.hpp>
#include <heddle/ops/ewise/ewise.hpp>
#include <heddle/ops/reduce/reduce.hpp>
#include <heddle/ops/select/select.hpp>

#include "tests/support/executors.hpp"
#include "tests/support/random_cases.hpp"
#include "tests/support/same_value.hpp"

using namespace heddle;
using namespace heddle::seam;
using namespace heddle::testing;

namespace {

constexpr size_type lengths[] = {1, 63, 64, 65, 200, 1000, 70'001};

// Zeros of both signs, NaNs and infinities among them, or the ends of integers.
template <class T> T draw_any(random_source& random) {
  if constexpr (std::is_same_v<T, bool>) {
    return random.chance(50);
  } else if constexpr (std::is_floating_point_v<T>) {
    T const special[] = {T(0),
                         -T(0),
                         std::numeric_limits<T>::quiet_NaN(),
                         std::numeric_limits<T>::infinity(),
                         -std::numeric_limits<T>::infinity(),
                         T(1e20),
                         T(-3e9),
                         T(2147483648.0),
                         T(-128.5)};
    if (random.chance(40)) return special[random.below(9)];
    return (static_cast<T>(random.below(2001)) - 1000) / 8;
  } else {
    if (random.chance(20)) return random.chance(50) ? std::numeric_limits<T>::max() : std::numeric_limits<T>::lowest();
    return static_cast<T>(static_cast<std::int64_t>(random.below(2001)) - 1000);
  }
}

// `present` per cent of the positions, in stretches, so that some blocks are whole.
template <class T> dense_vector<T> draw_long(random_source& random, size_type n, int present) {
  dense_vector<T> u(static_cast<std::size_t>(n));
  bool whole = false;
  for (size_type i = 0; i < n; ++i) {
    if (i % 50 == 0) whole = random.chance(present);
    if (present == 100 || whole || random.chance(present)) u[static_cast<std::size_t>(i)] = draw_any<T>(random);
  }
  return u;
}

template <class T> vector<T> held_as_bitmap(dense_vector<T> const& u, executor const& exec) {
  auto v = make_vector<T>(u, held::bitmap, exec);
  storage_of(v).choose_form();
  return v;
}

template <class T> bool same_entries(dense_vector<T> const& a, dense_vector<T> const& b) {
  if (a.size() != b.size()) return false;
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (a[i].has_value() != b[i].has_value() || (a[i] && !same_value(*a[i], *b[i]))) return false;
  }
  return true;
}

// What is asked of two vectors, beside what it is position by position.
template <class Op, class T> void check_pair(executor const& exec, Op const& op, random_source& random) {
  using D = std::remove_cvref_t<std::invoke_result_t<Op const&, T, T>>;
  for (size_type const n : lengths) {
    for (int const present : {100, 90, 30}) {
      auto const a = draw_long<T>(random, n, present), b = draw_long<T>(random, n, random.chance(50) ? 100 : present);
      dense_vector<D> both(a.size()), either(a.size());
      for (std::size_t i = 0; i < a.size(); ++i) {
        if (a[i] && b[i])
          both[i] = either[i] = op(*a[i], *b[i]);
        else if (a[i])
          either[i] = detail::converted<D>(*a[i]);
        else if (b[i])
          either[i] = detail::converted<D>(*b[i]);
      }
      auto const u = held_as_bitmap(a, exec), v = held_as_bitmap(b, exec);
      vector<D> w(n, exec);
      INFO(n, " positions, ", present, " per cent");
      ewise_mult(w, op, u, v);
      CHECK(same_entries(to_dense(w), both));
      ewise_add(w, op, u, v);
      CHECK(same_entries(to_dense(w), either));
      if constexpr (std::is_same_v<D, T>) {
        auto first = u, second = v;
        ewise_add(first, op, first, v);
        CHECK(same_entries(to_dense(first), either));
        ewise_mult(second, op, u, second);
        CHECK(same_entries(to_dense(second), both));
      }
    }
  }
}

/// Of every shape that the loops have: of numbers, of bits, comparisons.
template <class T> void check_some_operators(executor const& exec, random_source& random) {
  check_pair<plus<T>, T>(exec, {}, random);
  check_pair<minimum<T>, T>(exec, {}, random);
  check_pair<less<T>, T>(exec, {}, random);
}

template <class T> void check_operators(executor const& exec, random_source& random) {
  check_pair<plus<T>, T>(exec, {}, random);
  check_pair<minus<T>, T>(exec, {}, random);
  check_pair<times<T>, T>(exec, {}, random);
  check_pair<divide<T>, T>(exec, {}, random);
  check_pair<minimum<T>, T>(exec, {}, random);
  check_pair<maximum<T>, T>(exec, {}, random);
  check_pair<logical_or<T>, T>(exec, {}, random);
  check_pair<logical_and<T>, T>(exec, {}, random);
  check_pair<less<T>, T>(exec, {}, random);
  check_pair<differs<T>, T>(exec, {}, random);
}

template <class T> void check_functions(executor const& exec, random_source& random) {
  auto const check = [&](auto const& f) {
    using D = std::remove_cvref_t<std::invoke_result_t<decltype(f), T>>;
    for (size_type const n : lengths) {
      for (int const present : {100, 60}) {
        auto const a = draw_long<T>(random, n, present);
        dense_vector<D> expected(a.size());
        for (std::size_t i = 0; i < a.size(); ++i) {
          if (a[i]) expected[i] = f(*a[i]);
        }
        vector<D> w(n, exec);
        apply(w, f, held_as_bitmap(a, exec));
        INFO(n, " positions, ", present, " per cent");
        CHECK(same_entries(to_dense(w), expected));
      }
    }
  };
  check(absolute<T>{});
  check(negate<T>{});
  check(logical_not<T>{});
  check(signum<T>{});
  check(bind_second(minimum<T>{}, T(3)));
  check(bind_first(minus<T>{}, T(1)));
}

template <class To, class From> void check_cast(executor const& exec, random_source& random) {
  for (size_type const n : lengths) {
    for (int const present : {100, 60}) {
      auto const a = draw_long<From>(random, n, present);
      dense_vector<To> expected(a.size());
      for (std::size_t i = 0; i < a.size(); ++i) {
        if (a[i]) expected[i] = detail::converted<To>(*a[i]);
      }
      INFO(n, " positions, ", present, " per cent");
      CHECK(same_entries(to_dense(cast<To>(held_as_bitmap(a, exec))), expected));
    }
  }
}

template <class Monoid> void check_sum(executor const& exec, random_source& random) {
  using T = typename Monoid::value_type;
  Monoid const add;
  for (size_type const n : lengths) {
    for (int const kind : {0, 1, 2}) {  // anything; NaNs and zeros of both signs, or few values; one value
      T const one = draw_any<T>(random);
      std::vector<T> a(static_cast<std::size_t>(n));
      for (T& x : a) {
        x = kind == 2 ? one : draw_any<T>(random);
        if (kind == 1 && !(x != x)) x = x < T(0) ? -T(0) : T(0);
      }
      T expected = neutral_of(add);
      for (T const x : a) expected = add(expected, x);
      INFO(n, " values of kind ", kind);
      auto const u = vector<T>::dense(a, exec);
      CHECK(same_value(reduce(add, u), expected));
      scalar<T> sum(T{}, exec);
      reduce(sum, add, u);
      CHECK(same_value(*sum.value(), expected));
    }
  }
}

}  // namespace

EXECUTOR_CASE("operators on long vectors give what they give one by one") {
  random_source random(1);
  check_operators<double>(exec, random);
  check_some_operators<float>(exec, random);
  if (!exec.is_host()) return;  // the library has no kernels for all of these on integers
  check_operators<std::int32_t>(exec, random);
  check_some_operators<std::int64_t>(exec, random);
  check_some_operators<std::uint8_t>(exec, random);
  check_pair<plus<bool>, bool>(exec, {}, random);
  check_pair<logical_xor<bool>, bool>(exec, {}, random);
}

EXECUTOR_CASE("functions of long vectors give what they give one by one") {
  random_source random(2);
  check_functions<double>(exec, random);
  check_functions<float>(exec, random);
  check_functions<std::int32_t>(exec, random);
}

EXECUTOR_CASE("long vectors are converted as their elements are") {
  random_source random(3);
  check_cast<std::int32_t, double>(exec, random);
  check_cast<std::int32_t, float>(exec, random);
  check_cast<std::int8_t, double>(exec, random);
  check_cast<std::uint16_t, float>(exec, random);
  check_cast<std::int64_t, double>(exec, random);
  check_cast<float, double>(exec, random);
  check_cast<double, std::int64_t>(exec, random);
  check_cast<double, bool>(exec, random);
  check_cast<bool, float>(exec, random);
}

EXECUTOR_CASE("what is least, what is greatest and sums of integers are the same in any order") {
  random_source random(4);
  check_sum<min_monoid<double>>(exec, random);
  check_sum<max_monoid<double>>(exec, random);
  check_sum<min_monoid<float>>(exec, random);
  check_sum<max_monoid<float>>(exec, random);
  check_sum<plus_monoid<std::int32_t>>(exec, random);
  if (!exec.is_host()) return;  // the library has no kernels for these
  check_sum<times_monoid<std::int64_t>>(exec, random);
  check_sum<min_monoid<std::int64_t>>(exec, random);
}

EXECUTOR_CASE("long vectors are compared with one number") {
  random_source random(6);
  for (size_type const n : lengths) {
    for (int const present : {100, 60}) {
      auto const a = draw_long<double>(random, n, present);
      dense_vector<double> expected(a.size());
      for (std::size_t i = 0; i < a.size(); ++i) {
        if (a[i] && *a[i] > 2) expected[i] = a[i];
      }
      for (held const how : {held::sparse, held::bitmap}) {
        vector<double> w(n, exec), by_scalar(n, exec);
        auto const u = make_vector<double>(a, how, exec);
        select(w, greater<double>{}, u, 2.0);
        CHECK(same_entries(to_dense(w), expected));
        select(by_scalar, greater<double>{}, u, scalar<double>(2.0, exec));
        CHECK(same_entries(to_dense(by_scalar), expected));
      }
    }
  }
}

TEST_CASE("a user's operator is asked for entries alone, once each") {
  executor const exec = host_executor(1);
  random_source random(5);
  auto const a = draw_long<double>(random, 5000, 70), b = draw_long<double>(random, 5000, 80);
  int calls = 0, common = 0;
  for (std::size_t i = 0; i < a.size(); ++i) common += a[i] && b[i];
  vector<double> w(5000, exec);
  auto const count = [&calls](double x, double y) { return ++calls, x + y; };
  ewise_mult(w, count, held_as_bitmap(a, exec), held_as_bitmap(b, exec));
  CHECK_EQ(calls, common);
  calls = 0;
  auto const full = vector<double>::filled(5000, 2.0, exec);
  ewise_add(w, count, full, full);
  CHECK_EQ(calls, 5000);
}

TEST_CASE("an operator sees elements in order, whatever it remembers") {
  executor const exec = host_executor(1);
  auto const u = vector<std::int32_t>::filled(300, 1, exec);
  vector<std::int32_t> w(300, exec);
  std::int32_t sum = 0;
  apply(
      w, [&sum](std::int32_t x) { return sum += x; }, u);
  for (size_type i : {0, 63, 64, 299}) CHECK_EQ(w.get(i), static_cast<std::int32_t>(i + 1));
}

TEST_CASE("a full result stands in the memory that the output had") {
  executor const exec = host_executor(1);
  auto const u = vector<double>::filled(1000, 2.0, exec), v = vector<double>::filled(1000, 3.0, exec);
  auto w = vector<double>::filled(1000, 0.0, exec);
  auto const* const before = storage_of(w).bitmap().values.data();
  ewise_mult(w, times<double>{}, u, v);
  ewise_add(w, minus<double>{}, w, v);
  apply(w, negate<double>{}, w);
  CHECK(storage_of(w).bitmap().values.data() == before);
  CHECK_EQ(w.to_dense(0), std::vector<double>(1000, -3.0));
}

TEST_CASE("vectors that have adopted overlapping memory get the results that they had apart") {
  executor const exec = host_executor(1);
  std::vector<double> memory(1001);
  for (std::size_t i = 0; i < memory.size(); ++i) memory[i] = static_cast<double>(i);
  auto const u = vector<double>::adopt(exec, memory.data(), 1000);
  auto w = vector<double>::adopt(exec, memory.data() + 1, 1000);
  auto const ones = vector<double>::filled(1000, 1.0, exec);
  ewise_add(w, plus<double>{}, u, ones);
  for (std::size_t i : {std::size_t{1}, std::size_t{2}, std::size_t{500}, std::size_t{1000}}) {
    CHECK_EQ(memory[i], static_cast<double>(i));
  }
}
