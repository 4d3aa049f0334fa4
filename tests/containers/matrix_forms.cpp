// matrix_forms.cpp - CSR, CSC and COO of a matrix show the same entries, and are made no oftener than needed.
#include <heddle/matrix.hpp>
#include <heddle/semirings/operators.hpp>
#include <map>

#include "tests/support/executors.hpp"

using namespace heddle;
using namespace heddle::schedules;

namespace {

using entry_map = std::map<std::pair<int, int>, double>;

template <class T> std::vector<T> fetched(executor const& exec, T const* data, size_type n) {
  std::vector<T> result(static_cast<std::size_t>(n));
  detail::copy_bytes(executor{}, result.data(), exec, data, static_cast<std::size_t>(n) * sizeof(T));
  return result;
}

/// Entries of a compressed form as (major, minor) -> value.
entry_map form_entries(executor const& exec, compressed_view<double, std::int32_t, std::int32_t> const& form) {
  auto const offsets = fetched(exec, form.offsets, form.major + 1);
  auto const indices = fetched(exec, form.indices, form.nnz);
  auto const values = fetched(exec, form.values.data, form.nnz);
  REQUIRE_EQ(offsets.front(), 0);
  REQUIRE_EQ(offsets.back(), form.nnz);
  entry_map result;
  for (int major = 0; major < form.major; ++major) {
    CHECK(std::is_sorted(indices.begin() + offsets[major], indices.begin() + offsets[major + 1]));
    for (int a = offsets[major]; a < offsets[major + 1]; ++a) result[{major, indices[a]}] = values[a];
  }
  return result;
}

entry_map transposed(entry_map const& entries) {
  entry_map result;
  for (auto const& [place, value] : entries) result[{place.second, place.first}] = value;
  return result;
}

matrix<double> scattered(size_type rows, size_type cols, int entries, executor const& exec) {
  std::vector<std::int32_t> row, col;
  std::vector<double> value;
  for (int k = 0; k < entries; ++k) {
    row.push_back(static_cast<std::int32_t>(k * 7919LL % 10007 % rows));
    col.push_back(static_cast<std::int32_t>(k * 104729LL % 10009 % cols));
    value.push_back(k);
  }
  return matrix<double>::build(rows, cols, row, col, value, take_first<double>{}, exec);
}

}  // namespace

EXECUTOR_CASE("CSR, CSC and COO hold the same entries") {
  struct shape {
    size_type rows, cols;
    int entries;
  };
  for (auto const [rows, cols, entries] :
       {shape{0, 0, 0}, shape{3, 0, 0}, shape{0, 3, 0}, shape{5, 7, 0}, shape{1, 1, 1}, shape{1, 900, 500},
        shape{900, 1, 500}, shape{40, 30, 700}}) {
    auto const a = scattered(rows, cols, entries, exec);
    auto const by_rows = form_entries(exec, a.csr());
    CHECK_EQ(static_cast<size_type>(by_rows.size()), a.nnz());
    CHECK_EQ(a.csc().major, cols);
    CHECK_EQ(a.csc().minor, rows);
    CHECK(form_entries(exec, a.csc()) == transposed(by_rows));
    auto const coo = a.coo();
    auto const row = fetched(exec, coo.row, coo.nnz), col = fetched(exec, coo.col, coo.nnz);
    auto const value = fetched(exec, coo.values.data, coo.nnz);
    entry_map listed;
    for (std::size_t k = 0; k < row.size(); ++k) listed[{row[k], col[k]}] = value[k];
    CHECK(listed == by_rows);
    auto const turned = a.transposed();
    CHECK(form_entries(exec, turned.csr()) == transposed(by_rows));
  }
}

EXECUTOR_CASE("forms are made once, and transposing swaps them") {
  auto const a = scattered(20, 30, 100, exec);
  auto const* const csc = a.csc().indices;
  CHECK_EQ(a.csc().indices, csc);
  CHECK_EQ(a.coo().row, a.coo().row);
  auto const turned = a.transposed();
  CHECK_EQ(turned.csr().indices, csc);
  CHECK_EQ(turned.csc().indices, a.csr().indices);
  CHECK_EQ(turned.rows(), 30);
}

EXECUTOR_CASE("a matrix known to be symmetric has one form for rows and columns") {
  auto a = matrix<double>::build(3, 3, {0, 1, 2, 1}, {1, 0, 1, 2}, {5, 5, 6, 6}, take_first<double>{}, exec);
  a.assume_symmetric();
  CHECK_EQ(a.csc().indices, a.csr().indices);
  auto const turned = a.transposed(), moved = a.to(exec);
  CHECK_EQ(turned.csr().indices, a.csr().indices);
  CHECK_EQ(moved.csc().indices, a.csr().indices);
  CHECK(storage_of(a).has_csc());
  auto changed = a;
  changed.set(0, 2, 7);
  CHECK(form_entries(exec, changed.csc()) == transposed(form_entries(exec, changed.csr())));
  CHECK(changed.transposed().get(2, 0) == 7.0);
  CHECK(!changed.get(2, 0));
  CHECK_EQ(a.csc().indices, a.csr().indices);
  auto apart = a;
  apart.assume_symmetric(false);
  CHECK(form_entries(exec, apart.csc()) == form_entries(exec, a.csr()));
}

EXECUTOR_CASE("only a square matrix can be symmetric") {
  auto a = scattered(3, 4, 5, exec);
  CHECK_THROWS_WITH_AS(a.assume_symmetric(), "assume_symmetric: A is 3 x 4", dimension_mismatch);
  auto b = scattered(3, 3, 5, exec).assume_symmetric();
  b.resize(3, 4);
  CHECK(form_entries(exec, b.csc()) == transposed(form_entries(exec, b.csr())));
}

EXECUTOR_CASE("a matrix with an entry everywhere is full") {
  CHECK(scattered(1, 1, 1, exec).is_full());
  CHECK(!scattered(30, 40, 5, exec).is_full());
  CHECK(matrix<double>(0, 7, exec).is_full());
  CHECK(!matrix<double, std::int64_t, std::int64_t>(4, std::int64_t{1} << 62, exec).is_full());
}

EXECUTOR_CASE("plans are kept with the matrix, one for a schedule and a size of values") {
  auto const a = scattered(20, 30, 100, exec);
  auto const& form = storage_of(a).csr();
  auto const one = form.plan_for(merge_path{}, 4), same = form.plan_for(merge_path{}, 4);
  CHECK_EQ(one.get(), same.get());
  CHECK_NE(one.get(), form.plan_for(merge_path{}, 8).get());
  CHECK_NE(one.get(), form.plan_for(thread_mapped{}, 4).get());
  auto const copy = a;
  CHECK_EQ(storage_of(copy).csr().plan_for(merge_path{}, 4).get(), one.get());
}
