// reduce.cpp - sums of rows, of columns and of everything, under masks, accumulators and replace, and under every
// schedule, against the dense reference.
#include <heddle/ops/reduce/reduce.hpp>

#include "tests/support/executors.hpp"
#include "tests/support/reduce_check.hpp"

using namespace heddle;
using namespace heddle::testing;

EXECUTOR_CASE("reduce writes as mask, accumulator and replace say") {
  check_drawn_reductions<plus_monoid<float>, float, float>(exec, plus<float>{});
  check_drawn_reductions<plus_monoid<float>, float, float>(exec, minus<float>{});
  check_drawn_reductions<min_monoid<double>, double, double>(exec, minimum<double>{});
  check_drawn_reductions<max_monoid<std::int32_t>, std::int32_t, std::int32_t>(exec, plus<std::int32_t>{});
  check_drawn_reductions<plus_monoid<std::int64_t>, std::int64_t, std::int64_t>(exec, take_second<std::int64_t>{});
  check_drawn_reductions<lor_monoid<bool>, bool, bool>(exec, logical_and<bool>{});
}

TEST_CASE("reduce by any keeps the first entry on the host") {
  check_drawn_reductions<any_monoid<std::int32_t>, std::int32_t, std::int32_t>(host_executor(), plus<std::int32_t>{});
}

EXECUTOR_CASE("reduce converts the entries to the monoid's domain and the result to the output's") {
  check_drawn_reductions<plus_monoid<std::int64_t>, std::int32_t, bool>(exec, plus<std::int32_t>{});
  check_drawn_reductions<max_monoid<double>, float, std::uint8_t>(exec, minus<float>{});
}

TEST_CASE("reduce keeps the order of entries and takes structs on the host") {
  check_drawn_reductions<compose_maps, affine_map, affine_map>(host_executor(), compose_maps{});
  check_drawn_reductions<shorter_walks, walks, walks>(host_executor(), shorter_walks{});
}

EXECUTOR_CASE("reduce agrees with the reference under every schedule") {
  check_reductions(exec, plus_monoid<float>{}, 3.0f);
  check_reductions(exec, min_monoid<double>{}, -2.0, 1000);
  check_reductions(exec, land_monoid<bool>{}, true, 1000);
}

TEST_CASE("reduce of structs in order agrees with the reference under every schedule on the host") {
  check_reductions(host_executor(), compose_maps{}, affine_map{5, 11});
  check_reductions(host_executor(), shorter_walks{}, walks{2, 3}, 1000);
}

EXECUTOR_CASE("reduce of a matrix with 64-bit offsets") {
  check_reductions<plus_monoid<double>, std::int64_t, std::int64_t>(exec, {}, 2.0, 1000);
  check_reductions<max_monoid<double>, std::int32_t, std::int64_t>(exec, {}, 2.0, 1000);
}

EXECUTOR_CASE("reduce to a scalar gives the identity where nothing is stored") {
  CHECK_EQ(reduce(plus_monoid<float>{}, matrix<float>(3, 4, exec)), 0.0f);
  CHECK_EQ(reduce(min_monoid<double>{}, matrix<double>(0, 0, exec)), std::numeric_limits<double>::infinity());
  CHECK_EQ(reduce(max_monoid<std::int32_t>{}, vector<std::int32_t>(5, exec)),
           std::numeric_limits<std::int32_t>::lowest());
  CHECK_EQ(reduce(land_monoid<bool>{}, vector<bool>(0, exec)), true);
}

EXECUTOR_CASE("reduce names A and w where they do not fit, and writes nothing") {
  auto const a = matrix<float>::build(2, 3, {0, 1}, {0, 2}, {1, 2}, plus<float>{}, exec);
  auto w = vector<float>::filled(3, 7.0f, exec);
  CHECK_THROWS_WITH_AS(reduce(w, plus_monoid<float>{}, a), "reduce: A is 2 x 3 but w has length 3", dimension_mismatch);
  CHECK_EQ(w.get(1), 7.0f);
  reduce(w, plus_monoid<float>{}, transpose(a));
  CHECK_EQ(w.get(0), 1.0f);
  CHECK_FALSE(w.get(1));
  CHECK_EQ(w.get(2), 2.0f);
  auto const mask = vector<bool>::filled(2, true, exec);
  CHECK_THROWS_AS(reduce(w, mask, no_accum, plus_monoid<float>{}, transpose(a)), dimension_mismatch);
}

EXECUTOR_CASE("a sum of ten million equal entries, none of them stored") {
  constexpr std::int32_t n = 10'000'000;
  auto const v = vector<std::int32_t>::filled(n, 3, exec);
  CHECK_EQ(reduce(plus_monoid<std::int64_t>{}, v), std::int64_t{3} * n);
  CHECK_EQ(reduce(plus_monoid<std::int32_t>{}, v), 3 * n);
}

// No test has the memory for more values than 32-bit offsets reach, so a row takes fewer here.
template <class Monoid, class T>
void sums_by_several_rows(executor const& exec, Monoid const& add, vector<T> const& v, size_type most) {
  using D = typename Monoid::value_type;
  using namespace ops::reduce_detail;
  auto const rows = whole_rows_of<Monoid>(exec, v.size(), most);
  CHECK_EQ(rows.size(), static_cast<std::size_t>((v.size() + most - 1) / most + 1));
  buffer<D> sum(exec, 1);
  sum_rows(exec, rows, add, values_in_order(v), sum.data());
  D result;
  detail::copy_bytes(host_executor(), &result, exec, sum.data(), sizeof(D));
  CHECK(result == reduce(add, v));
}

EXECUTOR_CASE("more values than one row may have are summed as several rows") {
  std::vector<double> values;
  for (int i = 0; i < 30'011; ++i) values.push_back(i % 97 - 7);
  auto const v = vector<double>::dense(values, exec);
  auto const equal = vector<std::int32_t>::filled(100'001, 3, exec);
  for (size_type const most : {1000, 9999, 30'010}) {
    sums_by_several_rows(exec, plus_monoid<double>{}, v, most);
    sums_by_several_rows(exec, min_monoid<float>{}, v, most);
    sums_by_several_rows(exec, lor_monoid<bool>{}, v, most);
    sums_by_several_rows(exec, plus_monoid<std::int64_t>{}, equal, most);
  }
}

TEST_CASE("several rows of a user's monoid are summed in order on the host") {
  std::vector<affine_map> maps;
  for (int i = 0; i < 20'011; ++i) maps.push_back({i % 3 - 1, i % 5});
  auto const v = vector<affine_map>::dense(maps);
  for (size_type const most : {1000, 9999, 20'010}) sums_by_several_rows(host_executor(), compose_maps{}, v, most);
}

TEST_CASE("a user's monoid called from a .cpp on a GPU is not compiled, and the message says what to do" *
          doctest::skip(!cuda_available())) {
  executor const exec = cuda_executor();
  auto const a = matrix<affine_map>::build(1, 1, {0}, {0}, {{2, 3}}, compose_maps{}, exec);
  vector<affine_map> w(1, exec);
  CHECK_THROWS_AS(reduce(w, compose_maps{}, a), not_compiled);
  CHECK_THROWS_AS((void)reduce(compose_maps{}, a), not_compiled);
}
