// read_file.cpp - the way of a Matrix Market file to a matrix.
#include <heddle/io/files.hpp>
#include <heddle/io/load.hpp>

#include "way.hpp"

int main(int count, char** arguments) {
  way const w(count, arguments);
  std::ofstream file("ways.mtx");
  file << "%%MatrixMarket matrix coordinate real general\n" << size << ' ' << size << ' ' << size << '\n';
  for (int k = 1; k <= size; ++k) file << k << ' ' << size + 1 - k << " 0.5\n";
  file.close();
  return w.count([&] {
    auto const entries = heddle::io::read<float>("ways.mtx");
    auto const a = heddle::io::to_matrix(entries, heddle::plus<float>{}, w.exec);
  });
}
