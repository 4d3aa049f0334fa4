// scalars.cpp - scalars hold a value or none, as GrB_Scalar does: sums and elements go into them, and out of them.
#include <heddle/heddle.hpp>

#include "tests/support/executors.hpp"

using namespace heddle;

namespace {

using optional_double = std::optional<double>;
constexpr plus_monoid<double> sum_of{};

vector<double> some_entries(executor const& exec) {
  return vector<double>::build(9, {2, 5, 7}, {1, 2, 4}, take_first<double>{}, exec);
}
matrix<double> some_matrix(executor const& exec) {
  return matrix<double>::build(3, 4, {0, 2, 2}, {1, 0, 3}, {1, 2, 4}, take_first<double>{}, exec);
}

}  // namespace

EXECUTOR_CASE("a scalar holds a value or none") {
  scalar<double> s(3, exec), none(std::nullopt, exec);
  CHECK(s.has_value());
  CHECK(s.value() == 3.0);
  CHECK_EQ(s.get(), 3);
  CHECK(!none.has_value());
  CHECK(none.value() == std::nullopt);
  CHECK_THROWS_WITH_AS((void)none.get(), "scalar::get: the scalar is empty", empty_object);
  none.set(7);
  CHECK_EQ(none.get(), 7);
  none.clear();
  CHECK(none.value() == std::nullopt);
  CHECK(scalar<bool>(std::nullopt, exec).value() == std::nullopt);
}

EXECUTOR_CASE("[sanitize] a sum of nothing is an empty scalar, and an accumulator passes over what is empty") {
  vector<double> const nothing(9, exec);
  matrix<double> const no_entries(3, 4, exec);
  auto const u = some_entries(exec);
  auto const a = some_matrix(exec);
  scalar<double> s(3, exec);
  reduce(s, sum_of, u);
  CHECK(s.value() == 7.0);
  reduce(s, sum_of, nothing);
  CHECK(s.value() == std::nullopt);
  reduce(s, plus<double>{}, sum_of, nothing);
  CHECK(s.value() == std::nullopt);
  reduce(s, plus<double>{}, sum_of, u);
  CHECK(s.value() == 7.0);
  reduce(s, minus<double>{}, sum_of, u);
  CHECK(s.value() == 0.0);
  reduce(s, plus<double>{}, sum_of, nothing);
  CHECK(s.value() == 0.0);
  reduce(s, no_accum, sum_of, a);
  CHECK(s.value() == 7.0);
  reduce(s, sum_of, transpose(a));
  reduce(s, minus<double>{}, max_monoid<double>{}, a);
  CHECK(s.value() == 3.0);
  reduce(s, minus<double>{}, sum_of, no_entries);
  CHECK(s.value() == 3.0);
  reduce(s, sum_of, no_entries);
  CHECK(s.value() == std::nullopt);
  reduce(s, minus<double>{}, sum_of, transpose(a));
  CHECK(s.value() == 7.0);
  CHECK_EQ(reduce(sum_of, nothing), 0);
}

EXECUTOR_CASE("an element goes into a scalar, and where there is none the scalar is empty") {
  auto const u = some_entries(exec);
  auto const a = some_matrix(exec);
  scalar<double> s(9, exec);
  extract(s, u, 5);
  CHECK(s.value() == 2.0);
  extract(s, u, 6);
  CHECK(s.value() == std::nullopt);
  extract(s, a, 2, 3);
  CHECK(s.value() == 4.0);
  extract(s, transpose(a), 0, 2);
  CHECK(s.value() == 2.0);
  extract(s, a, 0, 2);
  CHECK(s.value() == std::nullopt);
  s.set(5);
  CHECK_THROWS_AS(extract(s, u, 9), index_out_of_range);
  CHECK_THROWS_AS(extract(s, a, 0, 4), index_out_of_range);
  CHECK_THROWS_AS(extract(s, transpose(a), 0, 3), index_out_of_range);
  CHECK(s.value() == 5.0);
  scalar<std::int32_t> whole(0, exec);
  extract(whole, u, 7);
  CHECK(whole.value() == 4);
}

EXECUTOR_CASE("an empty scalar removes what a full one sets") {
  scalar<double> const full(6, exec), none(std::nullopt, exec);
  auto u = some_entries(exec);
  auto a = some_matrix(exec);
  u.set(3, full);
  u.set(5, none);
  CHECK(u.tuples().index == std::vector<std::int32_t>{2, 3, 7});
  CHECK(u.get(3) == 6.0);
  a.set(1, 1, full);
  a.set(2, 0, none);
  CHECK(a.tuples().value == std::vector<double>{1, 6, 4});
  assign(u, no_mask, no_accum, none, {3, 2});
  CHECK(u.tuples().index == std::vector<std::int32_t>{7});
  assign(u, no_mask, plus<double>{}, none, {7});
  assign(u, no_mask, plus<double>{}, 0.0, {7});  // one position, and no descriptor
  assign(u, no_mask, plus<double>{}, full, {7, 0});
  CHECK(u.tuples().value == std::vector<double>{6, 10});
  assign(a, no_mask, no_accum, none, {2}, all);
  CHECK(a.tuples().value == std::vector<double>{1, 6});
  assign(a, no_mask, plus<double>{}, none, all, all);
  assign(a, no_mask, no_accum, full, {0, 2}, range(0, 1));
  CHECK(a.tuples().value == std::vector<double>{6, 1, 6, 6});
  subassign(u, no_mask, plus<double>{}, full, {7});
  subassign(u, full, {1});
  CHECK(u.tuples().value == std::vector<double>{6, 6, 16});
  subassign(u, vector<bool>::filled(2, true, exec), no_accum, none, {7, 4});
  CHECK(u.tuples().index == std::vector<std::int32_t>{0, 1});
  subassign(a, no_mask, no_accum, none, {2}, all);
  CHECK(a.tuples().value == std::vector<double>{6, 1, 6});
  assign(u, no_mask, no_accum, none, all);
  CHECK_EQ(u.nvals(), 0);
}

EXECUTOR_CASE("an empty scalar is no operand of an operator, and assigned it is what a vector without entries is") {
  scalar<double> const none(std::nullopt, exec);
  auto u = some_entries(exec);
  auto const before = u.tuples();
  CHECK_THROWS_WITH_AS(apply(u, bind_second(plus<double>{}, none), u), "apply: the scalar is empty", empty_object);
  CHECK_THROWS_WITH_AS(select(u, less<double>{}, u, none), "select: the scalar is empty", empty_object);
  assign(u, no_mask, plus<double>{}, none);
  CHECK(u.tuples().value == before.value);
  assign(u, none);
  CHECK_EQ(u.nvals(), 0);
}
