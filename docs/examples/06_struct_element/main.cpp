// main.cpp - A struct as element: shortest paths, and of equally short ones the one that has the fewest edges.
// An element may be any trivially copyable struct with a default. The matrix holds plain lengths, and `multiply` takes
// a route and a length. The semiring declares laws. They let `fixpoint` repeat x = x (+) x A until nothing changes.
#include <heddle/heddle.hpp>
#include <iostream>
#include <limits>
#include <vector>

namespace {

struct route {
  float length = std::numeric_limits<float>::infinity();
  int edges = 0;
  friend bool operator==(route, route) = default;
};

struct better {
  using value_type = route;
  static constexpr bool commutative = true, idempotent = true, selective = true;
  HEDDLE_FN route identity() const { return {}; }
  HEDDLE_FN route operator()(route a, route b) const {
    if (a.length != b.length) return a.length < b.length ? a : b;
    return a.edges <= b.edges ? a : b;
  }
};

struct best_route {
  better add;
  static constexpr bool distributes = true;    // multiply(add(x, y), a) is add(multiply(x, a), multiply(y, a))
  static constexpr bool non_improving = true;  // where no length is negative a longer path is never better
  HEDDLE_FN route multiply(route r, float length) const { return {r.length + length, r.edges + 1}; }
};

}  // namespace

int main() {
  heddle::executor const exec = heddle::host_executor();  // as main.cu, with default_executor(), a GPU runs it too

  // Declared laws are believed, so they are worth a trial on values as they occur: one line says what is broken.
  std::vector<route> const some = {{}, {0, 0}, {1, 1}, {2, 1}, {2, 2}, {7, 3}};
  if (auto const broken = heddle::seam::broken_law(best_route{}, some, std::vector<float>{0, 1, 2, 5});
      !broken.empty()) {
    std::cerr << broken << '\n';
    return 1;
  }

  // From 0 to 3 there are paths of length 4 of one, two and three edges.
  auto const A = heddle::matrix<float>::build(6, 6, {0, 0, 1, 1, 2, 4, 0, 3}, {1, 4, 2, 3, 3, 3, 3, 5},
                                              {1, 2, 1, 3, 2, 2, 4, 1}, heddle::minimum<float>{}, exec);
  heddle::vector<route> x(6, exec);
  x.set(0, {0, 0});
  heddle::fixpoint(x, best_route{}, A);
  for (auto [vertex, r] : x.entries()) {
    std::cout << "to " << vertex << ": length " << r.length << ", " << r.edges << " edges\n";
  }
  return x.get(3) == route{4, 1} && x.get(5) == route{5, 2} && x.get(2) == route{2, 2} ? 0 : 1;
}
