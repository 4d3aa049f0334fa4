// device.cuh - matrix products on a GPU: rows of the expansion in classes by the size of their table, dot products and
// packs of dense columns through reduce_tiles.
#pragma once
#include <heddle/cuda/reduce_tiles.cuh>
#include <heddle/ops/mxm/device.hpp>
#include <heddle/ops/mxm/window_kernels.cuh>

namespace heddle::cuda {

template <class Index, class Offset>
void count_products_body(executor const& exec, schedule const& chosen, product_pattern<Index, Offset> const& pattern,
                         expansion_tiles<Index, Offset> const& tiles, size_type* counts) {
  using work = product::count_work<Index, Offset>;
  device_guard const guard(exec);
  constexpr int classes = product::num_classes<work>();
  row_classes const classed = classify_rows(exec, tiles.scanned, pattern.rows, pattern.cols, classes);
  product::make_classed_rows(exec, chosen, work{pattern, counts}, classed, tiles.scanned,
                             product::mean_length(tiles.atoms, pattern.a_nnz), sizeof(Index));
  size_type const from = classed.from[classes - 1], num_rows = classed.from[classes] - from;
  if (num_rows > 0) {
    auto const shape = product::shape_windows(exec, num_rows, pattern.cols, 0);
    auto bitmaps = product::empty_bitmaps(exec, shape);
    product::window_rows const rows{classed.rows.data() + from, num_rows, pattern.cols, shape.window, bitmaps.data()};
    product::count_windows<<<grid_of(shape.blocks), product::window_threads, 0, stream_of(exec)>>>(pattern, rows,
                                                                                                   counts);
    check(cudaGetLastError(), "mxm count_windows");
  }
  primitives::exclusive_sum(exec, counts, counts, pattern.rows);
}

template <class SR, class A, class B, class Index, class Offset>
std::shared_ptr<heddle::detail::compressed<Index, Offset>> expand_body(
    expand_problem<SR, A, B, Index, Offset> const& p) {
  using D = domain_of<SR>;
  using work = product::fill_work<SR, A, B, Index, Offset>;
  device_guard const guard(p.exec);
  size_type const rows = p.tiles.rows, cols = p.b.minor;
  buffer<size_type> counted(p.exec, rows + 1);
  count_products(
      p.exec, p.chosen,
      product_pattern<Index, Offset>{p.a.offsets, p.a.indices, p.b.offsets, p.b.indices, rows, cols, p.a.nnz}, p.tiles,
      counted.data());
  auto result = heddle::detail::new_result<Index, Offset>(p.exec, rows, cols, counted.get(rows), sizeof(D));
  heddle::detail::each(p.exec, rows + 1, heddle::detail::copy_offsets<Offset>{counted.data(), result->offsets.data()});

  work const fill{p.a, p.b, result->offsets.data(), result->indices.data(), heddle::detail::values_of<D>(*result),
                  p.sr};
  constexpr int classes = product::num_classes<work>();
  row_classes const classed = classify_rows(p.exec, counted.data(), rows, cols, classes);
  product::make_classed_rows(p.exec, p.chosen, fill, classed, p.tiles.scanned,
                             product::mean_length(p.tiles.atoms, p.a.nnz), sizeof(D));
  size_type const from = classed.from[classes - 1], num_rows = classed.from[classes] - from;
  if (num_rows > 0) {
    auto const shape = product::shape_windows(p.exec, num_rows, cols, sizeof(D));
    auto bitmaps = product::empty_bitmaps(p.exec, shape);
    buffer<D> sums(p.exec, shape.blocks * shape.window);
    product::window_rows const windows{classed.rows.data() + from, num_rows, cols, shape.window, bitmaps.data()};
    product::fill_windows<<<grid_of(shape.blocks), product::window_threads, 0, stream_of(p.exec)>>>(fill, windows,
                                                                                                    sums.data());
    check(cudaGetLastError(), "mxm fill_windows");
  }
  return result;
}

template <class SR, class A, class B, class Index, class Offset>
void dot_body(dot_problem<SR, A, B, Index, Offset> const& p) {
  reduce_tiles(p.exec, *p.chosen, p.tiles, p.product, lifted<add_of<SR>>{p.product.sr.add}, p.sink);
}

/// `value` is p.product, or one like it.
template <class Value, class SR, class A, class B, class Index, class Offset>
void multiply_packs(Value value, full_problem<SR, A, B, Index, Offset> const& p) {
  auto sink = p.sink;
  for (size_type first = 0; first < sink.cols; first += heddle::detail::pack_columns) {
    value.first = sink.first = first;
    reduce_tiles(p.exec, *p.chosen, p.tiles, value, heddle::detail::pack_monoid<add_of<SR>>{value.sr.add}, sink);
  }
}

template <class SR, class A, class B, class Index, class Offset>
void multiply_full_body(full_problem<SR, A, B, Index, Offset> const& p) {
  multiply_packs(p.product, p);
}

}  // namespace heddle::cuda
