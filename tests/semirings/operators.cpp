// operators.cpp - every operator of the GraphBLAS tables against what it has to give, value by value.
#include <doctest/doctest.h>

#include <cmath>
#include <heddle/ops/apply/functions.hpp>
#include <heddle/semirings/index_operators.hpp>
#include <heddle/semirings/semirings.hpp>

#include "tests/support/same_value.hpp"

using namespace heddle;
using namespace heddle::testing;

namespace {

// One line of a table: op(a, b) is `gives`.
template <class T> struct binary_line {
  T a, b;
  double gives;
};
template <class Op, class T>
requires std::invocable<Op const&, T, T>
void check_lines(Op const& op, std::vector<binary_line<T>> const& lines) {
  for (auto const& [a, b, gives] : lines) {
    INFO(static_cast<double>(a), " and ", static_cast<double>(b));
    CHECK(same_value(static_cast<double>(op(a, b)), gives));
  }
}

template <class T> struct unary_line {
  T a;
  double gives;
};
template <class Op, class T>
requires std::invocable<Op const&, T>
void check_lines(Op const& op, std::vector<unary_line<T>> const& lines) {
  for (auto const& [a, gives] : lines) {
    INFO("of ", static_cast<double>(a));
    CHECK(same_value(static_cast<double>(op(a)), gives));
  }
}

constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN(), endless = HUGE_VAL;
constexpr auto least = std::numeric_limits<std::int32_t>::min(), most = std::numeric_limits<std::int32_t>::max();

}  // namespace

TEST_CASE("differences and quotients the other way round are those of exchanged operands") {
  check_lines<reverse_minus<int>, int>({}, {{2, 7, 5}, {7, 2, -5}, {1, least, most}});
  check_lines<reverse_minus<bool>, bool>({}, {{true, false, 1}, {true, true, 0}});
  check_lines<reverse_divide<double>, double>({}, {{2, 7, 3.5}, {0, 1, endless}});
  check_lines<reverse_divide<bool>, bool>({}, {{true, false, 0}, {false, true, 1}});
}

TEST_CASE("integers are divided towards zero, also by zero and where the quotient wraps") {
  check_lines<divide<int>, int>({}, {{7, 2, 3},
                                     {-7, 2, -3},
                                     {7, -2, -3},
                                     {0, 0, 0},
                                     {5, 0, most},
                                     {-5, 0, least},
                                     {least, -1, least},
                                     {most, -1, -most}});
  check_lines<divide<std::uint8_t>, std::uint8_t>({}, {{200, 3, 66}, {9, 0, 255}, {0, 0, 0}, {9, 255, 0}});
  check_lines<divide<std::int8_t>, std::int8_t>({}, {{-128, -1, -128}, {-9, 0, -128}, {9, 0, 127}});
  check_lines<divide<std::int64_t>, std::int64_t>({}, {{std::int64_t{1} << 40, 1 << 20, 1 << 20}});
  check_lines<divide<float>, float>({}, {{7, 2, 3.5}, {-1, 0, -endless}, {0, 0, not_a_number}});
  check_lines<divide<f16>, f16>({}, {{7, 2, 3.5}, {1, 0, endless}});
  check_lines<divide<bool>, bool>({}, {{true, false, 1}, {false, true, 0}});
}

TEST_CASE("comparisons order numbers, and find nothing true of a NaN but that it differs") {
  check_lines<less<int>, int>({}, {{1, 2, 1}, {2, 2, 0}, {3, 2, 0}});
  check_lines<less_equal<int>, int>({}, {{1, 2, 1}, {2, 2, 1}, {3, 2, 0}});
  check_lines<greater<int>, int>({}, {{1, 2, 0}, {2, 2, 0}, {3, 2, 1}});
  check_lines<greater_equal<int>, int>({}, {{1, 2, 0}, {2, 2, 1}, {3, 2, 1}});
  check_lines<equal<int>, int>({}, {{1, 2, 0}, {2, 2, 1}});
  check_lines<not_equal<int>, int>({}, {{1, 2, 1}, {2, 2, 0}});
  check_lines<less_equal<double>, double>({}, {{not_a_number, 1, 0}, {1, not_a_number, 0}});
  check_lines<greater_equal<double>, double>({}, {{not_a_number, not_a_number, 0}});
  check_lines<not_equal<double>, double>({}, {{not_a_number, not_a_number, 1}});
}

TEST_CASE("bits are combined one by one, and moved either way") {
  check_lines<bitwise_or<std::uint8_t>, std::uint8_t>({}, {{12, 10, 14}});
  check_lines<bitwise_and<std::uint8_t>, std::uint8_t>({}, {{12, 10, 8}});
  check_lines<bitwise_xor<std::uint8_t>, std::uint8_t>({}, {{12, 10, 6}});
  check_lines<bitwise_xnor<std::uint8_t>, std::uint8_t>({}, {{12, 10, 249}});
  check_lines<bitwise_xnor<int>, int>({}, {{12, 10, -7}});
  check_lines<bitwise_not<std::uint8_t>, std::uint8_t>({}, {{12, 243}, {0, 255}});
  check_lines<bitwise_not<int>, int>({}, {{12, -13}});
  auto const shift = []<class T>(T a, int b) { return static_cast<int>(bitwise_shift<T>{}(a, b)); };
  CHECK_EQ(shift(std::uint8_t{3}, 2), 12);
  CHECK_EQ(shift(std::uint8_t{200}, 1), 144);
  CHECK_EQ(shift(std::uint8_t{200}, -3), 25);
  CHECK_EQ(shift(std::int8_t{-5}, -1), -3);
  CHECK_EQ(shift(std::int8_t{-5}, -8), -1);
  CHECK_EQ(shift(std::int8_t{5}, -9), 0);
  CHECK_EQ(shift(std::int8_t{5}, 8), 0);
  CHECK_EQ(shift(std::int8_t{5}, 0), 5);
  CHECK_EQ(bitwise_shift<std::int64_t>{}(1, 63), std::numeric_limits<std::int64_t>::min());
}

TEST_CASE("xnor of bits is a monoid whose identity has them all") {
  static_assert(monoid<bxnor_monoid<int>>);
  CHECK_EQ(bxnor_monoid<std::uint8_t>{}.identity(), 255);
  for (int a = 0; a < 256; a += 7) {
    auto const value = static_cast<std::uint8_t>(a);
    CHECK_EQ(bxnor_monoid<std::uint8_t>{}(bxnor_monoid<std::uint8_t>{}.identity(), value), value);
  }
}

TEST_CASE("signs are taken away, turned and told") {
  check_lines<identity<int>, int>({}, {{-3, -3}});
  check_lines<absolute<int>, int>({}, {{-3, 3}, {3, 3}, {least, least}});
  check_lines<absolute<double>, double>({}, {{-2.5, 2.5}, {-0.0, 0.0}, {-endless, endless}});
  check_lines<absolute<std::uint8_t>, std::uint8_t>({}, {{255, 255}});
  check_lines<absolute<bool>, bool>({}, {{true, 1}, {false, 0}});
  check_lines<negate<int>, int>({}, {{-3, 3}, {3, -3}, {least, least}});
  check_lines<negate<std::uint8_t>, std::uint8_t>({}, {{1, 255}});
  check_lines<negate<float>, float>({}, {{0, -0.0}, {2.5f, -2.5}});
  check_lines<negate<f16>, f16>({}, {{2.5f, -2.5}});
  check_lines<negate<bool>, bool>({}, {{true, 1}});
  check_lines<signum<int>, int>({}, {{-9, -1}, {0, 0}, {9, 1}});
  check_lines<signum<std::uint8_t>, std::uint8_t>({}, {{0, 0}, {200, 1}});
  check_lines<signum<bool>, bool>({}, {{false, 0}, {true, 1}});
  check_lines<signum<double>, double>({}, {{-0.5, -1}, {0, 0}, {-0.0, 0}, {7, 1}, {not_a_number, not_a_number}});
  check_lines<signum<f16>, f16>({}, {{-0.5f, -1}, {7, 1}});
}

TEST_CASE("inverses, negations and ones") {
  check_lines<inverse<double>, double>({}, {{4, 0.25}, {0, endless}});
  check_lines<inverse<int>, int>({}, {{1, 1}, {-1, -1}, {2, 0}, {0, most}});
  check_lines<inverse<bool>, bool>({}, {{false, 1}, {true, 1}});
  check_lines<logical_not<int>, int>({}, {{0, 1}, {7, 0}});
  check_lines<logical_not<float>, float>({}, {{-0.0f, 1}, {0.5f, 0}});
  check_lines<one<int>, int>({}, {{0, 1}, {-8, 1}});
}

TEST_CASE("functions of real numbers are those of the standard library") {
  check_lines<square_root<double>, double>({}, {{2.25, 1.5}, {-1, not_a_number}});
  check_lines<exponential<double>, double>({}, {{0, 1}, {-endless, 0}});
  check_lines<logarithm<double>, double>({}, {{1, 0}, {0, -endless}});
  check_lines<logarithm_1p<double>, double>({}, {{0, 0}, {1e-300, 1e-300}});
  check_lines<sine<double>, double>({}, {{0, 0}, {1, std::sin(1.0)}});
  check_lines<cosine<double>, double>({}, {{0, 1}, {1, std::cos(1.0)}});
  check_lines<hyperbolic_tangent<double>, double>({}, {{0, 0}, {endless, 1}});
  check_lines<round_down<double>, double>({}, {{2.5, 2}, {-2.5, -3}});
  check_lines<round_up<double>, double>({}, {{2.5, 3}, {-2.5, -2}});
  check_lines<round_nearest<double>, double>({}, {{2.5, 3}, {-2.5, -3}, {2.4, 2}});
  check_lines<is_nan<double>, double>({}, {{not_a_number, 1}, {endless, 0}, {0, 0}});
  check_lines<is_infinite<double>, double>({}, {{-endless, 1}, {endless, 1}, {1e308, 0}, {not_a_number, 0}});
  check_lines<is_finite<double>, double>({}, {{-endless, 0}, {1e308, 1}, {not_a_number, 0}});
  check_lines<is_infinite<f16>, f16>({}, {{65504, 0}, {std::numeric_limits<f16>::infinity(), 1}});
  check_lines<square_root<f16>, f16>({}, {{2.25f, 1.5}});
  check_lines<power<double>, double>({}, {{2, 10, 1024}, {4, 0.5, 2}, {0, 0, 1}});
  check_lines<arc_tangent<double>, double>({}, {{1, 1, std::atan2(1.0, 1.0)}, {0, -1, std::atan2(0.0, -1.0)}});
  check_lines<modulo<double>, double>({}, {{7, 2.5, 2}, {-7, 2.5, -2}});
  check_lines<power<bf16>, bf16>({}, {{2, 3, 8}});
}

TEST_CASE("index-unary operators are of the position and the scalar") {
  struct line {
    int row, column, scalar;
  };
  for (auto const& [i, j, s] : {line{4, 7, 0}, line{7, 4, 0}, line{4, 4, 0}, line{4, 7, 3}, line{4, 7, -3}}) {
    CAPTURE(i);
    CAPTURE(j);
    CAPTURE(s);
    CHECK_EQ(row_index<int>{}(1.5, i, j, s), i + s);
    CHECK_EQ(row_index<std::int64_t>{}(1.5, i, s), i + s);
    CHECK_EQ(column_index<int>{}(1.5, i, j, s), j + s);
    CHECK_EQ(diagonal_index<int>{}(1.5, i, j, s), j - i + s);
    CHECK_EQ(tril{}(1.5, i, j, s), j <= i + s);
    CHECK_EQ(triu{}(1.5, i, j, s), j >= i + s);
    CHECK_EQ(on_diagonal{}(1.5, i, j, s), j == i + s);
    CHECK_EQ(off_diagonal{}(1.5, i, j, s), j != i + s);
    CHECK_EQ(row_le{}(1.5, i, j, s), i <= s);
    CHECK_EQ(row_gt{}(1.5, i, s), i > s);
    CHECK_EQ(column_le{}(1.5, i, j, s), j <= s);
    CHECK_EQ(column_gt{}(1.5, i, j, s), j > s);
  }
}

TEST_CASE("rules of positions hold for the largest and the least scalars, where sums would overflow") {
  constexpr size_type most = std::numeric_limits<size_type>::max(), least = std::numeric_limits<size_type>::min();
  for (size_type const i : {size_type{0}, size_type{5}, most - 1}) {
    for (size_type const j : {size_type{0}, size_type{5}, most - 1}) {
      CAPTURE(i);
      CAPTURE(j);
      CHECK(tril{}(1.5, i, j, most));
      CHECK_FALSE(tril{}(1.5, i, j, least));
      CHECK_FALSE(triu{}(1.5, i, j, most));
      CHECK(triu{}(1.5, i, j, least));
      CHECK_FALSE(on_diagonal{}(1.5, i, j, most));
      CHECK(off_diagonal{}(1.5, i, j, least));
      CHECK_EQ(row_index<size_type>{}(1.5, i, j, least), least + i);
      CHECK_EQ(row_index<size_type>{}(1.5, most, j, size_type{1}), least);
    }
  }
}

TEST_CASE("the semirings of GraphBLAS and those of published algorithms are there, by their names") {
  static_assert(semiring_like<plus_times<int>> && semiring_like<min_plus<int>> && semiring_like<max_plus<int>>);
  static_assert(semiring_like<min_times<int>> && semiring_like<min_max<int>> && semiring_like<max_min<int>>);
  static_assert(semiring_like<max_times<int>> && semiring_like<plus_min<int>> && semiring_like<plus_max<int>>);
  static_assert(semiring_like<lor_land> && semiring_like<land_lor> && semiring_like<lxor_land>);
  static_assert(semiring_like<lxnor_lor> && semiring_like<min_first<int>> && semiring_like<min_second<int>>);
  static_assert(semiring_like<max_first<int>> && semiring_like<max_second<int>> && semiring_like<plus_first<int>>);
  static_assert(semiring_like<plus_second<int>> && semiring_like<plus_pair<int>> && semiring_like<any_first<int>>);
  static_assert(semiring_like<any_second<int>> && semiring_like<any_pair<int>> && semiring_like<min_firsti<int>>);
  static_assert(semiring_like<any_secondi<int>> && semiring_like<max_secondj<int>> && semiring_like<any_firstj<int>>);
}
