// costs.hpp - the table of costs by which `auto` estimates times on a GPU: a row an architecture.
#pragma once
#include <array>

#include "src/plan/counts.hpp"

namespace heddle::detail {

/// What a family of schedules takes.
struct family_costs {
  double launch_us = 0, second_launch_us = 0;
  double overlap = 1;   // parts add up as numbers whose powers do: 1 where one waits for the other
  double accuracy = 1;  // worst factor between the estimate and a time of bench_spmv.csv; the others, of the sweep
  counts each;          // us

  bool fitted() const { return launch_us > 0; }
};

/// Of one kind of call. Lanes take whole rows; blocks sum rows of shares, copy entries first or scan, shares being
/// equal, ending with rows, or merged; warps take runs between marks. `auto` never takes the last five.
struct call_costs {
  family_costs thread, group, rows, scan, entries, ends, endscan, merge, mscan, marks;
  family_costs block, bins, pieces, claims, segments;
};
using family = family_costs call_costs::*;

/// What counts of bytes and gathers rest on.
struct memory_costs {
  double copy_bytes_per_us;             // read + written
  double sector_bytes;                  // what one gather moves, however little of it is wanted
  double all_cached, until_none;        // bytes: all of a product stays cached, and from the sum of both on nothing
  double cached, cached_beside_shares;  // bytes of x in the first-level cache, of which shared memory takes its part
  double passed_at_once;  // rows of nearly one length pass columns in step where a step passes no more bytes of x
  std::array<std::pair<double, double>, 7> far_gathers;  // bytes of a table: gathers a us that miss the first level
};

/// Of products with a dense matrix: picoseconds of a word of it, which rise to `word + far` where columns are
/// anywhere, of an entry at least, and of a row and each of its words.
struct dense_pace {
  double launch_us, word, far, least, row, word_of_row;
};
struct dense_costs {
  double accuracy;
  dense_pace rows, shares;
  double longest_row_us, longest_row_word_us;  // of an entry of the longest row, which one group takes, and a word
};

struct architecture_costs {
  int architecture;              // as executor::architecture
  std::string_view measured_on;  // as explanations name it
  memory_costs memory;
  call_costs products, absent_products, masked_products, sums;
  dense_costs dense;

  /// Of products that gather, of those of a vector that may lack entries, of those under a mask, or of sums of what is
  /// stored.
  call_costs const& of(reduction_call const& call) const;
};

/// The row of that architecture, or else the first, which all use that nothing was fitted for.
architecture_costs const& costs_of(int architecture);

}  // namespace heddle::detail
