// generated.cpp - docs/algorithms.md's graph of billions of entries, of some thousands here.
#include <doctest/doctest.h>

#include <heddle/algorithms/bfs.hpp>
#include <heddle/io/generators.hpp>

TEST_CASE("docs/algorithms.md's generated graph has weights and both directions, and offsets of 64 bits") {
  auto const gpu = heddle::default_executor();
  double const scale = 8;
  auto const A = heddle::io::generate_matrix<double, std::int32_t, std::int64_t>(
      "rmat", {{"scale", scale}, {"edge_factor", 32}}, gpu, {.weights = heddle::io::weight_options{}});
  CHECK(A.rows() == 256);
  CHECK(storage_of(A).symmetric());
  CHECK(A.get(1, 0) == A.get(0, 1));
  CHECK(heddle::bfs(A, 0).reached > 200);
}
