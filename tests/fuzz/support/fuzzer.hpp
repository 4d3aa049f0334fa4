// fuzzer.hpp - what a fuzzer has to give: seeds, and what is done with bytes.
#pragma once
#include <string>
#include <string_view>
#include <vector>

namespace heddle::fuzz {

/// What it begins with: `fuzz_NAME --seeds FOLDER` writes each into a file.
std::vector<std::string> seeds();

/// Whatever the bytes are, it has to return: a crash, a finding of a sanitizer or an exception is what is looked for.
void try_bytes(std::string_view bytes);

/// Ends the process with a finding unless it holds.
void require(bool holds, char const* claim);

/// call() returns, or throws an error of heddle whose text is one printable line, or std::bad_alloc. True: it returned.
bool succeeds(void (*call)(void*), void* context);
template <class Call> bool succeeds(Call&& call) {
  return succeeds([](void* context) { (*static_cast<std::remove_reference_t<Call>*>(context))(); }, &call);
}

}  // namespace heddle::fuzz
