// estimate_dense.cpp - what C = A B with a dense B should cost on a GPU: a row or equal nonzeros to a group of lanes.
// Figures: a trial on an H200, f32, 32 and 128 columns by rows: 27-point stencil 1092 and 3486 us, by equal nonzeros
// 1674 and 6306; rows of a power law 4904 and 10537, by equal nonzeros 2034 and 6974.
#include <algorithm>

#include "src/plan/choose.hpp"

namespace heddle::detail {
namespace {

double words_of(reduction_call const& call) {
  return static_cast<double>(call.columns) * static_cast<double>(call.value_bytes) / 4;
}

// Lanes with 16 bytes of a row each.
int lanes_with(double words) {
  int lanes = 1;
  while (lanes < 32 && 4 * lanes < words) lanes *= 2;
  return lanes;
}

// Of whole rows, of which a lane has 32 bytes where there are more than 128.
int lanes_of_row(reduction_call const& call) {
  double const words = words_of(call);
  return lanes_with(words > 32 ? words / 2 : words);
}

double picoseconds(dense_pace const& p, tile_statistics const& s, double words, double wait) {
  double const entry = std::max((p.word + p.far * (1 - nearness_of(s))) * words, p.least);
  return static_cast<double>(s.atoms) * entry * wait + static_cast<double>(s.tiles) * (p.row + p.word_of_row * words);
}

// Rows that a warp takes at once wait for the longest: what is expected of it, in deviations from the mean. Where a
// warp has one row, its block waits.
double spread_of(int rows) {
  constexpr double expected[] = {0, 0.56, 1.03, 1.42, 1.77, 2.07};
  int at = 0;
  while (1 << at < rows) ++at;
  return expected[at];
}

// Entries of rows that follow one another gather the same rows of B, where columns are near: walked side by side they
// find them in the first-level cache, and a group that takes some twenty rows one after the other does not.
candidate by_rows(tile_statistics const& s, reduction_call const& call, dense_costs const& costs) {
  int const lanes = lanes_of_row(call);
  double const mean = std::max(s.rows.mean_length, 1.0), words = words_of(call);
  double const wait = 1 + spread_of(max_of(32 / lanes, 2)) * s.rows.stddev_length / mean;
  double const all = 1e-6 * picoseconds(costs.rows, s, words, wait);
  double const longest =
      static_cast<double>(s.rows.max_length) * (costs.longest_row_us + costs.longest_row_word_us * words);
  double const us = costs.rows.launch_us + std::max(all, longest);
  return {group_mapped{max_of(lanes, 2)}, {{{longest > all ? "the longest row" : "rows", us}}, us, costs.accuracy}};
}

candidate by_shares(tile_statistics const& s, reduction_call const& call, architecture_costs const& row) {
  auto const& costs = row.dense;
  double const words = words_of(call);
  double const partials =
      static_cast<double>(s.atoms) / dense_items(s.atoms, call) * words * 16 / row.memory.copy_bytes_per_us;
  double const us = costs.shares.launch_us + partials + 1e-6 * picoseconds(costs.shares, s, words, 1);
  return {nonzero_split{}, {{{"gathering", us}}, us, costs.accuracy}};
}

}  // namespace

int dense_items(size_type atoms, reduction_call const& call) {
  size_type const enough = gpu_tuning.resident_warps * gpu_tuning.multiprocessors * 32 / lanes_with(words_of(call));
  int items = 256;
  while (items > 64 && atoms / items < enough) items /= 2;
  return items;
}

std::vector<candidate> dense_candidates(facts const& known, architecture_costs const& costs) {
  std::vector<candidate> both = {by_rows(known.statistics, known.call, costs.dense),
                                 by_shares(known.statistics, known.call, costs)};
  if (both[1].expected.us < both[0].expected.us) std::swap(both[0], both[1]);
  return both;
}

}  // namespace heddle::detail
