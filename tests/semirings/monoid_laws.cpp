// monoid_laws.cpp - what monoids declare, for every monoid and every element type, at the limits of the types: neutral
// elements, terminal values, order, and sums that one product decides.
#include <doctest/doctest.h>

#include <heddle/detail/dispatch/dispatch.hpp>
#include <heddle/seam/laws.hpp>
#include <limits>
#include <tuple>

#include "tests/support/operators.hpp"

using namespace heddle;
using namespace heddle::seam;
using namespace heddle::testing;

namespace {

template <class T> std::vector<T> values_at_limits() {
  using limits = std::numeric_limits<T>;
  if constexpr (std::is_same_v<T, bool>) {
    return {false, true};
  } else {
    std::vector<T> values{T(0), T(1), T(2), T(7), limits::max(), limits::lowest(), T(limits::max() / 2)};
    if constexpr (std::is_signed_v<T>) values.insert(values.end(), {T(-1), T(-7)});
    if constexpr (std::is_floating_point_v<T>) {
      values.insert(values.end(), {-T(0), limits::infinity(), -limits::infinity(), limits::quiet_NaN(),
                                   limits::denorm_min(), -limits::denorm_min(), T(0.1)});
    }
    return values;
  }
}

template <class T> bool same_to_laws(T const& x, T const& y) { return detail::same<T>(x, y); }

template <class M> constexpr bool takes_any_value = table::has<M, table::takes_any>;

/// What of the declarations of a monoid does not hold for x and y, or nothing.
template <class M> std::string broken_by(M const& add, typename M::value_type x, typename M::value_type y) {
  using T = typename M::value_type;
  T const sum = add(x, y);
  if constexpr (!detail::needs_presence<M>()) {
    if (!same_to_laws<T>(add(neutral_of(add), x), x) || !same_to_laws<T>(add(x, neutral_of(add)), x))
      return "the neutral element";
  }
  if constexpr (is_commutative<M>() && !takes_any_value<M>) {
    if (!same_to_laws<T>(sum, add(y, x))) return "commutative";
  }
  bool x_ends = false, y_ends = false;
  if constexpr (detail::has_terminal<M>) {
    x_ends = add.is_terminal(x), y_ends = add.is_terminal(y);
    if (x_ends && !same_to_laws<T>(sum, x)) return "is_terminal";
    if (y_ends && !takes_any_value<M> && !same_to_laws<T>(sum, y)) return "is_terminal, on the right";
  }
  if constexpr (detail::is_decided_by_one<M>()) {
    static_assert(detail::has_terminal<M>);
    if (!same_to_laws<T>(sum, x_ends || !y_ends ? x : y)) return "decided_by_one";
    if (!x_ends && !y_ends && !same_to_laws<T>(sum, y)) return "decided_by_one, by none";
  }
  if constexpr (is_selective<M>()) {
    if (!same_to_laws<T>(sum, x) && !same_to_laws<T>(sum, y)) return "selective";
  }
  if constexpr (is_idempotent<M>()) {
    if (!same_to_laws<T>(add(x, x), x)) return "idempotent";
  }
  return "";
}

template <class M>
constexpr bool is_exact_sum =
    !std::is_floating_point_v<typename M::value_type> || is_unordered_exact<M>() || is_idempotent<M>();

template <class M> void check_declarations(M const& add) {
  using T = typename M::value_type;
  INFO(detail::type_name<M>());
  auto const values = values_at_limits<T>();
  for (T const x : values) {
    for (T const y : values) {
      CHECK_EQ(broken_by(add, x, y), "");
      if constexpr (is_exact_sum<M>) {
        for (T const z : values) {
          // Logical sums of one product are that product: only sums of several are grouped at will.
          T const left = add(add(x, y), z), right = add(x, add(y, z));
          if (!same_to_laws<T>(left, right)) CHECK_EQ(detail::concat(+left, " is not ", +right), "");
        }
      }
    }
  }
  // What stands for values that may be absent keeps all of it.
  lifted<M> const lifts{add};
  using V = maybe<T>;
  CHECK(detail::is_decided_by_one<lifted<M>>() == detail::is_decided_by_one<M>());
  CHECK(is_commutative<lifted<M>>() == is_commutative<M>());
  for (T const x : values) {
    V const here{x, true}, none = lifts.identity();
    CHECK_FALSE(none.present);
    CHECK((lifts(here, none).present && same_to_laws<T>(lifts(here, none).value, x)));
    CHECK((lifts(none, here).present && same_to_laws<T>(lifts(none, here).value, x)));
    CHECK_FALSE(lifts.is_terminal(V{x, false}));
    if constexpr (detail::has_terminal<M>) CHECK(lifts.is_terminal(here) == add.is_terminal(x));
  }
}

template <class T> void check_every_monoid() {
  for_each_operator<detail::monoids<T>>([](auto const& add) { check_declarations(add); });
}

// Which of the declarations there are.
template <class T> constexpr bool declares_as_it_should() {
  constexpr bool truth = std::is_same_v<T, bool>;
  return detail::is_decided_by_one<any_monoid<T>>() && detail::is_decided_by_one<lor_monoid<T>>() == truth &&
         detail::is_decided_by_one<land_monoid<T>>() == truth && !detail::is_decided_by_one<lxor_monoid<T>>() &&
         !detail::is_decided_by_one<plus_monoid<T>>() && !detail::is_decided_by_one<min_monoid<T>>() &&
         detail::has_terminal<min_monoid<T>> && detail::has_terminal<max_monoid<T>> &&
         detail::has_terminal<lor_monoid<T>> && detail::has_terminal<land_monoid<T>> &&
         !detail::has_terminal<plus_monoid<T>> && !detail::has_terminal<lxor_monoid<T>> &&
         !detail::needs_presence<lor_monoid<T>>() == truth && detail::needs_presence<any_monoid<T>>();
}
static_assert(declares_as_it_should<bool>() && declares_as_it_should<std::int32_t>());
static_assert(declares_as_it_should<double>() && declares_as_it_should<std::uint8_t>());

struct decided_sum : plus_monoid<int> {
  static constexpr bool decided_by_one = true;
};
struct decided_minimum : min_monoid<int> {
  static constexpr bool decided_by_one = true;
};
struct decided_by_first : take_first<int> {
  using value_type = int;
  static constexpr bool commutative = false, decided_by_one = true, needs_presence = true;
  int identity() const { return 0; }
  bool is_terminal(int x) const { return x == 9; }
};
struct decided_or : lor_monoid<std::int32_t> {
  static constexpr bool decided_by_one = true;
};

}  // namespace

TEST_CASE("every monoid keeps what it declares, at the limits of every integer type") {
  check_every_monoid<bool>();
  check_every_monoid<std::int8_t>();
  check_every_monoid<std::uint8_t>();
  check_every_monoid<std::int16_t>();
  check_every_monoid<std::uint16_t>();
  check_every_monoid<std::int32_t>();
  check_every_monoid<std::uint32_t>();
  check_every_monoid<std::int64_t>();
  check_every_monoid<std::uint64_t>();
}

TEST_CASE("every monoid keeps what it declares, of infinities, zeros of either sign and NaN") {
  check_every_monoid<float>();
  check_every_monoid<double>();
}

TEST_CASE("terminal values are the last of their types, and each of them is one") {
  using limits = std::numeric_limits<std::int16_t>;
  CHECK(min_monoid<std::int16_t>{}.is_terminal(limits::lowest()));
  CHECK_FALSE(min_monoid<std::int16_t>{}.is_terminal(static_cast<std::int16_t>(limits::lowest() + 1)));
  CHECK(max_monoid<std::int16_t>{}.is_terminal(limits::max()));
  CHECK_FALSE(max_monoid<std::int16_t>{}.is_terminal(static_cast<std::int16_t>(limits::max() - 1)));
  CHECK(max_monoid<double>{}.is_terminal(std::numeric_limits<double>::infinity()));
  CHECK_FALSE(max_monoid<double>{}.is_terminal(std::numeric_limits<double>::max()));
  CHECK(bor_monoid<std::uint8_t>{}.is_terminal(255));
  CHECK_FALSE(bor_monoid<std::uint8_t>{}.is_terminal(254));
  CHECK(band_monoid<std::uint8_t>{}.is_terminal(0));
  CHECK(lor_monoid<bool>{}.is_terminal(true));
  CHECK_FALSE(lor_monoid<std::int32_t>{}.is_terminal(2));  // alone it stays 2
  CHECK(land_monoid<double>{}.is_terminal(0));
  CHECK_FALSE(land_monoid<double>{}.is_terminal(-0.0));
  CHECK(any_monoid<int>{}.is_terminal(0));
}

TEST_CASE("a sum of which one product decides, and that does not do so, is named with the values that break it") {
  CHECK_EQ(broken_law(any_monoid<int>{}, {1, 2, 3}), "");
  CHECK_EQ(broken_law(lor_monoid<bool>{}, {false, true}), "");
  CHECK_EQ(broken_law(land_monoid<bool>{}, {false, true}), "");
  CHECK_EQ(broken_law(decided_sum{}, {1, 5}),
           "decided_by_one: add(x, y) is y where y alone is terminal, else x does not hold for x = values[0], y = "
           "values[0]");
  CHECK_EQ(broken_law(decided_minimum{}, {5, 3}),
           "decided_by_one: add(x, y) is y where y alone is terminal, else x does not hold for x = values[0], y = "
           "values[1]");
  CHECK_EQ(broken_law(decided_by_first{}, {1, 9}),
           "decided_by_one: add(x, y) is y where y alone is terminal, else x does not hold for x = values[0], y = "
           "values[1]");
  CHECK_EQ(broken_law(decided_or{}, {2, 0}),
           "decided_by_one: add(x, y) is y where y alone is terminal, else x does not hold for x = values[0], y = "
           "values[0]");
}
