// main.cpp - Triangles under a mask: one product of matrices, of which only the places of edges are asked for.
// C<L> = L (plus.pair) L^T, with L the lower triangle: C(i, j) counts the vertices that close a triangle with the edge
// i - j, each triangle once. Without the mask the product would hold every pair of vertices with a common neighbour.
#include <heddle/heddle.hpp>
#include <iostream>

int main() {
  heddle::executor const exec = heddle::default_executor();
  // A graph like a social network, undirected and without loops. Entries have no values of their own: all are 1.
  auto const A = heddle::io::generate_matrix<std::int64_t>("rmat", {{"scale", 12}, {"edge_factor", 8}}, exec);

  heddle::matrix<std::int64_t> L(A.rows(), A.cols(), exec), C(A.rows(), A.cols(), exec);
  heddle::select(L, heddle::tril{}, A, -1);  // strictly below the diagonal
  heddle::mxm(C, heddle::structure(L), heddle::no_accum, heddle::plus_pair<std::int64_t>{}, L, heddle::transpose(L));
  auto const triangles = heddle::reduce(heddle::plus_monoid<std::int64_t>{}, C);

  std::cout << A.rows() << " vertices, " << L.nnz() << " edges, " << triangles << " triangles\n"
            << C.nnz() << " edges are in one or more, the busiest one in "
            << heddle::reduce(heddle::max_monoid<std::int64_t>{}, C) << '\n';

  // What is there for this alone puts hubs first and is quicker.
  return triangles == heddle::triangle_count(A) ? 0 : 1;
}
