// negative_cycle.hpp - finds a negative cycle soon after a label-correcting search has gone round it, and tells it from
// a cycle of weight zero that rounding makes look so.
// Cherkassky & Goldberg, "Negative-cycle detection algorithms", Mathematical Programming 85, 1999: a cycle in the
// graph of parents is a negative one.
#pragma once
#include <heddle/matrix.hpp>
#include <heddle/ops/fixpoint/falling.hpp>
#include <heddle/ops/fixpoint/options.hpp>
#include <heddle/vector.hpp>
#include <span>

#include "src/algorithms/exact_sums.hpp"

namespace heddle {

/// Watches a search of distances whose weights may be negative. Sums of weights that decide are exact ones.
/// Costs one pass over the weights, whose result the matrix keeps. For graphs with negative ones it looks at the
/// parents on the host, O(nnz) each time, when the search has done as much work as 8, 16, 32, ... passes; after n
/// rounds, if distances still change, or where they rest below what is possible without a negative cycle, an exact
/// search on the host. A matrix of a GPU is copied at the first look. Looks find a cycle only where rounding cannot
/// hide it, so that the search would have been in vain; whether it is refused does not depend on when it is looked at.
template <class T, index_type I, index_type O> class negative_cycle_watch {
 public:
  explicit negative_cycle_watch(matrix<T, I, O> const& a)
      : a_(a), has_negative_weights_(a.storage().csr().template value_statistics<T>().least < 0) {}

  bool has_negative_weights() const { return has_negative_weights_; }

  /// Of a search that goes on in passes: O(nnz + n), and a round more.
  size_type pass() const { return a_.nnz() + max_of(a_.rows(), size_type{1}); }

  /// To be asked while distances still change, `changed` of them: false if they are the answer as they are, after n
  /// rounds without a negative cycle (a path has less than n arcs). Throws negative_cycle when one is found.
  bool goes_on(size_type round, size_type changed, vector<T, I> const& distances) {
    if (!has_negative_weights_) return true;
    if (round >= a_.rows()) {
      search(distances.to_dense(T(0)));
      return false;
    }
    work_ += changed * ceil_div(a_.nnz(), max_of(a_.rows(), size_type{1})) + cost_of_products * list_cost();
    if (work_ >= next_look_) {
      next_look_ = 2 * work_;
      look(distances);
    }
    return true;
  }

  /// Throws if distances, as a search has left them that goes on, show a negative cycle.
  void look(vector<T, I> const& distances) {
    if (!a_.exec().is_host() && !copy_) copy_ = a_.to(host_executor(1));
    auto const rows = copy_ ? copy_->csr() : a_.csr();
    std::vector<T> const x = distances.to_dense(T(0));
    host::falling_cycles<T, T, I, O> cycles(rows, mask_view{}, x.data());
    auto const cycle = cycles.find([](size_type) { return true; }, true);
    if (cycle) refuse(cycle->weight, cycle->vertex);
  }

  /// To be asked when nothing changes any more: distances of minus infinity do not, whatever cycle they are on, and
  /// neither do those where rounding hides a cycle that a source itself is on.
  void at_rest(vector<T, I> const& distances, std::span<size_type const> sources) {
    if (!has_negative_weights_) return;
    std::vector<T> const x = distances.to_dense(T(0));
    auto const is_lowest = [](T d) { return d == -std::numeric_limits<T>::infinity(); };
    bool const suspicious = std::any_of(sources.begin(), sources.end(), [&](auto s) { return x[s] < T(0); }) ||
                            std::any_of(x.begin(), x.end(), is_lowest);
    if (suspicious) search(x);
  }

 private:
  using sums = detail::exact_sums;
  using number = detail::exact_number;

  // The arc by which each vertex is reached, -1: none.
  using arc_of_vertex = std::vector<size_type>;

  // False for infinity and NaN: such arcs and vertices are as good as absent.
  static bool is_usable(T value) { return value < std::numeric_limits<T>::infinity(); }

  size_type list_cost() const { return detail::list_cost(a_.exec().is_host()); }

  [[noreturn]] static void refuse(double weight, size_type vertex) {
    throw negative_cycle(detail::concat("sssp: a cycle of negative weight ", weight, " through vertex ", vertex,
                                        " can be reached from the source"));
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
    if (detail::is_negative(sum)) refuse(exact.rounded(sum), start);
  }

  // Bellman-Ford-Moore in exact numbers, from the distances found so far: a negative cycle, and only such, goes on to
  // shorten them after n passes, and its arcs are a cycle of parents then.
  void search(std::vector<T> const& distance) {
    if (arcs_.row.empty()) arcs_ = a_.tuples();
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
  static constexpr size_type cost_of_products = 8;  // of a round, so many lists

  bool has_negative_weights_;
  std::optional<matrix<T, I, O>> copy_;  // on the host
  matrix_tuples<T, I> arcs_;             // by rows, of the exact search
  size_type work_ = 0, next_look_ = 8 * pass();
};

}  // namespace heddle
