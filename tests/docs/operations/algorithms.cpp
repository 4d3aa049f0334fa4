// algorithms.cpp - examples of docs/operations.md: searches, components, ranks, triangles.
#include "tests/docs/operations/operands.hpp"

using namespace heddle::testing;

// ## bfs: a loop of GrB_vxm under a mask, in include/heddle/algorithms/bfs.hpp
EXECUTOR_CASE("the example of bfs in docs is right") {
  auto const& [A, B, u, v, seen] = example_operands(exec);
  // begin
  auto const search = heddle::bfs(A, 0, {.parents = true});
  auto const levels = search.levels, parents = search.parents;
  // end
  CHECK_EQ(shown(levels), "0 1 2");
  CHECK_EQ(shown(parents), "0 0 1");
}

// ## sssp: a loop of GrB_vxm over GrB_MIN_PLUS, in include/heddle/algorithms/sssp.hpp
EXECUTOR_CASE("the example of sssp in docs is right") {
  auto const& [A, B, u, v, seen] = example_operands(exec);
  // begin
  auto const distances = heddle::sssp(A, 0).distances;
  auto const nearest = heddle::sssp(A, std::vector<heddle::size_type>{1, 2}).distances;
  // end
  CHECK_EQ(shown(distances), "0 2 5");
  CHECK_EQ(shown(nearest), "4 0 0");
}

// ## bfs_from_each: a loop of GrB_mxm under a mask, in include/heddle/algorithms/bfs_from_each.hpp
EXECUTOR_CASE("the example of bfs_from_each in docs is right") {
  auto const& [A, B, u, v, seen] = example_operands(exec);
  // begin
  auto const views = heddle::bfs_from_each(A, {0, 2});
  double const harmonic = views.found[0].harmonic, closeness = views.found[1].closeness(A.rows());
  // end
  CHECK_EQ(shown(harmonic), "1.5");
  CHECK_EQ(shown(closeness), "0.666667");
}

// ## connected_components: FastSV, in include/heddle/algorithms/connected_components.hpp
EXECUTOR_CASE("the example of connected_components in docs is right") {
  auto const& [A, B, u, v, seen] = example_operands(exec);
  // begin
  auto const labels = heddle::connected_components(B).labels;
  // end
  CHECK_EQ(shown(labels), "0 0 2");
}

// ## pagerank: a loop of GrB_vxm over GrB_PLUS_SECOND, in include/heddle/algorithms/pagerank.hpp
EXECUTOR_CASE("the example of pagerank in docs is right") {
  auto const& [A, B, u, v, seen] = example_operands(exec);
  // begin
  auto const ranks = heddle::pagerank(A, {.damping = 0});
  double const first = *ranks.ranks.get(0);
  // end
  CHECK_EQ(shown(first), "0.333333");
}

// ## triangle_count: GrB_mxm under a mask and GrB_reduce, in include/heddle/algorithms/triangle_count.hpp
EXECUTOR_CASE("the example of triangle_count in docs is right") {
  auto const& [A, B, u, v, seen] = example_operands(exec);
  // begin
  auto const triangles = heddle::triangle_count(A);
  // end
  CHECK_EQ(shown(triangles), "1");
}
