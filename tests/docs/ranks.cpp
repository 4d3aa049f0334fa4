// ranks.cpp - docs/ranks.md's program over four ranks.
#include <doctest/doctest.h>

#include <heddle/distributed/distributed.hpp>
#include <heddle/heddle.hpp>

#include "tests/io/temporary_folder.hpp"

TEST_CASE("docs/ranks.md's program gives what one rank gives") {
  heddle::testing::temporary_folder const folder;
  auto const path = folder.file("graph.mtx");
  heddle::io::save(heddle::io::to_matrix(heddle::io::rmat<double>({.scale = 6}), heddle::plus<double>{}), path);
  // clang-format off
  heddle::distributed::group const ranks = heddle::distributed::group::of_threads(4);
  auto const A = heddle::distributed::load<double>(path, ranks);
  auto const search = heddle::bfs(A, 0);
  auto y = heddle::distributed::vector<double>::filled(A.rows(), 1, ranks);
  heddle::mxv(y, heddle::plus_times<double>{}, A, y);
  auto const whole = y.gather_to(0);  // an optional heddle::vector<double>: in rank 0's process
  // clang-format on
  auto const local = heddle::io::load<double>(path);
  auto sums = heddle::vector<double>::filled(local.rows(), 1);
  heddle::mxv(sums, heddle::plus_times<double>{}, local, sums);
  CHECK(whole->to_dense(-1) == sums.to_dense(-1));
  CHECK(search.reached == heddle::bfs(local, 0).reached);
}
