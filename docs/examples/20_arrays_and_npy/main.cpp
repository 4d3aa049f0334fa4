// main.cpp - Raw arrays and numpy's files: a matrix of three CSR arrays, with and without a copy, and one of a file.
// A `.npy` file of n x 2 or n x 3 numbers is a list of edges. A `.npz` file is a sparse matrix of scipy's, for
// `save_npz` and `load_npz`.
#include <algorithm>
#include <fstream>
#include <heddle/heddle.hpp>
#include <iostream>
#include <string>
#include <vector>

namespace {

// As numpy.save does: a header of text, then the numbers, row after row.
void save_npy(std::string const& path, std::vector<double> const& values, std::size_t rows, std::size_t columns) {
  std::string header = "{'descr': '<f8', 'fortran_order': False, 'shape': (" + std::to_string(rows) + ", " +
                       std::to_string(columns) + "), }";
  header.resize(117, ' ');
  header += '\n';
  std::ofstream file(path, std::ios::binary);
  file << std::string("\x93NUMPY\x01\x00", 8) << static_cast<char>(header.size()) << '\0' << header;
  file.write(reinterpret_cast<char const*>(values.data()),
             static_cast<std::streamsize>(values.size() * sizeof(double)));
}

}  // namespace

int main() {
  heddle::executor const exec = heddle::host_executor();  // where these arrays are

  // Row i has the columns and values from offsets[i] to offsets[i + 1], columns ascending.
  std::vector<std::int32_t> const offsets = {0, 2, 2, 3}, columns = {0, 2, 1};
  std::vector<double> const values = {1, 2, 3};
  // from_csr checks the arrays and copies them; adopt_csr uses them in place, so that they have to stay.
  auto const copied = heddle::matrix<double>::from_csr({3, 3, 3, offsets.data(), columns.data(), values.data()}, exec);
  auto const adopted =
      heddle::matrix<double>::adopt_csr({3, 3, 3, offsets.data(), columns.data(), values.data()}, exec);
  std::cout << "from arrays: " << copied.nnz()
            << " entries; adopted: " << (adopted.csr().indices == columns.data() ? "the same memory" : "A COPY")
            << '\n';

  // And back: views of what a matrix holds.
  auto const view = copied.csr();
  for (heddle::size_type i = 0; i < copied.rows(); ++i) {
    for (auto k = view.offsets[i]; k < view.offsets[i + 1]; ++k) {
      std::cout << "  (" << i << ", " << view.indices[k] << ") " << view.values[k] << '\n';
    }
  }

  // Edges u, v, weight, as numpy.save writes an array.
  save_npy("edges.npy", {0, 1, 0.5, 1, 2, 0.25, 2, 0, 4}, 3, 3);
  auto const ring = heddle::io::load<double>("edges.npy", exec);
  std::cout << "edges.npy: " << ring.rows() << " vertices, " << ring.nnz()
            << " edges, weight of 1 -> 2: " << *ring.get(1, 2) << '\n';

  // A sparse matrix for scipy, and from it.
  heddle::io::save(ring, "ring.npz");
  auto const again = heddle::io::load<double>("ring.npz", exec);
  bool const same = std::ranges::equal(again.tuples().value, ring.tuples().value) && again.get(2, 0) == 4.0;
  std::cout << "ring.npz: " << (same ? "the same matrix" : "ANOTHER MATRIX") << '\n';
  return same && adopted.stays_adopted() && adopted.csr().indices == columns.data() ? 0 : 1;
}
