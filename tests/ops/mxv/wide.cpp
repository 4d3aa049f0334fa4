// wide.cpp - matrix-vector products of matrices with 64-bit offsets, and with 64-bit indices too.
#include "tests/support/schedule_check.hpp"

using namespace heddle;
using namespace heddle::testing;

namespace {

template <class SR, index_type I, index_type O> void check_wide(executor const& exec, SR const& sr, domain_of<SR> one) {
  for (tile_case const& tiles : small_battery(1500, 3500)) {
    format_check<SR, I, O>(exec, sr, matrix_of<domain_of<SR>>(tiles)).all(one);
  }
}

}  // namespace

EXECUTOR_CASE("64-bit offsets give the same products as 32-bit ones") {
  check_wide<plus_times<double>, std::int32_t, std::int64_t>(exec, {}, 3.0);
}

EXECUTOR_CASE("64-bit indices and offsets give the same products as 32-bit ones") {
  check_wide<min_plus<double>, std::int64_t, std::int64_t>(exec, {}, 1.0);
}

namespace {

template <class D, class I, class SR> void check_full_sums(executor const& exec, SR const& sr, bool some_empty) {
  size_type const n = 700;
  std::vector<std::int32_t> row, col;
  std::vector<D> value;
  for (std::int32_t i = 0; i < n; ++i) {
    if (some_empty && i % 3 == 1) continue;
    int const length = i == 5 ? 600 : 1 + i % 7;
    for (int k = 0; k < length; ++k) {
      row.push_back(i), col.push_back((7 * i + k) % static_cast<std::int32_t>(n)), value.push_back(D(k % 5 - 2));
    }
  }
  std::vector<I> const wide_row(row.begin(), row.end()), wide_col(col.begin(), col.end());
  auto const a = matrix<D>::build(n, n, row, col, value, plus<D>{}, exec);
  auto const wide = matrix<D, I, std::int64_t>::build(n, n, wide_row, wide_col, value, plus<D>{}, exec);
  auto const numbers = [&] {
    std::vector<D> all;
    for (size_type i = 0; i < n; ++i) all.push_back(D(i % 11 - 5));
    return all;
  }();
  auto const u = vector<D>::dense(numbers, exec);
  auto const wide_u = vector<D, I>::dense(numbers, exec);
  auto const check = [&](auto expected, auto found, auto const& multiply) {
    multiply(expected, a, u);
    multiply(found, wide, wide_u);
    CHECK_EQ(expected.tuples().value, found.tuples().value);
    CHECK_EQ(expected.nvals(), found.nvals());
    CHECK_EQ(expected.form(), found.form());
    for (size_type i = 0; i < n; ++i) CHECK_EQ(expected.get(i), found.get(i));
  };
  auto const few = [&]<class V>(V some) {
    some.set(2, D(9)), some.set(4, D(-9)), some.set(6, D(0));
    return some;
  };
  auto const product = [&](auto& w, auto const& m, auto const& x) { mxv(w, sr, m, x); };
  check(vector<D>(n, exec), vector<D, I>(n, exec), product);
  check(u, wide_u, product);
  check(few(vector<D>(n, exec)), few(vector<D, I>(n, exec)), product);
  check(u, wide_u, [&](auto& w, auto const& m, auto const& x) { mxv(w, no_mask, plus<D>{}, sr, m, x); });
  check(u, wide_u, [&](auto& w, auto const& m, auto const& x) { mxv(w, structure(x), no_accum, sr, m, x); });
  check(u, wide_u, [&](auto& w, auto const& m, auto const&) { mxv(w, sr, m, w); });
  if constexpr (std::is_same_v<SR, plus_times<D>>) {  // with operands exchanged plus_second wants nvcc
    check(u, wide_u, [&](auto& w, auto const& m, auto const& x) { vxm(w, sr, x, transpose(m)); });
  }
  check(u, wide_u, [&](auto& w, auto const& m, auto const& x) {
    mxv(w, sr, m, x, {.locality = locality{.least_coverage = 0, .least_entries = 0}});
  });
}

}  // namespace

EXECUTOR_CASE(
    "full products with 64-bit offsets over sums of real numbers are those with 32-bit ones, whatever w holds") {
  for (bool const some_empty : {false, true}) {
    CAPTURE(some_empty);
    check_full_sums<double, std::int32_t>(exec, plus_times<double>{}, some_empty);
    check_full_sums<float, std::int64_t>(exec, plus_times<float>{}, some_empty);
    check_full_sums<double, std::int64_t>(exec, plus_second<double>{}, some_empty);
  }
}
