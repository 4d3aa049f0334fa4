// containers.cpp - docs/library.md's entries on the host, diagonals and saved containers.
#include <doctest/doctest.h>

#include <heddle/heddle.hpp>

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
  float trace = 0, sum = 0;
  for (auto [i, j, value] : A.entries()) trace += i == j ? value : 0;
  for (auto [i, value] : x.entries()) sum += value;
  return 100 * trace + sum;
}

}  // namespace

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
  CHECK_EQ(added(A, heddle::vector<float>::dense({5.0f, 6.0f})), 211);
}
