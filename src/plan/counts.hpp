// counts.hpp - what a product does under a schedule, as counts that the facts give: what estimates are sums over.
#pragma once
#include <string_view>
#include <vector>

#include "src/plan/facts.hpp"

namespace heddle::detail {

struct memory_costs;

/// What a product does; or, in a table of costs, the microseconds of each.
struct counts {
  double from_memory = 0;       // us at copy bandwidth of what streams from memory
  double from_cache = 0;        // the same of what the second-level cache holds from call to call
  double far_gathers = 0;       // us of gathers that miss the first-level cache
  double gathers_in_step = 0;   // the same where rows are alike, so that lanes of whole rows pass columns at once
  double sectors = 0;           // million sectors of 32 bytes that entries of a row gather from
  double missed_sectors = 0;    // million of these, of rows that pass all of x, which the first-level cache lacks
  double entries = 0;           // million
  double wide_entries = 0;      // million, of 8-byte values
  double rows = 0;              // million, whose results go to memory
  double cached_rows = 0;       // million, whose results stay in the cache
  double marked_entries = 0;    // million, in steps of a warp in which a row begins
  double longest_in_share = 0;  // million steps of the lanes that take a share's longest row
  double longest_row = 0;       // thousand steps of the lanes that take it
  double warp_steps = 0;        // million, of rows that lanes take: all wait for the longest row of their warp
  double lanes_of_rows = 0;     // million lanes that rows take
  double strided_entries = 0;   // million entries times steps of a mean row of 8-byte entries: sectors read in parts
  double shares = 0;            // thousand; of those that end with rows, beyond what runs at once
  double rows_of_share = 0;     // thousand, of a share of short rows
  double share_latency = 0;     // thousand items of one share, whose time nothing hides where shares are few
};

/// A column: its name, and what explanations call the part of the time that it stands for.
struct count_column {
  std::string_view name, part;
  double counts::*of;
};
inline constexpr count_column count_columns[] = {
    {"from_memory", "streaming", &counts::from_memory},
    {"from_cache", "streaming", &counts::from_cache},
    {"far_gathers", "gathering", &counts::far_gathers},
    {"gathers_in_step", "gathering", &counts::gathers_in_step},
    {"sectors", "gathering", &counts::sectors},
    {"missed_sectors", "gathering", &counts::missed_sectors},
    {"entries", "entries", &counts::entries},
    {"wide_entries", "entries", &counts::wide_entries},
    {"rows", "rows", &counts::rows},
    {"cached_rows", "rows", &counts::cached_rows},
    {"marked_entries", "marks", &counts::marked_entries},
    {"longest_in_share", "the longest row of shares", &counts::longest_in_share},
    {"longest_row", "the longest row", &counts::longest_row},
    {"warp_steps", "waiting for the longest row", &counts::warp_steps},
    {"lanes_of_rows", "rows", &counts::lanes_of_rows},
    {"strided_entries", "strides", &counts::strided_entries},
    {"shares", "shares", &counts::shares},
    {"rows_of_share", "rows of a share", &counts::rows_of_share},
    {"share_latency", "the first share", &counts::share_latency},
};

/// Rows by length: a few lengths for each power of two.
struct length_class {
  double length, rows;
};

class counted {
 public:
  counted(facts const& known, memory_costs const& memory);

  /// Of whole rows by so many lanes each, or of pieces of at most so many nonzeros.
  counts of_whole_rows(int lanes, double most = std::numeric_limits<double>::infinity()) const;
  /// Of rows in bins, and how many launches they take.
  std::pair<counts, int> of_bins(binned const& by) const;
  /// Of shares of so many items: nonzeros, or rows and nonzeros.
  counts of_shares(double items, bool with_rows, bool by_lanes, bool at_ends) const;
  /// Of runs of nonzeros, with marks where rows begin.
  counts of_marks(double items) const;

 private:
  double tiles() const { return static_cast<double>(s_.tiles); }
  double atoms() const { return static_cast<double>(s_.atoms); }
  double longest() const { return static_cast<double>(s_.rows.max_length); }
  double columns() const { return static_cast<double>(s_.columns > 0 ? s_.columns : s_.tiles); }
  double entry_bytes() const;
  counts of_any(double first_level_bytes, bool whole_rows) const;
  void add_gathers(counts& c, double first_level_bytes, bool whole_rows) const;

  tile_statistics const& s_;
  reduction_call const& call_;
  memory_costs const& memory_;
  std::vector<length_class> classes_;
};

}  // namespace heddle::detail
