// choose.hpp - the rule of `auto`: what it decides by the facts and the table of costs, and the reasons, as data.
#pragma once
#include "src/plan/estimate.hpp"

namespace heddle::detail {

/// What was asked on the way to a decision.
enum class question : std::uint8_t {
  short_rows,  // are rows short and of nearly one length?
  equal_rows,  // are they many, and of nearly one length?
  empty_rows,  // are most of them empty?
  any_rows,    // what is left
  decided,     // can one product decide a sum?
  cheapest,    // which should be fastest? `decision::compared` has the answer
  cheapest_dense,
  by_entries,  // are shares walked by copied entries,
  by_scan,     // or by a scan?
  host_share,  // how long are shares on a host?
  scattered,   // are columns scattered, so that shares are short?
  near,        // or near, so that they are long?
  uneven_end,  // do the last shares leave others idle?
  staged,      // do their products fit into shared memory?
  few_shares,  // do small matrices leave multiprocessors idle?
  look_back,   // are long shares few enough to look back?
};

struct reason {
  question asked;
  bool yes = true;
  size_type items = 0;    // of a share, as far as this decides it
  size_type counted = 0;  // shares, or items of all shares, that it was decided by
  size_type before = 0;   // items of a share without it
};

/// What `auto` becomes, its parameters still left to the plan; and why.
struct decision {
  schedule chosen;
  std::vector<reason> reasons;      // the last one decided
  std::vector<candidate> compared;  // cheapest first, where costs decided
};
decision choose(facts const& known, architecture_costs const& costs);

/// The schedule with the parameters that the user did not give. `reasons` may be null.
schedule with_items(schedule const& chosen, facts const& known, std::vector<reason>* reasons = nullptr);

/// What decided, in a line; and all questions with figures and answers.
std::string reason_of(decision const& made, facts const& known);
std::vector<explanation::answered_question> questions_of(decision const& made, facts const& known);

/// Nonzeros of a share of a product with a dense matrix: fewer where there would not be a share for all lanes that can
/// be resident.
int dense_items(size_type atoms, reduction_call const& call);

/// Whether shares of so many items need no launch that combines what was cut: they look back, or there is one.
bool closes_in_one_launch(size_type items, size_type total, bool scanned, tile_statistics const& statistics,
                          reduction_call const& call);

/// Whether a schedule leaves something to statistics: measuring reads every offset.
bool leaves_choice(schedule const& chosen);

/// The threshold of degrees from a histogram of lengths in bins of equal width: (number of the tallest bin, from 1,
/// over the number of bins) x the longest row. Raval et al., 2017 ("MDT").
size_type degree_threshold(std::vector<size_type> const& histogram, size_type longest);

/// cut_tiles' threshold from the same, at least 32 and at most 64 a lane.
int choose_threshold(std::vector<size_type> const& histogram, size_type longest, int lanes);

}  // namespace heddle::detail
