// user_monoid.cu - reductions by monoids of the user's own, compiled by nvcc: structs, and one that is not
// commutative.
#include "tests/support/executors.hpp"
#include "tests/support/reduce_check.hpp"

using namespace heddle;
using namespace heddle::testing;

EXECUTOR_CASE("reduce keeps the order of entries under every schedule, compiled by nvcc") {
  check_reductions(exec, compose_maps{}, affine_map{5, 11});
}

EXECUTOR_CASE("reduce takes structs under masks, compiled by nvcc") {
  check_drawn_reductions<shorter_walks, walks, walks>(exec, shorter_walks{});
}
