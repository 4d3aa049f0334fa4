// locality.hpp - what the locality benchmark measures, apart from how its command line is read.
#pragma once
#include <string>
#include <vector>

#include "bench/support/report.hpp"

namespace heddle::bench {

struct locality_options {
  std::vector<std::string> matrices;  // rmatS, erdos_renyiS (S: scale), or a name of bench/support/matrices.hpp
  std::vector<std::string> types;     // f32, f64
  int repetitions = 15;
};

/// One row for each matrix x type x variant. Throws where a result is wrong.
void measure_locality(locality_options const& options, report& into);

}  // namespace heddle::bench
