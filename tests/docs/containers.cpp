// containers.cpp - docs/containers.md's arrays, entries, diagonals and saved containers.
#include <doctest/doctest.h>

#include <heddle/heddle.hpp>
#include <iostream>
#include <sstream>

#include "tests/io/temporary_folder.hpp"

namespace {

// What the page shows: a matrix into a file, and back onto an executor.
heddle::matrix<float> kept(heddle::matrix<float> const& A, std::string const& path, heddle::executor const& exec) {
  heddle::save(A, path);
  return heddle::load<heddle::matrix<float>>(path, exec);
}

// What the page shows: a vector as a diagonal, a diagonal as a vector.
auto diagonals(heddle::matrix<float> const& A, heddle::vector<float> const& x) {
  auto const D = heddle::diag(x);                   // D(i, i) = x(i)
  auto const first_above = heddle::diagonal(A, 1);  // A(0, 1), A(1, 2), ...
  return std::pair(D, first_above);
}

// What the page shows: loops over entries.
float added(heddle::matrix<float> const& A, heddle::vector<float> const& x) {
  float trace = 0, sum = 0, first_row = 0;
  for (auto [i, j, value] : A.entries()) trace += i == j ? value : 0;
  for (auto [i, value] : x.entries()) sum += value;
  for (auto [j, value] : A.row(0)) first_row += value;
  return 10000 * first_row + 100 * trace + sum;
}

// What the page shows: containers as text, and one compared with another.
bool printed(heddle::matrix<float> const& A, heddle::vector<float> const& x) {
  std::cout << A << '\n';              // a small matrix by positions, a point where there is no entry
  heddle::print(x, {.entries = 100});  // to standard output, at most 100 entries
  bool const symmetric = A == A.transposed();
  return symmetric;
}

// What docs/library.md shows.
heddle::executor where_made(heddle::size_type n) {
  heddle::set_default_executor(heddle::default_executor());  // the GPU where there is one
  heddle::vector<float> x(n);                                // lives there
  return x.exec();
}

// What the page shows: tuples and arrays of the executor's memory.
auto made_of_arrays(heddle::executor const& exec, heddle::size_type n, std::int32_t const* row, std::int32_t const* col,
                    float const* values, heddle::size_type nnz, std::int32_t const* offsets,
                    std::int32_t const* columns, float const* numbers, std::function<void()> const& release) {
  auto const A = heddle::matrix<float>::build({3, 4, n, row, col, values}, heddle::plus<float>{}, exec);
  auto B = heddle::matrix<float>::adopt_csr({3, 4, nnz, offsets, columns, numbers}, exec, release);
  heddle::csr_buffers<float> arrays = B.release_csr();  // B has no entries now
  auto const C = heddle::matrix<float>::adopt_csr(std::move(arrays), heddle::array_check::checked);
  return std::tuple(A, B, C);
}

}  // namespace

TEST_CASE("the arrays in docs are right") {
  std::int32_t const row[] = {2, 0, 2}, col[] = {3, 1, 3}, offsets[] = {0, 1, 1, 2}, columns[] = {1, 3};
  float const values[] = {1, 2, 3}, numbers[] = {5, 6};
  int released = 0;
  {
    auto const [A, B, C] = made_of_arrays({}, 3, row, col, values, 2, offsets, columns, numbers, [&] { ++released; });
    CHECK((A.nnz() == 2 && A.get(2, 3) == 4.0F && A.get(0, 1) == 2.0F));
    CHECK(B.nnz() == 0);
    CHECK((C.get(0, 1) == 5.0F && C.csr().indices == columns));
    CHECK(released == 0);
  }
  CHECK(released == 1);
}

TEST_CASE("the saved matrix in docs is right") {
  heddle::testing::temporary_folder const folder;
  auto const A = heddle::matrix<float>::build(2, 2, {0, 1}, {1, 1}, {1, 2}, heddle::plus<float>{});
  auto const B = kept(A, folder.file("A.heddle"), heddle::executor{});
  CHECK((B.nnz() == 2 && B.get(0, 1) == 1 && B.get(1, 1) == 2));
}

TEST_CASE("the diagonals in docs are right") {
  auto const A = heddle::matrix<float>::build(2, 2, {0, 1}, {1, 1}, {1, 2}, heddle::plus<float>{});
  auto const [D, first_above] = diagonals(A, heddle::vector<float>::dense({5.0f, 6.0f}));
  CHECK((D.nnz() == 2 && D.get(0, 0) == 5 && D.get(1, 1) == 6));
  CHECK((first_above.size() == 1 && first_above.get(0) == 1));
}

TEST_CASE("the loops over entries in docs are right") {
  auto const A = heddle::matrix<float>::build(2, 2, {0, 1}, {1, 1}, {1, 2}, heddle::plus<float>{});
  CHECK_EQ(added(A, heddle::vector<float>::dense({5.0f, 6.0f})), 10211);
}

TEST_CASE("the printed containers in docs are right") {
  auto const A = heddle::matrix<float>::build(2, 2, {0, 1}, {1, 0}, {1, 1}, heddle::plus<float>{});
  std::ostringstream out;
  auto* const before = std::cout.rdbuf(out.rdbuf());
  auto const format = std::cout.flags(std::ios_base::fmtflags{});  // doctest's --duration leaves its own
  auto const precision = std::cout.precision(6);
  CHECK(printed(A, heddle::vector<float>::dense({5.0f, 6.0f})));
  std::cout.rdbuf(before);
  std::cout.flags(format), std::cout.precision(precision);
  CHECK_EQ(out.str(), "matrix of 2 x 2, 2 entries:\n  . 1\n  1 .\nvector of 2 positions, 2 entries: 5 6\n");
}

TEST_CASE("the default executor in docs is where containers are made") {
  CHECK(where_made(3) == heddle::default_executor(0));
  heddle::set_default_executor(std::nullopt);
}
