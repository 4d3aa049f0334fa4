// main.cpp - twenty lines with g++ alone: a small weighted graph, breadth-first levels and a matrix-vector product.
#include <heddle/heddle.hpp>
#include <iostream>

int main() {
  heddle::executor const exec = heddle::default_executor();  // the GPU when there is one
  auto const graph =
      heddle::matrix<float>::build(4, 4, {0, 0, 1, 2}, {1, 2, 2, 3}, {1, 5, 1, 1}, heddle::plus<float>{}, exec);

  auto const search = heddle::bfs(graph, 0);

  auto const x = heddle::vector<float>::filled(4, 1, exec);
  heddle::vector<float> y(4, exec);
  heddle::mxv(y, heddle::plus_times<float>{}, graph, x);

  std::cout << "heddle " << heddle::version() << " on " << exec.description() << ": " << search.reached
            << " vertices reached, depth " << search.depth << ", weights out of vertex 0 sum to " << *y.get(0) << '\n';
  bool const right = search.reached == 4 && search.depth == 2 && y.get(0) == 6.0f && !y.get(3);
  return right ? 0 : 1;
}
