// meshes.cpp - graphs with a place in the plane or in space: grid, stencil, triangulation, random geometric.
#include <cmath>
#include <heddle/io/generators.hpp>

#include "src/io/generators/build.hpp"
#include "src/io/generators/counter_random.hpp"
#include "src/io/generators/points.hpp"

namespace heddle::io {
using detail::counter_random;

template <class T, class Index>
coordinates<T, Index> grid(grid_options const& options, progress_callback const& progress) {
  auto const [width, height, keep, seed] = options;
  detail::require(width >= 0 && height >= 0, "grid", "width and height must not be negative");
  detail::require(width < (size_type{1} << 31) && height < (size_type{1} << 31), "grid",
                  "width and height must stay below 2^31");
  detail::require(keep >= 0 && keep <= 1, "grid", "keep must lie in 0..1");
  counter_random const random(seed, 8);
  // Edge 2v goes right from vertex v, edge 2v + 1 down.
  auto const kept = [=, keep = keep](size_type edge) {
    return keep >= 1 || random.unit(static_cast<std::uint64_t>(edge)) < keep;
  };
  auto const neighbours = [=, w = width, n = width * height](size_type v, auto emit) {
    if (v >= w && kept(2 * (v - w) + 1)) emit(v - w);
    if (v % w > 0 && kept(2 * (v - 1))) emit(v - 1);
    if (v % w + 1 < w && kept(2 * v)) emit(v + 1);
    if (v + w < n && kept(2 * v + 1)) emit(v + w);
  };
  return detail::from_rows<T, Index>("grid", width * height, true, neighbours, progress);
}

template <class T, class Index>
coordinates<T, Index> stencil27(stencil27_options const& options, progress_callback const& progress) {
  auto const n = options.n;
  detail::require(n >= 0 && n < (1 << 20), "stencil27", "n must lie in 0..1048575");
  auto const neighbours = [n](size_type v, auto emit) {
    auto const x = v % n, y = v / n % n, z = v / n / n;
    for (auto k = std::max<size_type>(z - 1, 0); k <= std::min(z + 1, n - 1); ++k) {
      for (auto j = std::max<size_type>(y - 1, 0); j <= std::min(y + 1, n - 1); ++j) {
        for (auto i = std::max<size_type>(x - 1, 0); i <= std::min(x + 1, n - 1); ++i) emit((k * n + j) * n + i);
      }
    }
  };
  return detail::from_rows<T, Index>("stencil27", n * n * n, true, neighbours, progress);
}

template <class T, class Index>
coordinates<T, Index> delaunay_like(delaunay_like_options const& options, progress_callback const& progress) {
  detail::require(options.n >= 0, "delaunay_like", "n must not be negative");
  detail::jittered_cells const cells(options.n, options.seed);
  auto const neighbours = [&](size_type vertex, auto emit) { cells.neighbours(vertex, emit); };
  return detail::from_rows<T, Index>("delaunay_like", options.n, true, neighbours, progress);
}

template <class T, class Index>
coordinates<T, Index> random_geometric(random_geometric_options const& options, progress_callback const& progress) {
  detail::require(options.n >= 0, "random_geometric", "n must not be negative");
  detail::require(options.degree >= 0, "random_geometric", "degree must not be negative");
  detail::check_rows_fit<Index>("random_geometric", options.n);
  constexpr double pi = 3.14159265358979323846;
  double const radius = std::sqrt(options.degree / (pi * static_cast<double>(std::max<size_type>(options.n, 1))));
  detail::cell_points const points(options.n, radius, options.seed);
  auto const neighbours = [&](size_type vertex, auto emit) { points.neighbours(vertex, emit); };
  return detail::from_rows<T, Index>("random_geometric", options.n, true, neighbours, progress);
}

#define INSTANTIATE(T, Index)                                                                           \
  template coordinates<T, Index> grid(grid_options const&, progress_callback const&);                   \
  template coordinates<T, Index> stencil27(stencil27_options const&, progress_callback const&);         \
  template coordinates<T, Index> delaunay_like(delaunay_like_options const&, progress_callback const&); \
  template coordinates<T, Index> random_geometric(random_geometric_options const&, progress_callback const&);
#include "src/io/instances.hpp"

}  // namespace heddle::io
