// main.cpp - Breadth-first search by algebra: a graph from a file, and a loop of masked products.
// The mask closes every vertex that has a level, so that the product gives only what is new. `heddle::bfs` finds the
// same and is faster. A search of your own begins with this loop.
#include <heddle/heddle.hpp>
#include <iostream>

int main() {
  heddle::executor const exec = heddle::default_executor();
  // A list of edges, a line each. The file calls itself undirected, so that every edge counts both ways.
  auto const A = heddle::io::load<float>("paths.txt", exec);
  std::cout << "paths.txt: " << A.rows() << " vertices, " << A.nnz() << " entries\n";

  heddle::vector<bool> frontier(A.rows(), exec);        // vertices that were reached last
  heddle::vector<std::int32_t> levels(A.rows(), exec);  // steps from the source; no entry: not reached
  frontier.set(0, true);
  for (std::int32_t level = 0; frontier.nvals() > 0; ++level) {
    std::cout << "level " << level << ":";
    for (auto [vertex, is_there] : frontier.entries()) std::cout << ' ' << vertex;
    std::cout << '\n';

    // levels<frontier> = level: wherever the frontier has an entry.
    heddle::assign(levels, heddle::structure(frontier), heddle::no_accum, level);
    // frontier<not levels, replace> = frontier (any.pair) A: the neighbours that have no level yet.
    heddle::vxm(frontier, heddle::complement(heddle::structure(levels)), heddle::no_accum, heddle::any_pair<bool>{},
                frontier, A, {.replace = true});
  }
  std::cout << levels.nvals() << " vertices reached\n";

  auto const search = heddle::bfs(A, 0);
  return levels.to_dense(-1) == search.levels.to_dense(-1) ? 0 : 1;
}
