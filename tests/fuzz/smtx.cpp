// smtx.cpp - a fuzzer of the reader of .smtx files: sizes, offsets and columns, a line each.
#include "tests/fuzz/support/fuzzer.hpp"
#include "tests/fuzz/support/read_file.hpp"

namespace heddle::fuzz {

std::vector<std::string> seeds() {
  return {"3, 3, 4\n0 2 2 4\n0 2 1 2\n", "2, 5, 0\n0 0 0\n\n", "1,1,1\r\n0 1\r\n0\r\n", "2, 2, 2\n0 3 2\n0 1\n",
          "0, 0, 0\n0\n\n"};
}

void try_bytes(std::string_view bytes) { try_file(bytes, ".smtx"); }

}  // namespace heddle::fuzz
