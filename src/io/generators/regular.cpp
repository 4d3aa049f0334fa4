// regular.cpp - shapes known in advance (band, path, star, complete), and weights for any entries.
#include <heddle/io/generators.hpp>

#include "src/io/generators/build.hpp"
#include "src/io/generators/drawn_graphs.hpp"

namespace heddle::io {

template <class T, class Index>
coordinates<T, Index> band(band_options const& options, progress_callback const& progress) {
  auto const [n, width] = options;
  detail::require(n >= 0 && width >= 0, "band", "n and width must not be negative");
  auto const reach = std::min(width, n);
  auto const neighbours = [n = n, reach](size_type row, auto emit) {
    for (auto col = std::max<size_type>(row - reach, 0); col <= std::min(row + reach, n - 1); ++col) emit(col);
  };
  return detail::from_rows<T, Index>("band", n, true, neighbours, progress);
}

template <class T, class Index>
coordinates<T, Index> path(path_options const& options, progress_callback const& progress) {
  detail::require(options.n >= 0, "path", "n must not be negative");
  auto const neighbours = [n = options.n](size_type vertex, auto emit) {
    if (vertex > 0) emit(vertex - 1);
    if (vertex + 1 < n) emit(vertex + 1);
  };
  return detail::from_rows<T, Index>("path", options.n, true, neighbours, progress);
}

template <class T, class Index>
coordinates<T, Index> star(star_options const& options, progress_callback const& progress) {
  detail::require(options.n >= 0, "star", "n must not be negative");
  auto const neighbours = [n = options.n](size_type vertex, auto emit) {
    if (vertex > 0) return emit(0);
    for (size_type leaf = 1; leaf < n; ++leaf) emit(leaf);
  };
  return detail::from_rows<T, Index>("star", options.n, true, neighbours, progress);
}

template <class T, class Index>
coordinates<T, Index> complete(complete_options const& options, progress_callback const& progress) {
  detail::require(options.n >= 0, "complete", "n must not be negative");
  auto const neighbours = [n = options.n](size_type vertex, auto emit) {
    for (size_type other = 0; other < n; ++other) {
      if (other != vertex) emit(other);
    }
  };
  return detail::from_rows<T, Index>("complete", options.n, true, neighbours, progress);
}

template <class T, class Index> void add_weights(coordinates<T, Index>& entries, weight_options const& options) {
  auto const weight = detail::weights_in<T>("add_weights", options);
  entries.value.resize(entries.row.size());
  entries.values = field::integer;
  host::parallel_for(host::default_threads(), entries.nnz(),
                     [&](size_type k) { entries.value[k] = static_cast<T>(weight(entries.row[k], entries.col[k])); });
}

#define INSTANTIATE(T, Index)                                                                 \
  template coordinates<T, Index> band(band_options const&, progress_callback const&);         \
  template coordinates<T, Index> path(path_options const&, progress_callback const&);         \
  template coordinates<T, Index> star(star_options const&, progress_callback const&);         \
  template coordinates<T, Index> complete(complete_options const&, progress_callback const&); \
  template void add_weights(coordinates<T, Index>&, weight_options const&);
#include "src/io/instances.hpp"

}  // namespace heddle::io
