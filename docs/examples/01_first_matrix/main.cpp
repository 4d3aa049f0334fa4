// main.cpp - A first matrix: how to build it, multiply it by a vector, change it and read it.
// Containers live on an executor. `default_executor()` is the GPU when there is one, else the host.
#include <heddle/heddle.hpp>
#include <iostream>

namespace {

// One line a row; a point where there is no entry.
void show(char const* name, heddle::matrix<double> const& A) {
  std::cout << name << " has " << A.nnz() << " entries\n";
  for (heddle::size_type i = 0; i < A.rows(); ++i) {
    for (heddle::size_type j = 0; j < A.cols(); ++j) {
      auto const entry = A.get(i, j);  // a std::optional
      entry ? std::cout << "  " << *entry : std::cout << "  .";
    }
    std::cout << '\n';
  }
}

}  // namespace

int main() {
  heddle::executor const exec = heddle::default_executor();

  // Rows, columns and values of five entries. The last two stand at one position, and plus adds them.
  auto A = heddle::matrix<double>::build(3, 3, {0, 0, 1, 2, 2}, {0, 2, 1, 0, 0}, {1, 2, 3, 4, 5},
                                         heddle::plus<double>{}, exec);
  show("A", A);

  // y = A x, the sums over rows of entries times elements of x.
  auto const x = heddle::vector<double>::dense({1, 10, 100}, exec);
  heddle::vector<double> y(3, exec);
  heddle::mxv(y, heddle::plus_times<double>{}, A, x);
  std::cout << "A x =";
  for (auto [i, value] : y.entries()) std::cout << ' ' << value;
  std::cout << '\n';

  // C = A A, and the same entries as ranges for loops.
  heddle::matrix<double> C(3, 3, exec);
  heddle::mxm(C, heddle::plus_times<double>{}, A, A);
  double trace = 0;
  for (auto [i, j, value] : C.entries()) trace += i == j ? value : 0;
  std::cout << "the diagonal of A A sums to " << trace << '\n';

  A.set(1, 2, 7);
  A.remove(0, 0);
  show("A, changed,", A);

  bool const right = y.get(0) == 201 && y.get(1) == 30 && y.get(2) == 9 && trace == 46 && A.nnz() == 4;
  return right ? 0 : 1;
}
