// main.cpp - Eigen: heddle uses its sparse matrix and its vectors in place, and gives a result back.
// A row-major, compressed matrix of Eigen is three arrays of CSR, as heddle's is. Both read one memory.
#include <Eigen/SparseCore>
#include <heddle/heddle.hpp>
#include <iostream>
#include <vector>

int main() {
  heddle::executor const exec = heddle::host_executor();  // Eigen's memory is the host's
  using eigen_matrix = Eigen::SparseMatrix<double, Eigen::RowMajor, std::int32_t>;

  std::vector<Eigen::Triplet<double>> const entries = {{0, 0, 4},  {0, 1, -1}, {1, 0, -1}, {1, 1, 4},
                                                       {1, 2, -1}, {2, 1, -1}, {2, 2, 4}};
  eigen_matrix theirs(3, 3);
  theirs.setFromTriplets(entries.begin(), entries.end());
  theirs.makeCompressed();

  // Without a copy: `theirs` has to stay, unchanged, for as long as A is used.
  auto const A = heddle::matrix<double>::adopt_csr({theirs.rows(), theirs.cols(), theirs.nonZeros(),
                                                    theirs.outerIndexPtr(), theirs.innerIndexPtr(), theirs.valuePtr()},
                                                   exec);
  Eigen::VectorXd x = Eigen::VectorXd::LinSpaced(3, 1, 3), y = Eigen::VectorXd::Zero(3);
  auto const u = heddle::vector<double>::adopt(exec, x.data(), x.size());
  auto w = heddle::vector<double>::adopt(exec, y.data(), y.size());
  heddle::mxv(w, heddle::plus_times<double>{}, A, u);  // written to y
  std::cout << "A x = " << y.transpose() << '\n';

  // C = A A by heddle, as a matrix of Eigen: a view of C's arrays, copied into one that owns them.
  heddle::matrix<double> C(3, 3, exec);
  heddle::mxm(C, heddle::plus_times<double>{}, A, A);
  auto const arrays = C.csr();
  eigen_matrix const product =
      Eigen::Map<eigen_matrix const>(C.rows(), C.cols(), C.nnz(), arrays.offsets, arrays.indices, arrays.values.data);
  std::cout << "A A has " << product.nonZeros() << " entries, which sum to " << product.sum() << '\n';

  eigen_matrix const want = theirs * theirs;
  bool const right = w.stays_adopted() && y == theirs * x && (product - want).norm() == 0;
  return right ? 0 : 1;
}
