// fuzzer.cpp - between libFuzzer and a fuzzer: seeds into files, bytes into try_bytes(), errors looked at.
#include "tests/fuzz/support/fuzzer.hpp"

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <heddle/base/error.hpp>
#include <heddle/detail/executor/parallel_for.hpp>
#include <new>

namespace heddle::fuzz {

void require(bool holds, char const* claim) {
  if (holds) return;
  std::fprintf(stderr, "does not hold: %s\n", claim);
  std::abort();
}

bool succeeds(void (*call)(void*), void* context) try {
  call(context);
  return true;
} catch (error const& e) {
  std::string_view const text = e.what();
  require(!text.empty(), "an error says something");
  for (char letter : text) require(letter >= ' ' && letter <= '~', "an error is one line of printable text");
  return false;
} catch (std::bad_alloc const&) { return false; }

}  // namespace heddle::fuzz

using namespace heddle;

extern "C" int LLVMFuzzerInitialize(int* num_arguments, char*** arguments) {
  host::set_default_threads(1);  // inputs are small, and what is found is found again
  if (*num_arguments != 3 || std::string_view((*arguments)[1]) != "--seeds") return 0;
  int number = 0;
  for (auto const& seed : fuzz::seeds()) {
    std::ofstream file(std::string((*arguments)[2]) + "/seed_" + std::to_string(number++), std::ios::binary);
    if (!(file << seed)) std::exit(1);
  }
  std::exit(0);
}

extern "C" int LLVMFuzzerTestOneInput(unsigned char const* data, std::size_t size) {
  fuzz::try_bytes({reinterpret_cast<char const*>(data), size});
  return 0;
}
