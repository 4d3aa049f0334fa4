// ranks.cpp - a user's file that includes the operations over ranks before all others; tests/clean/check compiles it.
#include <heddle/distributed/distributed.hpp>
#include <heddle/heddle.hpp>

using namespace heddle;

void over_ranks(distributed::matrix<float>& A, distributed::vector<float>& u, distributed::dense_matrix<float>& D) {
  mxv(u, u, plus<float>{}, plus_times<float>{}, A, u, {.replace = true});
  vxm(u, min_plus<float>{}, u, transpose(A));
  mxm(D, plus_times<float>{}, A, D);
  spmv(u, 1, A, u, 0);
  ewise_add(A, structure(A), no_accum, plus<float>{}, A, A);
  ewise_mult(A, times<float>{}, A, A);
  apply(A, negate<float>{}, A), apply(u, negate<float>{}, u);
  select(A, tril{}, A, 0), select(u, less<float>{}, u, 1.0f);
  u.set(0, reduce(plus_monoid<float>{}, A));
  u.set(1, static_cast<float>(bfs(A, 0, {.does_all = distributed::first_rank::never}).reached));
  u.set(2, static_cast<float>(sssp(A, 0).rounds + connected_components(A).count + pagerank(A).iterations));
}
