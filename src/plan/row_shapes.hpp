// row_shapes.hpp - what the rule of `auto` calls rows, and how it says so.
#pragma once
#include <heddle/explain.hpp>
#include <iomanip>
#include <sstream>

namespace heddle::detail {

template <class... Parts> std::string sentence(Parts const&... parts) {
  std::ostringstream text;
  text << std::fixed << std::setprecision(1);
  (text << ... << parts);
  return text.str();
}

inline std::string lengths(tile_statistics const& s) {
  return sentence("mean row ", s.rows.mean_length, ", longest ", s.rows.max_length);
}

inline bool scattered(tile_statistics const& s) { return s.nearness >= 0 && s.nearness < 0.25; }

inline bool nearly_equal(primitives::row_statistics const& rows) {
  return rows.stddev_length <= 0.1 * rows.mean_length;
}
inline bool is_regular(primitives::row_statistics const& rows) { return class_of(rows) == row_class::regular; }

inline bool mostly_empty(tile_statistics const& s) { return s.rows.empty_rows > s.tiles / 2; }

// Of the rows with nonzeros, those whose lengths lie in the two neighbouring powers of two that hold most.
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
