// mixed_check.hpp - products over three types and with positions against the dense reference: for hosts by .cpp files,
// for GPUs by .cu files.
#pragma once
#include "tests/support/matrix_case.hpp"
#include "tests/support/mixed_semirings.hpp"
#include "tests/support/mxm_check.hpp"
#include "tests/support/vector_case.hpp"
#include "tests/support/write_check.hpp"

namespace heddle::testing {
inline namespace HEDDLE_TOOLCHAIN {  // instantiated in .cpp and .cu files alike, where products differ

/// mxv and vxm, pulled and pushed, under masks, accumulators and replace; W: elements of the output.
template <class W, class SR, class Accum>
void check_mixed_vectors(executor const& exec, SR const& sr, Accum const& accum, unsigned rounds = 4) {
  using types = operand_types<domain_of<SR>, W, float, std::uint32_t, bool>;
  check_drawn_writes<types>(exec, sr, accum, draw_vector_case<W, float, std::uint32_t, bool>, rounds);
}
template <class W, class SR, class Accum>
void check_mixed_matrices(executor const& exec, SR const& sr, Accum const& accum, unsigned rounds = 4) {
  using types = operand_types<domain_of<SR>, W, float, std::uint32_t, bool>;
  check_drawn_writes<types>(exec, sr, accum, draw_matrix_case<W, float, std::uint32_t, bool>, rounds);
}

/// Of rows with more columns than any table of a GPU's product holds.
template <class SR> void check_long_rows(executor const& exec, SR const& sr) {
  random_source random(8);
  auto const a = draw_matrix<float>(random, 4, 40, 80);
  auto const b = draw_matrix<std::uint32_t>(random, 40, 9000, 30);
  matrix<domain_of<SR>> c(4, 9000, exec);
  mxm(c, sr, make_matrix(a, exec), make_matrix(b, exec));
  CHECK_EQ(difference(to_dense(c), reference::mxm(sr, a, b)), "");
}

/// Values that are not read may be of any type: here a struct's.
template <class SR> void check_positions_of_patterns(executor const& exec, SR const& sr) {
  random_source random(9);
  auto const a = draw_matrix<offer>(random, 70, 90, 20), b = draw_matrix<offer>(random, 90, 60, 20);
  auto const u = draw_vector<offer>(random, 90, 60);
  auto const on_device = make_matrix(a, exec), b_on_device = make_matrix(b, exec);
  for (held const how : {held::sparse, held::bitmap}) {
    for (direction const way : {direction::push, direction::pull}) {
      vector<domain_of<SR>> w(70, exec), v(60, exec);
      auto const operand = make_vector(u, how, exec);
      mxv(w, sr, on_device, operand, {.direction = way});
      CHECK_EQ(difference(to_dense(w), reference::mxv(sr, a, u)), "");
      vxm(v, sr, operand, b_on_device, {.direction = way});
      CHECK_EQ(difference(to_dense(v), reference::vxm(sr, u, b)), "");
    }
  }
  matrix<domain_of<SR>> c(70, 60, exec);
  mxm(c, sr, on_device, b_on_device);
  CHECK_EQ(difference(to_dense(c), reference::mxm(sr, a, b)), "");
}

}  // namespace HEDDLE_TOOLCHAIN
}  // namespace heddle::testing
