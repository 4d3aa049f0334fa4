// compressed.cpp - a fuzzer of what unpacks compressed files on their way to a reader.
#include <heddle/base/error.hpp>

#include "tests/fuzz/support/fuzzer.hpp"
#include "tests/fuzz/support/read_file.hpp"

namespace heddle::fuzz {

std::vector<std::string> seeds() {
  std::vector<std::string> all;
  for (std::string const packed : {".gz", ".xz", ".zst"}) {
    try {
      auto const one = written(".el" + packed, true, false);
      all.push_back(one);
      all.push_back(one + one);
      all.push_back(one + std::string(4, '\0'));
      all.push_back(one + std::string(4, '\0') + one);
      all.push_back(one.substr(0, one.size() - 5));
    } catch (error const&) {}  // this build does not write it
  }
  return all;
}

void try_bytes(std::string_view bytes) { try_file(bytes, ".el.gz"); }

}  // namespace heddle::fuzz
