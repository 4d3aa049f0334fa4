// sharing.cpp - strategies and schedules as settings of the policies of a search.
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
found of_schedule(merge_path const& by, by_thread, size_type) { return of_thread_stretches(by.items(), -1); }
found of_schedule(merge_path const& by, by_block_rows, size_type) {
  return of_stretches(by.items_per_worker, by.items(), -1);
}

found of(schedule const& by, size_type longest) {
  if (by.user()) return {};
  return std::visit([&](auto const& partition, auto const& walk) { return of_schedule(partition, walk, longest); },
                    by.built_in(), by.walked_by());
}

// What several kernels or several turns make of a step has no place in one.
template <class Strategy> found of(Strategy const&, size_type) { return {}; }
found of(node_based, size_type) { return of_lanes(1, 1); }
found of(workload_decomposition, size_type) { return of_thread_stretches(0, sharing::none); }
found of(node_splitting const& by, size_type) {
  return sharing{.policy = sharing_policy::children, .lanes = by.lanes, .in_hand = 1};
}
found of(vertex_shuffle const& by, size_type longest) { return of(by.of_step({.longest = longest}), longest); }
found of(scan_based const& by, size_type longest) { return of_scan(by.warp_above, by.block_above, longest); }
found of(dynamic_scheduling const& by, size_type) {
  constexpr size_type any = std::numeric_limits<size_type>::max();  // it has no such table
  return of_scan(by.warp_above, by.block_above, any);
}
found of(binary_search const& by, size_type) {
  return of_stretches(by.edges_per_block, positions_of_a_block, sharing::none);
}
found of(balanced_gathering const& by, size_type) { return of_stretches(by.edges_per_block, 0, sharing::none); }
found of(balanced_redistribution const& by, size_type) { return of_stretches(by.items_per_block, 0, -1); }
found of(hybrid const& by, size_type) { return of_stretches(balanced_gathering{}.edges_per_block, 0, by.f0); }

}  // namespace

std::optional<sharing> sharing_of(strategy const& by, size_type longest, bool undirected, size_type threshold) {
  auto result = without_leaves(by.visit([&](auto const& chosen) { return of(chosen, longest); }), by.discards_leaves(),
                               undirected);
  size_type const child = by.edges_a_piece({.longest = longest, .threshold = threshold});
  if (result && child > 0) result->child = static_cast<int>(child);
  return result;
}

std::string text_of(sharing const& by) {
  using heddle::detail::concat;
  auto const above = [](int entries, char const* who) {
    return entries == sharing::none ? std::string() : concat(", rows above ", entries, " to the ", who);
  };
  std::string const aside = above(by.warp_above, "warp") + above(by.block_above, "block"),
                    leaves = by.fewest > 1 ? ", without leaves" : "";
  auto const stretch = [&](char const* who) {
    std::string const size = by.share > 0 ? concat(by.share, " a ", who) : concat("equal ones a ", who);
    std::string const keys = by.vertices_above < 0                ? "rows and entries"
                             : by.vertices_above == sharing::none ? "entries"
                                                                  : concat("entries, and rows in steps of more than ",
                                                                           by.vertices_above, " entries a row");
    return concat("stretches of ", keys, ", ", size);
  };
  switch (by.policy) {
    case sharing_policy::pieces:
      return "pieces of at most 256 entries" + leaves;
    case sharing_policy::lanes:
      return concat("a row to ", by.lanes, by.lanes == 1 ? " lane" : " lanes", aside, leaves);
    case sharing_policy::children:
      return concat("children of at most ", by.child, " entries, each to ", by.lanes,
                    by.lanes == 1 ? " lane" : " lanes");
    case sharing_policy::scan:
      return "the entries of 32 rows by a scan of the warp" + aside + leaves;
    case sharing_policy::stretches:
      return stretch("block") + leaves;
    default:
      return stretch("thread") + leaves;
  }
}

}  // namespace heddle::gpu
