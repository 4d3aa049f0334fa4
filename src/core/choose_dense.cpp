// choose_dense.cpp - the rule of `auto` for C = A B with a dense B on a GPU: a row to a group of lanes, or equal
// nonzeros to a warp. Figures: H200, f32, 32 and 128 columns by rows, of both walks as they are: 27-point stencil 1696
// and 6090 us, by equal nonzeros 2262 and 8300; rows of a power law 9876 and 16004, by equal nonzeros 2830 and 8160.
#include <algorithm>

#include "src/core/choose.hpp"
#include "src/core/row_shapes.hpp"

namespace heddle::detail {
namespace {

constexpr double accuracy = 1.65;  // measured times lie within this factor

// Lanes that have four columns each, as a walk over a dense operand needs at least.
int lanes_for(int columns) {
  int lanes = 1;
  while (lanes < 32 && 4 * lanes < columns) lanes *= 2;
  return lanes;
}

// Few columns leave lanes that may take entries of a row side by side, as many as a row has twice over; a group has
// two.
int lanes_of_row(tile_statistics const& s, int columns) {
  int lanes = max_of(lanes_for(columns), 2);
  if (lanes >= 8) return lanes;
  while (lanes < 32 && 4.0 * lanes <= s.rows.mean_length) lanes *= 2;
  return lanes;
}

// Rows that a warp takes at once wait for the longest: what is expected of it, in deviations from the mean.
double spread_of(int rows) {
  constexpr double expected[] = {0, 0.56, 1.03, 1.42, 1.77, 2.07};
  int at = 0;
  while (1 << at < rows) ++at;
  return expected[at];
}

// Picoseconds of an entry, and of a row, grow with the bytes of a row of B and of C. Entries of rows that follow one
// another gather the same rows of B, where columns are near: walked side by side they find them in the first-level
// cache, and a warp that takes some twenty rows one after the other does not.
expected_cost cost_of_rows(tile_statistics const& s, reduction_call const& call) {
  int const lanes = lanes_of_row(s, call.columns);
  double const words = static_cast<double>(call.columns) * static_cast<double>(call.value_bytes) / 4;
  double const near = s.nearness >= 0 ? s.nearness : is_regular(s.rows) ? 1 : 0;
  double const mean = std::max(s.rows.mean_length, 1.0);
  double const wait = 1 + spread_of(32 / lanes) * s.rows.stddev_length / mean;
  double const entry_ps = std::max((0.39 + 0.2 * (1 - near)) * words, 2.0);
  double const row_ps = 90 + 0.375 * words;
  double const all = 1e-6 * (static_cast<double>(s.atoms) * entry_ps * wait + static_cast<double>(s.tiles) * row_ps);
  // The longest row is walked by one group, entry after entry of a team.
  int const teams = lanes / lanes_for(call.columns);
  double const longest = static_cast<double>(s.rows.max_length) / teams * (call.columns <= 32 ? 0.44 : 0.66);
  return {schedule(group_mapped{lanes}).text(), 6 + std::max(all, longest), longest > all ? "the longest row" : "rows",
          accuracy};
}

expected_cost cost_of_shares(tile_statistics const& s, reduction_call const& call) {
  int const items = dense_items(s.atoms, call.columns);
  double const words = static_cast<double>(call.columns) * static_cast<double>(call.value_bytes) / 4;
  double const entry_ps = std::max(0.62 * words, 2.5), row_ps = 120;
  double const partials = static_cast<double>(s.atoms) / items * words * 16 / gpu_tuning.copy_bytes_per_us;
  double const all = 1e-6 * (static_cast<double>(s.atoms) * entry_ps + static_cast<double>(s.tiles) * row_ps);
  return {schedule(nonzero_split{}).text(), 12 + partials + all, "gathering", accuracy};
}

}  // namespace

int dense_items(size_type atoms, int columns) {
  constexpr size_type enough = gpu_tuning.resident_warps * gpu_tuning.multiprocessors;
  int items = columns > 32 ? 256 : 512;
  while (items > 64 && atoms / items < enough) items /= 2;
  return items;
}

std::vector<expected_cost> dense_costs(tile_statistics const& s, reduction_call const& call) {
  std::vector<expected_cost> costs = {cost_of_rows(s, call), cost_of_shares(s, call)};
  if (costs[1].microseconds < costs[0].microseconds) std::swap(costs[0], costs[1]);
  return costs;
}

reasoned_choice choose_dense(tile_statistics const& s, reduction_call const& call,
                             std::vector<answered_question>* path) {
  auto const costs = dense_costs(s, call);
  auto const& best = costs.front();
  if (path) {
    path->push_back({"Which walk over a dense operand should be faster, a row to a group or equal nonzeros to a warp?",
                     sentence(lengths(s), ", ", call.columns, " columns"),
                     sentence(best.schedule, ", expected to take ", best.microseconds, " us, ", costs[1].schedule, ' ',
                              costs[1].microseconds),
                     "rows walked side by side gather the same rows of the dense operand, but wait for the longest: "
                     "27-point stencil, 32 columns, 1696 us by rows, 2262 by equal nonzeros; rows of a power law 9876, "
                     "2830"});
  }
  return {schedule::parse(best.schedule),
          sentence(lengths(s), ", ", call.columns, " columns: cheapest by its estimate, ", best.microseconds, " us")};
}

}  // namespace heddle::detail
