// parts.cu - extract, assign and subassign of structs, accumulated by operators that nvcc compiles with the call.
#include "tests/support/assign_check.hpp"
#include "tests/support/executors.hpp"

using namespace heddle;
using namespace heddle::testing;

EXECUTOR_CASE("extract compiled by nvcc moves structs and accumulates them [sanitize]") {
  check_vector_extracts<labelled, labelled>(exec, relabel_first{}, 60);
  check_matrix_extracts<labelled, labelled>(exec, relabel_first{}, 60);
}

EXECUTOR_CASE("assign compiled by nvcc writes structs to parts and accumulates them [sanitize]") {
  check_vector_assigns<labelled, labelled>(exec, relabel_first{}, true, 60);
  check_matrix_assigns<labelled, labelled>(exec, relabel_first{}, true, 60);
  check_line_assigns<labelled, labelled>(exec, relabel_first{}, true, 40);
}

EXECUTOR_CASE("subassign compiled by nvcc writes structs to parts and accumulates them [sanitize]") {
  check_vector_assigns<labelled, labelled>(exec, relabel_first{}, false, 60);
  check_matrix_assigns<labelled, labelled>(exec, relabel_first{}, false, 60);
  check_line_assigns<labelled, labelled>(exec, relabel_first{}, false, 40);
}
