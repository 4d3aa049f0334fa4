// counts.hpp - what a product does under a schedule, as counts that the statistics give: what estimates are sums over.
#pragma once
#include <array>
#include <heddle/seam/plan/plan.hpp>
#include <vector>

namespace heddle::detail {

// What a product does, as counts.
enum part : std::uint8_t {
  from_memory,       // us at copy bandwidth of what streams from memory
  from_cache,        // the same of what the second-level cache holds from call to call
  far_gathers,       // us of gathers that miss the first-level cache
  gathers_in_step,   // the same where rows are alike, so that lanes of whole rows pass the same columns at once
  sectors,           // million sectors of 32 bytes that entries of a row gather from
  missed_sectors,    // million of these, of rows that pass all of x, which the first-level cache does not hold
  entries,           // million
  wide_entries,      // million, of 8-byte values
  rows,              // million, whose results go to memory
  cached_rows,       // million, whose results stay in the cache
  marked_entries,    // million, in steps of a warp in which a row begins
  longest_in_share,  // million steps of the lanes that take a share's longest row
  longest_row,       // thousand steps of the lanes that take it
  warp_steps,        // million, of rows that lanes take: all wait for the longest row of their warp
  lanes_of_rows,     // million lanes that rows take
  strided_entries,   // million entries times steps of a mean row: lanes of few read sectors in parts
  shares,            // thousand
  rows_of_share,     // thousand, of a share of short rows
  share_latency,     // thousand items of one share, whose time nothing hides where shares are few
  num_parts
};

using counts = std::array<double, num_parts>;

/// Rows by length: a few lengths for each power of two.
struct length_class {
  double length, rows;
};

class counted {
 public:
  counted(tile_statistics const& statistics, reduction_call const& call);

  /// Of whole rows by so many lanes each.
  counts of_whole_rows(int lanes) const;
  /// Of shares of so many items: nonzeros, or rows and nonzeros.
  counts of_shares(double items, bool with_rows, bool by_lanes, bool at_ends) const;
  /// Of runs of nonzeros, with marks where rows begin.
  counts of_marks(double items) const;

 private:
  double tiles() const { return static_cast<double>(s_.tiles); }
  double atoms() const { return static_cast<double>(s_.atoms); }
  double longest() const { return static_cast<double>(s_.rows.max_length); }
  counts of_any(double first_level_bytes, bool whole_rows) const;
  void add_gathers(counts& c, double first_level_bytes, bool whole_rows) const;

  tile_statistics const& s_;
  reduction_call const& call_;
  std::vector<length_class> classes_;
};

}  // namespace heddle::detail
