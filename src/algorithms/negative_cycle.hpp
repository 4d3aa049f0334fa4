// negative_cycle.hpp - finds a negative cycle soon after a label-correcting search has gone round it, and tells it from
// a cycle of weight zero that rounding makes look so.
// Cherkassky & Goldberg, "Negative-cycle detection algorithms", Mathematical Programming 85, 1999: a cycle in the
// graph of parents is a negative one.
#pragma once
#include <heddle/matrix.hpp>
#include <heddle/vector.hpp>
#include <span>

#include "src/algorithms/exact_sums.hpp"

namespace heddle {

/// Watches a search of distances whose weights may be negative. Sums of weights that decide are exact ones.
/// Costs one pass over the weights, whose result the matrix keeps, and for graphs with negative ones a look at the
/// parents after 8, 16, 32, ... rounds, O(nnz) each on the host; after n rounds, if distances still change, an exact
/// search on the host, O(nnz) in a pass over all arcs and then what lies behind arcs that rounding has left too short.
template <class T, index_type I, index_type O> class negative_cycle_watch {
 public:
  explicit negative_cycle_watch(matrix<T, I, O> const& a) : a_(a) {
    if (a.storage().csr().template value_statistics<T>().least < 0) arcs_ = a.tuples();
  }

  bool has_negative_weights() const { return !arcs_.row.empty(); }

  /// To be asked while distances still change: false if they are the answer as they are, after n rounds without a
  /// negative cycle (a path has less than n arcs). Throws negative_cycle when one is found.
  bool goes_on(size_type round, vector<T, I> const& distances) {
    if (arcs_.row.empty()) return true;
    if (round >= a_.rows()) {
      search(distances.to_dense(T(0)));
      return false;
    }
    if (round >= next_look_) {
      next_look_ = 2 * round;
      look(distances.to_dense(T(0)));
    }
    return true;
  }

  /// To be asked when nothing changes any more: distances of minus infinity do not, whatever cycle they are on, and
  /// neither do those where rounding hides a cycle that a source itself is on.
  void at_rest(std::vector<T> const& distance, std::span<size_type const> sources) {
    auto const is_lowest = [](T d) { return d == -std::numeric_limits<T>::infinity(); };
    bool const suspicious = std::any_of(sources.begin(), sources.end(), [&](auto s) { return distance[s] < T(0); }) ||
                            std::any_of(distance.begin(), distance.end(), is_lowest);
    if (!arcs_.row.empty() && suspicious) search(distance);
  }

 private:
  using sums = detail::exact_sums;
  using number = detail::exact_number;

  // The arc by which each vertex is reached, -1: none.
  using arc_of_vertex = std::vector<size_type>;

  // False for infinity and NaN: such arcs and vertices are as good as absent.
  static bool is_usable(T value) { return value < std::numeric_limits<T>::infinity(); }

  size_type num_arcs() const { return static_cast<size_type>(arcs_.row.size()); }

  // parent(v): the arc that offers v the shortest distance, no longer than v's own. Along a cycle of parents
  // d(u) + w <= d(v) holds throughout but for rounding; the exact sum decides.
  void look(std::vector<T> const& distance) const {
    arc_of_vertex parent(distance.size(), -1);
    std::vector<T> offer(distance.begin(), distance.end());
    for (size_type a = 0; a < num_arcs(); ++a) {
      I const u = arcs_.row[a], v = arcs_.col[a];
      T const offered = distance[u] + arcs_.value[a];
      bool const is_first = parent[v] < 0;
      if (is_usable(distance[u]) && (offered < offer[v] || (is_first && offered == offer[v]))) {
        offer[v] = offered;
        parent[v] = a;
      }
    }
    check_cycles(parent, sums_over({}));
  }

  sums sums_over(std::vector<T> const& distance) const {
    sums exact;
    for (T const weight : arcs_.value) exact.include(weight);
    for (T const d : distance) exact.include(d);
    return exact;
  }

  // Throws for a negative one among the cycles of parents.
  void check_cycles(arc_of_vertex const& parent, sums const& exact) const {
    std::vector<size_type> seen_from(parent.size(), -1);
    for (size_type start = 0; start < static_cast<size_type>(parent.size()); ++start) {
      size_type v = start;
      while (parent[v] >= 0 && seen_from[v] < 0) {
        seen_from[v] = start;
        v = arcs_.row[parent[v]];
      }
      if (parent[v] >= 0 && seen_from[v] == start) check_cycle(v, parent, exact);
    }
  }

  void check_cycle(size_type start, arc_of_vertex const& parent, sums const& exact) const {
    number sum = exact.zero();
    size_type v = start;
    do {
      exact.add(sum, arcs_.value[parent[v]]);
      v = arcs_.row[parent[v]];
    } while (v != start);
    if (!detail::is_negative(sum)) return;
    throw negative_cycle(detail::concat("sssp: a cycle of negative weight ", exact.rounded(sum), " through vertex ",
                                        start, " can be reached from the source"));
  }

  // Bellman-Ford-Moore in exact numbers, from the distances found so far: a negative cycle, and only such, goes on to
  // shorten them after n passes, and its arcs are a cycle of parents then.
  void search(std::vector<T> const& distance) const {
    sums const exact = sums_over(distance);
    std::vector<number> label(distance.size());
    for (std::size_t v = 0; v < distance.size(); ++v) {
      if (!is_usable(distance[v])) continue;
      label[v] = exact.zero();
      exact.add(label[v], distance[v]);
    }
    arc_of_vertex parent(distance.size(), -1);
    std::vector<size_type> const begin = row_begins();
    std::vector<I> changed;
    for (size_type v = 0; v < a_.rows(); ++v) changed.push_back(static_cast<I>(v));
    for (size_type pass = 1, next_check = 1; !changed.empty(); ++pass) {
      changed = relax(label, parent, changed, begin, exact);
      if (pass != next_check && pass < a_.rows()) continue;
      check_cycles(parent, exact);
      next_check = 2 * pass;
    }
  }

  std::vector<size_type> row_begins() const {
    std::vector<size_type> begin(static_cast<std::size_t>(a_.rows()) + 1, 0);
    for (I const u : arcs_.row) ++begin[u + 1];
    for (std::size_t u = 1; u < begin.size(); ++u) begin[u] += begin[u - 1];
    return begin;
  }

  // The vertices whose labels fall along the arcs of `changed`, each once.
  std::vector<I> relax(std::vector<number>& label, arc_of_vertex& parent, std::vector<I> const& changed,
                       std::vector<size_type> const& begin, sums const& exact) const {
    std::vector<I> fallen;
    std::vector<bool> is_listed(label.size(), false);
    number offer;
    for (I const u : changed) {
      for (size_type a = begin[u]; a < begin[u + 1]; ++a) {
        I const v = arcs_.col[a];
        if (label[u].empty() || label[v].empty() || !is_usable(arcs_.value[a])) continue;
        offer = label[u];
        exact.add(offer, arcs_.value[a]);
        if (detail::compare(offer, label[v]) >= 0) continue;
        label[v] = offer;
        parent[v] = a;
        if (!is_listed[v]) fallen.push_back(v);
        is_listed[v] = true;
      }
    }
    return fallen;
  }

  matrix<T, I, O> const& a_;
  matrix_tuples<T, I> arcs_;  // by rows; none if no weight is negative
  size_type next_look_ = 8;
};

}  // namespace heddle
