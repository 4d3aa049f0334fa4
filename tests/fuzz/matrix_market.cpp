// matrix_market.cpp - a fuzzer of the reader of Matrix Market files.
#include "tests/fuzz/support/fuzzer.hpp"
#include "tests/fuzz/support/read_file.hpp"

namespace heddle::fuzz {

std::vector<std::string> seeds() {
  std::vector<std::string> all;
  for (bool const weighted : {false, true}) {
    for (bool const symmetric : {false, true}) all.push_back(written(".mtx", weighted, symmetric));
  }
  std::string const banner = "%%MatrixMarket matrix ";
  for (std::string const kind : {"real", "integer", "pattern", "complex"}) {
    for (std::string const shape : {"general", "symmetric", "skew-symmetric", "hermitian"}) {
      std::string const value = kind == "pattern"   ? ""
                                : kind == "real"    ? " -2.5e-3"
                                : kind == "complex" ? " 1 2"
                                                    : " -7";
      all.push_back(banner + "coordinate " + kind + ' ' + shape + "\n% a comment\n3 3 2\n2 1" + value + "\n3 2" +
                    value + '\n');
    }
  }
  all.push_back(banner + "array real general\n2 2\n1\n0x1p3\ninf\nnan\n");
  all.push_back(banner + "array integer symmetric\r\n2 2\r\n1\r\n9007199254740993\r\n-0\r\n");
  all.push_back(" %MatrixMarket MATRIX Coordinate unsigned-integer general\n\n1 1 1\n01 1 18446744073709551615\n");
  return all;
}

void try_bytes(std::string_view bytes) { try_file(bytes, ".mtx"); }

}  // namespace heddle::fuzz
