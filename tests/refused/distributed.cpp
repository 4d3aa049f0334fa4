// distributed.cpp - calls over ranks that are not distributed. Each line says, behind `//:`, what of its sentence
// compilers have to say; tests/refused/mistakes compiles all at once, and without them what is distributed.
#include <heddle/distributed/distributed.hpp>
#include <heddle/heddle.hpp>

using namespace heddle;

void mistaken(distributed::matrix<float>& A, distributed::matrix<int>& P, distributed::vector<float>& u,
              distributed::vector<float>& w, distributed::dense_matrix<float>& D, matrix<float>& whole,
              vector<float>& x) {
#if MISTAKE
  mxm(A, plus_times<float>{}, transpose(A),
      A);  //: mxm of these operands is not distributed, see docs/ranks.md: gather_
  mxm(A, structure(A), no_accum, plus_times<float>{}, A, whole, {.replace = true});  //: mxm of these operands is
  (void)triangle_count(A);                          //: triangle_count of these operands is not distributed
  subassign(w, no_mask, no_accum, u, range(0, 3));  //: subassign of these operands is not distributed
  assign(w, u, range(0, 3));                        //: assign of these operands is not distributed
  extract(w, u, {1, 2});                            //: extract of these operands is not distributed
  assign(w, 3.0f, {1, 2});                          //: assign of these operands is not distributed
  subassign(w, u, {1, 2});                          //: subassign of these operands is not distributed
  extract(A, A, {1, 2}, {0, 3});                    //: extract of these operands is not distributed
  extract(w, A, heddle::all, 3);                    //: extract of these operands is not distributed
  kronecker(A, no_mask, no_accum, times<float>{}, A, A, {.replace = true});  //: kronecker of these operands is not
  transpose(A, A);                                       //: transpose of these operands is not distributed
  (void)fixpoint(w, min_plus<float>{}, A);               //: fixpoint of these operands is not distributed
  (void)bfs_from_each(A, std::vector<size_type>{0, 1});  //: bfs_from_each of these operands is not distributed
  (void)bfs(A, 0, {.parents = true});                    //: the options of a local bfs are not distributed: over ranks
  (void)sssp(A, 0, {.schedule = schedules::merge_path{}});    //: the options of a local sssp are not distributed
  (void)sssp(A, std::vector<size_type>{0, 1});                //: sssp of these operands is not distributed
  ewise_union(w, plus<float>{}, u, 0.0f, u, 1.0f);            //: ewise_union of these operands is not distributed
  apply_index(w, row_index<int>{}, u, 0);                     //: apply_index of these operands is not distributed
  mxv(w, plus_times<float>{}, whole, u);                      //: mxv of these operands is not distributed
  mxv(w, plus_times<float>{}, A, x);                          //: mxv of these operands is not distributed
  spmv(w, 1, transpose(A), u, 0);                             //: spmv of these operands is not distributed
  mxm(A, structure(A), no_accum, plus_times<float>{}, D, D);  //: mxm of these operands is not distributed
  (void)diag(u);                                              //: diag of these operands is not distributed
  (void)relabel_by_degree(A);                                 //: relabel_by_degree of these operands is not distributed
  (void)connected_components(A, {.schedule = schedules::merge_path{}});  //: over ranks it takes none
  ewise_mult(A, plus<float>{}, A, transpose(A));  //: ewise_mult of these operands is not distributed
  select(A, tril{}, transpose(A), 0);             //: select of these operands is not distributed
#endif
  // What is distributed is not refused.
  mxv(w, plus_times<float>{}, A, u), mxv(w, u, plus<float>{}, plus_times<float>{}, A, u, {.replace = true});
  vxm(w, plus_times<float>{}, u, transpose(A)), mxm(D, plus_times<float>{}, A, D), spmv(w, 1, A, u, 0);
  (void)bfs(A, 0), (void)bfs(A, 0, {}), (void)bfs(A, 0L, {.does_all = distributed::first_rank::never});
  (void)sssp(A, 0, {}), (void)connected_components(P), (void)pagerank(A, {.iterations = 3});
  (void)reduce(plus_monoid<float>{}, A), reduce(w, plus_monoid<float>{}, transpose(A));
  ewise_add(A, A, no_accum, plus<float>{}, A, A), select(A, tril{}, A, 0), apply(A, negate<float>{}, A);
  mxm(A, plus_times<float>{}, A, A), mxm(A, structure(P), no_accum, plus_times<float>{}, A, transpose(A), {});
  assign(w, u), assign(w, 3.0f), assign(w, structure(u), no_accum, 3.0f, {});
  extract(x, x, {1, 2}), assign(x, 3.0f, {1, 2});
  mxv(x, plus_times<float>{}, whole, x), mxm(whole, plus_times<float>{}, whole, whole);
}
