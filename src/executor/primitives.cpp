// primitives.cpp - sends each primitive to the backend of its executor; nothing to do is settled here.
#include <heddle/detail/executor/primitives.hpp>

#include "src/executor/backend.hpp"

namespace heddle::primitives {

void fill(executor const& exec, void* destination, size_type n, std::size_t width, void const* value) {
  if (n == 0) return;
  exec.is_host() ? host::fill(exec, destination, n, width, value) : gpu::fill(exec, destination, n, width, value);
}

void fill_from(executor const& exec, void* destination, size_type n, std::size_t width, void const* value) {
  if (n == 0) return;
  exec.is_host() ? host::fill_from(exec, destination, n, width, value)
                 : gpu::fill_from(exec, destination, n, width, value);
}

template <index_type I> void iota(executor const& exec, I* destination, size_type n, I from) {
  if (n == 0) return;
  exec.is_host() ? host::iota(exec, destination, n, from) : gpu::iota(exec, destination, n, from);
}

template <index_type I>
void gather(executor const& exec, void* destination, void const* source, I const* at, size_type n, std::size_t width) {
  if (n == 0) return;
  exec.is_host() ? host::gather(exec, destination, source, at, n, width)
                 : gpu::gather(exec, destination, source, at, n, width);
}

template <index_type I>
void scatter(executor const& exec, void* destination, I const* at, void const* source, size_type n, std::size_t width) {
  if (n == 0) return;
  exec.is_host() ? host::scatter(exec, destination, at, source, n, width)
                 : gpu::scatter(exec, destination, at, source, n, width);
}

template <index_type I>
void scatter_fill(executor const& exec, void* destination, I const* at, size_type n, std::size_t width,
                  void const* value) {
  if (n == 0) return;
  exec.is_host() ? host::scatter_fill(exec, destination, at, n, width, value)
                 : gpu::scatter_fill(exec, destination, at, n, width, value);
}

size_type count(executor const& exec, byte const* flags, size_type n) {
  if (n == 0) return 0;
  return exec.is_host() ? host::count(exec, flags, n) : gpu::count(exec, flags, n);
}

void count_into(executor const& exec, std::int64_t* total, byte const* flags, size_type n,
                detail::listing_state const* listed) {
  exec.is_host() ? host::count_into(exec, total, flags, n, listed) : gpu::count_into(exec, total, flags, n, listed);
}

template <index_type I> buffer<I> compact(executor const& exec, byte const* flags, size_type n) {
  if (n == 0) return buffer<I>(exec);
  return exec.is_host() ? host::compact<I>(exec, flags, n) : gpu::compact<I>(exec, flags, n);
}

template <class I> void exclusive_sum(executor const& exec, I const* values, I* scanned, size_type n) {
  exec.is_host() ? host::exclusive_sum(exec, values, scanned, n) : gpu::exclusive_sum(exec, values, scanned, n);
}

template <index_type I, index_type O>
void expand_offsets(executor const& exec, O const* offsets, size_type num_rows, size_type nnz, I* rows) {
  if (nnz == 0) return;
  exec.is_host() ? host::expand_offsets(exec, offsets, num_rows, nnz, rows)
                 : gpu::expand_offsets(exec, offsets, num_rows, nnz, rows);
}

template <index_type I, index_type O>
void compress_rows(executor const& exec, I const* rows, size_type nnz, size_type num_rows, O* offsets) {
  exec.is_host() ? host::compress_rows(exec, rows, nnz, num_rows, offsets)
                 : gpu::compress_rows(exec, rows, nnz, num_rows, offsets);
}

template <index_type I> buffer<std::int64_t> stable_order(executor const& exec, I const* keys, size_type n, I bound) {
  if (n == 0) return buffer<std::int64_t>(exec);
  return exec.is_host() ? host::stable_order(exec, keys, n, bound) : gpu::stable_order(exec, keys, n, bound);
}

template <index_type I>
void count_columns(executor const& exec, I const* columns, size_type n, I* counts, size_type num_columns) {
  if (num_columns == 0) return;
  exec.is_host() ? host::count_columns(exec, columns, n, counts, num_columns)
                 : gpu::count_columns(exec, columns, n, counts, num_columns);
}

template <index_type I> void degree_classes(executor const& exec, I const* degrees, I* classes, size_type n) {
  if (n == 0) return;
  exec.is_host() ? host::degree_classes(exec, degrees, classes, n) : gpu::degree_classes(exec, degrees, classes, n);
}

template <index_type I> bool is_ascending(executor const& exec, I const* keys, size_type n) {
  if (n < 2) return true;
  return exec.is_host() ? host::is_ascending(exec, keys, n) : gpu::is_ascending(exec, keys, n);
}

template <index_type I, index_type O>
size_type scan_row_lengths(executor const& exec, O const* offsets, I const* ids, size_type n, size_type* scanned,
                           bool read_back, row_part part) {
  return exec.is_host() ? host::scan_row_lengths(exec, offsets, ids, n, scanned, read_back, part)
                        : gpu::scan_row_lengths(exec, offsets, ids, n, scanned, read_back, part);
}

template <index_type I, index_type O>
void flag_longer_rows(executor const& exec, O const* offsets, I const* ids, size_type n, size_type length,
                      byte* flags) {
  if (n == 0) return;
  exec.is_host() ? host::flag_longer_rows(exec, offsets, ids, n, length, flags)
                 : gpu::flag_longer_rows(exec, offsets, ids, n, length, flags);
}

template <index_type O> row_statistics measure_rows(executor const& exec, O const* offsets, size_type num_rows) {
  if (num_rows == 0) return {};
  return exec.is_host() ? host::measure_rows(exec, offsets, num_rows) : gpu::measure_rows(exec, offsets, num_rows);
}

template <index_type I> double nearness(executor const& exec, I const* values, size_type n) {
  if (n <= heddle::detail::near_samples::window) return 1;
  return exec.is_host() ? host::nearness(exec, values, n) : gpu::nearness(exec, values, n);
}

template <index_type I, index_type O>
pattern_statistics measure_pattern(executor const& exec, O const* offsets, size_type num_rows, I const* columns,
                                   size_type nnz) {
  if (num_rows == 0 || nnz <= heddle::detail::near_samples::window) {
    return {measure_rows(exec, offsets, num_rows), nearness(exec, columns, nnz)};
  }
  return exec.is_host() ? host::measure_pattern(exec, offsets, num_rows, columns, nnz)
                        : gpu::measure_pattern(exec, offsets, num_rows, columns, nnz);
}

template <class T> value_statistics measure_values(executor const& exec, T const* values, size_type n) {
  return exec.is_host() ? host::measure_values(exec, values, n) : gpu::measure_values(exec, values, n);
}

#include "src/executor/degree_instances.inc"
#include "src/executor/element_instances.inc"
#include "src/executor/order_instances.inc"
#include "src/executor/row_instances.inc"
#include "src/executor/scan_instances.inc"
#include "src/executor/value_instances.inc"

}  // namespace heddle::primitives
