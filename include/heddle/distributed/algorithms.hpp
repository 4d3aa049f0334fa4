// algorithms.hpp - searches over the ranks of a group: BFS as a loop at each rank, shortest paths as a loop of
// distributed operations; components and ranks. Buluc & Madduri, "Parallel Breadth-First Search on Distributed Memory
// Systems", SC 2011 (rows dealt out in one dimension).
#pragma once
#include <heddle/distributed/components.hpp>
#include <heddle/distributed/entrywise.hpp>
#include <heddle/distributed/pagerank.hpp>
#include <heddle/distributed/search.hpp>
#include <limits>
#include <numeric>

namespace heddle {
namespace distributed {

/// What `bfs` over ranks finds.
template <index_type I = std::int32_t> struct bfs_result {
  vector<std::int32_t, I> levels;  // edges from the source; vertices without an entry were not reached
  vector<I, I> parents;            // the smallest possible; parent(source) = source
  size_type reached = 0, depth = 0;
};

/// What `sssp` over ranks finds.
template <class T, index_type I = std::int32_t> struct sssp_result {
  vector<T, I> distances;  // infinity where there is no path
  size_type reached = 0, rounds = 0;
};

}  // namespace distributed

inline namespace HEDDLE_TOOLCHAIN {
namespace distributed_detail {

template <class I> struct position_of {
  size_type begin = 0;
  HEDDLE_FN I operator()(I, size_type i) const { return static_cast<I>(begin + i); }
};
template <class T> struct is_finite_distance {
  HEDDLE_FN bool operator()(T const& distance, T) const { return distance < std::numeric_limits<T>::infinity(); }
};
template <class T, index_type I, index_type O>
void require_graph(char const* what, distributed::matrix<T, I, O> const& a) {
  if (a.rows() != a.cols()) throw dimension_mismatch(detail::concat(what, ": A is ", a.rows(), " x ", a.cols()));
}
template <class T, index_type I, index_type O>
void require_graph(char const* what, distributed::matrix<T, I, O> const& a, size_type source) {
  require_graph(what, a);
  if (source < 0 || source >= a.rows()) {
    throw index_out_of_range(detail::concat(what, ": source ", source, " of ", a.rows(), " vertices"));
  }
}

/// A rank's part of a search, all of it in one piece of work: what is there changes where it stands, and only offers
/// and counts go between ranks. Whom this rank has offered a parent it leaves out from then on: they have been reached.
template <class T, index_type I, index_type O>
detail::searched_part<I> search_part(distributed::member& m, distributed::matrix<T, I, O> const& a, size_type source) {
  using vertices = heddle::vector<I, I>;
  auto const& by = a.dealt_by();
  auto const& exec = m.exec();
  if (exec.is_host()) {
    auto const& rows = storage_of(a.part(m)).csr();
    return detail::search_host_part(m, by, rows.offsets.data(), rows.indices.data(), source);
  }
  size_type const begin = by.begin(m.rank()), mine = by.size_of(m.rank());
  detail::searched_part<I> found{heddle::vector<std::int32_t, I>(mine, exec), vertices(mine, exec)};
  vertices frontier(mine, exec), next(mine, exec);
  heddle::vector<bool, I> offered_before(a.rows(), exec);
  if (source - begin >= 0 && source - begin < mine) next.set(source - begin, static_cast<I>(source));
  for (size_type depth = 0;; ++depth) {
    auto const counts = m.agree(next.nvals());
    auto const n = std::accumulate(counts.begin(), counts.end(), size_type{0});
    if (n == 0) return found;
    found.reached += n;
    found.depth = depth;
    assign(found.parents, structure(next), no_accum, next);
    assign(found.levels, structure(next), no_accum, static_cast<std::int32_t>(depth));
    apply(frontier, position_of<I>{begin}, next);
    vertices offered(a.rows(), exec);
    vxm(offered, complement(structure(offered_before)), no_accum, min_first<I>{}, frontier, a.part(m),
        {.replace = true});
    assign(offered_before, structure(offered), no_accum, true);
    auto const offers = folded(m, std::move(offered), by, minimum<I>{});
    apply(next, complement(structure(found.levels)), no_accum, identity<I>{}, offers, {.replace = true});
  }
}

}  // namespace distributed_detail

/// Levels and the smallest parents of the graph whose edges are the entries of A, row -> column, from `source`: what
/// `bfs` of the whole matrix gives. A rank offers a vertex to its owner once in a search, together with a parent, so
/// that it sends at most n of these. Throws dimension_mismatch, index_out_of_range.
template <class T, index_type I, index_type O>
[[nodiscard]] distributed::bfs_result<I> bfs(distributed::matrix<T, I, O> const& a, size_type source) {
  using part = detail::searched_part<I>;
  distributed_detail::require_graph("bfs", a, source);
  distributed::bfs_result<I> found{{a.dealt_by(), a.ranks()}, {a.dealt_by(), a.ranks()}};
  auto parts = detail::each_makes<part>(
      a.ranks(), [&](distributed::member& m) { return distributed_detail::search_part(m, a, source); });
  found.reached = parts.front().reached;
  found.depth = parts.front().depth;
  std::vector<heddle::vector<std::int32_t, I>> levels;
  std::vector<heddle::vector<I, I>> parents;
  for (auto& p : parts) {
    levels.push_back(std::move(p.levels));
    parents.push_back(std::move(p.parents));
  }
  found.levels.replace_parts(std::move(levels));
  found.parents.replace_parts(std::move(parents));
  return found;
}

/// Shortest distances from `source` with A's values, at least 0, as weights: what `sssp` of the whole matrix gives, in
/// rounds over what has changed (Bellman-Ford). Throws dimension_mismatch, index_out_of_range, invalid_argument where a
/// weight is negative.
template <class T, index_type I, index_type O>
requires std::is_floating_point_v<T>
[[nodiscard]] distributed::sssp_result<T, I> sssp(distributed::matrix<T, I, O> const& a, size_type source) {
  distributed_detail::require_graph("sssp", a, source);
  if (reduce(min_monoid<T>{}, a) < 0) {
    throw invalid_argument("sssp of a distributed matrix: a weight is negative; sssp of a local one takes such");
  }
  auto const& by = a.dealt_by();
  using weights = distributed::vector<T, I>;
  T const infinity = std::numeric_limits<T>::infinity();
  distributed::sssp_result<T, I> found{weights::filled(by, infinity, a.ranks())};
  weights changed(by, a.ranks()), offered(by, a.ranks());
  found.distances.set(source, T{0});
  changed.set(source, T{0});
  while (changed.nvals() > 0) {
    ++found.rounds;
    vxm(offered, min_plus<T>{}, changed, a);
    select_with(changed, less<T>{}, offered, found.distances);
    ewise_add(found.distances, minimum<T>{}, found.distances, changed);
  }
  select(changed, distributed_detail::is_finite_distance<T>{}, found.distances, T{0});
  found.reached = changed.nvals();
  return found;
}

}  // namespace HEDDLE_TOOLCHAIN
}  // namespace heddle
