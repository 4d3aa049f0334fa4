// primitives.cpp - GPU primitives of a build without CUDA; no executor leads here, so they only have to link.
#include "src/executor/backend.hpp"
#include "src/stub/no_cuda.hpp"

namespace heddle::gpu {

void copy_bytes(executor const&, void*, executor const&, void const*, std::size_t) { no_cuda(); }

void copy_lines(executor const&, executor const&, detail::line_copy const&) { no_cuda(); }

void fill(executor const&, void*, size_type, std::size_t, void const*) { no_cuda(); }

void fill_from(executor const&, void*, size_type, std::size_t, void const*) { no_cuda(); }

template <index_type I> void iota(executor const&, I*, size_type, I) { no_cuda(); }

template <index_type I> void gather(executor const&, void*, void const*, I const*, size_type, std::size_t) {
  no_cuda();
}

template <index_type I> void scatter(executor const&, void*, I const*, void const*, size_type, std::size_t) {
  no_cuda();
}

template <index_type I> void scatter_fill(executor const&, void*, I const*, size_type, std::size_t, void const*) {
  no_cuda();
}

size_type count(executor const&, primitives::byte const*, size_type) { no_cuda(); }
void count_into(executor const&, std::int64_t*, primitives::byte const*, size_type, detail::listing_state const*) {
  no_cuda();
}

template <index_type I> buffer<I> compact(executor const&, primitives::byte const*, size_type) { no_cuda(); }

template <class I> void exclusive_sum(executor const&, I const*, I*, size_type) { no_cuda(); }

template <index_type I, index_type O> void expand_offsets(executor const&, O const*, size_type, size_type, I*) {
  no_cuda();
}

template <index_type I, index_type O> void compress_rows(executor const&, I const*, size_type, size_type, O*) {
  no_cuda();
}

template <index_type I> buffer<std::int64_t> stable_order(executor const&, I const*, size_type, I) { no_cuda(); }

template <index_type I> void count_columns(executor const&, I const*, size_type, I*, size_type) { no_cuda(); }

template <index_type I> void degree_classes(executor const&, I const*, I*, size_type) { no_cuda(); }

template <index_type I> bool is_ascending(executor const&, I const*, size_type) { no_cuda(); }

template <index_type I, index_type O>
size_type scan_row_lengths(executor const&, O const*, I const*, size_type, size_type*, bool, primitives::row_part) {
  no_cuda();
}
template <index_type I, index_type O>
void flag_longer_rows(executor const&, O const*, I const*, size_type, size_type, primitives::byte*) {
  no_cuda();
}

template <index_type O> primitives::row_statistics measure_rows(executor const&, O const*, size_type) { no_cuda(); }
template <index_type I> double nearness(executor const&, I const*, size_type) { no_cuda(); }
template <index_type I, index_type O>
primitives::pattern_statistics measure_pattern(executor const&, O const*, size_type, I const*, size_type) {
  no_cuda();
}

template <class T> primitives::value_statistics measure_values(executor const&, T const*, size_type) { no_cuda(); }

template <index_type I> detail::tuple_findings examine_tuples(executor const&, detail::tuple_positions<I> const&) {
  no_cuda();
}
template <index_type I>
detail::ordered_tuples<I> order_tuples(executor const&, detail::tuple_positions<I> const&, primitives::byte const*,
                                       std::size_t, detail::tuple_findings const&, integers_out) {
  no_cuda();
}
size_type find_decrease(executor const&, integers, size_type) { no_cuda(); }
size_type find_disorder(executor const&, integer_tiles const&, integers, size_type) { no_cuda(); }

#include "src/executor/degree_instances.inc"
#include "src/executor/element_instances.inc"
#include "src/executor/order_instances.inc"
#include "src/executor/row_instances.inc"
#include "src/executor/scan_instances.inc"
#include "src/executor/tuple_instances.inc"
#include "src/executor/value_instances.inc"

}  // namespace heddle::gpu
