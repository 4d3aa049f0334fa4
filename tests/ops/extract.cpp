// extract.cpp - entries at chosen positions of vectors and matrices, as the reference has them.
#include "tests/support/executors.hpp"
#include "tests/support/extract_check.hpp"

using namespace heddle;
using namespace heddle::testing;

EXECUTOR_CASE("extract gives the entries of a vector at the chosen positions") {
  check_vector_extracts<double, int>(exec, minus<double>{});
  check_vector_extracts<float, float>(exec, plus<float>{});
}

EXECUTOR_CASE("extract gives the entries of a matrix, or of one of its columns or rows, at the chosen positions") {
  check_matrix_extracts<double, int>(exec, minus<double>{});
}

TEST_CASE("extract moves structs, and accumulates them by operators of any kind (host)") {
  check_vector_extracts<labelled, labelled>(executor{}, relabel_first{});
  check_matrix_extracts<labelled, labelled>(executor{}, relabel_first{});
}
