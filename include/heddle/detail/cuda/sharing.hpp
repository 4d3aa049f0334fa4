// sharing.hpp - who takes what of a frontier inside the one-kernel search, and which strategy is which of these.
#pragma once
#include <climits>
#include <heddle/seam/strategy/strategy.hpp>
#include <optional>

namespace heddle::gpu {

/// Policies that the kernels of a search are compiled with; their numbers are chosen at run time.
enum class sharing_policy : std::uint8_t {
  pieces,            // rows in pieces of bounded length, whose entries a warp deals out
  lanes,             // a row to a group of lanes, long ones to the warp and to the block
  scan,              // the entries of 32 rows dealt out by a warp's scan, long ones likewise
  stretches,         // equally many entries to every block and warp, found by a search in the sums of the rows' lengths
  thread_stretches,  // the same to every thread
  children,          // rows cut into children of bounded length, each to a group of lanes
};

struct sharing {
  static constexpr int none = INT_MAX;
  sharing_policy policy = sharing_policy::pieces;
  int lanes = 32, in_hand = 32;               // of a group, and rows that it takes at once
  int warp_above = none, block_above = none;  // entries of rows that a warp, a block takes
  int share = 0, most = 0;                    // entries of a stretch; 0: as many as fill the GPU once, at most
  int vertices_above = none;                  // rows count with their entries where these are more than so many a row
  int fewest = 1;                             // entries of a row that is listed, behind an edge
  int child = none;                           // entries of a child, at most

  friend bool operator==(sharing const&, sharing const&) = default;
};

/// What a strategy is inside the search of a matrix with such a longest row, and threshold of degrees where it wants
/// one; nothing where no kernel shares out so. Of an undirected graph it may drop vertices of one edge.
std::optional<sharing> sharing_of(strategy const& by, size_type longest, bool undirected, size_type threshold = 0);

/// Who takes what, in words: `lanes: 8 a row, ...`.
std::string text_of(sharing const& by);

}  // namespace heddle::gpu
