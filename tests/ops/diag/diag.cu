// diag.cu - diagonals in code that nvcc compiles.
#include <heddle/ops/diag/diag.hpp>

#include "tests/support/executors.hpp"
#include "tests/support/extract_check.hpp"

using namespace heddle;
using namespace heddle::testing;

EXECUTOR_CASE("nvcc compiles diag and diagonal of structs") {
  auto const v = vector<labelled>::dense({labelled(3), labelled(5)}, exec);
  auto const d = diag(v, -1);
  CHECK_EQ(d.rows(), 3);
  CHECK_EQ(d.get(1, 0), labelled(3));
  CHECK_EQ(d.get(2, 1), labelled(5));
  CHECK_EQ(diagonal(transpose(d), 1).get(1), labelled(5));
}
