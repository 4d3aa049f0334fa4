// first_rank.hpp - searches that rank 0 does for all, with all rows of the matrix.
#pragma once
#include <heddle/algorithms/bfs.hpp>
#include <heddle/algorithms/sssp.hpp>
#include <heddle/detail/ranks/parts.hpp>
#include <heddle/detail/ranks/paths.hpp>
#include <heddle/detail/ranks/search.hpp>
#include <heddle/distributed/matrix.hpp>
#include <heddle/distributed/search_options.hpp>
#include <limits>
#include <string>
#include <vector>

namespace heddle {
inline namespace HEDDLE_TOOLCHAIN {
namespace distributed_detail {

/// Searches of graphs that are so large, over ranks that are GPUs with a kernel each, begin among these, even where one
/// GPU holds the graph, and go to one where levels turn out thin. Two H200 with NVLink (docs/several_gpus.md) have 1.17
/// and 1.52 times the speed of one at `bfs` of R-MAT 24 and Erdos-Renyi 24, half a billion entries in some ten levels,
/// and less than it at a stencil and a grid of hundreds. A thin level takes 21 us, in which one GPU does 3 million
/// vertices and entries of Erdos-Renyi 24: levels of less do not pay, and to look at 32 of them takes less than 1 ms.
/// Of `sssp` one GPU relaxes some 28 million entries a ms, 0.6 to 0.8 in the 20 to 30 us that a round may take longer
/// among GPUs. R-MAT 21, 67 M entries, has 34 rounds of 2 million on average (counted on a CPU, times are an estimate).
struct among_gpus {
  size_type least_entries;  // of the graph
  detail::thin_levels until;
};
inline constexpr among_gpus levels_among_gpus{size_type{1} << 28, {32, 4 << 20}},
    paths_among_gpus{size_type{1} << 26, {32, 1 << 20}};

/// What all ranks know before a search.
struct search_facts {
  bool on_host = true, has_room = false, some_negative = false;
  bool has_kernels = false;  // of searches among GPUs, that are asked for or may be faster
  bool is_large = false;     // so that these are
};
/// Reads weights where asked to; has_room: for all rows at rank 0, or they are there. can(m): whether all GPUs have
/// kernels of this search.
template <class T, index_type I, index_type O, class Can>
search_facts facts_of_search(distributed::matrix<T, I, O> const& a, bool weighted, among_gpus const& pays,
                             distributed::search_options const& options, Can const& can) {
  search_facts facts;
  bool const are_there = a.is_at_first_rank();
  a.ranks().run([&](distributed::member& m) {
    auto const& rows = storage_of(a.part(m)).csr();
    auto const entries = m.sum_of_all(rows.nnz);
    double const bytes = static_cast<double>(entries) * static_cast<double>(sizeof(I) + sizeof(T)) +
                         static_cast<double>(a.rows()) * static_cast<double>(sizeof(O));
    bool const fits = entries <= static_cast<size_type>(std::numeric_limits<O>::max());
    bool const has_room = are_there || (fits && detail::first_rank_has_room(m, bytes));
    bool const on_host = m.exec().is_host(), is_large = entries >= pays.least_entries;
    using enum distributed::first_rank;
    bool const may_begin = options.does_all == never || is_large || !has_room || m.ranks() == 1;
    bool const wants_kernels = !on_host && may_begin && options.does_all != always && !options.stepwise;
    bool const has_kernels = wants_kernels && can(m);
    size_type negative = 0;
    if constexpr (std::is_floating_point_v<T>) {
      if (weighted) negative = m.sum_of_all(rows.template value_statistics<T>().least < 0 ? 1 : 0);
    }
    if (m.place() == 0) facts = {on_host, has_room, negative > 0, has_kernels, is_large};
  });
  return facts;
}
/// Whether rank 0 does all of it from the beginning.
template <class Matrix>
bool first_rank_begins(Matrix const& a, search_facts const& facts, distributed::search_options const& options) {
  using enum distributed::first_rank;
  if (options.does_all != automatic) return options.does_all == always;
  if (facts.has_kernels && facts.is_large) return false;
  return a.ranks().ranks() > 1 && (a.is_at_first_rank() || (!facts.on_host && facts.has_room));
}

inline void require_first(char const* what, distributed::search_options const& options, bool can) {
  if (can || options.does_all != distributed::first_rank::always) return;
  throw invalid_argument(detail::concat(what, ": a local matrix of these types is not searched"));
}

inline constexpr char const* among_ranks = "search among the ranks";
inline constexpr char const* in_kernels = "search among the ranks, by one kernel a GPU";
inline constexpr char const* at_first_rank = "search at rank 0, which has all rows";

/// What each rank of this process has of a search: among(m, when levels are too thin), or by_first(m, A) where rank 0
/// does all. ran_as tells which. OneCan: a local matrix of these types is searched.
template <class Part, bool OneCan, class Matrix, class Among, class First>
std::vector<Part> searched_parts(Matrix const& a, search_facts const& facts, among_gpus const& pays,
                                 distributed::search_options const& options, std::string& ran_as, Among const& among,
                                 First const& by_first) {
  std::vector<Part> parts;
  bool first = OneCan && first_rank_begins(a, facts, options);
  if (!first) {
    bool const may_stop = OneCan && options.does_all == distributed::first_rank::automatic && facts.has_room;
    std::optional<detail::thin_levels> until;
    if (may_stop && a.ranks().ranks() > 1) until = facts.on_host ? detail::thin_levels{} : pays.until;
    parts = detail::each_makes<Part>(a.ranks(), [&](distributed::member& m) { return among(m, until); });
    first = !parts.front().ended;
  }
  if constexpr (OneCan) {
    if (first) {
      auto const* const whole = a.at_first_rank();
      parts = detail::each_makes<Part>(a.ranks(), [&](distributed::member& m) { return by_first(m, whole); });
    }
  }
  ran_as = first ? at_first_rank : parts.front().in_kernels ? in_kernels : among_ranks;
  return parts;
}

/// What rank 0 has of a whole vector is dealt out; others have none of it.
template <class T, index_type I>
heddle::vector<T, I> dealt_by_first(distributed::member& m, heddle::vector<T, I> const& whole,
                                    distributed::dealing const& by) {
  return std::move(detail::for_me(m, whole, by)[0]);
}

/// A search at rank 0, and this rank's part of what it found. may_pull: rank 0 makes columns first, where it has room.
template <class T, index_type I, index_type O>
detail::searched_part<I> search_by_first(distributed::member& m, distributed::dealing const& by,
                                         heddle::matrix<T, I, O> const* whole, size_type source, bool may_pull) {
  heddle::vector<std::int32_t, I> levels(by.size(), m.exec());
  heddle::vector<I, I> parents(by.size(), m.exec());
  size_type reached = 0, depth = 0;
  double const bytes = m.rank() > 0 ? 0
                                    : static_cast<double>(whole->nnz()) * static_cast<double>(sizeof(I) + sizeof(T)) +
                                          static_cast<double>(by.size()) * static_cast<double>(sizeof(O));
  if (may_pull && detail::first_rank_has_room(m, bytes) && m.rank() == 0) static_cast<void>(whole->csc());
  if (m.rank() == 0) {
    auto found = heddle::bfs(*whole, source, {.parents = true});
    levels = std::move(found.levels), parents = std::move(found.parents);
    reached = found.reached, depth = found.depth;
  }
  detail::searched_part<I> part{dealt_by_first(m, levels, by), dealt_by_first(m, parents, by)};
  part.reached = m.agree(reached)[0];
  part.depth = m.agree(depth)[0];
  return part;
}
template <class T, index_type I, index_type O>
detail::paths_part<T, I> paths_by_first(distributed::member& m, distributed::dealing const& by,
                                        heddle::matrix<T, I, O> const* whole, size_type source) {
  heddle::vector<T, I> distances(by.size(), m.exec());
  size_type reached = 0, rounds = 0;
  if (m.rank() == 0) {
    auto found = heddle::sssp(*whole, source);
    distances = std::move(found.distances);
    reached = found.reached, rounds = found.rounds;
  }
  detail::paths_part<T, I> part{dealt_by_first(m, distances, by)};
  part.reached = m.agree(reached)[0];
  part.rounds = m.agree(rounds)[0];
  return part;
}

}  // namespace distributed_detail
}  // namespace HEDDLE_TOOLCHAIN
}  // namespace heddle
