// counts.cpp - how often a product under a schedule gathers, streams, steps and waits, from the facts.
#include "src/plan/counts.hpp"

#include <algorithm>
#include <cmath>

#include "src/plan/costs.hpp"

namespace heddle::detail {
namespace {

std::vector<length_class> classes_of(tile_statistics const& s) {
  auto const& rows = s.rows;
  double const mean = rows.mean_length, longest = static_cast<double>(rows.max_length);
  std::vector<length_class> all;
  double atoms = 0;
  for (std::size_t bin = 0; bin < rows.histogram.size(); ++bin) {
    auto const count = static_cast<double>(rows.histogram[bin]);
    if (count == 0) continue;
    double const least = bin == 0 ? 0 : std::exp2(static_cast<double>(bin) - 1);
    double const most = bin == 0 ? 0 : min_of(2 * least - 1, longest), width = most - least;
    bool const alike = width >= 1 && nearly_equal(rows);
    double const wanted = width < 1 || alike ? 1 : min_of(4.0, std::floor(width + 1));
    double const parts = count < wanted ? 1 : wanted;
    for (double k = 0; k < parts; ++k) {
      double const middle = alike ? std::clamp(mean, least, most) : least + width * (2 * k + 1) / (2 * parts);
      all.push_back({middle, count / parts});
      atoms += middle * count / parts;
    }
  }
  if (all.empty()) {  // lengths were not counted: all as the mean, one the longest
    all = {{mean, static_cast<double>(s.tiles)}};
    if (longest > mean) all.push_back({longest, 1});
    return all;
  }
  double const scale = static_cast<double>(s.atoms) / max_of(atoms, 1e-9);
  for (auto& c : all) {
    if (c.length > 0) c.length = min_of(max_of(c.length * scale, 1.0), longest);
  }
  return all;
}

// Of the largest of `drawn` rows, taken at random: the mean of what `measure` makes of its length.
template <class Measure>
double largest_of(std::vector<length_class> const& classes, double drawn, Measure const& measure) {
  double all = 0, rows = 0, below = 0, mean = 0;
  for (auto const& c : classes) all += c.rows;
  if (all == 0) return 0;
  for (auto const& c : classes) {
    rows += c.rows / all;
    double const upto = std::pow(rows, drawn);
    mean += measure(c.length) * (upto - below);
    below = upto;
  }
  return mean;
}

// Between two tables that were measured.
double far_gathers_per_us(memory_costs const& memory, double table_bytes) {
  auto const& rates = memory.far_gathers;
  double const bytes = std::clamp(table_bytes, rates.front().first, rates.back().first);
  std::size_t k = 1;
  while (bytes > rates[k].first) ++k;
  auto const [from, fast] = rates[k - 1];
  auto const [to, slow] = rates[k];
  return fast * std::pow(slow / fast, std::log(bytes / from) / std::log(to / from));
}

double millions(double n) { return n * 1e-6; }
double thousands(double n) { return n * 1e-3; }

void set_shares(counts& c, double items, double total) {
  c.shares = thousands(max_of(std::ceil(total / items), 1.0));
  c.share_latency = thousands(min_of(items, total));
}

}  // namespace

counted::counted(facts const& known, memory_costs const& memory)
    : s_(known.statistics), call_(known.call), memory_(memory), classes_(classes_of(known.statistics)) {}

double counted::entry_bytes() const {
  double const index = call_.gathers ? 4 : 0;
  return index + (call_.one_value ? 0 : static_cast<double>(call_.element_bytes));
}

counts counted::of_whole_rows(int lanes, double most) const {
  counts c = of_any(memory_.cached, true);
  double const together = max_of(32 / lanes, 1);
  double const steps =
      largest_of(classes_, together, [&](double length) { return std::ceil(min_of(length, most) / lanes); });
  c.warp_steps = millions(steps * tiles() / together);
  c.longest_row = thousands(min_of(longest(), most) / lanes);
  c.lanes_of_rows = millions(tiles() * lanes);
  double const of_sector = max_of(1 - lanes * 4 / memory_.sector_bytes, 0.0);
  double const apart = entry_bytes() / 8 * s_.rows.mean_length / lanes;  // sectors that lanes keep half read
  c.strided_entries = millions(atoms() * min_of(apart, 32.0) * of_sector);
  return c;
}

std::pair<counts, int> counted::of_bins(binned const& by) const {
  counts c = of_any(memory_.cached, true);
  int last = 0, launches = 0;
  for (auto const& rows : classes_) {
    int const lanes = lanes_of(by.walked_by(binned::bin_of(static_cast<size_type>(rows.length))));
    launches += lanes != std::exchange(last, lanes);
    c.warp_steps += millions(std::ceil(rows.length / lanes) * rows.rows * lanes / 32);
    c.lanes_of_rows += millions(rows.rows * lanes);
  }
  c.longest_row = thousands(longest() / max_of(last, 1));
  return {c, launches};
}

counts counted::of_shares(double items, bool with_rows, bool by_lanes, bool at_ends) const {
  counts c = of_any(memory_.cached_beside_shares, false);
  set_shares(c, items, with_rows ? atoms() + tiles() : atoms());
  double const of_share = max_of(items * tiles() / max_of(with_rows ? atoms() + tiles() : atoms(), 1.0), 1.0);
  if (!with_rows) c.rows_of_share = thousands(min_of(items * tiles() / max_of(atoms() - longest(), 1.0), tiles()));
  if (by_lanes) {
    double const largest = largest_of(classes_, of_share, [&](double length) { return min_of(length, items); });
    double const lanes = max_of(1.0, min_of(256.0, 256 / of_share));
    c.longest_in_share = millions(8 * c.shares * 1e3 * largest / lanes);
  }
  if (at_ends && by_lanes) c.longest_row = thousands(longest() / gpu_tuning.threads);
  // Nothing passes from one to the next, so those that run at once cost no more than one, beside gathers; sums, which
  // have none, chose worse by that: 0.975 for 0.977 on shapes held out.
  if (at_ends && call_.gathers)
    c.shares = max_of(c.shares - thousands(gpu_tuning.fewest_shares * gpu_tuning.multiprocessors), 0.0);
  return c;
}

counts counted::of_marks(double items) const {
  counts c = of_any(memory_.cached, false);
  set_shares(c, items, atoms());
  double const filled = tiles() - static_cast<double>(s_.rows.empty_rows);
  c.marked_entries = millions(atoms() * (1 - std::exp(-128 * filled / max_of(atoms(), 1.0))));
  return c;
}

counts counted::of_any(double first_level_bytes, bool whole_rows) const {
  counts c{};
  constexpr double offset_bytes = 4;
  auto const value = static_cast<double>(call_.element_bytes);
  double const gathered = call_.gathers ? min_of(columns(), atoms()) * value : 0;
  double const bytes = atoms() * entry_bytes() + tiles() * (offset_bytes + value) + gathered;
  double const memory = std::clamp((bytes - memory_.all_cached) / memory_.until_none, 0.0, 1.0);
  c.from_memory = bytes * memory / memory_.copy_bytes_per_us;
  c.from_cache = bytes * (1 - memory) / memory_.copy_bytes_per_us;
  c.entries = millions(atoms());
  c.wide_entries = value > 4 ? millions(atoms()) * (value / 8) : 0;
  c.rows = millions(tiles() * memory);
  c.cached_rows = millions(tiles() * (1 - memory));
  if (call_.gathers) add_gathers(c, first_level_bytes, whole_rows);
  return c;
}

void counted::add_gathers(counts& c, double first_level_bytes, bool whole_rows) const {
  auto const value = static_cast<double>(call_.element_bytes);
  double const near = nearness_of(s_);
  double const table = columns() * value, missed = 1 - min_of(1.0, first_level_bytes / max_of(table, 1.0));
  double const far = (1 - near) * atoms() * missed / far_gathers_per_us(memory_, table);
  double const spread = 10 * s_.rows.stddev_length / max_of(s_.rows.mean_length, 1e-9);
  double const passed = table / max_of(s_.rows.mean_length, 1e-3) / memory_.passed_at_once;
  double const in_step = whole_rows ? 1 / (1 + spread * spread) / (1 + passed) : 0;
  c.far_gathers = far * (1 - in_step);
  c.gathers_in_step = far * in_step;
  for (auto const& rows : classes_) {
    if (rows.length <= 0) continue;
    double const apart = columns() / rows.length;
    double const here = millions(rows.length * rows.rows * min_of(1.0, apart * value / memory_.sector_bytes));
    c.sectors += here;
    if (apart <= 32) c.missed_sectors += here * near * missed * (1 - in_step);
  }
}

}  // namespace heddle::detail
