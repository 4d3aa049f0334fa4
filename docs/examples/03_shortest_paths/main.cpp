// main.cpp - Shortest paths on a small road network, with the way itself, and the same distances as a fixpoint.
#include <algorithm>
#include <cmath>
#include <heddle/heddle.hpp>
#include <iostream>

int main() {
  heddle::executor const exec = heddle::default_executor();
  // A grid of 16 x 16 crossings that has lost some of its streets; lengths are whole numbers from 1 to 9.
  auto const roads = heddle::io::generate_matrix<double>("grid", {{"width", 16}, {"height", 16}, {"keep", 0.75}}, exec,
                                                         {.weights = heddle::io::weight_options{.low = 1, .high = 9}});
  heddle::size_type const source = 0;

  // Distances are infinity where no way leads. Parents give the way back to the source.
  auto const found = heddle::sssp(roads, source, {.parents = true});
  std::cout << found.reached << " of " << roads.rows() << " crossings can be reached\n";

  // The farthest of them. Positions with the same distance are met in order, and the first one counts.
  heddle::size_type farthest = source;
  double distance = 0;
  for (auto [vertex, length] : found.distances.entries()) {
    if (std::isfinite(length) && length > distance) farthest = vertex, distance = length;
  }
  std::cout << "the farthest is " << farthest << ", " << distance << " away\n";

  std::vector<heddle::size_type> way = {farthest};
  while (way.back() != source) way.push_back(*found.parents.get(way.back()));
  std::reverse(way.begin(), way.end());
  std::cout << "the way there:";
  for (auto const vertex : way) std::cout << ' ' << vertex;
  std::cout << '\n';

  double length = 0;
  for (std::size_t k = 1; k < way.size(); ++k) length += *roads.get(way[k - 1], way[k]);

  // The same over (min, +): x = x min (x + A), again and again until nothing changes. No entry means no way.
  heddle::vector<double> x(roads.rows(), exec);
  x.set(source, 0.0);
  heddle::fixpoint(x, heddle::min_plus<double>{}, roads);

  bool const right = length == distance && x.to_dense(HUGE_VAL) == found.distances.to_dense(HUGE_VAL);
  return right ? 0 : 1;
}
