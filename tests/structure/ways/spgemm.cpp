// spgemm.cpp - the way of a product of two sparse matrices.
#include "way.hpp"

int main(int count, char** arguments) {
  way const w(count, arguments);
  auto const a = some_matrix(w.exec, 37), b = some_matrix(w.exec, 41);
  heddle::matrix<float> c(size, size, w.exec);
  return w.count([&] { heddle::mxm(c, heddle::plus_times<float>{}, a, b); });
}
