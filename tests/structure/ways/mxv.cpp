// mxv.cpp - the way of a product of a matrix and a full vector.
#include "way.hpp"

int main(int count, char** arguments) {
  way const w(count, arguments);
  auto const a = some_matrix(w.exec, 37);
  auto const x = heddle::vector<float>::filled(size, 1, w.exec);
  heddle::vector<float> y(size, w.exec);
  return w.count([&] { heddle::mxv(y, heddle::plus_times<float>{}, a, x); });
}
