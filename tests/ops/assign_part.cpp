// assign_part.cpp - assign and subassign at chosen positions, as the reference has them.
#include "tests/support/assign_check.hpp"

using namespace heddle;
using namespace heddle::testing;

EXECUTOR_CASE("assign writes to chosen positions of a vector under a mask of all its positions") {
  check_vector_assigns<double, int>(exec, minus<double>{}, true);
  check_vector_assigns<float, float>(exec, plus<float>{}, true);
}

EXECUTOR_CASE("subassign writes to chosen positions of a vector under a mask of these") {
  check_vector_assigns<double, int>(exec, minus<double>{}, false);
  check_vector_assigns<float, float>(exec, plus<float>{}, false);
}

EXECUTOR_CASE("assign writes to chosen rows and columns of a matrix under a mask of its shape") {
  check_matrix_assigns<double, int>(exec, minus<double>{}, true);
}

EXECUTOR_CASE("subassign writes to chosen rows and columns of a matrix under a mask of the part's shape") {
  check_matrix_assigns<double, int>(exec, minus<double>{}, false);
}

EXECUTOR_CASE("assign and subassign write to a row or a column of a matrix") {
  check_line_assigns<double, int>(exec, minus<double>{}, true);
  check_line_assigns<double, int>(exec, minus<double>{}, false);
}

TEST_CASE("structs are assigned to parts, and accumulated by operators of any kind (host)") {
  for (bool const whole : {true, false}) {
    check_vector_assigns<labelled, labelled>(executor{}, relabel_first{}, whole);
    check_matrix_assigns<labelled, labelled>(executor{}, relabel_first{}, whole);
    check_line_assigns<labelled, labelled>(executor{}, relabel_first{}, whole);
  }
}
