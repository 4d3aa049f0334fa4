// random_graphs.cpp - graphs whose edges are drawn: R-MAT, Erdos-Renyi, power law.
#include <cmath>
#include <heddle/io/generators.hpp>

#include "src/io/generators/build.hpp"
#include "src/io/generators/drawn_graphs.hpp"

namespace heddle {
namespace {

void check_scale(char const* name, int scale, double edge_factor) {
  detail::require(scale >= 0 && scale <= 40, name, "scale must lie in 0..40");
  detail::require(edge_factor >= 0 && edge_factor <= 1e6, name, "edge_factor must lie in 0..1000000");
}

size_type num_edges(size_type vertices, double per_vertex) {
  return static_cast<size_type>(std::llround(static_cast<double>(vertices) * per_vertex));
}

}  // namespace

detail::drawn_graph<detail::quadrant_pairs> detail::drawn(io::rmat_options const& options) {
  auto const [scale, edge_factor, seed, a, b, c] = options;
  check_scale("rmat", scale, edge_factor);
  require(a >= 0 && b >= 0 && c >= 0 && a + b + c <= 1 + 1e-9, "rmat",
          "a, b and c must be probabilities that sum to at most 1");
  auto const vertices = size_type{1} << scale;
  auto const threshold = [](double probability) { return static_cast<std::uint64_t>(probability * 0x1p21); };
  quadrant_pairs const pair{counter_random(seed, 1), relabelling(scale, seed), scale, threshold(a),
                            threshold(a + b),        threshold(a + b + c)};
  return {vertices, num_edges(vertices, edge_factor), pair};
}

detail::drawn_graph<detail::uniform_pairs> detail::drawn(io::erdos_renyi_options const& options) {
  check_scale("erdos_renyi", options.scale, options.edge_factor);
  auto const vertices = size_type{1} << options.scale;
  return {vertices, num_edges(vertices, options.edge_factor), {counter_random(options.seed, 2), vertices}};
}

namespace io {

using detail::counter_random;
using detail::vertex_pair;

template <class T, class Index>
coordinates<T, Index> rmat(rmat_options const& options, progress_callback const& progress) {
  auto const graph = detail::drawn(options);
  return detail::from_pairs<T, Index>("rmat", graph.vertices, graph.num_pairs, true, graph.pair, progress);
}

template <class T, class Index>
coordinates<T, Index> erdos_renyi(erdos_renyi_options const& options, progress_callback const& progress) {
  auto const graph = detail::drawn(options);
  return detail::from_pairs<T, Index>("erdos_renyi", graph.vertices, graph.num_pairs, true, graph.pair, progress);
}

/// Edge k's source follows from inverting the distribution of out-degrees, its target likewise by popularity.
/// The vertex of rank i has the weight (i + shift)^(-1 / (exponent - 1)), where the shift keeps the largest degrees
/// near those of web crawls; ranks are scattered over the vertices, so hubs stand anywhere.
template <class T, class Index>
coordinates<T, Index> power_law(power_law_options const& options, progress_callback const& progress) {
  detail::require(options.n >= 0, "power_law", "n must not be negative");
  detail::require(options.degree >= 0, "power_law", "degree must not be negative");
  detail::require(options.exponent > 2, "power_law", "exponent must be above 2");
  detail::require(options.locality >= 0 && options.locality <= 1, "power_law", "locality must lie in 0..1");
  auto const n = options.n;
  counter_random const random(options.seed, 3), scatter(options.seed, 4);
  // With ranks scaled to [0, 1] the cumulative weight is (r + shift)^slope, up to a constant.
  double const slope = 1 - 1 / (options.exponent - 1), shift = 0.05 / std::sqrt(static_cast<double>(n));
  double const lowest = std::pow(shift, slope), highest = std::pow(1 + shift, slope);
  auto const by_rank = [=](double draw, std::uint64_t side) {
    double const rank = std::pow(lowest + draw * (highest - lowest), 1 / slope) - shift;
    auto const whole = std::clamp<size_type>(static_cast<size_type>(rank * static_cast<double>(n)), 0, n - 1);
    return scatter.below(2 * static_cast<std::uint64_t>(whole) + side, n);
  };
  auto const link = [=](size_type k) {
    auto const counter = 4 * static_cast<std::uint64_t>(k);
    auto const from = by_rank(random.unit(counter), 0);
    if (random.unit(counter + 1) >= options.locality) return vertex_pair{from, by_rank(random.unit(counter + 2), 1)};
    // Distances follow 1/d up to a thousandth of the vertices or 64, whichever is more.
    auto const reach = std::log(static_cast<double>(std::max<size_type>(64, n / 1000)));
    auto const distance = static_cast<size_type>(std::exp(random.unit(counter + 2) * reach));
    auto const to = random.bits(counter + 3) & 1 ? from + distance : from - distance;
    return vertex_pair{from, std::clamp<size_type>(to, 0, n - 1)};
  };
  auto const edges = n > 1 ? num_edges(n, options.degree) : 0;
  return detail::from_pairs<T, Index>("power_law", n, edges, false, link, progress);
}

#define INSTANTIATE(T, Index)                                                                       \
  template coordinates<T, Index> rmat(rmat_options const&, progress_callback const&);               \
  template coordinates<T, Index> erdos_renyi(erdos_renyi_options const&, progress_callback const&); \
  template coordinates<T, Index> power_law(power_law_options const&, progress_callback const&);
#include "src/io/instances.hpp"

}  // namespace io
}  // namespace heddle
