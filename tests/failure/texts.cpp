// texts.cpp - texts are whole, or there are none, when memory runs out: paths are made of them.
#include <doctest/doctest.h>

#include <heddle/base/error.hpp>

#include "tests/failure/allocations.hpp"

using namespace heddle;
using namespace heddle::testing;

TEST_CASE("a text that is put together is whole, or memory ran out") {
  std::string const folder(100, 'f'), whole = folder + "/.heddle-12345.tmp";
  int thrown = 0;
  for (std::int64_t at = 0;; ++at) {
    std::string text;
    host_gate().arm(failing::once, at);
    try {
      text = detail::concat(folder, "/.heddle-", 12345, ".tmp");
    } catch (std::bad_alloc const&) { ++thrown; }
    bool const failed = host_gate().disarm();
    if (!text.empty()) CHECK_EQ(text, whole);
    if (!failed) break;
  }
  CHECK_GT(thrown, 0);
}
