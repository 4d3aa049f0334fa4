// metis.cpp - a fuzzer of the reader of METIS graphs: a line of neighbours for each vertex.
#include "tests/fuzz/support/fuzzer.hpp"
#include "tests/fuzz/support/read_file.hpp"

namespace heddle::fuzz {

std::vector<std::string> seeds() {
  return {"3 2\n2\n1 3\n2\n",
          "% a comment\n3 2 001\n2 5\n1 5 3 7\n2 7\n",
          "2 1 011\n4 2 9\n1 1 9\n",
          "2 1 111 2\n1 2 3 2 9\n1 4 5 1 9\n",
          "4 0\n\n\n\n\n",
          "0 0\n",
          "3 2 10\r\n1 2\r\n1 1 3\r\n1 2\r\n"};
}

void try_bytes(std::string_view bytes) { try_file(bytes, ".graph"); }

}  // namespace heddle::fuzz
