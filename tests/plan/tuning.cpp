// tuning.cpp - the shared numbers agree with one another.
#include <doctest/doctest.h>

#include <heddle/detail/base/tuning.hpp>

using namespace heddle;

TEST_CASE("as many items a thread as its bytes allow, a power of two, and at least one") {
  CHECK(detail::gpu_tuning.items_of(4) == 16);
  CHECK(detail::gpu_tuning.items_of(8) == 8);
  CHECK(detail::gpu_tuning.items_of(12) == 4);
  CHECK(detail::gpu_tuning.items_of(100'000) == 1);
  CHECK(detail::gpu_tuning.most_copied() == 3072);
}
