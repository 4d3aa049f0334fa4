// recorded.hpp - the families whose answers are recorded: all that a GPU runs from a plain C++ compiler, and that
// SuiteSparse:GraphBLAS has.
#pragma once
#include "tests/support/cases/drawn_case.hpp"

namespace heddle::testing {

std::vector<case_family> recorded_real_products();
std::vector<case_family> recorded_integer_products();
std::vector<case_family> recorded_matrix_products();
std::vector<case_family> recorded_sums();
std::vector<case_family> recorded_elementwise();
std::vector<case_family> recorded_matrix_pairs();
std::vector<case_family> recorded_rearrangements();
std::vector<case_family> recorded_parts();
std::vector<case_family> recorded_numbers();

std::vector<case_family> recorded_families();

/// The cases of a family that are recorded: the first of those that the oracle's tests accept.
inline unsigned recorded_cases(case_family const& family) { return is_product(family.what) ? 40 : 25; }

}  // namespace heddle::testing
