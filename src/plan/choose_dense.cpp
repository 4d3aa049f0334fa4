// choose_dense.cpp - the rule of `auto` for C = A B with a dense B on a GPU: a row or equal nonzeros to a group of
// lanes. Figures: a trial on an H200, f32, 32 and 128 columns by rows: 27-point stencil 1092 and 3486 us, by equal
// nonzeros 1674 and 6306; rows of a power law 4904 and 10537, by equal nonzeros 2034 and 6974.
#include <algorithm>

#include "src/plan/choose.hpp"
#include "src/plan/row_shapes.hpp"

namespace heddle::detail {
namespace {

constexpr double accuracy = 1.45;  // measured times lie within this factor

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

// Picoseconds of a word of B, which rise to `word + far` where columns are anywhere, of an entry at least, and of a row
// and each of its words. Fitted to 8 to 128 columns of the trial.
struct pace {
  double word, far, least, row, word_of_row;
};
constexpr pace pace_of_rows{0.223, 0.044, 0.86, 57, 0.19}, pace_of_shares{0.343, 0.156, 5.2, 196, 0.12};

double picoseconds(pace const& p, tile_statistics const& s, double words, double wait) {
  double const near = s.nearness >= 0 ? s.nearness : is_regular(s.rows) ? 1 : 0;
  double const entry = std::max((p.word + p.far * (1 - near)) * words, p.least);
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
expected_cost cost_of_rows(tile_statistics const& s, reduction_call const& call) {
  int const lanes = lanes_of_row(call);
  double const mean = std::max(s.rows.mean_length, 1.0), words = words_of(call);
  double const wait = 1 + spread_of(max_of(32 / lanes, 2)) * s.rows.stddev_length / mean;
  double const all = 1e-6 * picoseconds(pace_of_rows, s, words, wait);
  double const longest = static_cast<double>(s.rows.max_length) * (0.098 + 0.0007 * words);  // by one group
  return {schedule(group_mapped{max_of(lanes, 2)}).text(), 6 + std::max(all, longest),
          longest > all ? "the longest row" : "rows", accuracy};
}

expected_cost cost_of_shares(tile_statistics const& s, reduction_call const& call) {
  double const words = words_of(call);
  double const partials =
      static_cast<double>(s.atoms) / dense_items(s.atoms, call) * words * 16 / gpu_tuning.copy_bytes_per_us;
  return {schedule(nonzero_split{}).text(), 12 + partials + 1e-6 * picoseconds(pace_of_shares, s, words, 1),
          "gathering", accuracy};
}

}  // namespace

int dense_items(size_type atoms, reduction_call const& call) {
  size_type const enough = gpu_tuning.resident_warps * gpu_tuning.multiprocessors * 32 / lanes_with(words_of(call));
  int items = 256;
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
                     "27-point stencil, 32 columns, 1092 us by rows, 1674 by equal nonzeros; rows of a power law 4904, "
                     "2034"});
  }
  return {schedule::parse(best.schedule),
          sentence(lengths(s), ", ", call.columns, " columns: cheapest by its estimate, ", best.microseconds, " us")};
}

}  // namespace heddle::detail
