// families.hpp - families that run on the host alone: operators drawn at run time, for every type, so that few
// instantiations meet many algebras.
#pragma once
#include "tests/support/cases/recorded.hpp"

namespace heddle::testing {

std::vector<case_family> drawn_integer_products();
std::vector<case_family> drawn_real_products();
std::vector<case_family> drawn_mixed_products();
std::vector<case_family> drawn_matrix_products();
std::vector<case_family> drawn_positions();
std::vector<case_family> drawn_sums();
std::vector<case_family> drawn_elementwise();
std::vector<case_family> drawn_matrix_pairs();
std::vector<case_family> drawn_assignments();
std::vector<case_family> drawn_rearrangements();
std::vector<case_family> drawn_parts();
std::vector<case_family> drawn_numbers();

}  // namespace heddle::testing
