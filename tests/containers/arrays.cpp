// arrays.cpp - matrices and vectors take CSR, CSC, COO, lists and dense arrays, by copy and over, and give them away.
#include <heddle/matrix.hpp>
#include <heddle/semirings/operators.hpp>
#include <heddle/vector.hpp>

#include "tests/support/buffer_on.hpp"
#include "tests/support/executors.hpp"

using namespace heddle;
using testing::buffer_on;

namespace {

using int_list = std::vector<std::int32_t>;
using float_list = std::vector<float>;

/// 3 x 4:  . 1 . 2 ; . . . . ; 3 . . 4, by rows and by columns, in an executor's memory.
struct sample_arrays {
  buffer<std::int32_t> offsets, row, col, col_offsets, row_by_col;
  buffer<float> values, values_by_col;

  explicit sample_arrays(executor const& exec)
      : offsets(buffer_on<std::int32_t>(exec, {0, 2, 2, 4})),
        row(buffer_on<std::int32_t>(exec, {0, 0, 2, 2})),
        col(buffer_on<std::int32_t>(exec, {1, 3, 0, 3})),
        col_offsets(buffer_on<std::int32_t>(exec, {0, 1, 2, 2, 4})),
        row_by_col(buffer_on<std::int32_t>(exec, {2, 0, 0, 2})),
        values(buffer_on<float>(exec, {1, 2, 3, 4})),
        values_by_col(buffer_on<float>(exec, {3, 1, 2, 4})) {}

  using compressed = csr_arrays<float, std::int32_t, std::int32_t>;
  compressed by_rows() const { return {3, 4, 4, offsets.data(), col.data(), values.data()}; }
  compressed by_columns() const { return {3, 4, 4, col_offsets.data(), row_by_col.data(), values_by_col.data()}; }
  coo_arrays<float> tuples() const { return {3, 4, 4, row.data(), col.data(), values.data()}; }
};

void check_is_sample(matrix<float> const& a) {
  auto const t = a.tuples();
  CHECK_EQ(a.rows(), 3);
  CHECK_EQ(a.cols(), 4);
  CHECK(t.row == int_list{0, 0, 2, 2});
  CHECK(t.col == int_list{1, 3, 0, 3});
  CHECK(t.value == float_list{1, 2, 3, 4});
  CHECK(a.transposed().tuples().value == float_list{3, 1, 2, 4});
}

}  // namespace

EXECUTOR_CASE("CSR, CSC and COO arrays are copied from the host and from the executor") {
  executor const cpu;
  sample_arrays const here(cpu), there(exec);
  check_is_sample(matrix<float>::from_csr(here.by_rows(), exec));
  check_is_sample(matrix<float>::from_csc(here.by_columns(), exec));
  check_is_sample(matrix<float>::from_coo(here.tuples(), exec));
  check_is_sample(matrix<float>::from_csr(there.by_rows(), exec, array_check::checked, exec));
  check_is_sample(matrix<float>::from_csc(there.by_columns(), exec, array_check::trusted, exec));
  check_is_sample(matrix<float>::from_coo(there.tuples(), exec, exec));
  int_list const row{2, 0, 2, 0}, col{3, 3, 0, 1};
  float_list const mixed{4, 2, 3, 1};
  check_is_sample(matrix<float>::from_coo({3, 4, 4, row.data(), col.data(), mixed.data()}, exec));
  auto const pattern =
      matrix<float>::from_csc({3, 4, 4, here.col_offsets.data(), here.row_by_col.data(), nullptr, 5}, exec);
  CHECK(pattern.tuples().value == float_list(4, 5));
  CHECK(pattern.csc().values.data == nullptr);
}

EXECUTOR_CASE("adopted arrays of all three kinds are used in place and released once") {
  sample_arrays const there(exec);
  int released = 0;
  auto const count = [&] { ++released; };
  {
    auto const a = matrix<float>::adopt_csr(there.by_rows(), exec, count, array_check::checked);
    auto const b = matrix<float>::adopt_csc(there.by_columns(), exec, count, array_check::checked);
    auto const c = matrix<float>::adopt_coo(there.tuples(), exec, count, array_check::checked);
    CHECK_EQ(a.csr().indices, there.col.data());
    CHECK_EQ(b.csc().offsets, there.col_offsets.data());
    CHECK_EQ(b.csc().values.data, there.values_by_col.data());
    CHECK_EQ(c.coo().row, there.row.data());
    CHECK_EQ(c.coo().col, there.col.data());
    CHECK_EQ(c.csr().values.data, there.values.data());
    check_is_sample(a);
    check_is_sample(b);
    check_is_sample(c);
    CHECK_EQ(released, 0);
  }
  CHECK_EQ(released, 3);
}

EXECUTOR_CASE("[sanitize] arrays that are wrong are neither adopted nor released when they are looked at") {
  auto const release = [] { FAIL_CHECK("nothing was adopted"); };
  auto const from = [&](int_list const& offsets, int_list const& indices, bool by_columns) {
    auto const o = buffer_on(exec, offsets), i = buffer_on(exec, indices);
    csr_arrays<float, std::int32_t, std::int32_t> const arrays{2, 2, i.size(), o.data(), i.data()};
    auto const check = array_check::checked;
    (void)(by_columns ? matrix<float>::adopt_csc(arrays, exec, release, check)
                      : matrix<float>::adopt_csr(arrays, exec, release, check));
  };
  CHECK_THROWS_WITH_AS(from({0, 3, 2}, {0, 1}, true), "matrix: offsets decrease at column 1", invalid_argument);
  CHECK_THROWS_WITH_AS(from({0, 3, 2}, {0, 1}, false), "matrix: offsets decrease at row 1", invalid_argument);
  CHECK_THROWS_WITH_AS(from({0, 1, 2}, {0, 2}, true), "matrix: column 1 has row 2 of 2", index_out_of_range);
  CHECK_THROWS_WITH_AS(from({0, 0, 2}, {1, 1}, true), "matrix: rows of column 1 do not ascend", invalid_argument);
  CHECK_THROWS_WITH_AS(from({0, 0, 2}, {1, 0}, false), "matrix: columns of row 1 do not ascend", invalid_argument);
  auto const coo = [&](int_list const& rows, int_list const& cols) {
    auto const i = buffer_on(exec, rows), j = buffer_on(exec, cols);
    (void)matrix<float>::adopt_coo({2, 2, i.size(), i.data(), j.data()}, exec, release, array_check::checked);
  };
  CHECK_THROWS_WITH_AS(coo({0, 0}, {1, 0}), "matrix::adopt_coo: entry 1 does not stand behind entry 0",
                       invalid_argument);
  CHECK_THROWS_WITH_AS(coo({0, 0, 1}, {0, 0, 1}), "matrix::adopt_coo: entry 1 does not stand behind entry 0",
                       invalid_argument);
  CHECK_THROWS_WITH_AS(coo({0, 2}, {1, 0}), "matrix::adopt_coo: entry 1 stands at (2, 0) of 2 x 2", index_out_of_range);
  auto const row = buffer_on(exec, int_list{0, 1});
  CHECK_THROWS_WITH_AS((void)matrix<float>::adopt_coo({2, 2, 2, row.data(), nullptr}, exec, release),
                       "matrix: 2 entries, or there are no rows, or no columns", invalid_argument);
  CHECK_THROWS_AS((void)matrix<float>::adopt_coo({2, 2, -1, row.data(), row.data()}, exec, release), invalid_argument);
  coo_buffers<float> uneven{2, 2, buffer_on(exec, int_list{0, 1}), buffer_on(exec, int_list{1}), {}};
  CHECK_THROWS_WITH_AS((void)matrix<float>::adopt_coo(std::move(uneven)), "matrix: 2 rows, 1 columns and 0 values",
                       invalid_argument);
  CHECK_EQ(uneven.row.size(), 2);
  CHECK_EQ(uneven.col.size(), 1);
}

EXECUTOR_CASE("the least entry that is wrong is named in a row of many, and wrong rows are found among many") {
  constexpr int n = 50'000;
  int_list offsets(n + 1), indices(n);
  for (int i = 0; i <= n; ++i) offsets[i] = i;
  indices[31'234] = n;
  indices[45'000] = -1;
  auto const from = [&] { return matrix<float>::from_csr({n, n, n, offsets.data(), indices.data()}, exec); };
  CHECK_THROWS_WITH_AS(from(), "matrix: row 31234 has column 50000 of 50000", index_out_of_range);
  indices[31'234] = indices[45'000] = 0;
  CHECK_EQ(from().nnz(), n);
  offsets[40'000] = 39'000;
  offsets[45'000] = 39'000;
  CHECK_THROWS_WITH_AS(from(), "matrix: offsets decrease at row 39999", invalid_argument);
}

EXECUTOR_CASE("buffers are taken over, and come back as the same memory") {
  sample_arrays s(exec);
  auto const* const columns = s.col.data();
  auto const* const numbers = s.values.data();
  auto a = matrix<float>::adopt_csr({3, 4, std::move(s.offsets), std::move(s.col), std::move(s.values)},
                                    array_check::checked);
  check_is_sample(a);
  auto given = a.release_csr();
  CHECK_EQ(given.indices.data(), columns);
  CHECK_EQ(given.values.data(), numbers);
  CHECK_EQ(given.offsets.size(), 4);
  CHECK_EQ(a.nnz(), 0);
  CHECK_EQ(a.rows(), 3);
  a.set(1, 1, 9);
  CHECK(a.tuples().value == float_list{9});
  auto b = matrix<float>::adopt_csr(std::move(given));
  auto by_columns = b.release_csc();
  CHECK_EQ(by_columns.rows, 3);
  CHECK_EQ(by_columns.cols, 4);
  CHECK(by_columns.indices.to_host() == int_list{2, 0, 0, 2});
  auto c = matrix<float>::adopt_csc(std::move(by_columns), array_check::checked);
  check_is_sample(c);
  auto tuples = c.release_coo();
  CHECK(tuples.row.to_host() == int_list{0, 0, 2, 2});
  CHECK_EQ(c.nnz(), 0);
  check_is_sample(matrix<float>::adopt_coo(std::move(tuples), array_check::checked));
}

EXECUTOR_CASE("arrays that a copy of the matrix shares are given away as copies") {
  sample_arrays const there(exec);
  int released = 0;
  auto a = matrix<float>::adopt_csr(there.by_rows(), exec, [&] { ++released; });
  {
    auto const copy = a;
    auto const given = a.release_csr();
    CHECK_NE(given.indices.data(), there.col.data());
    CHECK(given.indices.to_host() == there.col.to_host());
    CHECK_EQ(a.nnz(), 0);
    check_is_sample(copy);
    a = copy;
  }
  {
    auto const given = a.release_coo();
    CHECK_EQ(given.col.data(), there.col.data());
    CHECK_EQ(released, 0);
  }
  CHECK_EQ(released, 1);
  auto symmetric = matrix<float>::build(2, 2, {0, 1}, {1, 0}, {5, 5}, take_first<float>{}, exec).assume_symmetric();
  auto const* const columns = symmetric.csr().indices;
  CHECK_EQ(symmetric.release_csc().indices.data(), columns);
  auto pattern = matrix<float>::build(2, 2, {0, 1}, {1, 0}, {}, take_first<float>{}, exec, 3);
  auto const ones = pattern.release_csr();
  CHECK(ones.values.empty());
  CHECK_EQ(ones.one, 3);
}

EXECUTOR_CASE("buffers that do not fit together are left to their owner") {
  sample_arrays s(exec);
  csr_buffers<float> wrong{4, 4, std::move(s.offsets), std::move(s.col), std::move(s.values)};
  CHECK_THROWS_WITH_AS((void)matrix<float>::adopt_csr(std::move(wrong)),
                       "matrix: 4 offsets, 4 indices and 4 values for 4 rows", invalid_argument);
  CHECK_THROWS_WITH_AS((void)matrix<float>::adopt_csc(std::move(wrong)),
                       "matrix: 4 offsets, 4 indices and 4 values for 4 columns", invalid_argument);
  wrong.rows = 3;
  CHECK_EQ(wrong.cols, 4);
  check_is_sample(matrix<float>::adopt_csr(std::move(wrong), array_check::checked));
  list_buffers<float> list{3, buffer_on<std::int32_t>(exec, {2, 1}), buffer_on<float>(exec, {1, 2})};
  CHECK_THROWS_WITH_AS((void)vector<float>::adopt(std::move(list), array_check::checked),
                       "vector::adopt: entry 1 does not stand behind entry 0", invalid_argument);
  CHECK_EQ(list.indices.size(), 2);
  list.values = buffer_on<float>(exec, {1});
  CHECK_THROWS_WITH_AS((void)vector<float>::adopt(std::move(list)), "vector::adopt: 2 indices but 1 values",
                       invalid_argument);
}

EXECUTOR_CASE("vectors take and give lists and dense arrays without a copy") {
  auto dense = buffer_on<float>(exec, {1, 2, 3});
  auto const* const numbers = dense.data();
  auto v = vector<float>::adopt(std::move(dense));
  CHECK(v.form() == vector_form::dense);
  CHECK(v.to_dense(0) == float_list{1, 2, 3});
  CHECK_EQ(v.release_dense().data(), numbers);
  CHECK_EQ(v.nvals(), 0);
  CHECK_EQ(v.size(), 3);
  v.set(1, 5);
  CHECK_THROWS_WITH_AS((void)v.release_dense(), "vector::release_dense: 1 of 3 positions have an entry",
                       invalid_argument);
  CHECK(v.get(1) == 5.0F);

  list_buffers<float> list{9, buffer_on<std::int32_t>(exec, {2, 7}), buffer_on<float>(exec, {1, 2})};
  auto const* const indices = list.indices.data();
  auto w = vector<float>::adopt(std::move(list), array_check::checked);
  CHECK(w.form() == vector_form::sparse);
  CHECK(w.get(7) == 2.0F);
  w = vector<float>(std::move(w));
  auto const given = w.release_list();
  CHECK_EQ(given.indices.data(), indices);
  CHECK_EQ(given.size, 9);
  CHECK(given.values.to_host() == float_list{1, 2});
  CHECK_EQ(w.nvals(), 0);
  auto full = vector<bool>::dense({true, false}, exec);
  auto const listed = full.release_list();
  CHECK(listed.indices.to_host() == int_list{0, 1});
  CHECK(listed.values.get(0));
  CHECK(!listed.values.get(1));
}
