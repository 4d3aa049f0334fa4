// drawn_graphs.hpp - the graphs whose edges can be drawn anywhere, and weights of edges, from the options of users.
#pragma once
#include <cmath>
#include <heddle/io/generators.hpp>
#include <variant>

#include "src/io/generators/build.hpp"
#include "src/io/generators/drawn_pairs.hpp"

namespace heddle::detail {

/// These throw invalid_argument for options out of their range.
drawn_graph<quadrant_pairs> drawn(io::rmat_options const& options);
drawn_graph<uniform_pairs> drawn(io::erdos_renyi_options const& options);

/// Nothing where a generator does not draw pairs, or draws them by functions that round otherwise on a GPU.
using any_drawn_graph = std::variant<std::monostate, drawn_graph<quadrant_pairs>, drawn_graph<uniform_pairs>>;

/// By the name and parameters that io::generate takes, and with its errors for these.
any_drawn_graph drawn(std::string_view name, io::generator_values const& values);

/// Throws invalid_argument unless T holds all weights exactly.
template <class T> edge_weights weights_in(char const* name, io::weight_options const& options) {
  auto const [low, high, seed] = options;
  require(low <= high, name, "low must not be above high");
  auto const fits = [](std::int64_t w) {
    return std::abs(double(w)) < 0x1p53 && static_cast<std::int64_t>(static_cast<T>(w)) == w;
  };
  if (!fits(low) || !fits(high)) {
    throw invalid_argument(
        concat(name, ": not all weights from ", low, " to ", high, " are exact in the element type and below 2^53"));
  }
  return {counter_random(seed, 9), low, high - low + 1};
}

}  // namespace heddle::detail
