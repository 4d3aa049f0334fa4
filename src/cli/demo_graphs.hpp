// demo_graphs.hpp - the graphs of heddle demo: one real, two made.
#pragma once
#include <heddle/io/coordinates.hpp>
#include <string>

namespace heddle::cli {

struct demo_graph {
  std::string name, description;
  io::coordinates<float> entries;  // symmetric, with weights where the real one had some
};

struct demo_size {
  int scale;       // of the R-MAT graph
  size_type side;  // of the grid
};

demo_graph karate_graph();
demo_graph social_graph(demo_size size);
demo_graph road_graph(demo_size size);

}  // namespace heddle::cli
