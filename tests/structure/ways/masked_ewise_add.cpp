// masked_ewise_add.cpp - the way of a sum of two sparse matrices under a mask.
#include "way.hpp"

int main(int count, char** arguments) {
  way const w(count, arguments);
  auto const a = some_matrix(w.exec, 37), b = some_matrix(w.exec, 41), mask = some_matrix(w.exec, 1);
  heddle::matrix<float> c(size, size, w.exec);
  return w.count([&] { heddle::ewise_add(c, mask, heddle::no_accum, heddle::plus<float>{}, a, b); });
}
