// choose.hpp - what a plan asks of the rule of `auto`.
#pragma once
#include <heddle/explain.hpp>

namespace heddle::detail {

struct reasoned_choice {
  schedule chosen;
  std::string reason;
};

/// As the call sees them: columns that it does not read are as good as near.
tile_statistics as_read(tile_statistics statistics, reduction_call const& call);

/// What `auto` becomes, its parameters still left to the plan. `path` may be null.
reasoned_choice choose(tile_statistics const& statistics, device_kind kind, reduction_call const& call = {},
                       std::vector<answered_question>* path = nullptr);

/// The same for a product with a dense matrix on a GPU, and what the two walks over one should take, cheapest first.
reasoned_choice choose_dense(tile_statistics const& statistics, reduction_call const& call,
                             std::vector<answered_question>* path);
std::vector<expected_cost> dense_costs(tile_statistics const& statistics, reduction_call const& call);
/// Nonzeros of a share there: fewer where there would not be a share for all lanes that can be resident.
int dense_items(size_type atoms, reduction_call const& call);

/// The schedule with the parameters that the user did not give. `path` may be null.
schedule with_items(schedule const& chosen, tile_statistics const& statistics, device_kind kind,
                    reduction_call const& call, std::vector<answered_question>* path = nullptr);

/// Whether shares of so many items need no launch that combines what was cut: they look back, or there is one.
bool closes_in_one_launch(size_type items, size_type total, bool scanned, tile_statistics const& statistics);

/// Whether a schedule leaves something to statistics: measuring reads every offset.
bool leaves_choice(schedule const& chosen);

/// The threshold of degrees from a histogram of lengths in bins of equal width: (number of the tallest bin, from 1,
/// over the number of bins) x the longest row. Raval et al., 2017 ("MDT").
size_type degree_threshold(std::vector<size_type> const& histogram, size_type longest);

/// cut_tiles' threshold from a histogram of lengths in bins of equal width: (number of the tallest bin, from 1, over
/// the number of bins) x the longest row, at least 32 and at most 64 a lane. Nasre, Burtscher & Pingali, IPDPS 2013.

int choose_threshold(std::vector<size_type> const& histogram, size_type longest, int lanes);

}  // namespace heddle::detail
