// demo_graphs.hpp - the graphs of heddle demo: one real, two made.
#pragma once
#include <heddle/io/coordinates.hpp>
#include <string>

namespace heddle::cli {

struct demo_graph {
  std::string name, description;
  io::coordinates<float> entries;  // symmetric, with weights where the real one had some
};

demo_graph karate_graph();
/// `large` ones are for a GPU.
demo_graph social_graph(bool large);
demo_graph road_graph(bool large);

}  // namespace heddle::cli
