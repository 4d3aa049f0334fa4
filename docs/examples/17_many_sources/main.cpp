// main.cpp - Many sources: closeness by a hundred searches at once, and distances from the nearest of three places.
// `bfs_from_each` searches from every source by itself, 64 at a time, and reads an edge once for all of them. `sssp` of
// several sources is one search, which gives the distance from the nearest.
#include <algorithm>
#include <heddle/heddle.hpp>
#include <iostream>
#include <vector>

int main() {
  heddle::executor const exec = heddle::default_executor();
  auto const roads = heddle::io::generate_matrix<double>("grid", {{"width", 40}, {"height", 40}, {"keep", 0.8}}, exec,
                                                         {.weights = heddle::io::weight_options{.low = 1, .high = 9}});
  auto const n = roads.rows();

  std::vector<heddle::size_type> sources;
  for (heddle::size_type v = 0; v < n; v += 16) sources.push_back(v);
  auto const views = heddle::bfs_from_each(roads, sources);
  std::size_t best = 0;
  for (std::size_t k = 0; k < sources.size(); ++k) {
    if (views.found[k].closeness(n) > views.found[best].closeness(n)) best = k;
  }
  std::cout << "of " << sources.size() << " crossings " << sources[best] << " is closest to all: it reaches "
            << views.found[best].reached << ", the farthest in " << views.found[best].depth << " steps\n";

  // Three hospitals: how far is the nearest, for everyone, and for how many is it which?
  std::vector<heddle::size_type> const hospitals = {41, 790, 1550};
  auto const nearest = heddle::sssp(roads, hospitals, {.parents = true});
  std::vector<heddle::size_type> served(hospitals.size());
  auto const parents = nearest.parents.to_dense(-1);
  for (heddle::size_type v = 0; v < n; ++v) {
    if (parents[static_cast<std::size_t>(v)] < 0) continue;  // not reached
    auto at = v;                                             // the root of the tree that v is in
    while (parents[static_cast<std::size_t>(at)] != at) at = parents[static_cast<std::size_t>(at)];
    served[static_cast<std::size_t>(std::find(hospitals.begin(), hospitals.end(), at) - hospitals.begin())] += 1;
  }
  for (std::size_t k = 0; k < hospitals.size(); ++k) {
    std::cout << "hospital " << hospitals[k] << " is the nearest of " << served[k] << " crossings\n";
  }

  // The same distances by a search from each.
  std::vector<double> least = heddle::sssp(roads, hospitals[0]).distances.to_dense(0);
  for (auto const hospital : {hospitals[1], hospitals[2]}) {
    auto const other = heddle::sssp(roads, hospital).distances.to_dense(0);
    for (std::size_t v = 0; v < least.size(); ++v) least[v] = std::min(least[v], other[v]);
  }
  return nearest.distances.to_dense(0) == least ? 0 : 1;
}
