// subassign.cpp - subassign at chosen positions, as the reference has it.
#include "tests/support/assign_check.hpp"

using namespace heddle;
using namespace heddle::testing;

EXECUTOR_CASE("subassign writes to chosen positions of a vector under a mask of these") {
  check_vector_assigns<double, int>(exec, minus<double>{}, false);
  check_vector_assigns<float, float>(exec, plus<float>{}, false);
}

EXECUTOR_CASE("subassign writes to chosen rows and columns of a matrix under a mask of the part's shape") {
  check_matrix_assigns<double, int>(exec, minus<double>{}, false);
}

EXECUTOR_CASE("subassign writes to a row or a column of a matrix") {
  check_line_assigns<double, int>(exec, minus<double>{}, false);
}

TEST_CASE("structs are assigned to parts under masks of these, and accumulated by operators of any kind (host)") {
  check_vector_assigns<labelled, labelled>(executor{}, relabel_first{}, false);
  check_matrix_assigns<labelled, labelled>(executor{}, relabel_first{}, false);
  check_line_assigns<labelled, labelled>(executor{}, relabel_first{}, false);
}
