// generators.hpp - matrices and graphs made from a few numbers.
// Every generator is a pure function of its options: random numbers are hashes of (seed, counter), so the result does
// not depend on the number of threads. Entries come sorted by row, then column, without duplicates, as a pattern;
// add_weights() gives them values. Undirected graphs list both directions and have no self loops.
#pragma once
#include <heddle/base/executor.hpp>
#include <heddle/io/coordinates.hpp>
#include <heddle/matrix.hpp>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace heddle::io {

/// Of `rmat`.
struct rmat_options {
  int scale = 16;           // 2^scale vertices
  double edge_factor = 16;  // edges drawn per vertex; each is listed in both directions, duplicates are dropped
  std::uint64_t seed = 1;
  double a = 0.57, b = 0.19, c = 0.19;  // probabilities of three quadrants; the fourth gets the rest
};
/// Recursive quadrants, undirected, vertices relabelled at random.
/// Chakrabarti, Zhan, Faloutsos, "R-MAT: A Recursive Model for Graph Mining", SDM 2004; parameters of Graph500.
/// The generator `kron` is this one with its standard probabilities: of scale 27 it makes a graph like `kron` of
/// Beamer, Asanovic, Patterson, "The GAP Benchmark Suite", 2015.
template <class T, class Index = std::int32_t>
coordinates<T, Index> rmat(rmat_options const& options, progress_callback const& progress = {});

/// Of `erdos_renyi`.
struct erdos_renyi_options {
  int scale = 16;
  double edge_factor = 16;
  std::uint64_t seed = 1;
};
/// Both ends of every edge uniform, undirected. Erdos & Renyi, "On Random Graphs I", 1959. The generator `urand` is
/// this one, by its name in the GAP suite, where it has scale 27.
template <class T, class Index = std::int32_t>
coordinates<T, Index> erdos_renyi(erdos_renyi_options const& options, progress_callback const& progress = {});

/// Of `grid`.
struct grid_options {
  size_type width = 256;
  size_type height = 256;
  double keep = 1;  // fraction of the edges kept; 0.62 looks like a road network
  std::uint64_t seed = 1;
};
/// Points of a rectangle, each joined to the four beside it, undirected.
template <class T, class Index = std::int32_t>
coordinates<T, Index> grid(grid_options const& options, progress_callback const& progress = {});

/// Of `band`.
struct band_options {
  size_type n = 65536;
  size_type width = 13;  // |row - column| at most this
};
/// Every entry within `width` of the diagonal, the diagonal included.
template <class T, class Index = std::int32_t>
coordinates<T, Index> band(band_options const& options, progress_callback const& progress = {});

/// Of `stencil27`.
struct stencil27_options {
  size_type n = 32;  // n^3 points
};
/// Points of a cube, each with itself and its up to 26 neighbours.
template <class T, class Index = std::int32_t>
coordinates<T, Index> stencil27(stencil27_options const& options, progress_callback const& progress = {});

/// Of `random_geometric`.
struct random_geometric_options {
  size_type n = 65536;
  double degree = 15;  // expected, away from the border
  std::uint64_t seed = 1;
};
/// Random points of the unit square, joined if near, undirected, numbered cell by cell.
/// Penrose, "Random Geometric Graphs", 2003.
template <class T, class Index = std::int32_t>
coordinates<T, Index> random_geometric(random_geometric_options const& options, progress_callback const& progress = {});

/// Of `delaunay_like`.
struct delaunay_like_options {
  size_type n = 65536;
  std::uint64_t seed = 1;
};
/// A triangulation of about sqrt(n) x sqrt(n) jittered points, each cell cut along the diagonal that the empty-circle
/// rule prefers: planar, mean degree near 6, undirected.
template <class T, class Index = std::int32_t>
coordinates<T, Index> delaunay_like(delaunay_like_options const& options, progress_callback const& progress = {});

/// Of `power_law`.
struct power_law_options {
  size_type n = 65536;
  double degree = 16;     // mean of the out-degrees drawn, before duplicates are dropped
  double exponent = 2.2;  // of the distribution of degrees; above 2
  double locality = 0.6;  // fraction of the edges that stay near their row
  std::uint64_t seed = 1;
};
/// Directed, as links between pages: out-degrees by a power law, targets nearby or by popularity.
template <class T, class Index = std::int32_t>
coordinates<T, Index> power_law(power_law_options const& options, progress_callback const& progress = {});

/// Of `path`.
struct path_options {
  size_type n = 65536;
};
/// 0 - 1 - 2 - ... - (n - 1), undirected.
template <class T, class Index = std::int32_t>
coordinates<T, Index> path(path_options const& options, progress_callback const& progress = {});

/// Of `star`.
struct star_options {
  size_type n = 65536;
};
/// Vertex 0 joined to every other, undirected.
template <class T, class Index = std::int32_t>
coordinates<T, Index> star(star_options const& options, progress_callback const& progress = {});

/// Of `complete`.
struct complete_options {
  size_type n = 512;
};
/// Every vertex joined to every other, undirected.
template <class T, class Index = std::int32_t>
coordinates<T, Index> complete(complete_options const& options, progress_callback const& progress = {});

/// Which weights `add_weights` draws.
struct weight_options {
  std::int64_t low = 1;
  std::int64_t high = 255;
  std::uint64_t seed = 1;
};
/// Gives every entry a whole weight in [low, high] that depends on its two ends only, whichever comes first: mirrored
/// entries agree. Throws invalid_argument unless low <= high, and both fit T exactly and lie within 2^53 of 0.
template <class T, class Index> void add_weights(coordinates<T, Index>& entries, weight_options const& options = {});

/// One parameter of a generator, as the tool takes it.
struct generator_parameter {
  std::string_view name;
  double standard;  // its value when none is given
  double low, high;
  bool whole;  // integers only
  std::string_view description;
};

/// A generator as `generators` lists it.
struct generator_info {
  std::string_view name;
  std::string_view description;
  std::vector<generator_parameter> parameters;
};

/// Every generator with its parameters, in the order in which they should be listed.
std::span<generator_info const> generators();

/// Values of parameters by their names; what is not named has its default.
using generator_values = std::map<std::string, double, std::less<>>;

/// How many rows generate() would give, so that the index type can be chosen.
size_type generated_rows(std::string_view name, generator_values const& values);

/// The generator of that name; parameters that are not given keep their standard value.
/// Throws invalid_argument for an unknown name or parameter, listing the known ones, or a value out of range;
/// index_overflow naming the wider type if Index cannot number the rows.
template <class T, class Index = std::int32_t>
coordinates<T, Index> generate(std::string_view name, generator_values const& values,
                               progress_callback const& progress = {});

/// Of `generate_matrix`.
struct generate_options {
  std::optional<weight_options> weights = {};  // as add_weights() gives them; none: a pattern, every entry one
  size_type key_bytes = size_type{1} << 34;    // on a GPU, at most, for the edges that are put in order at once
};

/// The matrix that to_matrix() makes of generate() and add_weights(), bit for bit, in the memory of `exec`.
/// Generators: those of generators(). T: a type of `coordinates`. Throws what generate() and add_weights() throw,
/// invalid_argument where key_bytes is not positive, index_overflow naming the wider type where Offset does not count
/// the entries, out_of_memory.
///
/// On a GPU rmat, kron, erdos_renyi and urand are drawn there, and nothing goes by way of the host: an edge is a hash
/// of its number, keys of row and column are sorted by radix and each is kept once. Keys of more than `key_bytes` are
/// made in stripes of rows, for each of which all edges are drawn anew. Memory: 16 bytes a vertex, key_bytes (or 16
/// bytes for each end of an edge of one vertex, where that is more) and a little for the sort, beside columns for all
/// ends that are drawn, twice where a quarter of these are duplicates; then the values. So R-MAT of scale 26 and
/// edge_factor 32, some 4.1 G entries, takes 35 GB at its peak as a pattern with 32-bit indices, and 51 as doubles.
/// Work O(edges) for each stripe, and the sort. Reads back twice a stripe. The other generators run on the host.
template <class T, class Index = std::int32_t, index_type Offset = std::int32_t>
[[nodiscard]] matrix<T, Index, Offset> generate_matrix(std::string_view name, generator_values const& values,
                                                       executor exec = detail::usual_executor(),
                                                       generate_options const& options = {});

}  // namespace heddle::io

namespace heddle::detail {

/// Whether generate_matrix draws that generator's edges on a GPU.
bool is_drawn_on_gpu(std::string_view name, io::generator_values const& values);

/// Of such a generator: before[v] is how many ends of drawn edges the vertices before v have, duplicates among them. In
/// the memory of `exec`, which is a GPU's.
buffer<std::int64_t> drawn_before(std::string_view name, io::generator_values const& values, executor const& exec);

/// Of such a generator: rows [first, last) of generate_matrix's, with all columns, in the memory of a GPU.
template <class T, class Index, index_type Offset>
matrix<T, Index, Offset> drawn_part(std::string_view name, io::generator_values const& values, executor const& exec,
                                    io::generate_options const& options, size_type first, size_type last);

}  // namespace heddle::detail
