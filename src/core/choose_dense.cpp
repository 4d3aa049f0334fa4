// choose_dense.cpp - the rule of `auto` for C = A B with a dense B on a GPU: a row or equal nonzeros to a group of
// lanes. Figures: a trial on an H200, f32, 32 and 128 columns by rows: 27-point stencil 1061 and 3342 us, by equal
// nonzeros 1548 and 6324; rows of a power law 4980 and 8700, by equal nonzeros 1793 and 6495.
#include <algorithm>

#include "src/core/choose.hpp"
#include "src/core/row_shapes.hpp"

namespace heddle::detail {
namespace {

constexpr double accuracy = 1.65;  // measured times lie within this factor

double words_of(reduction_call const& call) {
  return static_cast<double>(call.columns) * static_cast<double>(call.value_bytes) / 4;
}

// Lanes with 16 bytes of a row each, or with 32 where that would take a warp.
int lanes_for(reduction_call const& call) {
  int lanes = 1;
  while (4 * lanes < words_of(call)) lanes *= 2;
  return min_of(lanes < 32 ? lanes : lanes / 2, 32);
}

// Where these are few, teams of lanes take entries in turns.
bool by_teams(reduction_call const& call) { return lanes_for(call) < 8; }

// Lanes that are left may take entries of a row side by side, as many as a row has twice over; a group has two.
int lanes_of_row(tile_statistics const& s, reduction_call const& call) {
  if (!by_teams(call)) return lanes_for(call);
  int lanes = max_of((call.columns + 3) / 4, 2);
  while (lanes < 32 && 4.0 * lanes <= s.rows.mean_length) lanes *= 2;
  return lanes;
}

// Picoseconds of a word of B and of a row; those of a word rise to `word + far` where columns are anywhere. Fitted to
// 32 and 128 columns: lanes that take all entries to the trial, teams to what they took with as many before it.
struct pace {
  double word, far, least, row;
};
constexpr pace rows_by_teams{0.39, 0.2, 2, 93}, rows_by_lanes{0.217, 0.11, 2, 60};
constexpr pace shares_by_teams{0.62, 0, 2.5, 120}, shares_by_lanes{0.36, 0.15, 2, 80};

double entry_ps(pace const& p, tile_statistics const& s, reduction_call const& call) {
  double const near = s.nearness >= 0 ? s.nearness : is_regular(s.rows) ? 1 : 0;
  return std::max((p.word + p.far * (1 - near)) * words_of(call), p.least);
}

// Rows that a warp takes at once wait for the longest: what is expected of it, in deviations from the mean.
double spread_of(int rows) {
  constexpr double expected[] = {0, 0.56, 1.03, 1.42, 1.77, 2.07};
  int at = 0;
  while (1 << at < rows) ++at;
  return expected[at];
}

// Entries of rows that follow one another gather the same rows of B, where columns are near: walked side by side they
// find them in the first-level cache, and a group that takes some twenty rows one after the other does not.
expected_cost cost_of_rows(tile_statistics const& s, reduction_call const& call) {
  int const lanes = lanes_of_row(s, call);
  pace const& p = by_teams(call) ? rows_by_teams : rows_by_lanes;
  double const mean = std::max(s.rows.mean_length, 1.0);
  double const wait = 1 + spread_of(32 / lanes) * s.rows.stddev_length / mean;
  double const all =
      1e-6 * (static_cast<double>(s.atoms) * entry_ps(p, s, call) * wait + static_cast<double>(s.tiles) * p.row);
  // The longest row is walked by one group, entry after entry of a team.
  double const longest =
      static_cast<double>(s.rows.max_length) * (by_teams(call) ? 0.44 * max_of((call.columns + 3) / 4, 1) / lanes
                                                : words_of(call) <= 32 ? 0.093
                                                                       : 0.139);
  return {schedule(group_mapped{lanes}).text(), 6 + std::max(all, longest), longest > all ? "the longest row" : "rows",
          accuracy};
}

expected_cost cost_of_shares(tile_statistics const& s, reduction_call const& call) {
  pace const& p = by_teams(call) ? shares_by_teams : shares_by_lanes;
  double const partials =
      static_cast<double>(s.atoms) / dense_items(s.atoms, call) * words_of(call) * 16 / gpu_tuning.copy_bytes_per_us;
  double const all =
      1e-6 * (static_cast<double>(s.atoms) * entry_ps(p, s, call) + static_cast<double>(s.tiles) * p.row);
  return {schedule(nonzero_split{}).text(), 12 + partials + all, "gathering", accuracy};
}

}  // namespace

int dense_items(size_type atoms, reduction_call const& call) {
  constexpr size_type warps = gpu_tuning.resident_warps * gpu_tuning.multiprocessors;
  bool const teams = by_teams(call);  // whose groups are warps
  size_type const enough = teams ? warps : warps * 32 / lanes_for(call);
  int items = teams ? 512 : 256;
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
    path->push_back({"Which walk over a dense operand should be faster, a row or equal nonzeros to a group?",
                     sentence(lengths(s), ", ", call.columns, " columns"),
                     sentence(best.schedule, ", expected to take ", best.microseconds, " us, ", costs[1].schedule, ' ',
                              costs[1].microseconds),
                     "rows walked side by side gather the same rows of the dense operand, but wait for the longest: "
                     "27-point stencil, 32 columns, 1061 us by rows, 1548 by equal nonzeros; rows of a power law 4980, "
                     "1793"});
  }
  return {schedule::parse(best.schedule),
          sentence(lengths(s), ", ", call.columns, " columns: cheapest by its estimate, ", best.microseconds, " us")};
}

}  // namespace heddle::detail
