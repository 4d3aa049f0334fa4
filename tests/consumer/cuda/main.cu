// main.cu - an element type and a semiring of the user's own: the shortest walks of two edges, and how many there are.
#include <cmath>
#include <heddle/heddle.hpp>
#include <iostream>

struct paths {
  float length;
  int count;
};

struct keep_shortest {
  using value_type = paths;
  static constexpr bool commutative = true;
  HEDDLE_FN paths identity() const { return {HUGE_VALF, 0}; }
  HEDDLE_FN paths operator()(paths a, paths b) const {
    if (a.length != b.length) return a.length < b.length ? a : b;
    return {a.length, a.count + b.count};
  }
};

struct count_shortest_paths {
  keep_shortest add;
  HEDDLE_FN paths multiply(paths a, paths b) const { return {a.length + b.length, a.count * b.count}; }
};

int main() {
  heddle::executor const exec = heddle::default_executor();  // the GPU when there is one
  paths const edge = {1, 1};
  // Two ways of length 2 from vertex 0 to vertex 3, and a direct edge of length 5.
  auto const graph = heddle::matrix<paths>::build(4, 4, {0, 0, 0, 1, 2}, {1, 2, 3, 3, 3},
                                                  {edge, edge, {5, 1}, edge, edge}, keep_shortest{}, exec);

  heddle::vector<paths> target(4, exec), one_edge(4, exec), two_edges(4, exec);
  target.set(3, {0, 1});
  heddle::mxv(one_edge, count_shortest_paths{}, graph, target);
  heddle::mxv(two_edges, count_shortest_paths{}, graph, one_edge);

  auto const found = two_edges.get(0);
  bool const right = found && found->length == 2 && found->count == 2;
  std::cout << "heddle " << heddle::version() << " on " << exec.description() << ": "
            << (right ? "two shortest walks of length 2" : "WRONG") << '\n';
  return right ? 0 : 1;
}
