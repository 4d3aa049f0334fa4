// semirings.cpp - standard semirings, flipped ones, ones of the user's own, and what the concepts refuse.
#include <doctest/doctest.h>

#include <heddle/semirings/flip.hpp>
#include <heddle/semirings/precompiled.hpp>
#include <string>

using namespace heddle;

namespace {

struct log_add {
  using value_type = double;
  double identity() const { return -1e300; }
  double operator()(double a, double b) const { return a > b ? a : b; }
};

// As a user writes one: a monoid, and a member function.
struct by_function {
  log_add add;
  double multiply(double a, double b) const { return a - 2 * b; }
};

struct without_identity {
  using value_type = int;
  int operator()(int a, int b) const { return a + b; }
};
struct without_domain {
  int identity() const { return 0; }
  int operator()(int a, int b) const { return a + b; }
};
struct of_strings {
  using value_type = std::string;
  std::string identity() const { return {}; }
  std::string operator()(std::string const& a, std::string const& b) const { return a + b; }
};
struct with_a_string {
  std::string name;
  using value_type = int;
  int identity() const { return 0; }
  int operator()(int a, int b) const { return a + b; }
};
struct answers_void {
  using value_type = int;
  int identity() const { return 0; }
  void operator()(int, int) const {}
};
struct without_add {
  int multiply(int a, int b) const { return a * b; }
};
struct add_is_no_monoid {
  int add;
  int multiply(int a, int b) const { return a * b; }
};

static_assert(monoid<plus_monoid<float>> && monoid<log_add> && monoid<any_monoid<bool>>);
static_assert(!monoid<without_identity> && !monoid<without_domain> && !monoid<of_strings> && !monoid<with_a_string>);
static_assert(!monoid<answers_void> && !monoid<int> && !monoid<plus<int>> && !monoid<plus_times<int>>);
static_assert(semiring_like<plus_times<double>> && semiring_like<by_function> && semiring_like<lor_land>);
static_assert(!semiring_like<without_add> && !semiring_like<add_is_no_monoid> && !semiring_like<plus_monoid<int>>);
static_assert(!semiring_like<int>);
static_assert(binary_operator<plus<int>, int> && binary_operator<take_first<bool>, bool> && !binary_operator<int, int>);
static_assert(!binary_operator<plus<int>, std::string>);
static_assert(std::is_same_v<domain_of<by_function>, double> && std::is_same_v<add_of<lor_land>, lor_monoid<bool>>);
static_assert(is_commutative<plus_monoid<int>>() && !is_commutative<log_add>());

static_assert(element<bool> && element<double> && element<log_add>);
static_assert(!element<std::string> && !element<int&> && !element<int*>);

static_assert(detail::is_precompiled<plus_times<float>> && detail::is_precompiled<lor_land> &&
              !detail::is_precompiled<by_function>);
static_assert(sizeof(plus_times<double>) <= 2);

template <class S> auto product(S const& s, domain_of<S> a, domain_of<S> b) { return s.multiply(a, b); }

}  // namespace

TEST_CASE("standard semirings multiply and add as their names say") {
  CHECK_EQ(product(plus_times<int>{}, 3, 4), 12);
  CHECK_EQ(product(min_plus<int>{}, 3, 4), 7);
  CHECK_EQ(product(max_times<int>{}, 3, -4), -12);
  CHECK_EQ(product(plus_first<int>{}, 3, 4), 3);
  CHECK_EQ(product(plus_second<int>{}, 3, 4), 4);
  CHECK_EQ(product(plus_pair<int>{}, 3, 4), 1);
  CHECK_EQ(product(min_max<int>{}, 3, 4), 4);
  CHECK_EQ(product(max_min<int>{}, 3, 4), 3);
  CHECK_EQ(product(lor_land{}, true, false), false);
  CHECK_EQ(product(land_lor{}, true, false), true);
  CHECK_EQ(product(lxnor_lor{}, false, false), false);
  CHECK_EQ(min_plus<int>{}.add(3, 4), 3);
  CHECK_EQ(lxor_land{}.add(true, true), false);
  CHECK_EQ(any_pair<bool>{}.add(true, false), true);
}

TEST_CASE("flip exchanges the operands of multiply and nothing else") {
  CHECK_EQ(product(flip(by_function{}), 10, 1), -19);
  CHECK_EQ(product(flip(flip(by_function{})), 10, 1), 8);
  static_assert(std::is_same_v<decltype(flip(flip(by_function{}))), by_function>);
  CHECK_EQ(flip(by_function{}).add(3, 4), 4);
  semiring const minus_like{plus_monoid<int>{}, minus<int>{}};
  CHECK_EQ(product(flip(minus_like), 10, 1), -9);
}

TEST_CASE("flipped standard semirings are standard ones, so that their kernels are compiled") {
  static_assert(std::is_same_v<decltype(flip(plus_times<float>{})), plus_times<float>>);
  static_assert(std::is_same_v<decltype(flip(min_plus<double>{})), min_plus<double>>);
  static_assert(std::is_same_v<decltype(flip(any_pair<bool>{})), any_pair<bool>>);
  static_assert(std::is_same_v<decltype(flip(lor_land{})), lor_land>);
  static_assert(std::is_same_v<decltype(flip(min_first<int>{})), min_second<int>>);
  static_assert(std::is_same_v<decltype(flip(plus_second<int>{})), plus_first<int>>);
  CHECK_EQ(product(flip(min_first<int>{}), 3, 4), 4);
}

TEST_CASE("which operands a multiplication reads is known") {
  static_assert(detail::reads<plus_times<int>>::left && detail::reads<plus_times<int>>::right);
  static_assert(!detail::reads<any_pair<bool>>::left && !detail::reads<any_pair<bool>>::right);
  static_assert(detail::reads<min_first<int>>::left && !detail::reads<min_first<int>>::right);
  static_assert(!detail::reads<min_second<int>>::left && detail::reads<min_second<int>>::right);
  static_assert(detail::reads<by_function>::left && detail::reads<by_function>::right);
}

TEST_CASE("a semiring is made of two callables") {
  semiring const digits{monoid_of{0, [](int a, int b) { return 10 * a + b; }}, [](int a, int b) { return a - b; }};
  static_assert(semiring_like<decltype(digits)>);
  static_assert(!is_commutative<add_of<decltype(digits)>>());
  CHECK_EQ(digits.add(digits.add(digits.add.identity(), 4), 2), 42);
  CHECK_EQ(product(digits, 9, 4), 5);
  CHECK_EQ(product(flip(digits), 9, 4), -5);
  int const scale = 3;
  semiring const scaled{plus_monoid<int>{}, [scale](int a, int b) { return scale * a * b; }};
  CHECK_EQ(product(scaled, 2, 5), 30);
}
