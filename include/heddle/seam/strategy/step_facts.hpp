// step_facts.hpp - what a strategy knows of a step.
#pragma once
#include <heddle/base/types.hpp>

namespace heddle::seam {

/// One step pushes the rows of a frontier: those rows are its tiles, their entries its atoms.
struct step_facts {
  size_type vertices = 0;  // of the frontier
  size_type edges = -1;  // in their rows; -1: not counted, as the strategy does not ask, or would say what it says of 0
  size_type longest = 0;    // row of the whole matrix; 0: the strategy does not ask
  size_type threshold = 0;  // of degrees, by the histogram of the whole matrix (see node_splitting); 0: likewise
  size_type threads = 1;    // resident at once
  size_type turn = 0;       // of the step, where it has several: how many came before
};

}  // namespace heddle::seam
