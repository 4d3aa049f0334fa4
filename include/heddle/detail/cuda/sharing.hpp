// sharing.hpp - who takes what of a frontier inside the one-kernel search, and which strategy is which of these.
#pragma once
#include <climits>
#include <heddle/seam/plan/plan.hpp>
#include <heddle/seam/strategy/strategy.hpp>
#include <optional>

namespace heddle::gpu {

/// Policies that the kernels of a search are compiled with; their numbers are chosen at run time.
enum class sharing_policy : std::uint8_t {
  pieces,             // rows in pieces of bounded length, whose entries a warp deals out
  lanes,              // a row to a group of lanes, long ones to the warp, the block, threads of all blocks
  scan,               // the entries of 32 rows dealt out by a warp's scan, long ones likewise
  stretches,          // equally many entries to each block and warp, found by a search in the sums of the rows' lengths
  written_stretches,  // the same, found and written down before the blocks meet and walk them
  thread_stretches,   // the same to every thread
  turns,              // some entries of every row, a row to a thread, turn after turn, and then thread_stretches
  children,           // rows cut into children of bounded length, each to a group of lanes
  entries,            // the list is of entries, of which a thread takes one after the other
};

/// For what room in a list of entries is asked for at once.
enum class reserve_for : std::uint8_t { entry, row, warp };

/// Entries of a piece, at most, unless told.
inline constexpr int log_piece_entries = 8, piece_entries = 1 << log_piece_entries;

struct sharing {
  static constexpr int none = INT_MAX;
  sharing_policy policy = sharing_policy::pieces;
  int lanes = 32, in_hand = 32;               // of a group, and rows that it takes at once
  int warp_above = none, block_above = none;  // entries of rows that a warp, a block takes
  int grid_above = none;                      // and threads of all blocks, as many as its bin says
  int share = 0, most = 0;                    // entries of a stretch; 0: as many as fill the GPU once, at most
  int vertices_above = none;                  // rows count with their entries where these are more than so many a row
  bool writes_rows = false;                   // of entries, each of which a thread takes; else where stretches begin
  int least = 0;                              // rows of a step that has stretches; fewer are dealt out by scans
  int turn = 1, few = 0;                      // entries of a row in a turn; rows of steps that have no more turns
  int depth = none;                           // turns of a step, at most
  int fewest = 1;                             // entries of a row that is listed, behind an edge
  int child = none;                           // entries of a child, at most
  int piece = piece_entries;                  // of a piece, a power of two
  reserve_for reserves = reserve_for::warp;   // at once

  friend bool operator==(sharing const&, sharing const&) = default;
};

/// What a strategy wants to know of the rows of a matrix, and how many threads of a GPU are resident.
template <class Rows> seam::step_facts facts_for(strategy const& by, Rows const& rows) {
  return {.longest = by.wants_longest() ? rows.statistics().max_length : 0,
          .threshold = by.wants_threshold() ? rows.degree_threshold(by.threshold_bins()) : 0,
          .threads = rows.exec.num_workers() * heddle::detail::gpu_tuning.resident_threads};
}

/// What a strategy is inside the search of a matrix; nothing where no kernel shares out so. Of an undirected graph it
/// may drop vertices of one edge.
std::optional<sharing> sharing_of(strategy const& by, seam::step_facts const& matrix, bool undirected);

/// What searches find.
enum class search_for : std::uint8_t { levels, distances };

/// What a search goes by unless told: a list of entries where rows are short, no hub has many of the entries, and
/// columns are near, else pieces. Roads, grids and triangulations have many narrow levels: a thread that takes an entry
/// waits for no scan. Where piles of distances are wide, what is listed costs more than that. Those of small graphs are
/// not wide. Fitted to the graphs of docs/strategies.md.
inline constexpr size_type most_of_a_short_row = 8;  // entries, on average
constexpr size_type least_listed_entries(search_for what) { return what == search_for::levels ? 1 << 16 : 1 << 15; }
sharing usual_sharing(search_for what, seam::tile_statistics const& matrix);

/// Pieces as they usually are: short ones, which warps take from all over a list, where there are so few entries that
/// the pieces of a hub would be all that a step waits for.
inline constexpr size_type most_in_short_pieces = 20'000'000;
sharing usual_pieces(size_type entries, size_type longest);

/// The figures that decide, each with its bound for a list of entries, in words.
std::string usual_sharing_because(search_for what, seam::tile_statistics const& matrix);
/// What short pieces want, in words.
std::string usual_pieces_because();

/// The same of rows whose longest is measured where that decides.
template <class Rows> sharing usual_pieces(Rows const& rows) {
  if (rows.exec.is_host() || rows.nnz > most_in_short_pieces) return {};
  return usual_pieces(rows.nnz, rows.statistics().max_length);
}

/// The same, where what is known at once does not say it: nearness is measured only of few entries a row.
template <class Rows> sharing usual_sharing(search_for what, Rows const& rows) {
  bool const is_narrow = sizeof(*rows.offsets.data()) == 4, is_short = rows.nnz <= most_of_a_short_row * rows.major;
  bool const is_small = rows.nnz < least_listed_entries(what);
  if (rows.exec.is_host() || !is_narrow || is_small || !is_short) return usual_pieces(rows);
  return usual_sharing(what, rows.measured());
}

/// Who takes what, in words: `a row to 8 lanes, ...`.
std::string text_of(sharing const& by);

/// What a search came to, in words: one of lists with its policy on a GPU; `inside` null: a loop by that strategy.
std::string text_of_way(strategy const& by, executor const& exec, bool stepwise, sharing const* inside);

}  // namespace heddle::gpu
