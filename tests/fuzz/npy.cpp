// npy.cpp - a fuzzer of the reader of arrays of edges, as numpy.save writes them.
#include "tests/fuzz/support/fuzzer.hpp"
#include "tests/fuzz/support/numpy.hpp"
#include "tests/fuzz/support/read_file.hpp"

namespace heddle::fuzz {

std::vector<std::string> seeds() {
  auto const edges = bytes_of(std::vector<std::int64_t>{0, 1, 1, 2, 2, 0});
  auto const weighted = bytes_of(std::vector<double>{0, 1, 0.5, 1, 2, -3});
  return {npy("<i8", "(3, 2)", edges),
          npy("<f8", "(2, 3)", weighted),
          npy("<i4", "(2, 2)", bytes_of(std::vector<std::int32_t>{4, 3, 2, 1})),
          npy("|u1", "(2, 3)", std::string("\0\1\2\3\4\5", 6)),
          npy(">i8", "(3, 2)", edges),
          npy("<i8", "(6,)", edges),
          npy("<i8", "(0, 2)", ""),
          npy("|O", "(3, 2)", edges)};
}

void try_bytes(std::string_view bytes) { try_file(bytes, ".npy"); }

}  // namespace heddle::fuzz
