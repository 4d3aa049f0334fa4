// main.cpp - Shortest paths on a small road network: distances, one path written out, and the same as a fixpoint.
// `sssp` gives distances and a tree of shortest paths. `fixpoint` over (min, +) gives the same distances.
#include <algorithm>
#include <cmath>
#include <heddle/heddle.hpp>
#include <iostream>

int main() {
  heddle::executor const exec = heddle::default_executor();
  // A grid of 10 x 10 crossings that has lost some of its streets; lengths are whole numbers from 1 to 9.
  auto const roads = heddle::io::generate_matrix<double>("grid", {{"width", 10}, {"height", 10}, {"keep", 0.75}}, exec,
                                                         {.weights = heddle::io::weight_options{.low = 1, .high = 9}});
  heddle::size_type const source = 0;

  // A crossing that cannot be reached has the distance infinity. Parents lead back to the source.
  auto const found = heddle::sssp(roads, source, {.parents = true});
  std::cout << found.reached << " of " << roads.rows() << " crossings can be reached\n";

  // The farthest of them, the first one where several are.
  heddle::size_type farthest = source;
  double distance = 0;
  for (auto [vertex, length] : found.distances.entries()) {
    if (std::isfinite(length) && length > distance) farthest = vertex, distance = length;
  }
  std::cout << "the farthest is " << farthest << ", " << distance << " away\n";

  std::vector<heddle::size_type> path = {farthest};
  while (path.back() != source) path.push_back(*found.parents.get(path.back()));
  std::reverse(path.begin(), path.end());
  std::cout << "the path to it:";
  for (auto const vertex : path) std::cout << ' ' << vertex;
  std::cout << '\n';

  double length = 0;
  for (std::size_t k = 1; k < path.size(); ++k) length += *roads.get(path[k - 1], path[k]);

  // The same over (min, +): x = x min (x + A), again and again until nothing changes. No entry: no path.
  heddle::vector<double> x(roads.rows(), exec);
  x.set(source, 0.0);
  heddle::fixpoint(x, heddle::min_plus<double>{}, roads);

  bool const right = length == distance && x.to_dense(HUGE_VAL) == found.distances.to_dense(HUGE_VAL);
  return right ? 0 : 1;
}
