// main.cpp - Local clustering: the share of pairs of a vertex's neighbours that are neighbours themselves.
// C<A> = A (plus.pair) A counts for every edge the common neighbours of its ends. A row of C sums to twice the
// triangles at the vertex. No step reads the weights of A. Watts & Strogatz, "Collective Dynamics of Small-World
// Networks", Nature 393, 1998.
#include <cmath>
#include <heddle/heddle.hpp>
#include <iostream>

int main() {
  heddle::executor const exec = heddle::default_executor();
  // Points of the unit square, joined where they are near: neighbours of a point are often neighbours of each other.
  auto const A = heddle::io::generate_matrix<std::int64_t>("random_geometric", {{"n", 2000}, {"degree", 12}}, exec,
                                                           {.weights = heddle::io::weight_options{}});
  auto const n = A.rows();

  heddle::matrix<std::int64_t> C(n, n, exec);
  heddle::mxm(C, heddle::structure(A), heddle::no_accum, heddle::plus_pair<std::int64_t>{}, A, A);

  heddle::vector<double> closed(n, exec), degree(n, exec), pairs(n, exec), clustering(n, exec);
  heddle::reduce(closed, heddle::plus_monoid<std::int64_t>{}, C);  // twice the triangles at each vertex
  heddle::mxv(degree, heddle::plus_pair<std::int64_t>{}, A, heddle::vector<std::int64_t>::filled(n, 1, exec));
  // pairs = degree (degree - 1), of those that have two neighbours or more
  heddle::select(degree, heddle::greater<double>{}, degree, 1.0);
  heddle::apply(pairs, heddle::bind_second(heddle::minus<double>{}, 1.0), degree);
  heddle::ewise_mult(pairs, heddle::times<double>{}, pairs, degree);
  // Where no triangle is, closed has no entry: the result has none either, and it counts as 0.
  heddle::ewise_mult(clustering, heddle::divide<double>{}, closed, pairs);

  double const mean = heddle::reduce(heddle::plus_monoid<double>{}, clustering) / static_cast<double>(pairs.nvals());
  std::cout << pairs.nvals() << " of " << n << " vertices have two neighbours or more\n"
            << clustering.nvals() << " of them have neighbours that know each other\n"
            << "mean of the local clustering: " << std::round(mean * 1e4) / 1e4 << '\n';

  // Every triangle was counted at its three corners, from two sides each.
  double const corners = heddle::reduce(heddle::plus_monoid<double>{}, closed);
  std::cout << "triangles: " << corners / 6 << '\n';
  return corners == 6 * static_cast<double>(heddle::triangle_count(A)) && mean > 0.5 && mean < 0.7 ? 0 : 1;
}
