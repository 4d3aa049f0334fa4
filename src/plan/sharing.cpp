// sharing.cpp - strategies and schedules as settings of the policies of a search.
#include <bit>
#include <cmath>
#include <heddle/base/executor.hpp>
#include <heddle/detail/cuda/sharing.hpp>

namespace heddle::gpu {
namespace {

using namespace schedules;
using namespace strategies;
using found = std::optional<sharing>;

// "Shared memory per block" bounds a chunk of binary_search: 48 kB of positions.
constexpr int positions_of_a_block = 12 * 1024;

// The configuration table: nobody is set aside where no row is that long.
int above(int threshold, size_type longest) { return threshold > 0 && longest > threshold ? threshold : sharing::none; }

found of_lanes(int lanes, int in_hand) {
  return sharing{.policy = sharing_policy::lanes, .lanes = lanes, .in_hand = in_hand};
}
found of_scan(int warp_above, int block_above, size_type longest) {
  return sharing{.policy = sharing_policy::scan,
                 .warp_above = above(warp_above, longest),
                 .block_above = above(block_above, longest)};
}
found of_stretches(int share, int most, int vertices_above) {
  return sharing{.policy = sharing_policy::stretches, .share = share, .most = most, .vertices_above = vertices_above};
}
found of_thread_stretches(int share, int vertices_above) {
  return sharing{.policy = sharing_policy::thread_stretches, .share = share, .vertices_above = vertices_above};
}
found of_written_rows() {
  return sharing{.policy = sharing_policy::written_stretches, .most = sharing::none, .writes_rows = true};
}
found without_leaves(found by, bool drops, bool undirected) {
  if (by && drops && undirected) by->fewest = 2;
  return by;
}

// Partitions under the walks that the search has.
template <class Partition, class Walk> found of_schedule(Partition const&, Walk const&, size_type) { return {}; }
template <class Walk> found of_schedule(automatic, Walk const&, size_type) { return sharing{}; }
found of_schedule(thread_mapped const& by, by_thread, size_type) {
  return by.tiles_per_worker == 1 ? of_lanes(1, 1) : found{};
}
found of_schedule(thread_mapped const& by, by_gathering const& walk, size_type longest) {
  if (by.tiles_per_worker != 1) return {};
  found result = of_lanes(walk.lanes, walk.lanes);
  result->warp_above = above(walk.warp_above, longest);
  result->block_above = above(walk.block_above, longest);
  return result;
}
found of_schedule(thread_mapped const& by, by_flattened_group const& walk, size_type longest) {
  return by.tiles_per_worker == 1 && walk.lanes == 32 ? of_scan(walk.warp_above, walk.block_above, longest) : found{};
}
found of_schedule(group_mapped const& by, by_group const& walk, size_type) {
  return by.tiles_per_worker == 1 ? of_lanes(walk.lanes, 1) : found{};
}
found of_schedule(warp_mapped const& by, by_group const& walk, size_type) {
  return by.tiles_per_worker == 1 ? of_lanes(walk.lanes, 1) : found{};
}
found of_schedule(block_mapped const& by, by_block_rows, size_type) {
  if (by.tiles_per_worker != 1) return {};
  found result = of_lanes(32, 1);
  result->block_above = 0;
  return result;
}
found of_schedule(nonzero_split const& by, by_block_rows, size_type) {
  return by.at_tile_ends ? found{} : of_stretches(by.atoms_per_worker, by.atoms(), sharing::none);
}
found of_schedule(nonzero_split const& by, by_thread, size_type) {
  return by.at_tile_ends ? found{} : of_thread_stretches(by.atoms(), sharing::none);
}
found of_schedule(nonzero_split const& by, by_segments, size_type) {
  return by == nonzero_split{} ? of_written_rows() : found{};
}
found of_schedule(cut_tiles const& by, by_block_scan const&, size_type) {
  bool const is_piece = by.max_atoms > 0 && std::has_single_bit(static_cast<unsigned>(by.max_atoms));
  return is_piece ? sharing{.piece = by.max_atoms} : found{};
}
found of_schedule(cut_tiles const& by, by_group const& walk, size_type) {
  if (by.max_atoms == 0) return {};
  return sharing{.policy = sharing_policy::children, .lanes = walk.lanes, .in_hand = 1, .child = by.max_atoms};
}
found of_schedule(coo const&, by_segments, size_type) { return sharing{.policy = sharing_policy::entries}; }
found of_schedule(merge_path const& by, by_thread, size_type) { return of_thread_stretches(by.items(), -1); }
found of_schedule(merge_path const& by, by_block_rows, size_type) {
  return of_stretches(by.items_per_worker, by.items(), -1);
}

using facts = seam::step_facts;

found of(schedule const& by, facts const& matrix) {
  if (by.user()) return {};
  return std::visit(
      [&](auto const& partition, auto const& walk) { return of_schedule(partition, walk, matrix.longest); },
      by.built_in(), by.walked_by());
}

constexpr size_type any_length = std::numeric_limits<size_type>::max();  // of strategies that have no such table

found of(node_based, facts const&) { return of_lanes(1, 1); }
found of(edge_based const& by, facts const&) {
  return sharing{.policy = sharing_policy::entries, .reserves = static_cast<reserve_for>(by.chunked)};
}
found of(workload_decomposition, facts const&) { return of_thread_stretches(0, sharing::none); }
found of(hierarchical const& by, facts const& matrix) {
  found result = of_thread_stretches(0, sharing::none);
  result->policy = sharing_policy::turns;
  result->turn = node_splitting{.mdt = by.mdt}.most_edges(matrix);
  result->few = by.few_vertices;
  if (by.depth > 0) result->depth = by.depth;
  return result;
}
found of(node_splitting const& by, facts const& matrix) {
  return sharing{.policy = sharing_policy::children, .lanes = by.lanes, .in_hand = 1, .child = by.most_edges(matrix)};
}
found of(vertex_shuffle const& by, facts const& matrix) { return of(by.of_step(matrix), matrix); }
found of(scan_based const& by, facts const& matrix) { return of_scan(by.warp_above, by.block_above, matrix.longest); }
found of(supplementary_queues const& by, facts const& matrix) {
  found result = by.scan ? of(scan_based{}, matrix) : of(vertex_shuffle{}, matrix);
  result->grid_above = above(by.least_queued(matrix), matrix.longest);
  return result;
}
found of(dynamic_scheduling const& by, facts const&) { return of_scan(by.warp_above, by.block_above, any_length); }
found of(binary_search const& by, facts const&) {
  return of_stretches(by.edges_per_block, positions_of_a_block, sharing::none);
}
found of(perfect_balance, facts const&) { return of_written_rows(); }
found of(balanced_gathering const& by, facts const&) {
  return of_schedule(nonzero_split{by.edges_per_block}, by_block_rows{}, 0);
}
found of(balanced_redistribution const& by, facts const&) {
  return of_schedule(merge_path{by.items_per_block}, by_block_rows{}, 0);
}
found of(two_phase const& by, facts const& matrix) {
  found const few = of(dynamic_scheduling{}, matrix);
  found result = of(balanced_gathering{by.edges_per_block}, matrix);
  result->warp_above = few->warp_above;
  result->block_above = few->block_above;
  result->policy = sharing_policy::written_stretches;
  result->least = by.least_frontier;
  return result;
}
found of(hybrid const& by, facts const& matrix) {
  found result = of(balanced_gathering{}, matrix);
  result->vertices_above = by.f0;
  return result;
}

}  // namespace

std::optional<sharing> sharing_of(strategy const& by, facts const& matrix, bool undirected) {
  return without_leaves(by.visit([&](auto const& chosen) { return of(chosen, matrix); }), by.discards_leaves(),
                        undirected);
}

namespace {

constexpr double least_near = 0.5, most_of_a_pile = 14'000;
constexpr double most_met = 13, most_met_of_few = 40;
constexpr size_type most_of_few = 600'000;
constexpr int short_piece = 32;
constexpr size_type least_of_a_hub = 65;

// Entries of a level of a graph in the plane: the mean, times sqrt(rows).
double level_of(seam::tile_statistics const& matrix) {
  return matrix.rows.mean_length * std::sqrt(static_cast<double>(matrix.tiles));
}

// The length of the row of an entry, in the mean of entries: long rows count as often as they have entries.
double length_met(seam::tile_statistics const& matrix) {
  auto const& rows = matrix.rows;
  return rows.mean_length > 0 ? rows.mean_length + rows.stddev_length * rows.stddev_length / rows.mean_length : 0;
}

}  // namespace

sharing usual_pieces(size_type entries, size_type longest) {
  bool const is_small = entries <= most_in_short_pieces && longest >= least_of_a_hub;
  return {.piece = is_small ? short_piece : piece_entries};
}

sharing usual_sharing(search_for what, seam::tile_statistics const& matrix) {
  double const met = length_met(matrix);
  bool const is_plane = met <= most_met && matrix.nearness >= least_near;
  bool const is_narrow =
      (is_plane && level_of(matrix) <= most_of_a_pile) || (matrix.atoms <= most_of_few && met <= most_met_of_few);
  bool const may_list = matrix.atoms >= least_listed_entries(what) && matrix.rows.mean_length <= most_of_a_short_row;
  if (may_list && (what == search_for::levels ? is_plane : is_narrow)) return {.policy = sharing_policy::entries};
  return usual_pieces(matrix.atoms, matrix.rows.max_length);
}

std::string usual_sharing_because(search_for what, seam::tile_statistics const& matrix) {
  using heddle::detail::concat;
  auto const rounded = [](double figure) { return std::round(100 * figure) / 100; };
  double const met = rounded(length_met(matrix));
  std::string const plane =
      concat("entries ", matrix.atoms, " (", least_listed_entries(what), " or more), mean row ",
             rounded(matrix.rows.mean_length), " (", most_of_a_short_row, "), row of an entry ", met, " (", most_met,
             "), nearness ", rounded(seam::max_of(matrix.nearness, 0.0)), " (", least_near, " or more)");
  if (what == search_for::levels) return plane;
  return concat(plane, ", level ", std::round(level_of(matrix)), " (", most_of_a_pile, "); or up to ", most_of_few,
                " entries, row of an entry (", most_met_of_few, ')');
}

std::string usual_pieces_because() {
  return heddle::detail::concat("pieces of ", short_piece, " up to ", most_in_short_pieces, " entries, with a row of ",
                                least_of_a_hub, " or more");
}

std::string text_of(sharing const& by) {
  using heddle::detail::concat;
  auto const above = [](int entries, char const* who) {
    return entries == sharing::none ? std::string() : concat(", rows above ", entries, " to ", who);
  };
  std::string const aside = above(by.warp_above, "the warp") + above(by.block_above, "the block") +
                            above(by.grid_above, "threads by their bin");
  std::string const leaves = by.fewest > 1 ? ", without leaves" : "", lanes = by.lanes == 1 ? " lane" : " lanes";
  auto const stretch = [&](char const* who) {
    std::string const size = by.share > 0 ? concat(by.share, " a ", who) : concat("equal ones a ", who);
    std::string const keys = by.vertices_above < 0                ? "rows and entries"
                             : by.vertices_above == sharing::none ? "entries"
                                                                  : concat("entries, and rows in steps of more than ",
                                                                           by.vertices_above, " entries a row");
    return concat("stretches of ", keys, ", ", size);
  };
  std::string const scan = "the entries of 32 rows by a scan of the warp";
  switch (by.policy) {
    case sharing_policy::pieces:
      return concat("pieces of at most ", by.piece, " entries",
                    by.piece < piece_entries ? ", from all over the list" : "", leaves);
    case sharing_policy::lanes:
      return concat("a row to ", by.lanes, lanes, aside, leaves);
    case sharing_policy::children:
      return concat("children of at most ", by.child, " entries, each to ", by.lanes, lanes);
    case sharing_policy::scan:
      return scan + aside + leaves;
    case sharing_policy::entries: {
      char const* const room[] = {"an entry", "the entries of a row", "those of a warp's rows"};
      return concat("a list of entries, one a thread, with room asked for ", room[static_cast<int>(by.reserves)],
                    " at a time");
    }
    case sharing_policy::stretches:
      return stretch("block") + leaves;
    case sharing_policy::written_stretches:
      if (by.writes_rows) return "an entry a thread, whose row is written down before";
      return concat(stretch("block"), ", written down before",
                    by.least > 0 ? concat("; of fewer than ", by.least, " rows ", scan, aside) : std::string());
    case sharing_policy::turns:
      return concat("turns of at most ", by.turn, " entries of a row, a row to a thread; ",
                    by.depth == sharing::none ? std::string() : concat("behind turn ", by.depth, " and "),
                    "of fewer than ", by.few, " rows ", stretch("thread"));
    default:
      return stretch("thread") + leaves;
  }
}

std::string text_of_way(strategy const& by, executor const& exec, bool stepwise, sharing const* inside) {
  if (!inside) return heddle::detail::concat("loop by ", by.text());
  if (exec.is_host()) return "search on the host";
  return heddle::detail::concat(stepwise ? "search step by step" : "search", " by ", text_of(*inside));
}

}  // namespace heddle::gpu
