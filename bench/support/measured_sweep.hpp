// measured_sweep.hpp - the times of bench_sweep that were measured and committed, and the rows of its shapes.
#pragma once
#include "bench/support/measured_spmv.hpp"
#include "bench/support/swept_shapes.hpp"

namespace heddle::bench {

using namespace schedules;
using namespace seam;

/// A shape, and the microseconds of every schedule that was measured on it.
struct measured_shape {
  int id = 0;
  bool held_out = false;
  tile_statistics statistics;
  std::size_t value_bytes = 4;
  bool one_value = false;
  swept_call timed = swept_call::products;
  std::string what;
  std::map<std::string, double> us;

  reduction_call call() const {
    reduction_call c(value_bytes);
    if (timed == swept_call::masked || timed == swept_call::absent) {
      c = reduction_call(2 * value_bytes, 0, false);  // with what tells whether it is there
      c.element_bytes = value_bytes;
      c.masked = timed == swept_call::masked;
    }
    if (timed == swept_call::sums) {
      c.entry_bytes = value_bytes;
      c.gathers = false;
    }
    c.one_value = one_value;
    return c;
  }
  double fastest() const {
    double least = us.begin()->second;
    for (auto const& [name, elapsed] : us) least = std::min(least, elapsed);
    return least;
  }
  /// Of the schedule as it was measured: with the walk that a plan takes, and shares that the plan chose.
  std::optional<double> time_of(schedule const& chosen) const {
    auto const found = us.find(chosen.text());
    return found == us.end() ? std::nullopt : std::optional(found->second);
  }
};

/// `chosen` as a table names it: with the walk that the plan takes, its shares the plan's own.
inline schedule as_measured(schedule const& chosen, tile_statistics const& statistics, reduction_call const& call) {
  if (chosen == schedule(group_mapped{32})) return warp_mapped{};
  bool const open = std::holds_alternative<nonzero_split>(chosen.built_in()) && !chosen.asked_walk();
  if (!open) return chosen;
  auto const by = detail::with_items(chosen, {statistics, device_kind::cuda, call}).asked_walk();
  return chosen.with_walk(by ? *by : walk(by_block_rows{}));
}

/// Of two runs of bench_sweep, of the same shapes in the same order.
inline std::vector<measured_shape> measured_shapes(std::filesystem::path const& one, std::filesystem::path const& other,
                                                   swept_call timed = swept_call::products) {
  auto first = read_table(one), second = read_table(other);
  std::vector<measured_shape> all;
  for (std::size_t k = 0; k < first.size() && k < second.size(); ++k) {
    auto& row = first[k];
    measured_shape s{.id = std::stoi(row["id"]), .held_out = row["held_out"] == "1", .timed = timed};
    row["nnz"] = row["atoms"], row["row_stddev"] = row["stddev"], row["longest_row"] = row["longest"];
    row["empty_rows"] = row["empty"], row["row_lengths"] = row["histogram"];
    s.statistics = statistics_of(row);
    s.value_bytes = row["values"] == "f64" ? 8 : 4;
    s.one_value = row["values"] == "pattern";
    s.what = row["rows"] + " rows, " + row["atoms"] + " entries, " + row["lengths"] + ", " + row["columns"] + ", " +
             row["values"];
    for (auto const& [name, text] : row) {
      if (!is_fixed_schedule(name) || text.empty() || second[k][name].empty()) continue;
      s.us[schedule::parse(name).text()] = time_of_runs(std::stod(text), std::stod(second[k][name]));
    }
    all.push_back(std::move(s));
  }
  return all;
}

}  // namespace heddle::bench
