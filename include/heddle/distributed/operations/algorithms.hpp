// algorithms.hpp - searches over the ranks of a group, components and ranks. They are in the library, but for shortest
// paths among GPUs without kernels for it, a loop of operations here. Buluc & Madduri, "Parallel Breadth-First Search
// on Distributed Memory Systems", SC 2011 (rows dealt out in one dimension).
#pragma once
#include <heddle/detail/distributed/first_rank.hpp>
#include <heddle/detail/ranks/components.hpp>
#include <heddle/detail/ranks/pagerank.hpp>
#include <heddle/distributed/operations/entrywise.hpp>
#include <heddle/distributed/search_options.hpp>
#include <string>

namespace heddle {
namespace distributed {

/// What `bfs` over ranks finds.
template <index_type I = std::int32_t> struct bfs_result {
  vector<std::int32_t, I> levels;  // edges from the source; vertices without an entry were not reached
  vector<I, I> parents;            // the smallest possible; parent(source) = source
  size_type reached = 0, depth = 0;
  std::string ran_as = {};  // who did it
};

/// What `sssp` over ranks finds.
template <class T, index_type I = std::int32_t> struct sssp_result {
  vector<T, I> distances;  // infinity where there is no path
  size_type reached = 0, rounds = 0;
  std::string ran_as = {};
};

/// What `connected_components` over ranks finds.
template <index_type I = std::int32_t> struct components_result {
  vector<I, I> labels;  // the smallest vertex of each component
  size_type count = 0, rounds = 0;
};

/// What `pagerank` over ranks finds.
template <index_type I = std::int32_t> struct pagerank_result {
  vector<double, I> ranks;
  size_type iterations = 0;
  double change = 0;
  bool converged = true;
};

}  // namespace distributed

inline namespace HEDDLE_TOOLCHAIN {
namespace distributed_detail {

template <class T> struct is_finite_distance {
  HEDDLE_FN bool operator()(T const& distance, T) const { return distance < std::numeric_limits<T>::infinity(); }
};
template <class T, index_type I, index_type O>
void require_graph(char const* what, distributed::matrix<T, I, O> const& a, size_type source) {
  detail::require_square_rows(what, a);
  if (source < 0 || source >= a.rows()) {
    throw index_out_of_range(detail::concat(what, ": source ", source, " of ", a.rows(), " vertices"));
  }
}

/// Throws not_compiled where these loops of operations with functors of their own were not compiled for GPUs.
inline void require_kernels(char const* what) {
  if constexpr (!ops::compiles_kernels) {
    throw not_compiled(
        detail::concat(what, ": where GPUs are ranks, its loop has to be compiled by nvcc (a .cu file)"));
  }
}

template <class T, index_type I, index_type O>
detail::searched_part<I> search_part(distributed::member& m, distributed::matrix<T, I, O> const& a,
                                     heddle::matrix<bool, I, O> const* columns, size_type source,
                                     std::optional<detail::thin_levels> const& until, bool by_kernels) {
  auto const& rows = storage_of(a.part(m)).csr();
  auto const* const by_column = columns ? &storage_of(*columns).csr() : nullptr;
  if (m.exec().is_host()) return detail::search_host_part(m, a.dealt_by(), rows, by_column, source, until);
  return detail::search_gpu_part(m, a.dealt_by(), rows, by_column, source, until, by_kernels);
}

/// Distances by rounds over what has changed.
template <class T, index_type I, index_type O>
distributed::sssp_result<T, I> paths_by_rounds(distributed::matrix<T, I, O> const& a, size_type source) {
  auto const& by = a.dealt_by();
  using weights = distributed::vector<T, I>;
  T const infinity = std::numeric_limits<T>::infinity();
  distributed::sssp_result<T, I> found{weights::filled(by, infinity, a.ranks())};
  found.ran_as = among_ranks;
  weights changed(by, a.ranks()), offered(by, a.ranks());
  found.distances.set(source, T{0});
  changed.set(source, T{0});
  while (changed.nvals() > 0) {
    ++found.rounds;
    vxm(offered, min_plus<T>{}, changed, a);
    select_with(changed, less<T>{}, offered, found.distances);
    ewise_add(found.distances, minimum<T>{}, found.distances, changed);
  }
  select(changed, is_finite_distance<T>{}, found.distances, T{0});
  found.reached = changed.nvals();
  return found;
}

}  // namespace distributed_detail

/// Levels and the smallest parents of the graph whose edges are the entries of A, row -> column, from `source`: what
/// `bfs` of the whole matrix gives.
/// Throws: dimension_mismatch; index_out_of_range; what at_first_rank throws.
/// Cost: a rank offers a vertex to its owner once, with a parent: n pairs a rank at most, in an exchange a level. Where
/// A is symmetric or has its transposed_pattern, large frontiers go to all ranks as bits, and unreached vertices look
/// for a neighbour there; among GPUs ranks have to begin at multiples of 64 for that, as dealers have them begin. Where
/// rank 0 does all, its result is dealt out; it pulls in the same cases, for which it makes the columns once.
/// Source: Buluc & Madduri, SC 2011; Beamer and others, IPDPSW 2013.
template <class T, index_type I, index_type O>
[[nodiscard]] distributed::bfs_result<I> bfs(distributed::matrix<T, I, O> const& a, size_type source,
                                             distributed::search_options const& options = {}) {
  using part = detail::searched_part<I>;
  constexpr bool one_can = sizeof(I) <= sizeof(O);
  distributed_detail::require_graph("bfs", a, source);
  distributed_detail::require_first("bfs", options, one_can);
  distributed::bfs_result<I> found{{a.dealt_by(), a.ranks()}, {a.dealt_by(), a.ranks()}};
  auto const* const columns = a.has_transposed_pattern() ? &a.transposed_pattern() : nullptr;
  auto const& pays = distributed_detail::levels_among_gpus;
  auto const facts = distributed_detail::facts_of_search(a, false, pays, options, [&](distributed::member& m) {
    return detail::can_search_in_kernels<I, O>(m, a.dealt_by());
  });
  auto parts = distributed_detail::searched_parts<part, one_can>(
      a, facts, pays, options, found.ran_as,
      [&](distributed::member& m, auto const& until) {
        return distributed_detail::search_part(m, a, columns ? &(*columns)[m.place()] : nullptr, source, until,
                                               facts.has_kernels);
      },
      [&](distributed::member& m, auto const* whole) {
        return distributed_detail::search_by_first(m, a.dealt_by(), whole, source, columns != nullptr);
      });
  found.reached = parts.front().reached;
  found.depth = parts.front().depth;
  found.levels.replace_parts(detail::each_of(parts, &part::levels));
  found.parents.replace_parts(detail::each_of(parts, &part::parents));
  return found;
}

/// Shortest distances from `source` with A's values, at least 0, as weights: what `sssp` of the whole matrix gives.
/// Throws: dimension_mismatch; index_out_of_range; invalid_argument where a weight is negative; not_compiled where GPUs
/// are ranks that have no kernel for it, none has room for all rows, and nvcc did not compile the call; what
/// at_first_rank throws.
/// Cost: on the host a round relaxes a bucket of distances (delta-stepping), on GPUs what is near of one, in one kernel
/// a GPU, or all that changed (Bellman-Ford); a round is an exchange. Where rank 0 does all, its result is dealt out.
template <class T, index_type I, index_type O>
requires std::is_same_v<T, float> || std::is_same_v<T, double>
[[nodiscard]] distributed::sssp_result<T, I> sssp(distributed::matrix<T, I, O> const& a, size_type source,
                                                  distributed::search_options const& options = {}) {
  using part = detail::paths_part<T, I>;
  constexpr bool one_can = detail::has_sssp<T, I, O>;
  distributed_detail::require_graph("sssp", a, source);
  distributed_detail::require_first("sssp", options, one_can);
  auto const& pays = distributed_detail::paths_among_gpus;
  auto const facts = distributed_detail::facts_of_search(
      a, true, pays, options, [&](distributed::member& m) { return detail::can_find_paths_in_kernels<T, I, O>(m); });
  if (facts.some_negative) {
    throw invalid_argument("sssp of a distributed matrix: a weight is negative; sssp of a local one takes such");
  }
  distributed::sssp_result<T, I> found{{a.dealt_by(), a.ranks()}};
  auto parts = distributed_detail::searched_parts<part, one_can>(
      a, facts, pays, options, found.ran_as,
      [&](distributed::member& m, auto const& until) {
        auto const& rows = storage_of(a.part(m)).csr();
        if (facts.on_host) return detail::find_paths_host_part<T>(m, a.dealt_by(), rows, source, until);
        std::optional<part> made;
        if (facts.has_kernels) made = detail::find_paths_gpu_part<T>(m, a.dealt_by(), rows, source, until);
        return made ? std::move(*made) : part{heddle::vector<T, I>(0, executor{})};
      },
      [&](distributed::member& m, auto const* whole) {
        return distributed_detail::paths_by_first(m, a.dealt_by(), whole, source);
      });
  if (!facts.on_host && found.ran_as == distributed_detail::among_ranks) {
    distributed_detail::require_kernels("sssp");
    if constexpr (ops::compiles_kernels) return distributed_detail::paths_by_rounds(a, source);
  }
  found.reached = parts.front().reached;
  found.rounds = parts.front().rounds;
  found.distances.replace_parts(detail::each_of(parts, &part::distances));
  return found;
}

/// Labels of the components of the graph with an edge wherever A or A^T has an entry: what `connected_components` of
/// the whole matrix gives. Each rank joins all vertices by the entries of its rows, then ranks join each other's labels
/// in log2(ranks) rounds, rounded up, in each of which a rank sends n of them. Takes two arrays of n labels a rank.
/// Throws dimension_mismatch.
template <class T, index_type I, index_type O>
[[nodiscard]] distributed::components_result<I> connected_components(distributed::matrix<T, I, O> const& a) {
  detail::require_square_rows("connected_components", a);
  distributed::components_result<I> found{{a.dealt_by(), a.ranks()}};
  auto parts = detail::each_makes<detail::labelled_part<I>>(a.ranks(), [&](distributed::member& m) {
    return detail::label_part(m, a.dealt_by(), storage_of(a.part(m)).csr(), a.is_symmetric());
  });
  found.count = parts.front().count;
  found.rounds = parts.front().rounds;
  found.labels.replace_parts(detail::each_of(parts, &detail::labelled_part<I>::labels));
  return found;
}

/// Ranks by power iteration over the pattern of A: the formula and the options of `pagerank`, whose schedule its
/// products take. In an iteration every rank sends what its vertices pass on, a number each, to all that need it, and
/// makes the sums of its own vertices. The first call makes the columns of A, see `transposed_pattern`. Sums are
/// rounded in another order than those of a local matrix, and the same way in every run. Throws dimension_mismatch,
/// invalid_argument for options out of their range or a strategy, and what transposed_pattern throws.
template <class T, index_type I, index_type O>
[[nodiscard]] distributed::pagerank_result<I> pagerank(distributed::matrix<T, I, O> const& a,
                                                       pagerank_options const& options = {}) {
  detail::require_square_rows("pagerank", a);
  detail::check_ranges(options);
  if (options.strategy || options.costs) {
    throw invalid_argument("pagerank of a distributed matrix takes no strategy; that of a local one does");
  }
  distributed::pagerank_result<I> found{{a.dealt_by(), a.ranks()}};
  if (a.rows() == 0) return found;
  auto const& columns = a.transposed_pattern();
  auto const* const needed = detail::needed_access::columns(a);
  auto parts = detail::each_makes<detail::ranked_part<I>>(a.ranks(), [&](distributed::member& m) {
    return detail::rank_part(m, a.dealt_by(), storage_of(a.part(m)).csr(), columns[m.place()],
                             needed ? &(*needed)[m.place()] : nullptr, options);
  });
  found.iterations = parts.front().iterations;
  found.change = parts.front().change;
  found.converged = found.change <= options.tolerance;
  found.ranks.replace_parts(detail::each_of(parts, &detail::ranked_part<I>::ranks));
  return found;
}

}  // namespace HEDDLE_TOOLCHAIN
}  // namespace heddle
