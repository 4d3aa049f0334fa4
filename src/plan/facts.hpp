// facts.hpp - what `auto` decides by: what was measured of rows and columns, the call, and what it calls such rows.
#pragma once
#include <heddle/explain.hpp>

namespace heddle::detail {

struct facts {
  tile_statistics statistics;  // as the call sees them: columns that it does not read are as good as near
  reduction_call call;
  bool on_gpu;

  facts(tile_statistics const& measured, device_kind kind, reduction_call const& called)
      : statistics(measured), call(called), on_gpu(kind == device_kind::cuda) {
    if (!call.gathers) statistics.nearness = 1;
  }
};

inline bool scattered(tile_statistics const& s) { return s.nearness >= 0 && s.nearness < 0.25; }
inline bool far(tile_statistics const& s) { return s.nearness >= 0 && s.nearness < 0.5; }

inline bool nearly_equal(primitives::row_statistics const& rows) {
  return rows.stddev_length <= 0.1 * rows.mean_length;
}
inline bool is_regular(primitives::row_statistics const& rows) { return class_of(rows) == row_class::regular; }

/// How near columns lie, from 0 to 1: where nobody knows, regular rows are taken to have theirs next to each other.
inline double nearness_of(tile_statistics const& s) { return s.nearness >= 0 ? s.nearness : is_regular(s.rows); }

/// Lanes that take such a row alone have no neighbours left to gather beside: a block sums them faster.
inline bool long_rows(tile_statistics const& s) { return s.rows.mean_length > 256; }

inline bool mostly_empty(tile_statistics const& s) { return s.rows.empty_rows > s.tiles / 2; }

/// Of the rows with nonzeros, those whose lengths lie in the two neighbouring powers of two that hold most.
inline double share_alike(primitives::row_statistics const& rows) {
  size_type all = 0, most = 0;
  for (std::size_t bin = 1; bin < rows.histogram.size(); ++bin) {
    size_type const next = bin + 1 < rows.histogram.size() ? rows.histogram[bin + 1] : 0;
    all += rows.histogram[bin];
    most = max_of(most, rows.histogram[bin] + next);
  }
  return all > 0 ? static_cast<double>(most) / static_cast<double>(all) : 1;
}

}  // namespace heddle::detail
