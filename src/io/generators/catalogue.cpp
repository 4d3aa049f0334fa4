// catalogue.cpp - every generator by name, with its parameters; adding one here makes the tool know it.
#include <cmath>
#include <heddle/base/error.hpp>
#include <heddle/io/generators.hpp>
#include <new>
#include <stdexcept>

#include "src/io/generators/drawn_graphs.hpp"
#include "src/text/printable.hpp"

namespace heddle::io {
namespace {

constexpr double most = 0x1p40;

generator_parameter seed_parameter() { return {"seed", 1, 0, 0x1p53, true, "another seed gives another graph"}; }
generator_parameter vertices(double standard) { return {"n", standard, 0, most, true, "number of vertices"}; }

generator_parameter scale_parameter() { return {"scale", 16, 0, 40, true, "2^scale vertices"}; }
generator_parameter factor_parameter() { return {"edge_factor", 16, 0, 1e6, false, "edges drawn per vertex"}; }
generator_parameter quadrant(std::string_view name, double standard, std::string_view description) {
  return {name, standard, 0, 1, false, description};
}

std::vector<generator_info> make_catalogue() {
  return {
      {"rmat",
       "R-MAT with the Graph500's quadrants: power law, undirected",
       {scale_parameter(), factor_parameter(), quadrant("a", 0.57, "probability of the upper left quadrant"),
        quadrant("b", 0.19, "probability of the upper right quadrant"),
        quadrant("c", 0.19, "probability of the lower left quadrant"), seed_parameter()}},
      {"erdos_renyi", "uniformly random edges, undirected", {scale_parameter(), factor_parameter(), seed_parameter()}},
      {"grid",
       "points of a rectangle joined to the four beside them, undirected; keep 0.62 looks like a road network",
       {{"width", 256, 0, 0x1p31 - 1, true, "points in a row"},
        {"height", 256, 0, 0x1p31 - 1, true, "rows of points"},
        {"keep", 1, 0, 1, false, "fraction of the edges kept"},
        seed_parameter()}},
      {"band",
       "every entry near the diagonal, the diagonal included",
       {vertices(65536), {"width", 13, 0, most, true, "largest distance from the diagonal"}}},
      {"stencil27",
       "points of a cube with their 26 neighbours and themselves",
       {{"n", 32, 0, 1048575, true, "points along an edge; n^3 in all"}}},
      {"random_geometric",
       "random points of a square joined if near, undirected",
       {vertices(65536), {"degree", 15, 0, 1e6, false, "expected degree"}, seed_parameter()}},
      {"delaunay_like", "a planar triangulation of scattered points, undirected", {vertices(65536), seed_parameter()}},
      {"power_law",
       "links between pages: power law with locality, directed",
       {vertices(65536),
        {"degree", 16, 0, 1e6, false, "mean out-degree drawn"},
        {"exponent", 2.2, 2.01, 100, false, "of the distribution of degrees"},
        {"locality", 0.6, 0, 1, false, "fraction of the edges that stay near"},
        seed_parameter()}},
      {"path", "0 - 1 - 2 - ..., undirected", {vertices(65536)}},
      {"star", "vertex 0 joined to every other, undirected", {vertices(65536)}},
      {"complete", "every vertex joined to every other, undirected", {vertices(512)}},
      {"kron",
       "the GAP suite's kron, which has scale 27: rmat with its standard probabilities",
       {scale_parameter(), factor_parameter(), seed_parameter()}},
      {"urand",
       "the GAP suite's urand, which has scale 27: erdos_renyi",
       {scale_parameter(), factor_parameter(), seed_parameter()}},
  };
}

std::vector<generator_info> const& catalogue() {
  static auto const table = make_catalogue();
  return table;
}

template <class Range> std::string names_of(Range const& range) {
  std::string names;
  for (auto const& entry : range) names += (names.empty() ? "" : ", ") + std::string(entry.name);
  return names;
}

generator_info const& find(std::string_view name) {
  for (auto const& entry : catalogue()) {
    if (entry.name == name) return entry;
  }
  throw invalid_argument(
      detail::concat("unknown generator ", detail::quoted(name), "; known are ", names_of(catalogue())));
}

void check_value(generator_info const& generator, std::string_view name, double value) {
  for (auto const& parameter : generator.parameters) {
    if (parameter.name != name) continue;
    bool const valid = value >= parameter.low && value <= parameter.high;
    if (valid && (!parameter.whole || value == std::floor(value))) return;
    if (parameter.whole) {
      throw invalid_argument(detail::concat(generator.name, ": ", name, " must be a whole number in ",
                                            static_cast<size_type>(parameter.low), "..",
                                            static_cast<size_type>(parameter.high)));
    }
    throw invalid_argument(
        detail::concat(generator.name, ": ", name, " must be a number in ", parameter.low, "..", parameter.high));
  }
  throw invalid_argument(detail::concat(generator.name, ": unknown parameter ", detail::quoted(name), "; known are ",
                                        names_of(generator.parameters)));
}

/// The given values, and the standard ones for the rest.
class settings {
 public:
  settings(generator_info const& generator, generator_values const& values) : generator_(generator), values_(values) {
    for (auto const& [name, value] : values) check_value(generator, name, value);
  }

  double real(std::string_view name) const {
    if (auto const given = values_.find(name); given != values_.end()) return given->second;
    for (auto const& parameter : generator_.parameters) {
      if (parameter.name == name) return parameter.standard;
    }
    throw invalid_argument(detail::concat(generator_.name, ": no parameter ", name));
  }
  size_type whole(std::string_view name) const { return static_cast<size_type>(real(name)); }
  int scale() const { return static_cast<int>(whole("scale")); }
  std::uint64_t seed() const { return static_cast<std::uint64_t>(real("seed")); }

 private:
  generator_info const& generator_;
  generator_values const& values_;
};

bool is_rmat(std::string_view name) { return name == "rmat" || name == "kron"; }
bool is_erdos_renyi(std::string_view name) { return name == "erdos_renyi" || name == "urand"; }

rmat_options rmat_of(std::string_view name, settings const& s) {
  rmat_options options{.scale = s.scale(), .edge_factor = s.real("edge_factor"), .seed = s.seed()};
  if (name == "rmat") options.a = s.real("a"), options.b = s.real("b"), options.c = s.real("c");
  return options;
}
erdos_renyi_options erdos_renyi_of(settings const& s) {
  return {.scale = s.scale(), .edge_factor = s.real("edge_factor"), .seed = s.seed()};
}

template <class T, class Index>
coordinates<T, Index> run(std::string_view name, settings const& s, progress_callback const& progress) {
  if (is_rmat(name)) return rmat<T, Index>(rmat_of(name, s), progress);
  if (is_erdos_renyi(name)) return erdos_renyi<T, Index>(erdos_renyi_of(s), progress);
  if (name == "grid") {
    return grid<T, Index>(
        {.width = s.whole("width"), .height = s.whole("height"), .keep = s.real("keep"), .seed = s.seed()}, progress);
  }
  if (name == "band") return band<T, Index>({.n = s.whole("n"), .width = s.whole("width")}, progress);
  if (name == "stencil27") return stencil27<T, Index>({.n = s.whole("n")}, progress);
  if (name == "random_geometric") {
    return random_geometric<T, Index>({.n = s.whole("n"), .degree = s.real("degree"), .seed = s.seed()}, progress);
  }
  if (name == "delaunay_like") return delaunay_like<T, Index>({.n = s.whole("n"), .seed = s.seed()}, progress);
  if (name == "power_law") {
    return power_law<T, Index>({.n = s.whole("n"),
                                .degree = s.real("degree"),
                                .exponent = s.real("exponent"),
                                .locality = s.real("locality"),
                                .seed = s.seed()},
                               progress);
  }
  if (name == "path") return path<T, Index>({.n = s.whole("n")}, progress);
  if (name == "star") return star<T, Index>({.n = s.whole("n")}, progress);
  return complete<T, Index>({.n = s.whole("n")}, progress);
}

}  // namespace

std::span<generator_info const> generators() { return catalogue(); }

size_type generated_rows(std::string_view name, generator_values const& values) {
  settings const s(find(name), values);
  if (is_rmat(name) || is_erdos_renyi(name)) return size_type{1} << s.scale();
  if (name == "grid") return s.whole("width") * s.whole("height");
  if (name == "stencil27") return s.whole("n") * s.whole("n") * s.whole("n");
  return s.whole("n");
}

template <class T, class Index>
coordinates<T, Index> generate(std::string_view name, generator_values const& values,
                               progress_callback const& progress) try {
  return run<T, Index>(name, settings(find(name), values), progress);
} catch (std::bad_alloc const&) {
  throw out_of_memory(detail::concat(name, ": the entries do not fit into memory"));
} catch (std::length_error const&) {
  throw out_of_memory(detail::concat(name, ": the entries do not fit into memory"));
}

#define INSTANTIATE(T, Index) \
  template coordinates<T, Index> generate(std::string_view, generator_values const&, progress_callback const&);
#include "src/io/instances.hpp"

}  // namespace heddle::io

namespace heddle {

detail::any_drawn_graph detail::drawn(std::string_view name, io::generator_values const& values) {
  io::settings const s(io::find(name), values);
  if (io::is_rmat(name)) return drawn(io::rmat_of(name, s));
  if (io::is_erdos_renyi(name)) return drawn(io::erdos_renyi_of(s));
  return {};
}

}  // namespace heddle
