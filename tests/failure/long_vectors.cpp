// long_vectors.cpp - a vector too long for the memory there is keeps what it had.
#include <doctest/doctest.h>

#include <heddle/semirings/operators.hpp>
#include <heddle/vector.hpp>

#include "tests/failure/allocations.hpp"

using namespace heddle;
using namespace heddle::testing;

TEST_CASE("a vector of 10^9 positions that cannot be filled still has its one entry") {
  auto v = vector<double>::build(1'000'000'000, {5}, {2.5}, take_first<double>{});
  host::keep_blocks(false);  // large ones do not come by `operator new`
  host_gate().arm(failing::once, 0);
  CHECK_THROWS_AS(v.fill(1), out_of_memory);
  CHECK(host_gate().disarm());
  host::keep_blocks(true);
  CHECK(v.form() == vector_form::sparse);
  CHECK_EQ(v.get(5), 2.5);
  CHECK_EQ(v.get(6), std::nullopt);
  CHECK_EQ(v.get(4), std::nullopt);
  CHECK_EQ(v.nvals(), 1);
  CHECK_EQ(v.tuples().value, std::vector<double>{2.5});
}
