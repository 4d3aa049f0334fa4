// instances.cpp - every precompiled product kernel once: tables of lanes and of blocks, windows, dot products and dense
// packs of each semiring, under a schedule of every scope, against the host.
#include <heddle/ops/mxm/mxm.hpp>

#include "tests/support/executors.hpp"

using namespace heddle;
using namespace heddle::schedules;

namespace {

// Small values that differ from place to place, false ones among those of bool.
template <class T> struct entry_list {
  std::vector<std::int32_t> row, col;
  std::vector<T> value;

  matrix<T> build(size_type rows, size_type cols, executor const& exec) {
    for (std::size_t e = 0; e < row.size(); ++e) {
      int const drawn = (3 * row[e] + col[e]) % 5;
      value.push_back(std::is_same_v<T, bool> ? T(drawn > 1) : static_cast<T>(1 + drawn));
    }
    return matrix<T>::build(rows, cols, row, col, value, take_first<T>{}, exec);
  }
  void add(int i, int j) { row.push_back(i), col.push_back(j); }
};

constexpr int rows = 12, inner = 16, wide_cols = 7000;

// Rows of `wide_cols` columns: one longer than any table, one for a block's table, short ones.
template <class T> matrix<T> right_operand(executor const& exec) {
  entry_list<T> list;
  for (int j = 0; j < wide_cols; ++j) list.add(0, j);
  for (int j = 0; j < 2000; ++j) list.add(1, 3 * j);
  for (int k = 2; k < inner; ++k) {
    for (int j = 0; j < 20; ++j) list.add(k, (k * 37 + j * j * 11) % wide_cols);
  }
  return list.build(inner, wide_cols, exec);
}

template <class T> matrix<T> left_operand(executor const& exec) {
  entry_list<T> list;
  list.add(0, 0), list.add(0, 5), list.add(1, 1), list.add(1, 6);
  for (int i = 2; i < rows; ++i) {
    for (int k = 2; k < inner; k += 1 + i % 3) list.add(i, k);
  }
  return list.build(rows, inner, exec);
}

template <class T> matrix<T> full_operand(executor const& exec) {
  entry_list<T> list;
  for (int k = 0; k < inner; ++k) {
    for (int j = 0; j < 6; ++j) list.add(k, j);
  }
  return list.build(inner, 6, exec);
}

matrix<bool> few_positions(executor const& exec) {
  entry_list<bool> list;
  for (int i = 0; i < rows; ++i) {
    for (int j = 0; j < 12; ++j) list.add(i, (i * 37 + j * j * 11) % wide_cols);
  }
  return list.build(rows, wide_cols, exec);
}

template <class T> bool same(matrix<T> const& a, matrix<T> const& b) {
  auto const x = a.tuples(), y = b.tuples();
  return x.row == y.row && x.col == y.col && x.value == y.value;
}

template <class SR> void check_instances(executor const& exec, char const* name) {
  using D = domain_of<SR>;
  CAPTURE(name);
  executor const host;
  matrix<D> expanded(rows, wide_cols, exec), expected(rows, wide_cols);
  mxm(expanded, SR{}, left_operand<D>(exec), right_operand<D>(exec));
  mxm(expected, SR{}, left_operand<D>(host), right_operand<D>(host));
  CHECK(same(expanded, expected));
  matrix<D> masked_expected(rows, wide_cols), full_expected(rows, 6);
  auto const host_mask = few_positions(host);
  mxm(masked_expected, structure(host_mask), no_accum, SR{}, left_operand<D>(host), right_operand<D>(host));
  mxm(full_expected, SR{}, left_operand<D>(host), full_operand<D>(host));
  for (schedule const& chosen :
       {schedule{thread_mapped{}}, schedule{group_mapped{}}, schedule{thread_mapped{3}}, schedule{block_mapped{}},
        schedule{merge_path{16}}, schedule{merge_path{1024}}, schedule{merge_path{2048}}, schedule{merge_path{4096}}}) {
    CAPTURE(chosen.name());
    matrix<D> masked(rows, wide_cols, exec), full(rows, 6, exec);
    auto const mask = few_positions(exec);
    mxm(masked, structure(mask), no_accum, SR{}, left_operand<D>(exec), right_operand<D>(exec), {.schedule = chosen});
    mxm(full, SR{}, left_operand<D>(exec), full_operand<D>(exec), {.schedule = chosen});
    CHECK(same(masked, masked_expected));
    CHECK(same(full, full_expected));
  }
}

template <class... SRs> void check_every_product(executor const& exec, detail::type_list<SRs...>) {
  (check_instances<SRs>(exec, __PRETTY_FUNCTION__), ...);
}

}  // namespace

EXECUTOR_CASE("every precompiled product agrees with the host, whatever its method and schedule [sanitize]") {
  check_every_product(exec, gpu::precompiled_products{});
}

EXECUTOR_CASE("products merge into C with an accumulator under a complemented value mask [sanitize]") {
  matrix<float> c = left_operand<float>(exec), expected = left_operand<float>({});
  auto const square = [](executor const& e) {
    entry_list<float> list;
    for (int k = 0; k < inner; ++k) list.add(k, (k * 5) % inner), list.add(k, k);
    return list.build(inner, inner, e);
  };
  auto const run = [&](matrix<float>& result, executor const& e) {
    matrix<float> t(inner, inner, e);
    mxm(t, plus_times<float>{}, square(e), square(e));
    auto const mask = square(e);
    mxm(t, complement(mask), plus<float>{}, plus_times<float>{}, t, square(e));
    mxm(result, no_mask, plus<float>{}, plus_times<float>{}, result, t);
  };
  run(c, exec);
  run(expected, {});
  CHECK(same(c, expected));
}
