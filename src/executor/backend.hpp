// backend.hpp - primitives of plans, and the bodies in src/cuda, which those in src/host call where an executor is a
// GPU.
#pragma once
#include <heddle/detail/executor/primitives.hpp>
#include <heddle/detail/storage/tuples.hpp>
#include <heddle/seam/plan/plan.hpp>

#include "src/with_cuda.hpp"

namespace heddle {
namespace detail {

struct share_extents {
  bool cuts_tiles = false;
  size_type max_atoms = 0, max_tiles = 0, longest_run = 0;  // as in a plan; longest_run is measured on a GPU alone
};

template <class S> inline constexpr bool is_tabulated = source_of<S> == share_source::table;

// The samples that `nearness` takes: every `step`-th place, each compared with the `window` places behind it.
struct near_samples {
  static constexpr size_type most = 16384, window = 64, within = 32;
  size_type step, count;
  static near_samples of(size_type n) {
    size_type const places = max_of(n - window, size_type{0}), step = max_of(ceil_div(places, most), size_type{1});
    return {step, ceil_div(places, step)};
  }
  template <class Values> static HEDDLE_FN bool near(Values const& values, size_type at, size_type other) {
    size_type const a = values[at], b = values[other];
    return (a < b ? b - a : a - b) <= within;
  }
};

// Bin of a length, of `num_bins` of equal width up to the longest.
HEDDLE_FN constexpr size_type bin_of_length(size_type length, size_type longest, int num_bins) {
  return min_of(length * num_bins / max_of(longest, size_type{1}), size_type{num_bins} - 1);
}

}  // namespace detail

namespace primitives {

/// How many tiles have each length, in bins of equal width up to the longest: [num_bins]. Reads back.
std::vector<size_type> count_lengths(executor const& exec, integer_tiles const& tiles, size_type longest, int num_bins);

/// The bin of each tile.
buffer<std::int32_t> bins_of_tiles(executor const& exec, integer_tiles const& tiles);

/// The table of points of a schedule that is not made of whole tiles.
buffer<path_point> tabulate(executor const& exec, integer_tiles const& tiles, detail::schedule_table const& built_in);

/// What the shares between `points` look like; `points` and `tiles` are memory of `exec`.
detail::share_extents measure_shares(executor const& exec, integer_tiles const& tiles,
                                     buffer<path_point> const& points);

}  // namespace primitives

// See heddle/detail/storage/tuples.hpp; there is at least one tuple, and none stands outside where they are put in
// order.
namespace host {

template <index_type I>
detail::tuple_findings examine_tuples(executor const& exec, detail::tuple_positions<I> const& at);
template <index_type I>
detail::ordered_tuples<I> order_tuples(executor const& exec, detail::tuple_positions<I> const& at,
                                       detail::tuple_findings const& found, integers_out offsets);
template <index_type I> size_type first_outside(executor const& exec, I const* positions, size_type n, size_type size);

}  // namespace host

namespace gpu {

template <index_type I>
detail::tuple_findings examine_tuples(executor const& exec, detail::tuple_positions<I> const& at);
template <index_type I>
detail::ordered_tuples<I> order_tuples(executor const& exec, detail::tuple_positions<I> const& at,
                                       primitives::byte const* values, std::size_t width,
                                       detail::tuple_findings const& found, integers_out offsets);
template <index_type I> buffer<I> compact(executor const& exec, primitives::byte const* flags, size_type n);
template <index_type I> void exclusive_sum(executor const& exec, I const* values, I* scanned, size_type n);

// Each is declared as the primitive is whose body it is. Calls that have nothing to write or to count do not come here.
decltype(detail::copy_bytes) copy_bytes;
decltype(detail::copy_lines) copy_lines;
decltype(primitives::fill) fill;
decltype(primitives::fill_from) fill_from;
decltype(primitives::iota) iota;
decltype(primitives::gather) gather;
decltype(primitives::scatter) scatter;
decltype(primitives::scatter_fill) scatter_fill;
decltype(primitives::place_entries) place_entries;
decltype(primitives::count) count;
decltype(primitives::count_into) count_into;
decltype(primitives::expand_offsets) expand_offsets;
decltype(primitives::compress_rows) compress_rows;
decltype(primitives::stable_order) stable_order;
decltype(primitives::count_columns) count_columns;
decltype(primitives::degree_classes) degree_classes;
decltype(primitives::is_ascending) is_ascending;
decltype(primitives::scan_row_lengths) scan_row_lengths;
decltype(primitives::keep_longer_rows) keep_longer_rows;
decltype(primitives::split_points) split_points;
decltype(primitives::list_pieces) list_pieces;
decltype(primitives::find_decrease) find_decrease;
decltype(primitives::find_disorder) find_disorder;
decltype(primitives::measure_rows) measure_rows;
decltype(primitives::nearness) nearness;
decltype(primitives::measure_pattern) measure_pattern;
decltype(primitives::measure_by_code) measure_by_code;
decltype(primitives::count_lengths) count_lengths;
decltype(primitives::bins_of_tiles) bins_of_tiles;
decltype(primitives::tabulate) tabulate;
decltype(primitives::measure_shares) measure_shares;

}  // namespace gpu

}  // namespace heddle
