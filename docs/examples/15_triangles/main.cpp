// main.cpp - Triangles under a mask: a product of matrices that is computed only where the graph has edges.
// C<L> = L (plus.pair) L^T, where L is the lower triangle of A. C(i, j) counts the vertices that close a triangle with
// the edge i - j, so that each triangle counts once. Without the mask the product would hold all pairs of vertices that
// have a common neighbour.
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
