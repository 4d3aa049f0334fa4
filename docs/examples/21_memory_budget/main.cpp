// main.cpp - A budget of memory: a masked product of matrices within a tenth of what all rows at once would take.
// `mxm_need` tells beforehand how many products there are, and how much memory is needed beside operands and result.
// With `.memory_budget`, in bytes, `mxm` makes as many rows at a time as fit. The result is the same, bit for bit.
#include <algorithm>
#include <heddle/heddle.hpp>
#include <iostream>

int main() {
  heddle::executor const exec = heddle::default_executor();
  // Who is a friend of a friend, but not a friend: the complement of A closes what is known already.
  auto const A = heddle::io::generate_matrix<double>("rmat", {{"scale", 12}, {"edge_factor", 8}}, exec);
  auto const strangers = heddle::complement(heddle::structure(A));
  heddle::plus_times<double> const plus_times;
  heddle::matrix<double> at_once(A.rows(), A.cols(), exec), in_runs(A.rows(), A.cols(), exec);

  auto const need = heddle::mxm_need(in_runs, strangers, heddle::no_accum, plus_times, A, A);
  auto const budget = std::max(need.workspace_bytes / 10, need.least_bytes);
  std::cout << need.products << " products, at most " << need.entries << " entries of the result\n";

  heddle::mxm(at_once, strangers, heddle::no_accum, plus_times, A, A);
  heddle::mxm(in_runs, strangers, heddle::no_accum, plus_times, A, A, {.memory_budget = budget});
  std::cout << in_runs.nnz() << " pairs know each other through somebody else\n";

  auto const a = at_once.tuples(), b = in_runs.tuples();
  return a.row == b.row && a.col == b.col && a.value == b.value && in_runs.nnz() <= need.entries ? 0 : 1;
}
