// dimacs.cpp - a fuzzer of the reader of DIMACS graphs.
#include "tests/fuzz/support/fuzzer.hpp"
#include "tests/fuzz/support/read_file.hpp"

namespace heddle::fuzz {

std::vector<std::string> seeds() {
  return {written(".gr", true, false),
          written(".gr", false, true),
          "c a comment\np sp 3 2\na 1 2 7\na 3 1 -2.5\n",
          "p sp 2 1\r\nc\r\na 2 1 9007199254740993\r\n",
          "p aux sp p2p 3\n",
          "p edge 3 1\ne 1 2\n",
          "p sp 1 1\na 1 1 1e400\n"};
}

void try_bytes(std::string_view bytes) { try_file(bytes, ".gr"); }

}  // namespace heddle::fuzz
