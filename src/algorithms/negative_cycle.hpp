// negative_cycle.hpp - finds a negative cycle soon after a label-correcting search has gone round it.
// Cherkassky & Goldberg, "Negative-cycle detection algorithms", Mathematical Programming 85, 1999: a cycle in the
// graph of parents is a negative one.
#pragma once
#include <heddle/matrix.hpp>
#include <heddle/ops/mxv/mxv.hpp>
#include <heddle/vector.hpp>

namespace heddle {

/// Costs one pass over the weights, and for graphs with negative ones a look at the parents after 8, 16, 32, ...
/// rounds, O(nnz) each on the host.
template <class T, index_type I, index_type O> class negative_cycle_watch {
 public:
  explicit negative_cycle_watch(matrix<T, I, O> const& a) : a_(a) {
    if (has_negative(a)) arcs_ = a.tuples();
  }

  /// To be asked while distances still change. Throws negative_cycle when one is found, or after n rounds, when there
  /// must be one: a path without a cycle has less than n arcs.
  void after_round(size_type round, vector<T, I> const& distances) {
    if (arcs_.row.empty()) return;
    if (round >= a_.rows()) throw negative_cycle("sssp: a cycle of negative weight can be reached from the source");
    if (round < next_look_) return;
    next_look_ = 2 * round;
    look(distances.to_dense(T(0)));
  }

 private:
  // The least weight of each row is a product over (min, first), on the matrix's own executor.
  static bool has_negative(matrix<T, I, O> const& a) {
    vector<T, I> least(a.rows(), a.exec());
    auto const ones = vector<T, I>::filled(a.cols(), T(1), a.exec());
    mxv(least, min_first<T>{}, a, ones);
    std::vector<T> const rows = least.to_dense(T(0));
    return std::any_of(rows.begin(), rows.end(), [](T weight) { return weight < T(0); });
  }

  // parent(v): the row that offers v the shortest distance, no longer than v's own. Along a cycle of parents
  // d(u) + w <= d(v) holds throughout, so its weight is at most zero; the sum decides.
  void look(std::vector<T> const& distance) const {
    std::vector<size_type> parent(distance.size(), -1);
    std::vector<T> offer(distance.begin(), distance.end()), weight(distance.size());
    for (std::size_t a = 0; a < arcs_.row.size(); ++a) {
      I const u = arcs_.row[a], v = arcs_.col[a];
      T const offered = distance[u] + arcs_.value[a];
      bool const first = parent[v] < 0;
      if (distance[u] < std::numeric_limits<T>::infinity() && (offered < offer[v] || (first && offered == offer[v]))) {
        offer[v] = offered;
        parent[v] = u;
        weight[v] = arcs_.value[a];
      }
    }
    std::vector<size_type> seen_from(distance.size(), -1);
    for (size_type start = 0; start < static_cast<size_type>(parent.size()); ++start) {
      size_type v = start;
      while (v >= 0 && seen_from[v] < 0) {
        seen_from[v] = start;
        v = parent[v];
      }
      if (v >= 0 && seen_from[v] == start) check_cycle(v, parent, weight);
    }
  }

  static void check_cycle(size_type start, std::vector<size_type> const& parent, std::vector<T> const& weight) {
    T sum = weight[start];
    for (size_type v = parent[start]; v != start; v = parent[v]) sum += weight[v];
    if (sum < T(0)) {
      throw negative_cycle(detail::concat("sssp: a cycle of negative weight ", sum, " through vertex ", start,
                                          " can be reached from the source"));
    }
  }

  matrix<T, I, O> const& a_;
  matrix_tuples<T, I> arcs_;
  size_type next_look_ = 8;
};

}  // namespace heddle
