// containers.cpp - docs/library.md's saved containers.
#include <doctest/doctest.h>

#include <heddle/heddle.hpp>

#include "tests/io/temporary_folder.hpp"

namespace {

// What the page shows: a matrix into a file, and back onto an executor.
heddle::matrix<float> kept(heddle::matrix<float> const& A, std::string const& path, heddle::executor const& exec) {
  heddle::save(A, path);
  return heddle::load<heddle::matrix<float>>(path, exec);
}

}  // namespace

TEST_CASE("the saved matrix in docs is right") {
  heddle::testing::temporary_folder const folder;
  auto const A = heddle::matrix<float>::build(2, 2, {0, 1}, {1, 1}, {1, 2}, heddle::plus<float>{});
  auto const B = kept(A, folder.file("A.heddle"), heddle::executor{});
  CHECK((B.nnz() == 2 && B.get(0, 1) == 1 && B.get(1, 1) == 2));
}
